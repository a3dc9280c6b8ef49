"""Computer players: allowed commands from views alone, and in the order of their strengths."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.kernel import Chance, fingerprint, replay
from assistant.games.letters import Phase, Settings, State, can, decide, evolve, forced, view
from assistant.games.letters.bots import BOTS, Strength
from assistant.games.letters.events import Event
from tests.games.letters.scenes import (
    SHOUT_AND_PLACE,
    build,
    deal,
    discard,
    row,
    swap,
    table,
    take_from_hand,
)


def play(seats: list[Strength], seed: int) -> tuple[State, list[Event]]:
    """A game between players of these strengths."""
    state = deal(len(seats), seed, Settings(first_dealer=0))
    chance, log = Chance.seeded(seed), list[Event]()
    while state.phase is Phase.PLAYING:
        command, chance = BOTS[seats[state.turn]](view(state, state.turn), chance)
        assert can(state, command)
        events = decide(state, command)
        log += events
        state = replay(evolve, state, events)
    return state, log


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_of_all_strengths_finish_a_game_that_replays(seats: int) -> None:
    strengths = [Strength.EASY, Strength.MEDIUM, Strength.HARD, Strength.EASY][:seats]
    state, log = play(strengths, seats)
    assert fingerprint(replay(evolve, deal(seats, seats, Settings(first_dealer=0)), log)) == (
        fingerprint(state)
    )


@pytest.mark.parametrize("strength", list(Strength))
def test_a_player_does_the_same_whatever_is_hidden(strength: Strength) -> None:
    """SES-40: the draw pile in another order changes no choice."""
    state = table(["gO T-E A B-P T-S bO", "bE gE pO"])
    other = replace(state, draw=state.draw[::-1], chance=Chance.seeded(99))
    chance = Chance.seeded(5)
    assert BOTS[strength](view(state, 0), chance) == BOTS[strength](view(other, 0), chance)


@pytest.mark.parametrize("strength", [Strength.MEDIUM, Strength.HARD])
def test_a_player_that_can_win_shouts_and_wins(strength: Strength) -> None:
    """SES-28, SES-29."""
    state = table(["A T-N B-A T-S T-M B-P", "gE"], [row("b")])
    assert chosen(strength, state) == SHOUT_AND_PLACE


@pytest.mark.parametrize("strength", [Strength.MEDIUM, Strength.HARD])
def test_a_player_builds_its_own_letter(strength: Strength) -> None:
    """SES-11."""
    state = table(["bN pO T-S T-M B-P T40-S", "gE"], [row("b", 3), "gO"])
    assert chosen(strength, state) == build(state, "bN", 0)


def test_the_strongest_sees_that_a_swap_wins() -> None:
    """SES-T13: the parked Ali Baba comes back with the last Letter."""
    state = table(["bE B-A T-N T-S T-M B-P", "gE"], [row("b", 9) + " A"])
    assert chosen(Strength.HARD, state) == swap(state, "bE", 0, 9)


def test_the_strongest_robs_a_rival_of_what_it_needs_itself() -> None:
    """SES-17."""
    state = table(["T-N T-S B-A T-M T40-S pO", "gE bN"], [row("b", 3), "gO"])
    assert chosen(Strength.HARD, state) == take_from_hand(state, "T-N", 1, "bN")


def test_the_strongest_leaves_no_letter_the_next_player_needs() -> None:
    """SES-4: what lies on top of the discard pile can be drawn."""
    state = table(["gP pP T40-E T40-N T40-S T40-A", "gE gS"], [row("b", 2), "gO"])
    assert chosen(Strength.HARD, state) != discard(state, "gP")


@pytest.mark.parametrize(
    ("strong", "weak", "games", "least"),
    [(Strength.MEDIUM, Strength.EASY, 5, 5), (Strength.HARD, Strength.MEDIUM, 12, 7)],
)
def test_strengths_are_in_order(strong: Strength, weak: Strength, games: int, least: int) -> None:
    """The full table over 500 games is in benchmarks/results/engine_letters.md."""
    won = 0
    for seed in range(games):
        seats = [strong, weak] if seed % 4 < 2 else [weak, strong]
        state, _ = play(seats, seed)
        won += state.scores[seats.index(strong)] > 0
    assert won >= least


def chosen(strength: Strength, state: State) -> object:
    """What a player of this strength does."""
    assert forced(state) is None
    return BOTS[strength](view(state, state.turn), Chance.seeded(1))[0]
