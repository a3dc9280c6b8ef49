"""Computer players: legal, fair, and better the stronger they are."""

from __future__ import annotations

import pytest

from assistant.games.kernel import Chance
from assistant.games.tiles import (
    Colour,
    Command,
    Forbid,
    Restriction,
    Settings,
    Show,
    State,
    SwapLamp,
    Take,
    TakeNeighbour,
    TakeShown,
    Variant,
    begin,
    play,
    to_act,
    view,
)
from assistant.games.tiles.bots import BOTS, Strength
from tests.games.tiles.scenes import after, replayed, scene, tile

CLEVER = [Strength.MEDIUM, Strength.HARD]


def choice(state: State, strength: Strength) -> Command:
    command, _ = BOTS[strength](view(state, to_act(state)), Chance.seeded(1))
    return command


def finished(settings: Settings, strengths: list[Strength], seed: int) -> State:
    state = replayed(begin(settings, len(strengths), seed))
    chance = Chance.seeded(seed)
    while (seat := to_act(state)) is not None:
        command, chance = BOTS[strengths[seat]](view(state, seat), chance)
        state, _ = play(state, command)
    return state


@pytest.mark.parametrize("variant", Variant)
def test_all_strengths_play_every_variant_with_open_and_hidden_tiles(variant: Variant) -> None:
    strengths = [Strength.MEDIUM, Strength.EASY, Strength.MEDIUM]
    for open_tiles in (True, False):
        settings = Settings(variant, open_tiles=open_tiles, green_optional=not open_tiles)
        seats = strengths[: settings.players[-1]]
        assert finished(settings, seats, seed=4).results


def test_looking_ahead_plays_with_hidden_tiles_too() -> None:
    """BABA-29: what lies behind hidden screens is imagined like what is face down."""
    settings = Settings(Variant.SMALL, open_tiles=False)
    assert finished(settings, [Strength.HARD, Strength.HARD], seed=4).results


def test_the_same_view_and_generator_give_the_same_choice() -> None:
    state = replayed(begin(Settings(), 2, seed=9))
    for strength in Strength:
        assert choice(state, strength) == choice(state, strength)


@pytest.mark.parametrize("strength", CLEVER)
def test_a_growing_set_is_preferred(strength: Strength) -> None:
    state = scene(
        board={(0, 0, 0): "brown ring", (0, 2, 2): "brown lamp", (0, 4, 4): "white ruby"},
        screens=("pink ring, blue ring, white ring", ""),
    )
    assert choice(state, strength) == Take(0, tile("brown ring"))


@pytest.mark.parametrize("strength", CLEVER)
def test_the_last_choices_are_made_for_points(strength: Strength) -> None:
    board = {(0, 0, 0): "green ring", (0, 0, 1): "white lamp", (0, 1, 0): "white ruby"}
    state = after(scene(board=board, screens=("pink ruby", "")), Take(0, tile("green ring")))
    assert choice(state, strength) == TakeNeighbour(0, tile("white ruby"))

    board = {(0, 0, 0): "yellow ring", (0, 4, 4): "white carpet"}
    state = scene(board=board, screens=("pink ruby", "blue ruby, blue lamp", "blue chest"))
    state = after(state, Take(0, tile("yellow ring")))
    assert choice(state, strength) == Show(1, tile("blue lamp"))
    state = after(state, Show(1, tile("blue ruby")), Show(2, tile("blue chest")))
    assert choice(state, strength) == TakeShown(0, tile("blue ruby"))


@pytest.mark.parametrize("strength", CLEVER)
def test_the_opponents_best_tile_is_forbidden(strength: Strength) -> None:
    state = scene(
        board={(0, 0, 0): "white ring", (0, 2, 2): "brown lamp", (0, 4, 4): "white ruby"},
        screens=("", "pink lamp, blue lamp, white lamp"),
    )
    state = after(state, Take(0, tile("white ring")))
    command = choice(state, strength)
    assert isinstance(command, Forbid)
    assert command.restriction.forbids(tile("brown lamp"))
    assert command.restriction != Restriction(colour=Colour.WHITE)


@pytest.mark.parametrize("strength", CLEVER)
def test_a_lamp_is_swapped_for_a_better_tile(strength: Strength) -> None:
    state = scene(
        board={(0, 0, 0): "white lamp", (0, 4, 4): "white ruby"},
        screens=("pink ring, blue ring", ""),
        beside="brown ring, white crown",
        settings=Settings(Variant.LAMP),
    )
    state = after(state, Take(0, tile("white lamp")))
    assert choice(state, strength) == SwapLamp(0, tile("brown ring"))


def test_looking_ahead_takes_away_what_the_opponent_needs_most() -> None:
    state = scene(
        board={(0, 0, 0): "brown ring", (0, 2, 2): "pink ruby", (0, 4, 4): "white chest"},
        screens=("", "pink ring, blue ring, white ring, green ring"),
    )
    assert choice(state, Strength.MEDIUM) == Take(0, tile("pink ruby"))
    assert choice(state, Strength.HARD) == Take(0, tile("brown ring"))


def test_stronger_players_win() -> None:
    def wins(strong: Strength, weak: Strength, games: int) -> int:
        return sum(
            finished(Settings(Variant.SMALL), [strong, weak], seed).results[0].seat == 0
            for seed in range(games)
        )

    assert wins(Strength.MEDIUM, Strength.EASY, 20) >= 15
    assert wins(Strength.HARD, Strength.EASY, 2) == 2
