"""How near a seat is to winning: the judgement behind the strongest player.

A prospect is the effort still to be made, so less is better; the unit is finding one missing
Letter. The weights were settled by a few hundred games against the greedy player.
"""

from __future__ import annotations

from functools import lru_cache

from assistant.games.kernel import Seat
from assistant.games.letters.bots.needs import missing_positions, open_colours
from assistant.games.letters.cards import ALI_BABA, SEQUENCE, Card, Colour, Kind
from assistant.games.letters.rows import Row
from assistant.games.letters.state import Hand, Table

IN_HAND = 0.1
"""A missing Letter in hand that can be placed at once."""

IN_HAND_FOR_LATER = 0.3
"""A missing Letter in hand whose place is not reached yet."""

ON_TOP = 0.6
"""A missing Letter on the discard pile, for the seat that draws next."""

ELSEWHERE = 1.0
"""A missing Letter anywhere else."""

GAP = 0.15
"""A place not built yet for which the hand has neither Letter nor Bridge."""

NO_ALI_BABA = 1.0
"""No Ali Baba on the own row: one parked there comes back with a swap and wins (SES-T13)."""

USEFUL_CARD = 0.1
"""Saved by a Take card for a missing Letter, or by a Bridge for a place to come."""

RIVALS = 0.8
"""How much a rival's prospect counts beside the own one."""


def prospect(table: Table, seat: Seat) -> float:
    """The effort ``seat`` still has to make in the best colour open to it (SES-28)."""
    row, hand = table.rows[seat], table.hands[seat]
    top = table.discard_top if seat == table.turn else None
    return min(_effort(row, hand, top, colour) for colour in open_colours(table, seat))


def lead(table: Table, seat: Seat) -> float:
    """How far ``seat`` is ahead of its rivals, the nearest of whom counts most."""
    rivals = [prospect(table, other) for other in range(len(table.rows)) if other != seat]
    nearest_and_mean = 0.7 * min(rivals) + 0.3 * sum(rivals) / len(rivals)
    return RIVALS * nearest_and_mean - prospect(table, seat)


@lru_cache(maxsize=4096)  # most plays that are compared leave most rows and hands as they are
def _effort(row: Row, hand: Hand, top: Card | None, colour: Colour) -> float:
    letters = [card.letter for card in hand if card.colour is colour]
    takes = [card.letter for card in hand if card.kind is Kind.TAKE]
    bridges = [card.letter for card in hand if card.kind is Kind.BRIDGE]
    offered = top.letter if top is not None and top.colour is colour else None
    effort = 0.0 if ALI_BABA in row else NO_ALI_BABA
    reached = True
    for position in missing_positions(row):
        letter = SEQUENCE[position]
        if letter in letters:
            letters.remove(letter)
            effort += IN_HAND if reached or position < len(row) else IN_HAND_FOR_LATER
            continue
        if letter == offered:
            offered = None
            effort += ON_TOP
        else:
            effort += ELSEWHERE
        if letter in takes:
            takes.remove(letter)
            effort -= USEFUL_CARD
        if position >= len(row):
            if letter in bridges:
                bridges.remove(letter)
                effort -= USEFUL_CARD
            else:
                reached = False
                effort += GAP
    return effort
