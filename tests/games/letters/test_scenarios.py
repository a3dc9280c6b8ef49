"""The scenarios SES-T1 to SES-T19 of the rulings, one test each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.letters import Discard, Draw, Phase, Settings, Source, can, forced
from assistant.games.letters.cards import Colour
from assistant.games.letters.events import GameUnwon, GameWon, NobodyWins
from assistant.games.letters.rows import colour_of
from tests.games.letters.scenes import (
    PLACE_SILENTLY,
    SHOUT_AND_PLACE,
    act,
    build,
    card,
    cards,
    caused,
    deal,
    discard,
    draw_up,
    is_forced,
    refusal,
    row,
    same_cards,
    swap,
    table,
    take_from_hand,
    take_from_row,
    thief,
)


@pytest.mark.parametrize(("seats", "size", "pile"), [(4, 74, 53), (3, 64, 48), (2, 64, 53)])
def test_ses_t1_the_deal(seats: int, size: int, pile: int) -> None:
    state = deal(seats, settings=Settings(first_dealer=0))
    assert len(state.draw) == pile
    assert [len(hand) for hand in state.hands] == [5] * seats
    assert len(state.discard) == 1
    assert pile + 5 * seats + 1 == size
    assert state.turn == 1
    assert refusal(state, Discard(0, state.hands[1][0])).rule == "SES-5"
    assert len(act(state, Draw(Source.PILE)).hands[1]) == 6


def test_ses_t2_building_one_colour_and_drawing_in_between() -> None:
    state = table(["bO bP gP T-N B-A T-S", "gE gS B-M T-A bN"])
    state = act(state, build(state, "bO", 0))
    assert state.rows[0] == cards("bO")
    assert len(state.hands[0]) == 5
    assert refusal(state, build(state, "bP", 0)).rule == "SES-5"
    state = act(state, Draw(Source.PILE))
    assert refusal(state, build(state, "gP", 0)).rule == "SES-8"
    state = act(state, build(state, "bP", 0))
    assert state.rows[0] == cards("bO bP")


def test_ses_t3_a_bridge_leaves_the_colour_open() -> None:
    state = table(["T-P T-N B-A T-S T-M", "B-O bP gP gS B-M T-A"], ["bO", ""], turn=1)
    state = act(state, build(state, "B-O", 1))
    assert colour_of(state.rows[1]) is None
    state = draw_up(state)
    assert refusal(state, build(state, "bP", 1)).rule == "SES-8"
    assert act(state, build(state, "bP", 0)).rows[0] == cards("bO bP")
    state = act(state, build(state, "gP", 1))
    assert colour_of(state.rows[1]) is card("gP").colour


def test_ses_t4_a_swap_brings_the_bridge_to_the_hand() -> None:
    state = table(["bO gO T-N B-A T-S T-M", "gE gS B-M T-A bN"], ["B-O bP", ""])
    assert refusal(state, swap(state, "gO", 0, 0)).rule == "SES-8"
    state = act(state, swap(state, "bO", 0, 0))
    assert state.rows[0] == cards("bO bP")
    assert card("B-O") in state.hands[0]
    assert len(state.hands[0]) == 6
    assert refusal(state, Draw(Source.PILE)).rule == "SES-5"
    assert can(state, discard(state, "T-N"))


def test_ses_t5_a_take_card_takes_a_letter_from_a_hand() -> None:
    settings = Settings(left_out=Colour.PURPLE)
    state = table(["T-E T-N B-A T-S T-M B-P", "oE B-E gS B-M T-A"], settings=settings)
    assert refusal(state, take_from_hand(state, "T-E", 1, "B-E")).rule == "SES-17"
    state = act(state, take_from_hand(state, "T-E", 1, "oE"))
    assert same_cards(state.hands[0], "oE T-N B-A T-S T-M B-P")
    assert state.discard_top == card("T-E")
    assert len(state.hands[1]) == 4
    state = act(state, discard(state, "T-N"))
    assert len(draw_up(state).draw) == len(state.draw) - 2


def test_ses_t6_dismantling_and_what_may_not_return() -> None:
    settings = Settings(left_out=Colour.PURPLE)
    state = table(
        ["T-E T-P A B-P T-S T-M", "gE gS B-M T-A bN"], ["", "oO oP B-E"], settings=settings
    )
    assert refusal(state, take_from_row(state, "T-E", 1)).rule == "SES-17"
    assert refusal(state, take_from_row(state, "T-P", 1, "oP")).rule == "SES-17"
    state = act(state, take_from_row(state, "A", 1))
    assert card("B-E") in state.hands[0]
    assert state.discard_top == card("A")
    assert len(state.hands[0]) == 6
    state = act(state, take_from_row(state, "T-P", 1))
    assert card("oP") in state.hands[0]
    assert state.rows[1] == cards("oO")
    assert refusal(state, build(state, "oP", 1)).rule == "SES-16"
    state = draw_up(act(state, build(state, "B-P", 1)))
    assert state.rows[1] == cards("oO B-P")
    assert refusal(state, build(state, "B-E", 1)).rule == "SES-16"


def test_ses_t7_neither_the_own_row_nor_an_ali_baba_is_taken() -> None:
    state = table(["A T-P T-N B-A T-S T-M", "gE gS B-M T-A bN"], ["bO bP", "gO A"])
    for taker in ("A", "T-P"):
        assert refusal(state, take_from_row(state, taker, 0)).rule == "SES-20"
        assert not can(state, take_from_row(state, taker, 1))
    assert refusal(state, take_from_row(state, "A", 1)).rule == "SES-18"


def test_ses_t8_a_thief_is_forced_and_costs_the_ali_babas() -> None:
    state = table(["T40-P T40-E A T-S T-M B-P", "gE gS B-M T-A bN"], thieves=1)
    assert is_forced(state, thief(state, "T40-P"))
    state = act(state, thief(state, "T40-P"))
    assert state.thieves == 2
    assert state.discard_top == card("A")
    assert state.turn == 1
    assert same_cards(state.hands[0], "T40-E T-S T-M B-P")
    state = draw_up(state)
    state = act(state, discard(state, "T-A"))
    before = len(state.draw)
    state = draw_up(state)
    assert before - len(state.draw) == 2
    assert is_forced(state, thief(state, "T40-E"))


def test_ses_t9_an_unplayable_thief_may_be_discarded() -> None:
    state = table(["T40-N T-P A T-S T-M B-P", "gE gS B-M T-A bN"], thieves=1)
    after = act(state, discard(state, "T40-N"))
    assert after.turn == 1
    assert same_cards(after.hands[0], "T-P T-S T-M B-P")  # Ali Baba goes, too (SES-26)
    plain = table(["T40-N T-P T-O T-S T-M B-P", "gE gS B-M T-A bN"], thieves=1)
    assert len(act(plain, discard(plain, "T40-N")).hands[0]) == 5
    held = table(["T40-N T40-P T-O T-S T-M B-P", "gE gS B-M T-A bN"], thieves=1)
    assert refusal(held, discard(held, "T40-P")).rule == "SES-21"


def test_ses_t10_complete_thieves_end_the_game_and_double_the_next() -> None:
    state = table(["T40-E T-P T-O T-S T-M B-P", "gE gS B-M T-A bN"], thieves=9)
    events, state = caused(state, thief(state, "T40-E"))
    assert events[-1] == GameUnwon(NobodyWins.THIEVES, multiplier=2)
    assert state.thieves == 10
    assert state.phase is Phase.READY
    assert state.scores == (0, 0)
    assert state.multiplier == 2


READY_TO_WIN = "A T-N B-A T-S T-M B-P"
RIVAL_HAND = "gE gS B-S T-A T40-E"
RIVAL_ROW = "gO gP gE gN A"


@pytest.mark.parametrize(("multiplier", "points"), [(1, 180), (2, 360)])
def test_ses_t11_a_shouted_win_and_its_points(multiplier: int, points: int) -> None:
    state = table([READY_TO_WIN, RIVAL_HAND], [row("b"), RIVAL_ROW])
    events, state = caused(replace(state, multiplier=multiplier), SHOUT_AND_PLACE)
    assert events == (GameWon(0, points),)
    assert state.scores == (points, 0)
    assert state.multiplier == 1


def test_ses_t12_a_forgotten_shout_costs_ali_babas_and_turn() -> None:
    state = table(["A T-N A T-S T-M B-P", RIVAL_HAND], [row("b"), RIVAL_ROW])
    state = act(state, PLACE_SILENTLY)
    assert state.scores == (0, 0)
    assert state.discard[-2:] == cards("A A")
    assert same_cards(state.hands[0], "T-N T-S T-M B-P")
    assert state.turn == 1
    assert state.rows[0] == cards(row("b"))
    state = draw_up(state)
    while state.turn == 1:
        command = forced(state)
        state = act(state, command or discard(state, "T-A"))
    assert state.turn == 0
    assert state.phase is Phase.PLAYING


def test_ses_t13_the_last_swap_brings_the_winning_ali_baba() -> None:
    state = table(["bE T-N B-A T-S T-M B-P", RIVAL_HAND], [row("b", 9) + " A", ""])
    assert refusal(state, SHOUT_AND_PLACE).rule == "SES-28"
    state = act(state, swap(state, "bE", 0, 9))
    assert len(state.hands[0]) == 6
    events, _ = caused(state, SHOUT_AND_PLACE)
    assert isinstance(events[0], GameWon)


def test_ses_t14_a_row_with_a_bridge_does_not_win() -> None:
    bridged = row("b").replace("bS", "B-S", 1)
    state = table([READY_TO_WIN, RIVAL_HAND], [bridged, ""])
    assert state.rows[0][4] == card("B-S")
    refused = refusal(state, SHOUT_AND_PLACE)
    assert refused.rule == "SES-28"
    assert "ten letter cards" in refused.reason


def test_ses_t15_the_ending_discard_takes_the_ali_babas_along() -> None:
    state = table(["A A bE gN T-O B-S", "gE gS B-M T-A bN"])
    state = act(state, discard(state, "gN"))
    assert state.discard[-3:] == cards("A A gN")
    assert len(state.hands[0]) == 3
    assert card("gN") in act(state, Draw(Source.DISCARD)).hands[1]


def test_ses_t16_only_a_letter_is_drawn_from_the_discard_pile() -> None:
    hands = ["T-N B-A T-S T-M B-P", "gE gS B-M T-A bN"]
    bridge = table(hands, discard="gN B-O")
    assert refusal(bridge, Draw(Source.DISCARD)).rule == "SES-4"
    letter = table(hands, discard="B-O gN")
    assert card("gN") in act(letter, Draw(Source.DISCARD)).hands[0]


def test_ses_t17_the_last_card_drawn_turns_the_piles_over() -> None:
    state = table(["T-N B-A T-S T-M B-P", "gE gS B-M T-A bN"])
    state = replace(state, draw=cards("bO"), discard=cards("bP gO gP T-O T-P T-E B-O B-E B-N"))
    after = act(state, Draw(Source.PILE))
    assert card("bO") in after.hands[0]
    assert (len(after.draw), len(after.discard)) == (8, 1)
    assert same_cards(after.draw + after.discard, "bP gO gP T-O T-P T-E B-O B-E B-N")


def test_ses_t18_a_card_built_this_turn_may_be_swapped_out_but_not_taken_back() -> None:
    state = table(["A gN T-N T-S T-M B-P", "gS B-M T-A bN pS"], ["", "gO gP gE"])
    state = draw_up(act(state, build(state, "A", 1)))
    state = act(state, swap(state, "gN", 1, 3))
    assert state.rows[1] == cards("gO gP gE gN")
    assert card("A") in state.hands[0]
    assert refusal(state, take_from_row(state, "T-N", 1)).rule == "SES-15"

    state = table(["B-N A bE T-S T-M B-P", "gS B-M T-A bN pS"], ["", "gO gP gE"])
    state = draw_up(act(state, build(state, "B-N", 1)))
    assert refusal(state, take_from_row(state, "A", 1)).rule == "SES-15"
    later = table(["A bE T-S T-M B-P T-E", "gS B-M T-A bN pS"], ["", "gO gP gE B-N"])
    assert can(later, take_from_row(later, "A", 1))


def test_ses_t19_a_forced_thief_comes_before_the_win() -> None:
    hands = ["A T40-P B-A T-S T-M B-P", "gE gS T-A T-E T40-E"]
    state = table(hands, [row("b"), ""], thieves=1)
    assert refusal(state, SHOUT_AND_PLACE).rule == "SES-21"
    assert is_forced(state, thief(state, "T40-P"))
    after = act(state, thief(state, "T40-P"))
    assert after.discard_top == card("A")
    assert after.scores == (0, 0)

    lenient = table(hands, [row("b"), ""], thieves=1, settings=Settings(win_beats_thieves=True))
    assert can(lenient, SHOUT_AND_PLACE)
    assert can(lenient, thief(lenient, "T40-P"))
    assert not can(lenient, discard(lenient, "T-S"))
