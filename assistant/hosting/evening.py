"""What is settled before a game of the cavern begins: seats, deck, house rules and luck."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from assistant.games.cavern import bots
from assistant.games.cavern.settings import Settings
from assistant.games.kernel import Chance, Seat
from assistant.understanding.deck_file import DeckFile


class Role(Enum):
    """Who sits on a seat."""

    PERSON = "person"
    HOST = "host"
    COMPUTER = "computer"
    CASSIM = "cassim"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's name and who fills it."""

    name: str
    role: Role = Role.PERSON


@dataclass(frozen=True, slots=True)
class Evening:
    """What is chosen before a game: who plays, the deck, the house rules and the luck.

    ``first``: the seat of the first Ali Baba, or None to draw lots. ``thinking_s``: seconds a
    thief may think between two treasures.
    """

    deck: DeckFile
    players: tuple[Player, ...]
    settings: Settings
    seed: int
    first: Seat | None
    temper: bots.Temper = bots.Temper.STEADY
    memory: bots.Memory = bots.Memory.ORDINARY
    thinking_s: float = 4.0


def first_luck(seed: int) -> Chance:
    """The luck of computer players at the start of a game; it is apart from the game's own."""
    return Chance.seeded(seed ^ 0xA11BABA)
