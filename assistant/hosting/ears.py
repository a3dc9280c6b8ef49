"""Where answers come from: the microphone, the keyboard, or both at once."""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TextIO

from assistant.hearing.microphone import Microphone
from assistant.hearing.models import Model
from assistant.hearing.turn import Budget, End, Heard, Listener, Outcome, Samples, Turn

GATE_TAIL_S = 0.3
"""Seconds that the microphone stays deaf after the program's own sound has ended."""


class NoMoreAnswers(Exception):
    """The keyboard was closed, or a recorded game has no more clips."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to listen for, what words are worth, and how long to wait."""

    phrases: tuple[str, ...]
    listener: Listener
    budget: Budget
    silence_agrees: bool = False
    """Whether to say nothing is an answer too: what was just announced then happens."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: a typed line, or what was heard in a turn of sound."""

    typed: str | None
    heard: Heard
    end: End
    sound: Samples | None = None
    rate: int = 0

    @classmethod
    def of_line(cls, line: str) -> Answer:
        """A typed answer."""
        return cls(line, Heard((), 0.0), End.ENOUGH)

    @classmethod
    def of_turn(cls, outcome: Outcome) -> Answer:
        """A spoken answer."""
        return cls(None, outcome.heard, outcome.end, outcome.sound, outcome.rate)

    @property
    def text(self) -> str:
        """The words of the answer, for people."""
        if self.typed is not None:
            return self.typed
        return " ".join(word.text for word in self.heard.words)


class Ears(Protocol):
    """A source of answers."""

    def listen(self, question: Question, quiet_from: float) -> Answer:
        """The next answer. ``quiet_from``: monotonic seconds when the program's sound ended.

        Raises :class:`NoMoreAnswers`.
        """


class Keyboard:
    """Answers typed line by line."""

    def __init__(self, lines: TextIO | None = None, out: TextIO | None = None) -> None:
        self._lines = lines if lines is not None else sys.stdin
        self._out = out if out is not None else sys.stdout

    def listen(self, question: Question, quiet_from: float) -> Answer:
        """The next typed line; an empty one counts as silence."""
        self._out.write("> ")
        self._out.flush()
        line = self._lines.readline()
        if not line:
            self._out.write("\n")
            raise NoMoreAnswers
        if not line.strip():
            return Answer("", Heard((), 0.0), End.SILENCE)
        return Answer.of_line(line.strip())


class MicrophoneAndKeyboard:
    """Listens through the microphone; a typed line is as good as a spoken answer, at any moment."""

    def __init__(
        self,
        model: Model,
        microphone: Microphone,
        lines: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._model = model
        self._microphone = microphone
        self._clock = clock
        self._sleep = sleep
        self._typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        source = lines if lines is not None else sys.stdin
        threading.Thread(target=self._read, args=(source,), daemon=True).start()

    def listen(self, question: Question, quiet_from: float) -> Answer:
        """The next answer. The gate stays shut for :data:`GATE_TAIL_S` after ``quiet_from``."""
        deaf = quiet_from + GATE_TAIL_S - self._clock()
        if deaf > 0:
            self._sleep(deaf)
        turn = Turn(
            self._model,
            question.phrases,
            self._microphone.rate,
            question.listener,
            question.budget,
        )
        self._microphone.open_gate()
        try:
            for block in self._microphone.blocks():
                if (line := self._line()) is not None:
                    return Answer.of_line(line)
                if (outcome := turn.feed(block)) is not None:
                    return Answer.of_turn(outcome)
        finally:
            self._microphone.shut_gate()
        return Answer.of_turn(turn.finish())

    def _line(self) -> str | None:
        try:
            return self._typed.get_nowait()
        except queue.Empty:
            return None

    def _read(self, source: TextIO) -> None:
        for line in source:
            if line.strip():
                self._typed.put(line.strip())
