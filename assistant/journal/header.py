"""What is written down before the first event: which game, who plays, and under which rules."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class SavedPlayer:
    """A seat: the name, and who fills it ("person", "host", "computer", "cassim")."""

    name: str
    role: str


@dataclass(frozen=True, slots=True)
class SavedDeck:
    """A deck file as it was. The text is kept, so later changes to the file do not matter."""

    name: str
    text: str
    sha256: str

    @classmethod
    def of(cls, name: str, text: str) -> SavedDeck:
        """A deck with its hash.

        >>> SavedDeck.of("empty", "").sha256[:12]
        'e3b0c44298fc'
        """
        return cls(name, text, hashlib.sha256(text.encode()).hexdigest())

    @property
    def is_whole(self) -> bool:
        """Whether the text is the one that was written."""
        return SavedDeck.of(self.name, self.text) == self


@dataclass(frozen=True, slots=True)
class Header:
    """Everything about a game that holds from its beginning to its end."""

    game: str
    """Its name in ``journal.rules.RULES``."""
    program: str
    """The version of the program that wrote it."""
    rules: int
    """The version of the game's rules then."""
    seed: int
    players: tuple[SavedPlayer, ...]
    """Seat by seat."""
    settings: Mapping[str, Any]
    """The house rules, as ``kernel.to_plain`` writes them."""
    deck: SavedDeck | None = None
    host: Mapping[str, Any] = field(default_factory=dict)
    """What the host needs besides to go on as before."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seats."""
        return tuple(player.name for player in self.players)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people, seat by seat."""
        return tuple(player.name for player in self.players if player.role == "person")
