"""Where a game is written down before it is announced: a journal, or nowhere."""

from __future__ import annotations

import wave
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from math import isinf
from typing import Any, Protocol

from assistant.games.kernel import fingerprint, to_record
from assistant.hosting.ears import Answer
from assistant.journal.folder import OpenGame
from assistant.journal.gamefile import Happened
from assistant.journal.problems import CannotSave

PAUSE_S = 0.3
"""Words that are so many seconds apart belong to different segments of an answer."""


class Book(Protocol):
    """Takes down what happens, in the order of the calls."""

    def step(
        self,
        who: str | None,
        events: Sequence[tuple[Any, Any]],
        keeps: Mapping[str, Any],
        winners: Sequence[str] | None,
    ) -> int:
        """Events, each with the state after it, and the number that they get as one step."""

    def back(self, who: str | None, to: int, why: str, state: Any, keeps: Mapping[str, Any]) -> int:
        """The game went back to before step ``to``, where ``state`` holds."""

    def told(self) -> None:
        """The latest step was announced to its end."""

    def heard(self, who: str | None, asked: str, answer: Answer) -> None:
        """An answer."""

    def understood(self, how: Mapping[str, Any], *, latest_only: bool = False) -> None:
        """What was made of the answers since the last time, or of the latest one."""


class NoBook:
    """Keeps nothing."""

    def __init__(self) -> None:
        self._steps = 0

    def step(
        self,
        who: str | None,
        events: Sequence[tuple[Any, Any]],
        keeps: Mapping[str, Any],
        winners: Sequence[str] | None,
    ) -> int:
        """Only counts."""
        self._steps += 1
        return self._steps

    def back(self, who: str | None, to: int, why: str, state: Any, keeps: Mapping[str, Any]) -> int:
        """Only counts."""
        self._steps += 1
        return self._steps

    def told(self) -> None:
        """Nothing."""

    def heard(self, who: str | None, asked: str, answer: Answer) -> None:
        """Nothing."""

    def understood(self, how: Mapping[str, Any], *, latest_only: bool = False) -> None:
        """Nothing."""


class JournalBook:
    """Writes to a journal. When that fails it says so once, and the game goes on.

    What could not be written is kept and written as soon as it can be. ``keeps`` adds to what is
    kept with each step; with ``keep_audio`` recordings are kept as files.
    """

    def __init__(
        self,
        game: OpenGame,
        trouble: Callable[[str | None], None],
        keeps: Callable[[], Mapping[str, Any]] = dict,
        *,
        keep_audio: bool = False,
    ) -> None:
        """``trouble`` is told the sentence when saving fails, and None once it works again."""
        self._game = game
        self._trouble = trouble
        self._keeps = keeps
        self._keep_audio = keep_audio
        self._saving = True
        self._open_answers: list[int] = []

    def step(
        self,
        who: str | None,
        events: Sequence[tuple[Any, Any]],
        keeps: Mapping[str, Any],
        winners: Sequence[str] | None,
    ) -> int:
        """Written before anything of it is announced."""
        file = self._game.file
        happened = [Happened(to_record(event), fingerprint(state)) for event, state in events]
        kept = {**keeps, **self._keeps()}
        self._open_answers.clear()
        self._write(lambda: file.happened(who, happened, kept, winners))
        return file.step

    def back(self, who: str | None, to: int, why: str, state: Any, keeps: Mapping[str, Any]) -> int:
        """Written as an event of its own."""
        file, kept = self._game.file, {**keeps, **self._keeps()}
        self._open_answers.clear()
        self._write(lambda: file.went_back(who, to, why, fingerprint(state), kept))
        return file.step

    def told(self) -> None:
        """Marks the latest step."""
        self._write(self._game.file.told)

    def heard(self, who: str | None, asked: str, answer: Answer) -> None:
        """Written at once, so that whatever is said about it is in the journal."""
        file = self._game.file
        sound = self._kept_sound(answer) if self._keep_audio else None
        heard = None if answer.typed is not None else _plain(answer)
        number = file.answer + 1
        self._write(lambda: file.heard(who, asked, answer.typed, heard, sound))
        self._open_answers.append(number)

    def understood(self, how: Mapping[str, Any], *, latest_only: bool = False) -> None:
        """Written with the next entry."""
        about = self._open_answers[-1:] if latest_only else self._open_answers
        self._game.file.understood(about, how)
        del self._open_answers[len(self._open_answers) - len(about) :]

    def _write(self, act: Callable[[], object]) -> None:
        try:
            act()
        except CannotSave as problem:
            if self._saving:
                self._saving = False
                self._trouble(str(problem))
        else:
            if not self._saving:
                self._saving = True
                self._trouble(None)

    def _kept_sound(self, answer: Answer) -> str | None:
        if answer.sound is None or not len(answer.sound):
            return None
        path = self._game.sounds / f"{self._game.file.answer + 1:04}.wav"
        with suppress(OSError):  # a recording is not worth a word in the middle of a game
            path.parent.mkdir(parents=True, exist_ok=True)
            with wave.open(str(path), "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(answer.rate)
                file.writeframes(answer.sound.astype("<i2").tobytes())
            return path.name
        return None


def _plain(answer: Answer) -> Mapping[str, Any]:
    """A spoken answer as the journal keeps it: words with times, where pauses part them, and how
    else the answer could be heard, where it was heard again.
    """
    words = answer.heard.words
    segments: list[list[float]] = []
    for word in words:
        if segments and word.start - segments[-1][1] < PAUSE_S:
            segments[-1][1] = word.end
        else:
            segments.append([word.start, word.end])
    return {
        "words": [asdict(word) for word in words],
        "hearings": [
            [{"text": " ".join(w.text for w in way.words), "behind": way.behind} for way in hearing]
            for hearing in answer.heard.hearings
        ],
        "segments": segments,
        "unheard_s": answer.heard.unheard_s,
        "contrast_db": None if isinf(answer.heard.contrast_db) else answer.heard.contrast_db,
        "end": answer.end.value,
    }
