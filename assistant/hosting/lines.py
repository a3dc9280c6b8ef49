"""The host's sentences: ``grammars/host.toml``, and one file more for each further game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from random import Random

from assistant.data import data_path
from assistant.hosting.manner import Detail
from assistant.understanding.deck_file import number_word

Tables = Mapping[str, Mapping[str, Sequence[str]]]
"""The lines of a file by table and name, each with its wordings."""


class Lines:
    """Sentences by name. ``lines("right", count=3)`` fills in the curly parts.

    ``game`` names a file of its own, such as ``host_tiles.toml``; its sentences come before the
    common ones of the same name. A sentence that has several wordings is never worded the same
    twice in a row; which comes next depends on the seed alone (:meth:`vary`). Raises KeyError for
    a name or a part that does not exist: a mistake in the program.
    """

    def __init__(self, game: str | None = None) -> None:
        self.tables = _read("host.toml")
        has_own = game not in (None, "cavern")  # for which the common ones were written
        self.own: Tables = _read(f"host_{game}.toml") if has_own else {}
        self._wordings: dict[str, Sequence[str]] = {
            key: wordings
            for table in (*self.tables.values(), *self.own.values())
            for key, wordings in table.items()
        }
        manner = _read("manner.toml")
        self.short: Mapping[str, Sequence[str]] = {**manner["any"], **manner.get(game or "", {})}
        """Wordings for a host who is to be brief."""
        self.detail = Detail.NORMAL
        self.vary(0)

    def vary(self, seed: int) -> None:
        """Begins anew with wordings as this seed has them: a game told again is worded alike."""
        self._seed = seed
        self._luck: dict[str, Random] = {}
        self._latest: dict[str, int] = {}

    def change_detail(self, by: int) -> bool:
        """Says more, or less, by so many steps; False if that goes no further."""
        before = self.detail
        self.detail = Detail(min(max(before + by, Detail.SHORT), Detail.LONG))
        return self.detail is not before

    @property
    def lessons(self) -> tuple[str, ...]:
        """The game's introduction, part by part."""
        return tuple(wording for (wording,) in self.own["lesson"].values())

    def __call__(self, key: str, /, **parts: object) -> str:
        short = self.short.get(key) if self.detail is Detail.SHORT else None
        line = short[0].format(**parts) if short else self.part(key, **parts)
        return line[:1].upper() + line[1:]

    def part(self, key: str, /, **parts: object) -> str:
        """What goes into another sentence: it begins as it is written."""
        wordings = self._wordings[key]
        return wordings[self._next(key, len(wordings))].format(**parts)

    def wordings(self, key: str) -> Sequence[str]:
        """All wordings of a line, with its curly parts."""
        return self._wordings[key]

    def _next(self, key: str, number: int) -> int:
        """Which of so many wordings comes next: any but the latest."""
        if number == 1:
            return 0
        luck = self._luck.setdefault(key, Random(f"{self._seed} {key}"))
        latest = self._latest.get(key)
        if latest is None:
            self._latest[key] = luck.randrange(number)
        else:
            self._latest[key] = (latest + luck.randrange(1, number)) % number
        return self._latest[key]


def _read(file: str) -> Tables:
    content = tomllib.loads(data_path("grammars", file).read_text(encoding="utf-8"))
    return {
        table: {key: [each] if isinstance(each, str) else each for key, each in lines.items()}
        for table, lines in content.items()
    }


def listing(parts: Sequence[str]) -> str:
    """``parts`` as one reads a list aloud.

    >>> listing(["a lion", "two books", "a key"])
    'a lion, two books and a key'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def either(parts: Sequence[str]) -> str:
    """``parts`` as a choice between them.

    >>> either(["a lion", "two books", "a key"])
    'a lion, two books or a key'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} or {parts[-1]}"


def counted(number: int, one: str, several: str) -> str:
    """A number with its noun: "one card", "three cards", "no cards".

    >>> counted(0, "card", "cards")
    'no cards'
    """
    if number == 0:
        return f"no {several}"
    return f"{number_word(number)} {one if number == 1 else several}"
