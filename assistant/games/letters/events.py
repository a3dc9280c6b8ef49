"""What happened. Events carry every outcome of chance, so that they can be replayed (kernel)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant.games.kernel import Chance, Seat
from assistant.games.letters.cards import Card
from assistant.games.letters.commands import Source


class NobodyWins(StrEnum):
    """Why a game ended without a winner."""

    THIEVES = "thieves"
    """The forty thieves were complete (SES-35)."""

    STALLED = "stalled"
    """No player has a card and none can be drawn (SES-33)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A game was dealt (SES-39). Of each pile the last card is the top one."""

    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    draw: tuple[Card, ...]
    discard: tuple[Card, ...]
    chance: Chance


@dataclass(frozen=True, slots=True)
class Drew:
    """A card came to the end of the hand (SES-5)."""

    seat: Seat
    source: Source
    card: Card


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile became the new draw pile, its top card the new discard (SES-32)."""

    draw: tuple[Card, ...]
    discard: tuple[Card, ...]
    chance: Chance


@dataclass(frozen=True, slots=True)
class Built:
    """A card went to the end of a row."""

    seat: Seat
    slot: int
    card: Card
    row: Seat


@dataclass(frozen=True, slots=True)
class Swapped:
    """A Letter replaced a Bridge or Ali Baba, which came to the hand (SES-12)."""

    seat: Seat
    slot: int
    card: Card
    row: Seat
    position: int
    out: Card


@dataclass(frozen=True, slots=True)
class Took:
    """A card was taken from a hand, or from the end of a row where ``place`` is ``None``."""

    seat: Seat
    slot: int
    card: Card
    owner: Seat
    place: int | None
    taken: Card


@dataclass(frozen=True, slots=True)
class AliBabasLost:
    """All Ali Babas in hand went to the discard pile (SES-25, SES-26, SES-30, SES-31)."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was discarded on top (SES-26)."""

    seat: Seat
    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class ThiefPlayed:
    """A Thieves card joined the thieves' row (SES-21)."""

    seat: Seat
    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class ShoutForgotten:
    """Ali Baba was placed on a winning row without the shout (SES-30)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ShoutedInVain:
    """Somebody shouted who could not win (SES-31, house rule)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Passed:
    """A player with nothing to play and nothing to draw passed (SES-33)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn went on to the seat ``then``."""

    then: Seat


@dataclass(frozen=True, slots=True)
class GameWon:
    """A game was won for ``points``, doubling included (SES-36, SES-37)."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class GameUnwon:
    """A game ended without a winner; the next win counts ``multiplier`` times (SES-36)."""

    why: NobodyWins
    multiplier: int


@dataclass(frozen=True, slots=True)
class MatchWon:
    """A player reached 1001 points (SES-38)."""

    seat: Seat


Event = (
    Dealt
    | Drew
    | Reshuffled
    | Built
    | Swapped
    | Took
    | AliBabasLost
    | Discarded
    | ThiefPlayed
    | ShoutForgotten
    | ShoutedInVain
    | Passed
    | TurnEnded
    | GameWon
    | GameUnwon
    | MatchWon
)

EVENTS: tuple[type, ...] = Event.__args__
"""All event classes, for :func:`assistant.games.kernel.from_record`."""
