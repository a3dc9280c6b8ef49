"""The rulings one by one, as far as the scenarios leave them open."""

from __future__ import annotations

import pytest

from assistant.games.kernel import NotAllowed
from assistant.games.tiles import (
    ALL_RESTRICTIONS,
    ALL_TILES,
    Colour,
    Forbid,
    KeepLamp,
    LeaveNeighbours,
    Phase,
    Restriction,
    Settings,
    Show,
    SwapLamp,
    Take,
    TakeNeighbour,
    TakeShown,
    Treasure,
    Variant,
    begin,
    binding,
    can,
    decide,
    legal_commands,
    told,
    verify_setup,
    verify_undo,
    view,
)
from assistant.games.tiles.events import (
    AllShown,
    ChoiceOpened,
    Chosen,
    GameEnded,
    LastTileTurned,
    NoEffect,
    Scored,
    Taken,
    TurnBegan,
    TurnedUp,
)
from assistant.games.tiles.scoring import set_points
from tests.games.tiles.scenes import (
    after,
    choices,
    events_of,
    layer,
    refused,
    replayed,
    scene,
    seats_to_come,
    tile,
    tiles,
)

LAMP = Settings(Variant.LAMP)
BROWN = Restriction(colour=Colour.BROWN)
CARPET = Restriction(treasure=Treasure.CARPET)


def test_one_tile_for_each_treasure_and_colour() -> None:
    """BABA-1, BABA-2."""
    assert len({str(each) for each in ALL_TILES}) == 60
    assert {each.colour.value for each in ALL_TILES} == {
        "pink", "blue", "brown", "green", "yellow", "white"
    }  # fmt: skip
    assert [treasure.value for treasure in Treasure] == [
        "carpet", "statue", "ruby", "crown", "chest", "sword", "diamond", "ring", "lamp", "necklace"
    ]  # fmt: skip


def test_covered_tiles_may_not_be_taken_and_the_refusal_tells_nothing() -> None:
    """BABA-3."""
    state = scene(board={(1, 0, 0): "pink carpet", (0, 0, 0): "blue ring"})
    covered, boxed = Take(0, tile("blue ring")), Take(0, state.boxed[0])
    assert refused(state, covered) == ("The blue ring is not face up on the board.", "BABA-3")
    assert refused(state, boxed)[0].endswith("is not face up on the board.")


def test_tiles_turned_this_turn_are_no_neighbours() -> None:
    """BABA-4, BABA-5: they lie one layer lower."""
    state = scene(board={(1, 0, 0): "green carpet"}, present=[(0, 0, 0), (0, 1, 1)])
    events = decide(state, Take(0, tile("green carpet")))
    assert [type(event) for event in events[1:4]] == [TurnedUp, LastTileTurned, NoEffect]


def test_green_is_a_must_unless_the_table_agreed_otherwise() -> None:
    """BABA-6."""
    board = {(0, 0, 0): "green carpet", (0, 0, 1): "pink ring"}
    take, leave = Take(0, tile("green carpet")), LeaveNeighbours(0)
    assert refused(after(scene(board=board), take), leave)[1] == "BABA-6"
    optional = after(scene(board=board, settings=Settings(green_optional=True)), take)
    assert legal_commands(optional) == (TakeNeighbour(0, tile("pink ring")), leave)
    assert after(optional, leave).screens[0] == tiles("green carpet")


def test_restrictions_bind_the_green_extra_tile_even_after_a_rescue() -> None:
    """BABA-7: the rescue is for the take alone."""
    board = {(0, 0, 0): "green carpet", (0, 0, 1): "brown ring", (0, 1, 0): "pink ring"}
    state = after(scene(board=board, named={1: BROWN}), Take(0, tile("green carpet")))
    assert choices(state) == {"pink ring"}
    assert refused(state, TakeNeighbour(0, tile("brown ring")))[1] == "BABA-7"

    board = {(0, 0, 0): "green carpet", (0, 0, 1): "blue carpet"}
    rescued = after(scene(board=board, named={1: CARPET}), Take(0, tile("green carpet")))
    assert rescued.screens[0] == tiles("green carpet")
    assert rescued.turn == 1


