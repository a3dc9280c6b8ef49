"""Answers from recorded clips: a whole game without a microphone, through the real recogniser."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording, read_recording
from assistant.hearing.turn import End, Heard, Outcome, Turn
from assistant.hosting.ears import Answer, NoMoreAnswers, Question


@dataclass(frozen=True, slots=True)
class Clip:
    """One recorded answer: the file, who speaks, and the words that were spoken into it."""

    path: Path
    speaker: str
    said: str
    objects: bool = False
    """Whether it is spoken where silence would have agreed."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game's answers in order, and what it takes to play the very same game again."""

    players: tuple[str, ...]
    seed: int
    rules: tuple[str, ...]
    """House rules as ``alibaba play`` takes them for this game."""
    clips: tuple[Clip, ...]


def read_game(folder: Path) -> RecordedGame:
    """The recorded game in ``folder``: its first line in ``script.jsonl`` describes the game."""
    lines = (folder / "script.jsonl").read_text(encoding="utf-8").splitlines()
    head, *rows = (json.loads(line) for line in lines)
    return RecordedGame(
        tuple(head["players"]),
        head["seed"],
        tuple(head["rules"]),
        tuple(
            Clip(folder / row["audio"], row["speaker"], row["said"], row.get("objects", False))
            for row in rows
        ),
    )


class RecordedEars:
    """Gives each question the next clip, but leaves one where silence agrees to clips that object.

    ``play`` sounds a clip (or does nothing), and ``note`` prints what was heard.
    """

    def __init__(
        self,
        model: Model,
        clips: Sequence[Clip],
        play: Callable[[Recording], None],
        note: Callable[[str], None],
        used: int = 0,
    ) -> None:
        """``used``: how many clips were heard before, in a game that is gone on with."""
        self.used = used
        self._model = model
        self._clips = deque(clips[used:])
        self._play = play
        self._note = note

    def listen(self, question: Question, quiet_from: float) -> Answer:
        """What the recogniser hears in the next clip."""
        if question.silence_agrees and not (self._clips and self._clips[0].objects):
            return Answer(None, Heard((), 0.0), End.SILENCE)
        if not self._clips:
            raise NoMoreAnswers
        clip = self._clips.popleft()
        self.used += 1
        recording = read_recording(clip.path)
        self._note(f"{clip.speaker} speaks ({clip.path.name}, {recording.seconds:.1f} s)")
        self._play(recording)
        outcome = hear(self._model, recording, question)
        answer = Answer.of_turn(outcome)
        self._note(f"heard: {answer.text or 'nothing'} (after {outcome.position_s:.1f} s)")
        return answer


def hear(model: Model, recording: Recording, question: Question) -> Outcome:
    """One turn over a recording, in blocks of 0.1 s as a microphone gives them."""
    turn = Turn(model, question.phrases, recording.rate, question.listener, question.budget)
    for block in recording.blocks():
        if (outcome := turn.feed(block)) is not None:
            return outcome
    return turn.finish()
