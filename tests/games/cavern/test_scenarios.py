"""The scenarios ALI-T1 to ALI-T17 of the rules, each under its number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.cavern.deck import CHIEF
from assistant.games.cavern.moves import (
    Command,
    Draw,
    OpenSesame,
    Recite,
    Rule,
    begin,
    can,
    decide,
    legal_commands,
    replay,
)
from assistant.games.cavern.recitation import Flaw, Mention, full_list, judge
from assistant.games.cavern.scoring import Result, result
from assistant.games.cavern.settings import Adjectives, Grouping, Settings
from assistant.games.cavern.state import Case, Phase, Recited, State
from assistant.games.cavern.tokens import Capture, Tokens
from assistant.games.cavern.views import own_collection, table_view
from assistant.games.kernel import NotAllowed
from tests.games.cavern.tables import (
    DECK,
    SIX_PLAIN,
    after,
    gains,
    reciting,
    said,
    shared_out,
    table,
)

SEED_EXAMPLE = ("cushion", "lion", "hourglass")
TEN = (*SIX_PLAIN, "teapot", "candle", "key", "umbrella")


def case_of(state: State) -> Case:
    assert state.phase is Phase.SHARE and state.sharing is not None
    return state.sharing.case


def test_ali_t1_setup() -> None:
    state = replay(begin(DECK, Settings(), seats=4, ali=2, seed=5))
    assert len(state.pile) == 46
    assert state.pile.index(CHIEF) == 37
    assert (state.ali, state.thief, state.tokens) == (2, 3, Tokens(0, 0, 0))
    assert state.phase is Phase.DRAW_FIRST


@pytest.mark.parametrize(
    "order", [("cushion", "lion", "hourglass"), ("hourglass", "cushion", "lion")]
)
def test_ali_t2_right_list_in_any_order(order: tuple[str, ...]) -> None:
    state = table(hand=SEED_EXAMPLE, tokens=(0, 1, 0), thief=1, phase=Phase.RECITE, top=("book",))
    state = after(state, Recite(said(*order)))
    assert state.phase is Phase.DECIDE
    state = after(state, Draw())
    assert (state.phase, state.thief) == (Phase.RECITE, 2)


def test_ali_t3_two_cushions() -> None:
    hand = ("cushion", "cushion")
    lenient = Settings(grouping=Grouping.LENIENT)
    one_by_one = Recite(said("cushion", "cushion"))
    assert after(reciting(hand), Recite(said(("cushion", 2)))).phase is Phase.DECIDE
    assert case_of(after(reciting(hand), Recite(said("cushion")))) is Case.MISTAKE
    assert case_of(after(reciting(hand, lenient), Recite(said("cushion")))) is Case.MISTAKE
    assert case_of(after(reciting(hand), one_by_one)) is Case.MISTAKE
    event = decide(reciting(hand, lenient), one_by_one)[0]
    assert isinstance(event, Recited)
    assert event.judgement.reminders == ("cushion",)
    assert after(reciting(hand, lenient), one_by_one).phase is Phase.DECIDE


def test_ali_t4_hourglass_missing_and_book_extra() -> None:
    missing = judge(SEED_EXAMPLE, said("cushion", "lion"), Settings(), {}, ended=True)
    assert (missing.flaw, missing.kind) == (Flaw.UNFINISHED, "hourglass")
    extra = judge(SEED_EXAMPLE, said("cushion", "book"), Settings(), {}, ended=False)
    assert (extra.flaw, extra.kind, extra.at) == (Flaw.EXTRA, "book", 1)
    for command in (
        Recite(said("cushion", "lion")),
        Recite(said("cushion", "book"), ended=False),
    ):
        assert case_of(after(reciting(SEED_EXAMPLE), command)) is Case.MISTAKE


def test_ali_t5_capture_with_three_alike() -> None:
    state = after(table(hand=SIX_PLAIN, tokens=(2, 0, 0), top=("diamond",)), Draw())
    assert state.tokens == Tokens(3, 0, 0)
    assert case_of(state) is Case.CAPTURE
    order, state = shared_out(state)
    assert order == [1, 2, 3, 1, 2, 3, 1]
    assert gains(state) == (0, 3, 2, 2)
    assert state.ali == 1


@pytest.mark.parametrize(
    ("tokens", "card", "afterwards", "capture"),
    [
        ((1, 1, 0), "elephant", (1, 1, 1), Capture.ALL_DIFFERENT),
        ((2, 1, 0), "donkey", (2, 2, 0), None),
        ((2, 2, 0), "mirror", (3, 2, 0), Capture.THREE_ALIKE),
        ((2, 2, 0), "lion", (2, 3, 0), Capture.THREE_ALIKE),
        ((2, 2, 0), "statue", (2, 2, 1), Capture.ALL_DIFFERENT),
        ((1, 1, 0), "book", (1, 1, 0), None),
    ],
)
def test_ali_t6_which_tokens_capture(
    tokens: tuple[int, int, int],
    card: str,
    afterwards: tuple[int, int, int],
    capture: Capture | None,
) -> None:
    state = after(table(hand=("key",), tokens=tokens, top=(card,)), Draw())
    assert state.tokens == Tokens(*afterwards)
    assert state.tokens.capture is capture
    assert state.phase is (Phase.RECITE if capture is None else Phase.SHARE)


def test_ali_t7_open_sesame() -> None:
    state = after(table(3, ali=1, hand=SIX_PLAIN[:5]), OpenSesame())
    assert case_of(state) is Case.SESAME
    order, state = shared_out(state)
    assert order == [1, 2, 0, 1, 2]
    assert gains(state) == (1, 2, 2)
    assert state.ali == 2


def test_ali_t8_a_thief_was_wrong() -> None:
    state = table(hand=TEN[:8], thief=2, phase=Phase.RECITE)
    order, state = shared_out(after(state, Recite(said("lion"))))
    assert order == [0, 0, 0, 1, 3, 0, 1, 3]
    assert gains(state) == (4, 2, 0, 2)
    assert state.ali == 1


@pytest.mark.parametrize(
    ("fault", "size", "order"),
    [
        (2, 2, [0, 0]),
        (2, 3, [0, 0, 0]),
        (1, 4, [0, 0, 0, 2]),
        (1, 6, [0, 0, 0, 2, 0, 2]),
    ],
)
def test_ali_t9_few_cards_after_a_mistake(fault: int, size: int, order: list[int]) -> None:
    state = table(3, 0, SIX_PLAIN[:size], thief=fault, phase=Phase.RECITE)
    picked, state = shared_out(after(state, Recite(())))
    assert picked == order
    assert gains(state) == tuple(order.count(seat) for seat in range(3))


def test_ali_t10_the_chief_thief_appears() -> None:
    below = ("crown", "key", "teapot", "candle", "slipper", "dagger", "pumpkin", "mirror")
    before = table(hand=("book", "book"), tokens=(1, 0, 0), pile=(CHIEF, *below))
    state = after(before, Draw())
    assert state.final_round
    assert (state.tokens, state.phase) == (Tokens(1, 0, 0), Phase.RECITE)

    right = after(state, Recite(said(("book", 2), CHIEF)))
    assert legal_commands(right) == (Draw(), OpenSesame())
    wrong = after(state, Recite(said(("book", 2))))
    assert case_of(wrong) is Case.MISTAKE
    captured = after(replace(right, tokens=Tokens(2, 0, 0)), Draw())
    assert case_of(captured) is Case.CAPTURE
    for sharing in (after(right, OpenSesame()), wrong, captured):
        _, end = shared_out(sharing)
        assert (end.phase, end.ali, end.to_move) == (Phase.OVER, 0, None)


def test_ali_t11_the_last_card() -> None:
    hand = ("book", CHIEF)
    last = replace(table(hand=hand[:1], tokens=(0, 2, 0), pile=("key",)), final_round=True)
    last = after(replace(last, hand=hand), Draw())
    right = after(last, Recite(full_list(last.hand, {})))
    wrong = after(last, Recite(()))
    captured = replace(table(hand=("book",), tokens=(0, 2, 0), pile=("lion",)), final_round=True)
    captured = after(captured, Draw())
    assert captured.tokens == Tokens(0, 3, 0)
    cases = {Case.SESAME: right, Case.MISTAKE: wrong, Case.CAPTURE: captured}
    for case, state in cases.items():
        assert case_of(state) is case
        _, end = shared_out(state)
        assert end.phase is Phase.OVER


def test_ali_t12_x1_card_breaks_the_tie() -> None:
    piles = (
        ("dagger", "book", "book"),
        ("umbrella", "book", "lion"),
        ("necklace", "mirror", "crown"),
        ("candle", "crown"),
    )
    assert result(piles, DECK, Settings(), None) == Result((2, 3, 3, 2), (0, 1, 0, 0), (1,))


def test_ali_t13_shared_victory() -> None:
    piles = (("goldfish", "mirror"), (CHIEF, "crown"))
    assert result(piles, DECK, Settings(), None) == Result((2, 2), (1, 1), (0, 1))


def test_ali_t14_bound_adjectives() -> None:
    settings = Settings(adjectives=Adjectives.THIEVES)
    state = after(reciting(("lion",), settings), Recite(said(("lion", 1, "scary"))))
    state = after(replace(state, pile=("cushion", *state.pile)), Draw())
    right = after(state, Recite(said(("lion", 1, "scary"), ("cushion", 1, "soft"))))
    assert right.phase is Phase.DECIDE
    assert right.adjectives == {"lion": "scary", "cushion": "soft"}
    for lion in (Mention("lion", 1, "hungry"), Mention("lion")):
        wrong = decide(state, Recite((lion,), ended=False))[0]
        assert isinstance(wrong, Recited)
        assert (wrong.judgement.flaw, wrong.judgement.kind) == (Flaw.WRONG_ADJECTIVE, "lion")


def test_ali_t15_order_of_first_appearance() -> None:
    hand = ("cushion", "lion", "cushion")
    strict = Settings(order=True)
    in_order, reversed_ = said(("cushion", 2), "lion"), said("lion", ("cushion", 2))
    assert after(reciting(hand, strict), Recite(in_order)).phase is Phase.DECIDE
    assert judge(hand, reversed_, strict, {}, ended=False).flaw is Flaw.WRONG_ORDER
    assert after(reciting(hand), Recite(reversed_)).phase is Phase.DECIDE


def test_ali_t16_what_have_i_collected() -> None:
    state = replace(table(hand=("key",)), piles=(("lion",), ("book", "book"), (), ()))
    with pytest.raises(NotAllowed) as refusal:
        own_collection(state, 1)
    assert refusal.value.rule == "ALI-25"
    assert table_view(state).collected == (1, 2, 0, 0)


def test_ali_t17_five_players() -> None:
    state = table(5, ali=3, hand=TEN, thief=0, phase=Phase.RECITE)
    commands: tuple[Command, ...] = (Recite(()), Rule(False))
    for command in commands:
        assert can(state, command)
        order, end = shared_out(after(state, command))
        assert order == [3, 3, 3, 4, 1, 2, 3, 4, 1, 2]
        assert gains(end) == (0, 2, 2, 4, 2)