def test_green_extra_tile_may_turn_the_last_tile_but_scores_nothing() -> None:
    """BABA-8, BABA-9."""
    board = {(1, 0, 0): "green carpet", (1, 0, 1): "blue ring"}
    state = scene(board=board, present=[(0, 0, 2)])
    events = decide(
        after(state, Take(0, tile("green carpet"))), TakeNeighbour(0, tile("blue ring"))
    )
    kinds = [type(event) for event in events]
    assert kinds[1:3] == [TurnedUp, LastTileTurned]
    assert Scored not in kinds


def test_a_higher_blue_tile_scores_only_what_it_turns() -> None:
    """BABA-10, BABA-11."""
    state = scene(board={(1, 0, 0): "blue carpet", (0, 4, 4): "pink ring"})
    events = decide(state, Take(0, tile("blue carpet")))
    assert NoEffect(0, Colour.BLUE) in events
    assert after(state, Take(0, tile("blue carpet"))).track[0] == 0


@pytest.mark.parametrize(("announce", "counted"), [(True, 3), (False, None)])
def test_brown_counts_the_kind_whatever_its_colour(announce: bool, counted: int | None) -> None:
    """BABA-12, with its option."""
    settings = Settings(announce_brown_count=announce)
    state = scene(
        board={(0, 0, 0): "brown ring"},
        screens=("pink ring, white ring, pink lamp", ""),
        settings=settings,
    )
    (scored,) = events_of(state, Take(0, tile("brown ring")), Scored)
    assert (scored.points, scored.counted) == (6, 3)
    assert told(scored, 1, settings) == Scored(0, Colour.BROWN, 6, counted)


def test_pink_scores_at_once_and_the_track_is_public() -> None:
    """BABA-13, BABA-30."""
    state = scene(board={(0, 0, 0): "pink ring", (0, 4, 4): "blue ring"}, track=(1, 2))
    state = after(state, Take(0, tile("pink ring")))
    assert view(state, None).track == (6, 2)


def test_yellow_shows_clockwise_and_in_secret_until_all_have_chosen() -> None:
    """BABA-14, BABA-15, BABA-16."""
    board = {(0, 0, 0): "yellow chest", (0, 4, 4): "blue crown"}
    screens = ("pink lamp", "", "pink ring, blue ring", "pink ruby")
    state = scene(board=board, screens=screens, turn=1, settings=Settings(open_tiles=False))
    state = after(state, Take(1, tile("yellow chest")))
    assert state.must_show == (2, 3, 0)
    assert refused(state, Show(3, tile("pink ruby")))[1] == "BABA-15"
    assert refused(state, Show(2, tile("pink ruby"))) == (
        "You do not have the pink ruby.",
        "BABA-14",
    )

    (chosen,) = decide(state, Show(2, tile("blue ring")))
    assert told(chosen, 2, state.settings) == chosen
    assert told(chosen, 1, state.settings) is None
    assert told(chosen, None, state.settings) is None
    state = after(state, Show(2, tile("blue ring")))
    assert view(state, 1).shown == view(state, None).shown == ()
    assert [each.tile for each in view(state, 2).shown] == [tile("blue ring")]

    state = after(state, Show(3, tile("pink ruby")))
    events = decide(state, Show(0, tile("pink lamp")))
    assert [type(event) for event in events] == [Chosen, AllShown, ChoiceOpened]
    state = after(state, Show(0, tile("pink lamp")))
    assert len(view(state, 3).shown) == 3
    assert refused(state, TakeShown(1, tile("pink ring"))) == (
        "Nobody shows the pink ring.",
        "BABA-16",
    )
    state = after(state, TakeShown(1, tile("pink ruby")))
    assert state.screens == (
        tiles("pink lamp"), tiles("yellow chest, pink ruby"), tiles("pink ring, blue ring"), ()
    )  # fmt: skip
    assert state.track == (0, 0, 0, 0)


def test_restrictions_do_not_bind_the_tile_taken_with_yellow() -> None:
    """BABA-17."""
    state = scene(
        board={(0, 0, 0): "yellow chest", (0, 4, 4): "blue crown"},
        screens=("", "brown ring"),
        named={1: BROWN},
    )
    state = after(state, Take(0, tile("yellow chest")), Show(1, tile("brown ring")))
    assert can(state, TakeShown(0, tile("brown ring")))


