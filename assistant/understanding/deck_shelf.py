"""Decks by name: those that come with the program, and those in the player's own folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rapidfuzz import process

from assistant.data import data_path

SHIPPED = ("cavern", "animals", "kitchen")
"""The decks in ``grammars/``, the usual one first."""


class NoSuchDeck(Exception):
    """No deck of this name; the message is one sentence with the names there are."""


def shelf(own: Path) -> Mapping[str, Path]:
    """All decks by name: the shipped ones, then those in the folder ``own``, where a file of the
    same name takes the place of a shipped deck.
    """
    decks = {name: data_path("grammars", f"{name}.toml") for name in SHIPPED}
    return decks | {path.stem: path for path in sorted(own.glob("*.toml"))}


def find_deck(deck: str, own: Path) -> Path:
    """The file of a deck, given by name or by path (with a slash, or ending in .toml).

    Raises :class:`NoSuchDeck`; a path is not checked.
    """
    if deck.endswith(".toml") or Path(deck).name != deck:
        return Path(deck)
    decks = shelf(own)
    if deck not in decks:
        nearest = [name for name, _, _ in process.extract(deck, list(decks), limit=None)]
        raise NoSuchDeck(
            f'There is no deck called "{deck}"; there is: {", ".join(nearest)}. A file of your own '
            "is named with its path, like ./my_deck.toml."
        )
    return decks[deck]
