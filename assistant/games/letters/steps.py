"""What the turn asks for next: the turn loop of SES-5, SES-6, SES-21 and SES-33 in one place."""

from __future__ import annotations

from enum import StrEnum

from assistant.games.letters.cards import ALI_BABA, FULL_HAND, SEQUENCE, Card, Kind
from assistant.games.letters.rows import is_complete
from assistant.games.letters.state import Phase, Table


class Step(StrEnum):
    """What has to be done now."""

    DEAL = "deal"
    DRAW = "draw"
    THIEF = "thief"
    PLAY = "play"
    PASS = "pass"
    NOTHING = "nothing"


def step(table: Table) -> Step:
    """What has to be done now (SES-5, SES-6, SES-21, SES-33)."""
    if table.phase is not Phase.PLAYING:
        return Step.DEAL if table.phase is Phase.READY else Step.NOTHING
    hand = table.hands[table.turn]
    if len(hand) < FULL_HAND and (pile_serves(table) or discard_serves(table)):
        return Step.DRAW
    if not hand:
        return Step.PASS
    if any(is_forced(table, card) for card in hand):
        return Step.THIEF
    return Step.PLAY


def is_forced(table: Table, card: Card) -> bool:
    """Whether ``card`` is the Thieves card that comes next (SES-21)."""
    return card.kind is Kind.THIEF and card.letter == SEQUENCE[table.thieves]


def pile_serves(table: Table) -> bool:
    """Whether the draw pile has a card, if need be after a reshuffle (SES-32).

    The last discard is never shuffled: alone it stays the discard.
    """
    return table.draw_count > 0 or table.discard_count > 1


def discard_serves(table: Table) -> bool:
    """Whether the discard pile may be drawn from: a Letter lies on top (SES-3, SES-4)."""
    return table.discard_top is not None and table.discard_top.kind is Kind.LETTER


def missing_to_win(table: Table) -> str | None:
    """What the player whose turn it is still lacks to win, as a sentence; ``None`` if nothing.

    The shout is not counted (SES-28, SES-29).
    """
    hand = table.hands[table.turn]
    if not is_complete(table.rows[table.turn]):
        return "Your row is not ten letter cards of one colour yet."
    if ALI_BABA not in hand:
        return "You need an Ali Baba in your hand."
    if len(hand) < FULL_HAND:
        return "You need six cards in your hand."
    return None


def ali_babas_at_risk(table: Table) -> int:
    """How many Ali Babas the player loses by ending the turn now, for a warning (SES-26)."""
    return table.hands[table.turn].count(ALI_BABA)
