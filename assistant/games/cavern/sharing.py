"""Who picks when the hand is shared (ALI-19 to ALI-23)."""

from __future__ import annotations

from itertools import chain, cycle, islice

from assistant.games.cavern.settings import LapsStart, Settings
from assistant.games.cavern.state import Case
from assistant.games.kernel import Seat, clockwise

ALI_FIRST_PICKS = 3
"""How many cards Ali Baba takes before the others when a thief was wrong (ALI-20)."""


def pick_order(
    case: Case, cards: int, seats: int, ali: Seat, fault: Seat | None, settings: Settings
) -> tuple[Seat, ...]:
    """The seats that pick, one entry for each of ``cards``.

    Case 1 goes round from Ali Baba (ALI-19), case 3 round the thieves from his left (ALI-23). In
    case 2 he first takes three, then laps go round all but the thief at ``fault``: from his left,
    so that he is last in each (ALI-21), or from the left of the thief at fault. With one thief
    only, all that is left is his.

    >>> pick_order(Case.MISTAKE, 8, 4, 0, 2, Settings())
    (0, 0, 0, 1, 3, 0, 1, 3)
    """
    from_left = clockwise(ali + 1, seats)
    match case:
        case Case.SESAME:
            return tuple(islice(cycle(clockwise(ali, seats)), cards))
        case Case.CAPTURE:
            return tuple(islice(cycle(from_left[:-1]), cards))
        case Case.MISTAKE:
            if fault is not None and settings.laps_start is LapsStart.FAULT_LEFT:
                from_left = clockwise(fault + 1, seats)
            lap = [seat for seat in from_left if seat != fault]
            return tuple(islice(chain([ali] * ALI_FIRST_PICKS, cycle(lap)), cards))
