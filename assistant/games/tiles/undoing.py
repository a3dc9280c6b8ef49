"""Whether what was done can be taken back (BABA-40)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.kernel import NotAllowed
from assistant.games.tiles.events import (
    AllShown,
    Dealt,
    Event,
    FinalTurnsBegan,
    GameEnded,
    TurnBegan,
    TurnedUp,
)


def verify_undo(events: Iterable[Event]) -> NotAllowed | None:
    """Why the game cannot go back to before ``events``, or None.

    Before a command is given, "no" cancels it freely; a command given is final once anything was
    revealed by it or another player has moved (BABA-40).
    """
    movers = set()
    for event in events:
        match event:
            case Dealt():
                return NotAllowed("The deal cannot be taken back.", "BABA-40")
            case TurnedUp() | AllShown() | GameEnded():
                return NotAllowed("Tiles have been revealed since.", "BABA-40")
            case TurnBegan() | FinalTurnsBegan():
                pass
            case _:
                movers.add(event.seat)
    if len(movers) > 1:
        return NotAllowed("Another player has moved since.", "BABA-40")
    return None
