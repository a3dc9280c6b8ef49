"""Points (SES-36 to SES-38)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.games.kernel import Seat
from assistant.games.letters.cards import VALUE, Card
from assistant.games.letters.settings import Settings
from assistant.games.letters.state import Table

TARGET = 1001
"""Points that win a match (SES-38)."""


@dataclass(frozen=True, slots=True)
class Loot:
    """What a winner gets for the cards of one opponent, before doubling (SES-37)."""

    owner: Seat
    hand: int
    row: int


def worth(cards: Iterable[Card]) -> int:
    """The points of ``cards`` (SES-37)."""
    return sum(VALUE[card.kind] for card in cards)


def loot(table: Table, winner: Seat) -> tuple[Loot, ...]:
    """What ``winner`` gets from each opponent; the thieves' row and the piles count for nobody."""
    return tuple(
        Loot(seat, worth(hand), worth(row))
        for seat, (hand, row) in enumerate(zip(table.hands, table.rows, strict=True))
        if seat != winner
    )


def win_points(table: Table, winner: Seat, multiplier: int) -> int:
    """The points of a win, doubling included (SES-36, SES-37)."""
    return multiplier * sum(part.hand + part.row for part in loot(table, winner))


def multiplier_after_thieves(settings: Settings, multiplier: int) -> int:
    """What the next win counts after the thieves won a game (SES-36)."""
    return 2 * multiplier if settings.cumulative_doubling else 2
