"""Stand-ins for the loudspeaker and for people: everything said is kept, answers are scripted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from assistant.data import data_path
from assistant.hearing.turn import End, Heard
from assistant.hearing.words import Word
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.lines import Lines
from assistant.hosting.table import Table
from assistant.understanding.deck_file import DeckFile, read_deck

SILENCE = Answer(None, Heard((), 0.0), End.SILENCE)


class FakeVoice:
    """Keeps what was said."""

    sound_ended_at = 0.0

    def __init__(self) -> None:
        self.said: list[str] = []
        self.tones: list[str] = []
        self.steps = {"rate": 3, "volume": 4}

    def say(self, text: str) -> None:
        self.said.append(text)

    def earcon(self, name: str, *, printed: bool = True) -> None:
        self.tones.append(name)

    @property
    def rate(self) -> int:
        return self.steps["rate"]

    @rate.setter
    def rate(self, step: int) -> None:
        self.steps["rate"] = step

    @property
    def volume(self) -> int:
        return self.steps["volume"]

    @volume.setter
    def volume(self, step: int) -> None:
        self.steps["volume"] = step

    def slower(self) -> bool:
        return self._step("rate", -1)

    def faster(self) -> bool:
        return self._step("rate", 1)

    def softer(self) -> bool:
        return self._step("volume", -1)

    def louder(self) -> bool:
        return self._step("volume", 1)

    def _step(self, what: str, by: int) -> bool:
        if not 1 <= self.steps[what] + by <= 5:
            return False
        self.steps[what] += by
        return True


class ScriptedEars:
    """Gives the answers one after the other; a plain string is a typed line."""

    def __init__(self, answers: Iterable[str | Answer]) -> None:
        self._answers: Iterator[str | Answer] = iter(answers)
        self.questions: list[Question] = []

    def listen(self, question: Question, quiet_from: float) -> Answer:
        self.questions.append(question)
        answer = next(self._answers, None)
        if answer is None:
            raise NoMoreAnswers
        return Answer.of_line(answer) if isinstance(answer, str) else answer


def spoken(text: str, confidence: float = 1.0, end: End = End.ENOUGH) -> Answer:
    """Words as if heard, half a second each; ``?`` before a word makes it faint."""
    words = []
    for at, token in enumerate(text.split()):
        sure = 0.3 if token.startswith("?") else confidence
        words.append(Word(token.removeprefix("?"), at * 0.5, at * 0.5 + 0.4, sure))
    return Answer(None, Heard(tuple(words), 0.0), end)


def table_with(
    answers: Iterable[str | Answer], knows: Callable[[str], bool] | None = None
) -> tuple[Table, FakeVoice, ScriptedEars]:
    """A table, what is said at it, and who answers."""
    voice, ears = FakeVoice(), ScriptedEars(answers)
    return Table(voice, ears, voice.said.append, knows=knows), voice, ears


def shipped_deck() -> DeckFile:
    return read_deck(data_path("grammars", "cavern.toml"))


def worded(line: str, *keys: str) -> re.Match[str] | None:
    """``line`` as one of these lines of the host, in any wording, with its parts as groups."""
    found = (pattern.fullmatch(line) for key in keys for pattern in _patterns(key))
    return next((each for each in found if each), None)


@cache
def _patterns(key: str) -> tuple[re.Pattern[str], ...]:
    return tuple(_pattern(wording) for wording in Lines().wordings(key))


def _pattern(wording: str) -> re.Pattern[str]:
    seen: set[str] = set()

    def group(part: re.Match[str]) -> str:
        name, known = part[1], part[1] in seen
        seen.add(name)
        return f"(?P={name})" if known else f"(?P<{name}>.+)"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", group, re.escape(wording)), re.IGNORECASE)


def is_worded(line: str, *keys: str) -> bool:
    """Whether ``line`` is one of these lines of the host, in any wording."""
    return worded(line, *keys) is not None
