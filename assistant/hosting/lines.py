"""The host's sentences: ``grammars/host.toml``, and one file more for each further game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence

from assistant.data import data_path
from assistant.hosting.manner import Detail
from assistant.understanding.deck_file import number_word


class Lines:
    """Sentences by name. ``lines("right", count=3)`` fills in the curly parts.

    ``game`` names a file of its own, such as ``host_tiles.toml``; its sentences come before the
    common ones of the same name. Raises KeyError for a name or a part that does not exist: a
    mistake in the program.
    """

    def __init__(self, game: str | None = None) -> None:
        self.tables: Mapping[str, Mapping[str, str]] = _read("host.toml")
        has_own = game not in (None, "cavern")  # for which the common ones were written
        self.own: Mapping[str, Mapping[str, str]] = _read(f"host_{game}.toml") if has_own else {}
        self._lines: dict[str, str] = {
            key: line
            for table in (*self.tables.values(), *self.own.values())
            for key, line in table.items()
        }
        wordings = _read("manner.toml")
        self.short: Mapping[str, str] = {**wordings["any"], **wordings.get(game or "", {})}
        self.detail = Detail.NORMAL

    def change_detail(self, by: int) -> bool:
        """Says more, or less, by so many steps; False if that goes no further."""
        before = self.detail
        self.detail = Detail(min(max(before + by, Detail.SHORT), Detail.LONG))
        return self.detail is not before

    @property
    def lessons(self) -> tuple[str, ...]:
        """The game's introduction, part by part."""
        return tuple(self.own["lesson"].values())

    def __call__(self, key: str, /, **parts: object) -> str:
        short = self.short.get(key) if self.detail is Detail.SHORT else None
        line: str = (short or self._lines[key]).format(**parts)
        return line[:1].upper() + line[1:]


def _read(file: str) -> Mapping[str, Mapping[str, str]]:
    content: Mapping[str, Mapping[str, str]] = tomllib.loads(
        data_path("grammars", file).read_text(encoding="utf-8")
    )
    return content


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