def test_white_may_name_anything_but_must_name_one() -> None:
    """BABA-18."""
    state = scene(board={(0, 0, 0): "white ring", (0, 4, 4): "pink ring"})
    state = after(state, Take(0, tile("white ring")))
    assert legal_commands(state) == tuple(Forbid(0, each) for each in ALL_RESTRICTIONS)
    assert len(ALL_RESTRICTIONS) == 16
    assert refused(state, Take(0, tile("pink ring")))[1] == "BABA-18"
    with pytest.raises(ValueError, match="either"):
        Restriction()


def test_white_lasts_to_the_namers_next_turn_even_in_final_turns() -> None:
    """BABA-19, BABA-22."""
    board = {(0, 0, 0): "white ring", (0, 0, 2): "brown ring", (0, 0, 4): "pink ring"}
    board |= {(0, 2, 0): "pink lamp", (0, 2, 2): "brown lamp", (0, 2, 4): "brown ruby"}
    state = scene(board=board, phase=Phase.FINISH_ROUND, turn=1)
    state = after(state, Take(1, tile("white ring")), Forbid(1, BROWN))
    assert state.phase is Phase.FINAL_TURNS
    assert choices(state) == {"pink ring", "pink lamp"}
    assert [binding(state.restrictions, seat) for seat in range(2)] == [(BROWN,), ()]
    take = Take(0, tile("pink ring"))
    (began,) = events_of(state, take, TurnBegan)
    assert began.lapsed == BROWN
    state = after(state, take)
    assert choices(state) == {"brown ring", "brown lamp", "brown ruby", "pink lamp"}
    state = after(state, Take(1, tile("brown ring")))
    assert state.phase is Phase.OVER


def test_a_restriction_lapses_at_the_end_of_the_game() -> None:
    """BABA-19."""
    state = scene(board={(0, 0, 0): "white ring"})
    state = after(state, Take(0, tile("white ring")), Forbid(0, BROWN))
    assert state.phase is Phase.OVER
    assert state.restrictions == (None, None)


def test_if_all_is_forbidden_anything_may_be_taken_with_its_magic() -> None:
    """BABA-20, BABA-21: the restrictions stay in force for others."""
    board = {(0, 0, 0): "brown carpet", (0, 2, 2): "blue carpet", (1, 3, 3): "brown ring"}
    named = {1: BROWN, 2: CARPET}
    state = scene(board=board, screens=("", "", ""), named=named)
    take = Take(0, tile("brown carpet"))
    assert [event.rescued for event in events_of(state, take, Taken)] == [True]
    state = after(state, take)
    assert state.track[0] == 2
    assert state.restrictions == (None, None, CARPET)
    assert choices(state) == {"brown ring"}


def test_flips_are_known_before_the_magic_is_chosen() -> None:
    """BABA-23."""
    state = scene(board={(1, 0, 0): "white ring", (0, 0, 0): "blue lamp"})
    state = after(state, Take(0, tile("white ring")))
    assert view(state, 0).face_up == {(0, 0, 0): tile("blue lamp")}


def test_rounds_count_from_the_start_player() -> None:
    """BABA-24, BABA-38."""
    pinks = {(0, 0, column): f"pink {kind}" for column, kind in enumerate(["ring", "lamp", "ruby"])}
    pinks |= {(0, 4, column): f"pink {kind}" for column, kind in enumerate(["crown", "chest"])}
    state = scene(board={**pinks, (1, 2, 2): "pink sword"}, present=[(0, 2, 2)], turn=0, start=1)
    state = after(state, Take(0, tile("pink sword")))
    assert state.phase is Phase.FINAL_TURNS
    assert seats_to_come(state) == [1, 0]


def test_an_empty_board_ends_the_game_after_the_running_magic() -> None:
    """BABA-25."""
    state = scene(board={(0, 0, 0): "yellow ring"}, screens=("", "pink lamp", ""))
    state = after(state, Take(0, tile("yellow ring")))
    assert state.phase is Phase.NORMAL
    state = after(state, Show(1, tile("pink lamp")))
    (ended,) = events_of(state, TakeShown(0, tile("pink lamp")), GameEnded)
    assert ended.board_empty
    assert [(each.seat, each.total, each.tiles, each.rank) for each in ended.results] == [
        (0, 2, 2, 1), (1, 0, 0, 2), (2, 0, 0, 2)
    ]  # fmt: skip
    over = after(state, TakeShown(0, tile("pink lamp")))
    assert refused(over, Take(1, tile("pink ring"))) == ("The game is over.", "BABA-24")


