"""Events as JSON and back."""

from __future__ import annotations

import json

import pytest

from assistant.games.kernel import Chance, from_record, to_record
from assistant.games.letters import EVENTS, Event, Source
from assistant.games.letters import events as happened
from tests.games.letters.scenes import card, cards

ONE_OF_EACH: list[Event] = [
    happened.Dealt(1, (cards("bO A"), cards("T-E")), cards("B-P gN"), cards("pE"), Chance(5)),
    happened.Drew(0, Source.DISCARD, card("bO")),
    happened.Reshuffled(cards("bO T40-E"), cards("A"), Chance(6)),
    happened.Built(0, 2, card("B-O"), 1),
    happened.Swapped(0, 2, card("bO"), 1, 0, card("B-O")),
    happened.Took(0, 1, card("A"), 1, None, card("gE")),
    happened.Took(0, 1, card("T-E"), 1, 4, card("gE")),
    happened.AliBabasLost(0, 2),
    happened.Discarded(0, 5, card("T-E")),
    happened.ThiefPlayed(1, 0, card("T40-O")),
    happened.ShoutForgotten(0),
    happened.ShoutedInVain(0),
    happened.Passed(1),
    happened.TurnEnded(1),
    happened.GameWon(0, 180),
    happened.GameUnwon(happened.NobodyWins.THIEVES, 2),
    happened.MatchWon(1),
]


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_an_event_survives_its_record(event: Event) -> None:
    record = json.loads(json.dumps(to_record(event)))
    assert from_record(EVENTS, record) == event


def test_no_event_is_forgotten() -> None:
    assert {type(event) for event in ONE_OF_EACH} == set(EVENTS)
