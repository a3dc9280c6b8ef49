"""Scores each clip of a manifest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from assistant.data import data_path
from assistant.evaluation.decks import Decks
from assistant.evaluation.listening import (
    Listened,
    Sound,
    hear_command,
    hear_recitation,
    hearable,
    prepared,
)
from assistant.evaluation.manifest import Clip, Manifest, Phrase, Recitation
from assistant.evaluation.noise import Noise
from assistant.hearing.models import Model
from assistant.hearing.recordings import RecordingProblem, read_recording
from assistant.understanding.commands import listed, read_commands
from assistant.understanding.deck_file import DeckProblem
from assistant.understanding.recitation import Verdict

NOBODYS_HAND = {"lion": 1, "crown": 1, "book": 1}
"""The hand against which a clip that is not for us is judged."""


class Said(Enum):
    """The program's verdict on a clip."""

    CORRECT = "correct"
    MISTAKE = "mistake"
    ASK = "ask"


class Score(Enum):
    """What that verdict is worth."""

    AGREE = "agree"
    FALSE_ACCEPT = "false_accept"
    FALSE_MISTAKE = "false_mistake"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Result:
    """One clip, scored. ``missing`` and ``extra`` are {treasure: count}."""

    clip: Clip
    verdict: Said
    score: Score
    heard: str
    decided_s: float
    """Seconds from the beginning of the clip to the verdict."""
    compute_s: float
    """Processor seconds for hearing and judging."""
    lag_s: float
    """Those of them that passed after the last of the sound had come."""
    seconds: float
    """Seconds of sound listened to, which is less than the clip if the verdict came early."""
    missing: Mapping[str, int] = field(default_factory=dict)
    extra: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""
    """What the judge found wrong, or which command was understood."""
    named: tuple[str, ...] = ()
    """The treasures heard."""
    doubted: tuple[str, ...] = ()
    """Those of them that were not heard clearly."""

    @property
    def latency_s(self) -> float | None:
        """Seconds from the end of speech to the verdict, for a right recitation found right."""
        clip = self.clip
        if not isinstance(clip, Recitation) or clip.speech_end is None or not clip.correct:
            return None
        return self.decided_s - clip.speech_end if self.verdict is Said.CORRECT else None


@dataclass(frozen=True, slots=True)
class Failure:
    """A clip that could not be run, and why in one sentence."""

    clip: Clip
    problem: str


class Measuring:
    """Runs the recogniser and the judge of the game over clips."""

    def __init__(self, model: Model, noise: Noise | None = None) -> None:
        self._model = model
        self._noise = noise
        self._decks = Decks(model.knows)
        commands = read_commands(data_path("grammars", "commands.toml"))
        self._commands = hearable(tuple(commands.values()), model.knows)
        self.warnings: list[str] = []
        """Sentences about recordings that are usable but poor."""

    def run(self, manifest: Manifest) -> Iterator[Result | Failure]:
        """One result a clip, in the order of the manifest."""
        for clip in manifest.clips:
            try:
                yield self._result(clip, manifest.path)
            except (RecordingProblem, DeckProblem) as problem:
                yield Failure(clip, str(problem))
            except ValueError as problem:  # the recogniser refuses words that the model lacks
                yield Failure(clip, f"{manifest.path}:{clip.number}: {problem}.")

    def _result(self, clip: Clip, source: Path) -> Result:
        recording = read_recording(clip.path)
        self.warnings.extend(recording.warnings)
        sound = prepared(recording, self._noise, clip.number)
        match clip:
            case Recitation():
                return self._recitation(clip, sound, source)
            case Phrase():
                return self._phrase(clip, sound)
            case _:
                return self._not_for_us(clip, sound, source)

    def _recitation(self, clip: Recitation, sound: Sound, source: Path) -> Result:
        vocabulary = self._decks.of(clip, source)
        opinion, listened = hear_recitation(
            sound, self._model, vocabulary, clip.hand, clip.adjectives
        )
        verdict = {Verdict.COMPLETE: Said.CORRECT, Verdict.MISTAKE: Said.MISTAKE}.get(
            opinion.verdict, Said.ASK
        )
        if verdict is Said.ASK:
            score = Score.ASKED
        elif (verdict is Said.CORRECT) == clip.correct:
            score = Score.AGREE
        else:
            score = Score.FALSE_MISTAKE if clip.correct else Score.FALSE_ACCEPT
        flaw = opinion.judgement.flaw
        return _scored(
            clip,
            verdict,
            score,
            (listened,),
            missing=dict(opinion.judgement.missing),
            extra=dict(opinion.judgement.extra),
            reason=f"{flaw.value}: {opinion.judgement.kind}" if flaw else "",
            named=tuple(item.kind for item in opinion.items),
            doubted=tuple(item.kind for item in opinion.items if item.doubt),
        )

    def _phrase(self, clip: Phrase, sound: Sound) -> Result:
        found, listened = hear_command(sound, self._model, listed(clip.phrases))
        if found is None:
            return _scored(clip, Said.ASK, Score.ASKED, (listened,))
        right = found.name == clip.expected
        return _scored(
            clip,
            Said.CORRECT if right else Said.MISTAKE,
            Score.AGREE if right else Score.FALSE_ACCEPT,
            (listened,),
            reason=found.name,
        )

    def _not_for_us(self, clip: Clip, sound: Sound, source: Path) -> Result:
        vocabulary = self._decks.words(None, None, source, clip.number)
        opinion, recited = hear_recitation(sound, self._model, vocabulary, NOBODYS_HAND, None)
        command, commanded = hear_command(sound, self._model, self._commands)
        extra = dict(opinion.judgement.extra) if opinion.verdict is Verdict.MISTAKE else {}
        verdict, score, reason = Said.ASK, Score.AGREE, ""
        if command is not None or opinion.verdict is Verdict.COMPLETE:
            verdict, score = Said.CORRECT, Score.FALSE_ACCEPT
            reason = f"command: {command.name}" if command else "taken for a right list"
        elif extra:
            verdict, score, reason = Said.MISTAKE, Score.FALSE_MISTAKE, "taken for a wrong list"
        return _scored(clip, verdict, score, (recited, commanded), extra=extra, reason=reason)


def _scored(
    clip: Clip,
    verdict: Said,
    score: Score,
    turns: tuple[Listened, ...],
    *,
    missing: Mapping[str, int] | None = None,
    extra: Mapping[str, int] | None = None,
    reason: str = "",
    named: tuple[str, ...] = (),
    doubted: tuple[str, ...] = (),
) -> Result:
    return Result(
        clip=clip,
        verdict=verdict,
        score=score,
        heard=" / ".join(turn.text for turn in turns),
        decided_s=max(turn.outcome.position_s for turn in turns),
        compute_s=sum(turn.compute_s for turn in turns),
        lag_s=max(turn.lag_s for turn in turns),
        seconds=sum(turn.outcome.position_s for turn in turns),
        missing=missing or {},
        extra=extra or {},
        reason=reason,
        named=named,
        doubted=doubted,
    )
