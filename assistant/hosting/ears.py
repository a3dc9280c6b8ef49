"""Where answers come from: the microphone, the keyboard, or both at once."""

from __future__ import annotations

import math
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TextIO

from assistant.hearing.level import Level
from assistant.hearing.microphone import Microphone, MicrophoneLost
from assistant.hearing.models import Model
from assistant.hearing.turn import Budget, End, Heard, Listener, Outcome, Samples, Turn
from assistant.hearing.words import UNKNOWN

GATE_TAIL_S = 0.3
"""Seconds that the microphone stays deaf after the program's own sound has ended."""

ZEROS_S = 2.0
"""Seconds of exact zeros before the microphone is called muted; no room is that quiet."""

RETRY_S = 1.0
"""Seconds between two attempts to find a lost microphone."""

_KEY_S = 0.1  # between two looks for a typed line while no sound comes


class Disturbed(Exception):
    """No answer can be had for a reason that the players must be told: ``key`` in host.toml."""

    def __init__(self, key: str, *, asks_again: bool = True) -> None:
        """``asks_again``: whether the question is to be said again before going on listening."""
        self.key = key
        self.asks_again = asks_again
        super().__init__(key)


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
    narrow: bool = False
    """Whether hardly more is listened for than the answer, which is easily taken for a command."""


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
    def is_mere_silence(self) -> bool:
        """Whether nothing was said for the time that there was; an empty line is more than that."""
        words = self.heard.words
        return (
            self.typed is None
            and self.end is End.SILENCE
            and all(word.text in UNKNOWN for word in words)
        )

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

        Raises :class:`NoMoreAnswers`, and :class:`Disturbed` when the microphone is in trouble:
        then listening may be gone on with.
        """


class LineSource(Protocol):
    """Where typed lines come from: a text stream, or :class:`~assistant.hosting.keys.Keys`."""

    def readline(self) -> str:
        """The next line with its end; an empty string once there are no more."""

    def __iter__(self) -> Iterator[str]: ...


class Keyboard:
    """Answers typed line by line."""

    def __init__(self, lines: LineSource | None = None, out: TextIO | None = None) -> None:
        self._lines: LineSource = lines if lines is not None else sys.stdin
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
    """Listens through the microphone; a typed line is as good as a spoken answer, at any moment.

    With ``talk``, for push-to-talk, it listens only from when that is set until the answer is over.
    """

    def __init__(
        self,
        model: Model,
        microphone: Microphone,
        lines: LineSource | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        retry_s: float = RETRY_S,
        talk: threading.Event | None = None,
    ) -> None:
        self._talk = talk
        self._retry_s = retry_s
        self._model = model
        self._microphone = microphone
        self._clock = clock
        self._sleep = sleep
        self._typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._lost = self._muted = self._clips = self._told_clipping = False
        source: LineSource = lines if lines is not None else sys.stdin
        threading.Thread(target=self._read, args=(source,), daemon=True).start()

    def listen(self, question: Question, quiet_from: float) -> Answer:
        """The next answer. The gate stays shut for :data:`GATE_TAIL_S` after ``quiet_from``.

        While the microphone is lost only typed answers come, until it is back.
        """
        if self._lost:
            return self._typed_until_back()
        if self._clips and not self._told_clipping:
            self._told_clipping = True
            raise Disturbed("microphone_clips")
        deaf = quiet_from + GATE_TAIL_S - self._clock()
        if deaf > 0:
            self._sleep(deaf)
        if self._talk is not None and (instead := self._before_talk(question, self._talk)):
            return instead
        self._microphone.open_gate()
        try:
            return self._heard(question)
        except MicrophoneLost:
            self._lost = True
            raise Disturbed("microphone_lost", asks_again=False) from None
        finally:
            self._microphone.shut_gate()

    def _heard(self, question: Question) -> Answer:
        rate = self._microphone.rate
        turn = Turn(self._model, question.phrases, rate, question.listener, question.budget)
        level = Level(rate)
        for block in self._microphone.blocks(_KEY_S):
            if (line := self._line()) is not None:
                return Answer.of_line(line)
            if not len(block):
                continue
            level.feed(block)
            if level.zeros_s >= ZEROS_S and not self._muted:
                self._muted = True
                raise Disturbed("microphone_silent")
            self._muted = self._muted and level.zeros_s > 0
            if (outcome := turn.feed(block)) is not None:
                self._clips = level.clips
                return Answer.of_turn(outcome)
        return Answer.of_turn(turn.finish())

    def _before_talk(self, question: Question, talk: threading.Event) -> Answer | None:
        """What comes instead of the key to talk: a typed line, or silence where it agrees."""
        talk.clear()
        until = self._clock() + question.budget.silence if question.silence_agrees else math.inf
        while not talk.wait(_KEY_S):
            if (line := self._line()) is not None:
                return Answer.of_line(line)
            if self._clock() >= until:
                return Answer(None, Heard((), 0.0), End.SILENCE)
        return None

    def _typed_until_back(self) -> Answer:
        while not self._microphone.reconnect():
            with suppress(queue.Empty):
                return Answer.of_line(self._typed.get(timeout=self._retry_s))
        self._lost = False
        raise Disturbed("microphone_back")

    def _line(self) -> str | None:
        try:
            return self._typed.get_nowait()
        except queue.Empty:
            return None

    def _read(self, source: LineSource) -> None:
        for line in source:
            if line.strip():
                self._typed.put(line.strip())
