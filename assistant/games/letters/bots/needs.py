"""What a row still needs."""

from __future__ import annotations

from assistant.games.kernel import Seat
from assistant.games.letters.cards import SEQUENCE, Colour, Kind, colours_in_play
from assistant.games.letters.rows import Row, colour_clash, colour_of
from assistant.games.letters.state import Table


def open_colours(table: Table, seat: Seat) -> tuple[Colour, ...]:
    """The colours that ``seat``'s row has or may still get (SES-8)."""
    own = colour_of(table.rows[seat])
    if own is not None:
        return (own,)
    return tuple(
        colour
        for colour in colours_in_play(len(table.rows), table.settings.left_out)
        if colour_clash(table.rows, seat, colour) is None
    )


def aimed_colour(table: Table, seat: Seat) -> Colour:
    """The open colour of which ``seat`` holds most Letters."""
    colours = [card.colour for card in table.hands[seat]]
    return max(open_colours(table, seat), key=colours.count)


def missing_positions(row: Row) -> list[int]:
    """The positions where ``row`` still lacks a Letter, built or not (SES-28).

    >>> from assistant.games.letters.cards import Card
    >>> missing_positions((Card(Kind.LETTER, "O", Colour.BLUE), Card(Kind.BRIDGE, "P")))
    [1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    built = len(row)
    return [
        position
        for position in range(len(SEQUENCE))
        if position >= built or row[position].kind is not Kind.LETTER
    ]
