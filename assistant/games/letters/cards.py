"""The cards of OPEN SESAME and what they are worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SEQUENCE = "OPENSESAME"
"""The letters of a row, in the order in which they are built (SES-11)."""

FULL_HAND = 6
"""Cards in hand with which a player plays (SES-5)."""

DEALT_HAND = 5
"""Cards each player is dealt."""


class Kind(StrEnum):
    """The five kinds of cards."""

    LETTER = "letter"
    TAKE = "take"
    BRIDGE = "bridge"
    THIEF = "thief"
    ALI_BABA = "ali baba"


class Colour(StrEnum):
    """The colours of Letter cards; no other card has one."""

    BLUE = "blue"
    GREEN = "green"
    PURPLE = "purple"
    ORANGE = "orange"


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it is printed. Equal cards are interchangeable (SES-1).

    >>> str(Card(Kind.LETTER, "P", Colour.BLUE)), str(Card(Kind.BRIDGE, "E"))
    ('blue P', 'bridge E')
    """

    kind: Kind
    letter: str | None = None
    colour: Colour | None = None

    def __str__(self) -> str:
        if self.kind is Kind.ALI_BABA:
            return "Ali Baba"
        if self.kind is Kind.THIEF:
            return f"forty thieves {self.letter}"
        return f"{self.colour or self.kind} {self.letter}"


ALI_BABA = Card(Kind.ALI_BABA)
"""One of the four Ali Baba cards."""

VALUE = {Kind.LETTER: 10, Kind.BRIDGE: 10, Kind.TAKE: 20, Kind.THIEF: 40, Kind.ALI_BABA: 50}
"""Points for a card left with an opponent of the winner (SES-37)."""


def colours_in_play(seats: int, left_out: Colour) -> tuple[Colour, ...]:
    """Four colours for four players; else all but ``left_out`` (SES-2).

    >>> [colour.value for colour in colours_in_play(2, Colour.ORANGE)]
    ['blue', 'green', 'purple']
    """
    return tuple(colour for colour in Colour if seats == 4 or colour is not left_out)


def deck(seats: int, left_out: Colour) -> tuple[Card, ...]:
    """All cards of a game, in order: 74 for four players, 64 for two or three (SES-1, SES-2).

    >>> len(deck(4, Colour.ORANGE)), len(deck(3, Colour.ORANGE))
    (74, 64)
    """
    letters = tuple(
        Card(Kind.LETTER, letter, colour)
        for colour in colours_in_play(seats, left_out)
        for letter in SEQUENCE
    )
    specials = tuple(
        Card(kind, letter) for kind in (Kind.TAKE, Kind.BRIDGE, Kind.THIEF) for letter in SEQUENCE
    )
    return letters + specials + (ALI_BABA,) * 4
