"""Reading a row: the sequence of cards in front of a player."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.kernel import Seat
from assistant.games.letters.cards import SEQUENCE, Card, Colour, Kind

Row = tuple[Card, ...]
"""The cards of one player's sequence; the card at position p stands for ``SEQUENCE[p]``."""


def next_letter(row: Row) -> str | None:
    """The letter to build next, ``None`` on a full row (SES-11).

    >>> next_letter(())
    'O'
    """
    return SEQUENCE[len(row)] if len(row) < len(SEQUENCE) else None


def colour_of(row: Row) -> Colour | None:
    """The colour of the row's Letter cards, ``None`` while it has none (SES-8, SES-9)."""
    for card in row:
        if card.colour is not None:
            return card.colour
    return None


def is_complete(row: Row) -> bool:
    """Whether the row is ten Letter cards, and thereby of one colour (SES-28)."""
    return len(row) == len(SEQUENCE) and all(card.kind is Kind.LETTER for card in row)


def colour_clash(rows: Sequence[Row], owner: Seat, colour: Colour) -> str | None:
    """Why a Letter of ``colour`` may not enter ``owner``'s row, or ``None`` (SES-8)."""
    own = colour_of(rows[owner])
    if own is colour:
        return None
    if own is not None:
        return f"That row is {own}."
    if any(colour_of(row) is colour for row in rows):
        return f"Another row is {colour} already."
    return None
