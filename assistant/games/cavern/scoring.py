"""The final count (ALI-27, ALI-33)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.games.cavern.deck import CHIEF, Deck
from assistant.games.cavern.settings import Settings
from assistant.games.kernel import Seat


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game, seat by seat. More than one winner: a shared victory (ALI-33)."""

    scores: tuple[int, ...]
    """Different treasures of each seat; always 0 for Cassim (ALI-35)."""
    ones: tuple[int, ...]
    """Cards of each seat whose printed number is 1, which break ties."""
    winners: tuple[Seat, ...]


def count(pile: Sequence[str], deck: Deck, settings: Settings) -> tuple[int, int]:
    """The score of one collection and its number of x1 cards.

    The chief thief is a treasure and an x1 card unless the option makes it worthless (ALI-27).
    """
    kinds = set(pile) if settings.chief_scores else set(pile) - {CHIEF}
    return len(kinds), sum(deck.named[kind].copies == 1 for kind in kinds)


def result(
    piles: Sequence[Sequence[str]], deck: Deck, settings: Settings, cassim: Seat | None
) -> Result:
    """The scores and the winners: most different treasures, then most x1 cards (ALI-33)."""
    counts = [
        (0, 0) if seat == cassim else count(pile, deck, settings) for seat, pile in enumerate(piles)
    ]
    best = max(each for seat, each in enumerate(counts) if seat != cassim)
    winners = (seat for seat, each in enumerate(counts) if each == best and seat != cassim)
    scores, ones = zip(*counts, strict=True)
    return Result(scores, ones, tuple(winners))
