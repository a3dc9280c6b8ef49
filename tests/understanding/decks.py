"""Decks that several tests share."""

from __future__ import annotations

from pathlib import Path

from assistant.data import data_path
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.deck_file import read_deck

SHIPPED = data_path("grammars", "cavern.toml")
COMMANDS = data_path("grammars", "commands.toml")

DECK = read_deck(SHIPPED)
PLAIN = CavernWords(DECK)
"""Without the adjective variant; typed, so every word counts as known."""

ADJECTIVES = CavernWords(DECK, adjectives=True)
CORRECTING = CavernWords(DECK, correction=True)

FARM = """\
# Animals of a farm.
name = "farm"

[chief]
name = "farmer"
article = "the"
adjectives = ["a grumpy"]
aliases = ["boss"]

[[treasure]]
name = "cow"
plural = "cows"
article = "a"
copies = 9
alarm = "noisy"
adjectives = ["a brown", "an old"]

[[treasure]]
name = "ox"
plural = "oxen"
article = "an"
copies = 9
alarm = "encumbering"
aliases = [
    ["bull", "bulls"],
    ["bullock", "bullocks"],
]

[[treasure]]
name = "sheep"
plural = "sheep"
article = "a"
copies = 9
adjectives = ["a woolly"]

[[treasure]]
name = "milk can"
plural = "milk cans"
article = "a"
copies = 9
alarm = "shiny"

[[treasure]]
name = "goose"
plural = "geese"
article = "a"
copies = 9
"""
"""A deck of somebody's own."""


def line_of(text: str, part: str, nth: int = 1) -> int:
    """The line on which ``part`` stands for the ``nth`` time."""
    lines = [number for number, line in enumerate(text.split("\n"), 1) if part in line]
    return lines[nth - 1]


def written(folder: Path, text: str | bytes, name: str = "deck.toml") -> Path:
    """A deck file with this text."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
