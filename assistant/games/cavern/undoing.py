"""Whether what was done can be taken back: never past a reveal, a verdict or another's move."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.cavern.state import (
    CardRevealed,
    Event,
    GameBegan,
    GameEnded,
    OpenedSesame,
    Overruled,
    Recited,
    RoundBegan,
    Ruled,
    SharingBegan,
    Took,
)
from assistant.games.kernel import NotAllowed, Seat


def verify_undo(events: Iterable[Event]) -> NotAllowed | None:
    """Why the game cannot go back to before ``events``, or None.

    A pick can be taken back until the next player has picked (ALI-24), and a ruling of the table
    until the next card (ALI-16). Cards stay revealed (ALI-3) and verdicts spoken.

    >>> verify_undo([RoundBegan(2, 1, 2)]) is None
    True
    """
    movers: set[Seat] = set()
    for event in events:
        match event:
            case GameBegan():
                return NotAllowed("The shuffle cannot be taken back.", "ALI-34")
            case CardRevealed():
                return NotAllowed("A treasure has been revealed since.", "ALI-3")
            case Recited():
                return NotAllowed("The list has been judged already.", "ALI-16")
            case Overruled():
                return NotAllowed("The table has overruled the verdict.", "ALI-16")
            case OpenedSesame() | SharingBegan():
                return NotAllowed("The treasures lie open already.", "ALI-24")
            case GameEnded():
                return NotAllowed("The collections have been counted.", "ALI-25")
            case Took():
                movers.add(event.seat)
            case Ruled() | RoundBegan():
                pass
    if len(movers) > 1:
        return NotAllowed("Another player has picked since.", "ALI-24")
    return None
