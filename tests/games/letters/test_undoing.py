"""What can be taken back in a turn of the letter game."""

from __future__ import annotations

import pytest

from assistant.games.kernel import Chance
from assistant.games.letters import Event, Source
from assistant.games.letters import events as happened
from assistant.games.letters.undoing import verify_undo
from tests.games.letters.scenes import card, cards

BUILT = happened.Built(0, 2, card("B-O"), 1)
DREW = happened.Drew(0, Source.DISCARD, card("bO"))
DEALT = happened.Dealt(1, (cards("bO A"), cards("T-E")), cards("B-P gN"), cards("pE"), Chance(5))


def test_what_was_built_in_this_turn_can_be_taken_back() -> None:
    assert verify_undo([BUILT]) is None


@pytest.mark.parametrize(
    ("since", "reason"),
    [
        ([DREW], "A card has been drawn since."),
        ([DEALT], "The cards have been dealt since."),
        ([happened.TurnEnded(1)], "The turn is over."),
        ([happened.GameWon(0, 180)], "The game has been counted."),
        ([happened.Passed(1)], "Another player has moved since."),
    ],
)
def test_nothing_is_taken_back_across_what_was_seen(since: list[Event], reason: str) -> None:
    refusal = verify_undo([BUILT, *since])
    assert refusal is not None and refusal.reason == reason
