"""The host's sentences, read from ``grammars/host.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence

from assistant.data import data_path
from assistant.understanding.deck_file import number_word


class Lines:
    """Sentences by name. ``lines("right", count=3)`` fills in the curly parts.

    Raises KeyError for a name or a part that does not exist: a mistake in the program.
    """

    def __init__(self) -> None:
        content = tomllib.loads(data_path("grammars", "host.toml").read_text(encoding="utf-8"))
        self.tables: Mapping[str, Mapping[str, str]] = content
        self._lines: dict[str, str] = {
            key: line for table in content.values() for key, line in table.items()
        }

    def __call__(self, key: str, /, **parts: object) -> str:
        line: str = self._lines[key].format(**parts)
        return line[:1].upper() + line[1:]


def listing(parts: Sequence[str]) -> str:
    """``parts`` as one reads a list aloud.

    >>> listing(["a lion", "two books", "a key"])
    'a lion, two books and a key'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def counted(number: int, one: str, several: str) -> str:
    """A number with its noun: "one card", "three cards", "no cards".

    >>> counted(0, "card", "cards")
    'no cards'
    """
    if number == 0:
        return f"no {several}"
    return f"{number_word(number)} {one if number == 1 else several}"