def test_tiles_by_green_and_yellow_count_in_a_tie() -> None:
    """BABA-27, BABA-28."""
    board = {(0, 0, 0): "green ring", (0, 0, 1): "white ruby"}
    state = scene(board=board, screens=("", "blue lamp, pink chest"), track=(0, 0))
    state = after(state, Take(0, tile("green ring")), TakeNeighbour(0, tile("white ruby")))
    assert [(each.total, each.tiles, each.rank) for each in state.results] == [(2, 2, 1)] * 2
    assert set_points(6) == 21


@pytest.mark.parametrize("open_tiles", [True, False])
def test_screens_are_hidden_unless_the_table_plays_openly(open_tiles: bool) -> None:
    """BABA-29, BABA-39: takes are public, so the numbers of tiles are."""
    state = scene(
        board={(0, 0, 0): "pink ring"},
        screens=("blue ring", "white ring, white ruby"),
        settings=Settings(open_tiles=open_tiles),
    )
    seen = view(state, 0)
    assert seen.screens[0] == tiles("blue ring")
    assert seen.screens[1] == (tiles("white ring, white ruby") if open_tiles else None)
    assert seen.held == (1, 2)
    assert (view(state, None).screens == (None, None)) is not open_tiles
    over = after(state, Take(0, tile("pink ring")))
    assert None not in view(over, 1).screens


def test_a_swapped_tile_uses_the_lamps_place() -> None:
    """BABA-31."""
    board = {(1, 0, 0): "pink lamp", (1, 0, 1): "white ring", (1, 3, 3): "pink ruby"}
    state = scene(
        board=board,
        present=[(0, 0, 0)],
        beside="blue crown, green crown",
        settings=LAMP,
    )
    state = after(state, Take(0, tile("pink lamp")))
    assert choices(state) == {"blue crown", "green crown"}
    assert refused(state, SwapLamp(0, tile("white ring")))[1] == "BABA-31"
    assert after(state, SwapLamp(0, tile("blue crown"))).track == (2, 0)
    green = after(state, SwapLamp(0, tile("green crown")))
    assert choices(green) == {"white ring"}


def test_a_lamp_beside_the_board_may_be_fetched_without_a_second_swap() -> None:
    """BABA-32, and the option by which swapped lamps leave the game."""
    board = {(0, 0, 0): "blue lamp", (0, 4, 4): "pink ruby"}
    fetch = (Take(0, tile("blue lamp")), SwapLamp(0, tile("pink lamp")))
    state = after(scene(board=board, beside="pink lamp, pink ring", settings=LAMP), *fetch)
    assert state.track == (5, 0)
    assert state.turn == 1
    assert state.beside == tiles("pink ring, blue lamp")

    leaving = Settings(Variant.LAMP, swapped_lamps_leave=True)
    state = after(scene(board=board, beside="pink lamp, pink ring", settings=leaving), *fetch)
    assert state.beside == tiles("pink ring")
    assert state.gone == tiles("blue lamp")


def test_lamps_taken_by_green_or_yellow_are_not_swapped() -> None:
    """BABA-33."""
    board = {(0, 0, 0): "green ring", (0, 0, 1): "pink lamp", (0, 4, 4): "pink ruby"}
    state = scene(board=board, beside="pink crown", settings=LAMP)
    state = after(state, Take(0, tile("green ring")), TakeNeighbour(0, tile("pink lamp")))
    assert state.turn == 1

    board = {(0, 0, 0): "yellow ring", (0, 4, 4): "pink ruby"}
    state = scene(board=board, screens=("", "pink lamp"), beside="pink crown", settings=LAMP)
    state = after(
        state,
        Take(0, tile("yellow ring")),
        Show(1, tile("pink lamp")),
        TakeShown(0, tile("pink lamp")),
    )
    assert state.turn == 1


