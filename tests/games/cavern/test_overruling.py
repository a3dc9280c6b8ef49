"""A verdict that the table overrules, and what can be taken back (ALI-16, ALI-18)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from assistant.games import kernel
from assistant.games.cavern.moves import (
    Command,
    Draw,
    OpenSesame,
    Overrule,
    Recite,
    Rule,
    Take,
    can,
    consequences,
    decide,
    evolve,
    verify,
)
from assistant.games.cavern.settings import Adjectives, Judge, Settings
from assistant.games.cavern.state import EVENTS, Case, Event, Overruled, Phase, SharingBegan, State
from assistant.games.cavern.undoing import verify_undo
from assistant.games.kernel import from_record, to_record
from tests.games.cavern.tables import SIX_PLAIN, after, reciting, said, table

WRONG = Recite(said("cushion"))


def just(state: State, command: Command) -> State:
    """The state after the event of a command, before anything follows from it."""
    return evolve(state, decide(state, command)[0])


def judged_wrong(hand: tuple[str, ...] = SIX_PLAIN, settings: Settings | None = None) -> State:
    return just(reciting(hand, settings or Settings()), WRONG)


def test_ali_16_a_mistake_that_is_overruled_counts_as_right_and_the_round_goes_on() -> None:
    state = after(judged_wrong(), Overrule())
    assert (state.phase, state.thief, state.sharing) == (Phase.DECIDE, 2, None)
    assert state.hand == SIX_PLAIN
    assert can(state, Draw()) and can(state, OpenSesame())


def test_ali_16_a_right_list_that_is_overruled_is_a_mistake_of_that_thief() -> None:
    right = after(reciting(("cushion", "book")), Recite(said("cushion", "book")))
    events = decide(right, Overrule())
    assert events[0] == Overruled(1, correct=False)
    assert events[1] == SharingBegan(Case.MISTAKE, (0, 0), fault=1)


def test_ali_29_overruling_with_nothing_left_to_draw_ends_the_round_as_a_right_list_does() -> None:
    last = table(4, 0, ("cushion", "book"), thief=1, phase=Phase.RECITE, pile=())
    events = decide(just(last, WRONG), Overrule())
    assert [type(event).__name__ for event in events] == ["Overruled", "SharingBegan"]
    assert isinstance(events[1], SharingBegan) and events[1].case is Case.SESAME


def test_ali_37_adjectives_heard_before_the_mistake_are_bound() -> None:
    settings = Settings(adjectives=Adjectives.THIEVES)
    heard = Recite(said(("cushion", 1, "soft"), ("lion", 1, "scary")))
    state = after(just(reciting(("cushion", "book"), settings), heard), Overrule())
    assert state.adjectives == {"cushion": "soft"}


def test_consequences_are_what_decide_adds() -> None:
    for command in (WRONG, Recite(said(*SIX_PLAIN)), Rule(False)):
        state = reciting(SIX_PLAIN)
        first, *rest = decide(state, command)
        assert consequences(evolve(state, first)) == tuple(rest)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (reciting(SIX_PLAIN), "There is no verdict to overrule."),
        (after(reciting(SIX_PLAIN), WRONG), "It is too late to overrule a verdict."),
        (after(judged_wrong(), Overrule()), "It is too late to overrule a verdict."),
        (just(reciting(SIX_PLAIN), Rule(False)), "It is too late to overrule a verdict."),
        (
            after(reciting(SIX_PLAIN, Settings(judge=Judge.HUMAN)), WRONG),
            "Ali Baba is the judge, and his word stands.",
        ),
    ],
)
def test_ali_16_there_is_a_time_for_overruling(state: State, reason: str) -> None:
    refusal = verify(state, Overrule())
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (reason, "ALI-16")


def test_a_log_with_an_overruling_replays() -> None:
    start = reciting(SIX_PLAIN)
    log: list[Event] = [decide(start, WRONG)[0]]
    log += decide(evolve(start, log[0]), Overrule())
    read = [from_record(EVENTS, json.loads(json.dumps(to_record(event)))) for event in log]
    assert read == log
    assert kernel.replay(evolve, start, read).phase is Phase.DECIDE


# Taking back


def refused(state: State, *commands: Command) -> str | None:
    """Why all these commands together cannot be taken back."""
    events: list[Event] = []
    for command in commands:
        caused = decide(state, command)
        events += caused
        state = kernel.replay(evolve, state, caused)
    refusal = verify_undo(events)
    return None if refusal is None else refusal.reason


def test_ali_24_a_pick_can_be_taken_back_until_the_next_player_has_picked() -> None:
    sharing = after(table(4, 0, SIX_PLAIN), OpenSesame())
    assert refused(sharing, Take("book")) is None
    assert refused(sharing, Take("book"), Take("dagger")) == ("Another player has picked since.")


def test_what_has_been_seen_or_judged_cannot_be_taken_back() -> None:
    deciding = table(4, 0, SIX_PLAIN, top=("candle",))
    assert refused(deciding, Draw()) == "A treasure has been revealed since."
    assert refused(deciding, OpenSesame()) == "The treasures lie open already."
    assert refused(reciting(SIX_PLAIN), Recite(said(*SIX_PLAIN))) == (
        "The list has been judged already."
    )
    assert refused(judged_wrong(), Overrule()) == "The table has overruled the verdict."


def test_a_ruling_can_be_taken_back_until_the_next_card() -> None:
    assert refused(reciting(SIX_PLAIN), Rule(True)) is None
    assert refused(reciting(SIX_PLAIN), Rule(True), Draw()) == "A treasure has been revealed since."


def test_the_last_pick_of_the_game_cannot_be_taken_back() -> None:
    last = after(replace(table(4, 0, ("book",)), final_round=True), OpenSesame())
    assert refused(last, Take("book")) == "The collections have been counted."
