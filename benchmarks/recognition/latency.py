"""From the end of the last word to the first sample of the spoken verdict, part by part.

The sound clock counts, and processor time on top of it: both come out the same on a busy machine.
Only rendering is timed by the wall clock, since most of it is waiting; of some tries the shortest
counts.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assistant.data import data_path
from assistant.evaluation.decks import Decks
from assistant.evaluation.listening import (
    Listened,
    hear_command,
    hear_recitation,
    hearable,
    prepared,
)
from assistant.evaluation.manifest import Phrase, read_manifest
from assistant.games.cavern.recitation import Flaw
from assistant.hearing.hush import Samples
from assistant.hearing.models import Model
from assistant.hearing.recogniser import hear_again
from assistant.hearing.recordings import read_recording
from assistant.hosting.lines import Lines
from assistant.speaking.player import Player
from assistant.speaking.problems import SpeakingError
from assistant.speaking.sound import Sound
from assistant.speaking.speaker import ORDINARY_RATE, WORDS_PER_MINUTE
from assistant.speaking.voice import EngineVoice
from assistant.understanding.commands import read_commands
from assistant.understanding.deck_file import number_word
from assistant.understanding.recitation import Verdict
from benchmarks.recognition.clips import manifest_of, recitations

RIGHT, EXTRA, YES_NO = "right recitation", "extra treasure", "yes or no"

_RENDERINGS = 5
_FRAME_S = 0.01
_ACTIVE_DB = 30.0  # below the loudest frame: the end of a single word, as in noise.py


@dataclass(frozen=True, slots=True)
class Wait:
    """The parts of one latency, in seconds, and the ``line`` that is said after it."""

    kind: str
    line: str
    pause_s: float
    """From the end of the last word until enough silence has come (less than 0 if the last word
    was understood before it was over)."""
    decoding_s: float
    again_s: float
    """For the second hearing, if there was one."""


def waits(model: Model, folder: Path, every: int) -> Iterator[Wait]:
    """Right lists found right, extra treasures found, and yes or no understood, in quiet."""
    yield from _recitations(model, folder, every)
    yield from _yes_or_no(model, folder)


def _recitations(model: Model, folder: Path, every: int) -> Iterator[Wait]:
    decks, lines = Decks(model.knows), Lines()
    source = manifest_of(folder, "recitations")
    for clip in recitations(folder, every):
        vocabulary = decks.of(clip, source)
        sound = prepared(read_recording(clip.path), None, clip.number)
        opinion, listened = hear_recitation(sound, model, vocabulary, clip.hand, clip.adjectives)
        again_s = 0.0
        if listened.outcome.heard.hearings:
            begun = time.process_time()
            hear_again(model, vocabulary[1], listened.outcome.sound, sound.rate)
            again_s = time.process_time() - begun
        judgement = opinion.judgement
        if opinion.verdict is Verdict.COMPLETE and clip.correct:
            assert clip.speech_end is not None
            cards = sum(clip.hand.values())
            word = "treasure" if cards == 1 else "treasures"
            line = lines("right", count=number_word(cards), treasure_word=word)
            yield _wait(RIGHT, line, listened, clip.speech_end, again_s)
        elif opinion.verdict is Verdict.MISTAKE and judgement.flaw is Flaw.EXTRA:
            assert judgement.at is not None
            line = lines("wrong_extra", treasure=judgement.kind)
            yield _wait(EXTRA, line, listened, opinion.items[judgement.at].end, again_s)


def _yes_or_no(model: Model, folder: Path) -> Iterator[Wait]:
    commands = read_commands(data_path("grammars", "commands.toml"))
    answers = hearable((commands["yes"], commands["no"]), model.knows)
    line = Lines()("going_on")
    for clip in read_manifest(manifest_of(folder, "phrases")).clips:
        if isinstance(clip, Phrase) and clip.expected in ("yes", "no"):
            recording = read_recording(clip.path)
            sound = prepared(recording, None, clip.number)
            found, listened = hear_command(sound, model, answers)
            if found is not None and found.name == clip.expected:
                end_s = end_of_speech_s(recording.samples, recording.rate)
                yield _wait(YES_NO, line, listened, end_s, 0.0)


def _wait(kind: str, line: str, listened: Listened, end_s: float, again_s: float) -> Wait:
    return Wait(
        kind=kind,
        line=line,
        pause_s=listened.outcome.position_s - end_s,
        decoding_s=max(0.0, listened.lag_s - again_s),
        again_s=again_s,
    )


def end_of_speech_s(samples: Samples, rate: int) -> float:
    """Seconds until the last frame that is not far fainter than the loudest."""
    size = round(_FRAME_S * rate)
    frames = samples[: len(samples) // size * size].reshape(-1, size).astype(np.float64)
    powers = np.mean(frames**2, axis=1)
    active = np.flatnonzero(powers >= powers.max() / 10 ** (_ACTIVE_DB / 10))
    return float(active[-1] + 1) * _FRAME_S


def renderings_s(texts: Iterable[str]) -> Mapping[str, float]:
    """Seconds to render each line. Raises SpeakingError where there is no voice."""
    lines = sorted(set(texts))
    tries: dict[str, list[float]] = {line: [] for line in lines}
    for _ in range(_RENDERINGS):
        voice = EngineVoice()  # a fresh one, for it remembers what it has said
        try:
            voice.render("Ready.", WORDS_PER_MINUTE[ORDINARY_RATE - 1])
            for line in lines:
                begun = time.perf_counter()
                voice.render(line, WORDS_PER_MINUTE[ORDINARY_RATE - 1])
                tries[line].append(time.perf_counter() - begun)
        finally:
            voice.close()
    return {line: min(each) for line, each in tries.items()}


def player_start_s() -> float | None:
    """Seconds from play to the first sample at the loudspeaker; None without a loudspeaker."""
    sound = Sound(np.zeros(2205, np.int16), 22050)
    begun = time.monotonic()
    try:
        playback = Player().play(sound, threading.Event())
    except SpeakingError:
        return None
    return playback.ended_at - begun - sound.seconds