def test_restrictions_bind_lamps_on_the_board_but_not_tiles_beside_it() -> None:
    """BABA-34."""
    named = {1: Restriction(colour=Colour.PINK)}
    board = {(0, 0, 0): "blue lamp", (0, 2, 2): "pink lamp"}
    state = scene(board=board, beside="pink crown", named=named, settings=LAMP)
    assert refused(state, Take(0, tile("pink lamp")))[1] == "BABA-20"
    state = after(state, Take(0, tile("blue lamp")))
    assert can(state, SwapLamp(0, tile("pink crown")))

    del board[0, 0, 0]
    rescued = scene(board=board, beside="pink crown", named=named, settings=LAMP)
    rescued = after(rescued, Take(0, tile("pink lamp")))
    assert can(rescued, SwapLamp(0, tile("pink crown")))


def test_tiles_beside_the_board_count_for_nobody() -> None:
    """BABA-35."""
    state = scene(board={(0, 0, 0): "white lamp"}, beside="pink crown", settings=LAMP)
    state = after(state, Take(0, tile("white lamp")), KeepLamp(0), Forbid(0, BROWN))
    assert [(each.total, each.tiles) for each in state.results] == [(1, 1), (0, 0)]


def test_the_kind_left_out_is_drawn_or_chosen() -> None:
    """BABA-36."""
    chosen = Settings(Variant.EQUAL, removed=Treasure.LAMP)
    assert view(replayed(begin(chosen, 2, seed=1)), None).removed == (Treasure.LAMP,)
    drawn = {replayed(begin(Settings(Variant.EQUAL), 2, seed)).removed for seed in range(20)}
    assert len(drawn) > 5
    refusal = verify_setup(Settings(removed=Treasure.LAMP), players=2)
    assert refusal is not None and refusal.rule == "BABA-36"


def test_the_small_cave_is_for_two() -> None:
    """BABA-37."""
    with pytest.raises(NotAllowed, match="for two players"):
        begin(Settings(Variant.SMALL), players=3, seed=1)
    assert len(replayed(begin(Settings(Variant.SMALL), 2, seed=1)).removed) == 3


def test_the_start_player_is_named_or_drawn() -> None:
    """BABA-38."""
    assert replayed(begin(Settings(), 4, seed=1, start=2)).turn == 2
    assert {replayed(begin(Settings(), 4, seed)).start for seed in range(40)} == {0, 1, 2, 3}
    for players, start in ((1, 0), (5, 0), (2, 2)):
        refusal = verify_setup(Settings(), players, start)
        assert refusal is not None and refusal.rule == "BABA-38"
    state = replayed(begin(Settings(), 2, seed=1, start=0))
    assert refused(state, Take(1, next(iter(state.face_up.values())))) == (
        "It is not your turn.",
        "BABA-38",
    )


def test_all_but_the_deal_and_choices_in_secret_is_told() -> None:
    """BABA-39."""
    settings = Settings()
    deal, began = begin(settings, 2, seed=1)
    assert told(deal, 0, settings) is None
    assert told(began, None, settings) == began
    state = replayed((deal, began))
    for event in decide(state, legal_commands(state)[0]):
        assert told(event, 1, settings) == event


def test_what_was_revealed_or_followed_is_final() -> None:
    """BABA-40."""
    board = {(0, 0, 0): "pink ring", (0, 0, 1): "pink ruby", (1, 3, 3): "pink lamp"}
    state = scene(board=board, present=[(0, 3, 3)])
    quiet = decide(state, Take(0, tile("pink ring")))
    assert verify_undo(quiet) is None
    follower = decide(after(state, Take(0, tile("pink ring"))), Take(1, tile("pink ruby")))
    for events, reason in (
        (begin(Settings(), 2, seed=1), "deal"),
        (decide(state, Take(0, tile("pink lamp"))), "revealed"),
        ((*quiet, *follower), "Another player"),
    ):
        refusal = verify_undo(events)
        assert refusal is not None and reason in refusal.reason and refusal.rule == "BABA-40"


def test_some_tile_is_always_uncovered() -> None:
    """BABA-26: even the fullest board has its top."""
    for variant in Variant:
        state = replayed(begin(Settings(variant), 2, seed=5))
        assert legal_commands(state)
    assert set(layer(Settings(), 3)) == set(replayed(begin(Settings(), 2, seed=5)).face_up)
