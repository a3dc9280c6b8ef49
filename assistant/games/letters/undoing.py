"""Whether what was done can be taken back: never past a draw, a deal or another's move."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.kernel import NotAllowed, Seat
from assistant.games.letters.events import (
    Dealt,
    Drew,
    Event,
    GameUnwon,
    GameWon,
    MatchWon,
    Reshuffled,
    TurnEnded,
)


def verify_undo(events: Iterable[Event]) -> NotAllowed | None:
    """Why the game cannot go back to before ``events``, or None.

    What a player built, swapped or took in this turn can be taken back (SES-6); cards that were
    drawn or dealt have been seen, and a turn that has ended is over (SES-5).
    """
    movers: set[Seat] = set()
    for event in events:
        match event:
            case Dealt():
                return NotAllowed("The cards have been dealt since.", "SES-39")
            case Drew() | Reshuffled():
                return NotAllowed("A card has been drawn since.", "SES-5")
            case GameWon() | GameUnwon() | MatchWon():
                return NotAllowed("The game has been counted.", "SES-37")
            case TurnEnded():
                return NotAllowed("The turn is over.", "SES-5")
            case _:
                movers.add(event.seat)
    if len(movers) > 1:
        return NotAllowed("Another player has moved since.", "SES-5")
    return None
