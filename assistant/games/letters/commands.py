"""What a player can ask for.

A command names its cards as well as their places, so that a phrase can be built from it alone.
Slots and positions count from 0; ``row`` and ``owner`` are seats. The seat that acts is always the
one whose turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant.games.kernel import Seat
from assistant.games.letters.cards import Card


class Source(StrEnum):
    """Where a card is drawn from (SES-4)."""

    PILE = "pile"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Deal:
    """Shuffle and deal the next game (SES-38, SES-39)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card (SES-4, SES-5)."""

    source: Source


@dataclass(frozen=True, slots=True)
class Build:
    """Put a card at the end of anybody's row (SES-10, SES-11)."""

    slot: int
    card: Card
    row: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """Put a Letter in the place of a Bridge or Ali Baba of any row (SES-12)."""

    slot: int
    card: Card
    row: Seat
    position: int
    out: Card


@dataclass(frozen=True, slots=True)
class Take:
    """Use a Take card or Ali Baba on a card of an opponent (SES-17, SES-18).

    ``place`` is the slot in the opponent's hand, or ``None`` for the last card of the row.
    """

    slot: int
    card: Card
    owner: Seat
    place: int | None
    taken: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card, which ends the turn (SES-6, SES-26)."""

    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class PlayThief:
    """Play the Thieves card that must be played (SES-21)."""

    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class PlaceAliBaba:
    """Place Ali Baba on one's own complete row to win (SES-28, SES-29).

    ``shouted`` tells whether "open sesame" was heard before; the shout alone is this command, too.
    """

    shouted: bool


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn with an empty hand and nothing to draw (SES-33)."""


Command = Deal | Draw | Build | Swap | Take | Discard | PlayThief | PlaceAliBaba | Pass
