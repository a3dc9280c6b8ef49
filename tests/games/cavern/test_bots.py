"""Risk and computer players."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from assistant.games.cavern.bots import (
    Memory,
    Temper,
    choose_card,
    expected_cards,
    leave_or_draw,
    miss_chance,
    recite,
)
from assistant.games.cavern.deck import CHIEF, Alarm
from assistant.games.cavern.moves import Command, Draw, OpenSesame, Recite, Take, begin, replay
from assistant.games.cavern.recitation import judge
from assistant.games.cavern.risk import Unseen, capture_risk, unseen
from assistant.games.cavern.settings import Adjectives, Settings
from assistant.games.cavern.state import Phase, State
from assistant.games.cavern.tokens import Tokens
from assistant.games.cavern.views import table_view
from assistant.games.kernel import Chance
from tests.games.cavern.tables import DECK, RULEBOOK, SIX_PLAIN, after, table

FULL = Unseen(24, Tokens(9, 7, 5), 37)


def test_the_risk_is_the_fatal_cards_among_those_unseen() -> None:
    """ALI-5."""
    assert capture_risk(Tokens(1, 0, 0), FULL) == 0
    assert capture_risk(Tokens(2, 0, 0), FULL) == Fraction(9, 45)
    assert capture_risk(Tokens(1, 1, 0), FULL) == Fraction(5, 45)
    assert capture_risk(Tokens(2, 2, 0), FULL) == Fraction(21, 45)


def test_the_chief_thief_is_no_risk_where_he_must_come_next() -> None:
    """ALI-26, ALI-34."""
    below = Unseen(5, Tokens(2, 1, 0), 0)
    assert capture_risk(Tokens(2, 2, 0), below) == 0
    assert capture_risk(Tokens(2, 2, 0), replace(below, before_chief=None)) == Fraction(3, 8)
    assert capture_risk(Tokens(2, 2, 0), Unseen(0, Tokens(), None)) == 0


def test_unseen_cards_are_what_is_left_in_the_pile() -> None:
    state = replay(begin(DECK, Settings(), 4, 0, 1))
    assert unseen(state) == FULL
    state = after(table(phase=Phase.DRAW_FIRST, top=("lion",)), Draw())
    assert unseen(state) == Unseen(24, Tokens(9, 6, 5), 36) == FULL.without(Alarm.NOISY)
    last = replace(state, pile=("lion", "key"), final_round=True)
    assert unseen(last) == Unseen(1, Tokens(0, 1, 0), None)


def captured_by_draw(draws: int) -> list[float]:
    """The chance to be captured by each draw of a round with the full deck."""
    free, by, captured = {(Tokens(), FULL): Fraction(1)}, [], Fraction(0)
    for _ in range(draws):
        following: dict[tuple[Tokens, Unseen], Fraction] = {}
        for (tokens, cards), likelihood in free.items():
            captured += likelihood * capture_risk(tokens, cards)
            for alarm in (None, *Alarm):
                if cards.of(alarm) and not tokens.captured_by(alarm):
                    after_it = tokens.plus(alarm), cards.without(alarm)
                    share = likelihood * Fraction(cards.of(alarm), cards.treasures)
                    following[after_it] = following.get(after_it, Fraction(0)) + share
        free = following
        by.append(float(captured))
    return by


def test_the_planning_figures_of_the_rules() -> None:
    """Captured by draw 3: 3 %, 4: 10 %, ... 10: 79 %, 12: 91 %."""
    by = captured_by_draw(12)
    figures = {3: 3, 4: 10, 5: 21, 6: 34, 7: 47, 8: 59, 9: 70, 10: 79, 12: 91}
    for draw, percent in figures.items():  # from 400,000 simulated rounds
        assert 100 * by[draw - 1] == pytest.approx(percent, abs=0.6)


def test_a_bolder_temper_draws_wherever_a_milder_one_does() -> None:
    view = table_view(table(hand=SIX_PLAIN[:1]))
    situations = [
        replace(view, tokens=tokens, hand_size=size)
        for tokens in (Tokens(1, 1, 0), Tokens(2, 1, 0), Tokens(2, 2, 0))
        for size in range(4, 10)
    ]
    cautious, steady, daring = (
        {
            (each.tokens, each.hand_size)
            for each in situations
            if leave_or_draw(each, FULL, temper) == Draw()
        }
        for temper in Temper
    )
    assert cautious < steady < daring


@pytest.mark.parametrize("temper", Temper)
def test_ali_draws_first_and_weighs_the_alarms(temper: Temper) -> None:
    """ALI-2, ALI-7."""
    state = table(phase=Phase.DRAW_FIRST)
    assert leave_or_draw(table_view(state), unseen(state), temper) == Draw()
    dangerous = table(hand=(*SIX_PLAIN[:4], "lion"), tokens=(2, 2, 0))
    assert leave_or_draw(table_view(dangerous), unseen(dangerous), temper) == OpenSesame()


def test_expected_cards_of_a_certain_capture() -> None:
    """ALI-23."""
    assert expected_cards(5, Tokens(2, 2, 0), Unseen(0, Tokens(3, 0, 0), None), 4) == (2, 0)


def test_expected_cards_of_one_safe_last_card() -> None:
    """ALI-20, ALI-29: by hand, for six cards shared by three."""
    wrong = miss_chance(6)
    expected = wrong * (3 + 1) + (1 - wrong) * 2
    sure, hoped = expected_cards(5, Tokens(), Unseen(1, Tokens(), None), 3)
    assert sure == 2
    assert hoped == pytest.approx(expected)


def test_long_hands_do_not_plan_for_ever() -> None:
    cards = Unseen(5000, Tokens(), 4000)
    assert expected_cards(30, Tokens(), cards, 4)[0] == 8


def test_a_computer_player_picks_what_he_lacks_and_what_is_rare() -> None:
    """ALI-24, ALI-27, ALI-33."""
    hand = ("book", "dagger", "umbrella", CHIEF)
    assert choose_card(hand, (), DECK, RULEBOOK) == "umbrella"
    assert choose_card(hand, ("umbrella", CHIEF), DECK, RULEBOOK) == "dagger"
    assert choose_card(hand, hand, DECK, RULEBOOK) == "umbrella"
    worthless = Settings(chief_scores=False)
    assert choose_card(("book", CHIEF), (), DECK, worthless) == "book"


def errors(hand: tuple[str, ...], memory: Memory, tries: int = 400) -> float:
    chance, wrong = Chance.seeded(5), 0
    for _ in range(tries):
        mentions, chance = recite(hand, {}, DECK, RULEBOOK, memory, chance)
        wrong += judge(hand, mentions, RULEBOOK, {}, ended=True).flaw is not None
    return wrong / tries


def test_a_computer_thief_forgets_more_of_longer_lists() -> None:
    """ALI-35."""
    nine = (*SIX_PLAIN, "lion", "lion", "crown")
    assert errors(nine[:1], Memory.FORGETFUL) == 0
    assert errors(nine[:3], Memory.ORDINARY) < 0.05
    assert errors(nine, Memory.ORDINARY) == pytest.approx(miss_chance(9), abs=0.15)
    sharp, ordinary, forgetful = (
        errors(nine, memory) for memory in (Memory.SHARP, Memory.ORDINARY, Memory.FORGETFUL)
    )
    assert sharp < ordinary < forgetful


def test_a_computer_thief_never_forgets_the_newest_card() -> None:
    """ALI-35."""
    chance = Chance.seeded(1)
    for _ in range(50):
        mentions, chance = recite(SIX_PLAIN, {}, DECK, RULEBOOK, Memory.FORGETFUL, chance)
        assert mentions[-1].kind == SIX_PLAIN[-1]


def test_a_computer_thief_uses_and_invents_adjectives() -> None:
    """ALI-37."""
    thieves = Settings(adjectives=Adjectives.THIEVES)
    hand, bound = ("lion", "book"), {"lion": "scary"}
    (lion, book), _ = recite(hand, bound, DECK, thieves, Memory.SHARP, Chance.seeded(2))
    assert lion.adjective == "scary"
    assert book.adjective in DECK.named["book"].adjectives


def bot_command(state: State, chance: Chance) -> tuple[Command, Chance]:
    if state.phase is Phase.RECITE:
        mentions, chance = recite(
            state.hand, state.adjectives, DECK, state.settings, Memory.ORDINARY, chance
        )
        return Recite(mentions), chance
    if state.phase is Phase.SHARE:
        assert state.to_move is not None
        own = state.piles[state.to_move]
        return Take(choose_card(state.hand, own, DECK, state.settings)), chance
    return leave_or_draw(table_view(state), unseen(state), Temper.STEADY), chance


def test_computer_players_finish_a_game() -> None:
    """ALI-35."""
    state, chance = replay(begin(DECK, RULEBOOK, 4, 0, 9)), Chance.seeded(9)
    while state.phase is not Phase.OVER:
        command, chance = bot_command(state, chance)
        state = after(state, command)
    assert state.result is not None and min(state.result.scores) > 0
