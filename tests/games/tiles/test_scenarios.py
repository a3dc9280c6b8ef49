"""The scenarios BABA-T1 to BABA-T16."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.tiles import (
    ALL_TILES,
    Colour,
    Forbid,
    KeepLamp,
    Place,
    Restriction,
    Settings,
    Show,
    State,
    Step,
    SwapLamp,
    Take,
    TakeNeighbour,
    TakeShown,
    Treasure,
    Variant,
    begin,
    legal_commands,
)
from assistant.games.tiles.events import TurnedUp
from assistant.games.tiles.scoring import final_table, sets_total
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

BIG = Settings()
SMALL = Settings(Variant.SMALL)
LAMP = Settings(Variant.LAMP)
BROWN = Restriction(colour=Colour.BROWN)


def turned_up(state: State, command: Take | TakeNeighbour) -> set[Place]:
    return {each.place for event in events_of(state, command, TurnedUp) for each in event.tiles}


@pytest.mark.parametrize(
    ("variant", "layers", "boxed", "removed", "beside", "kinds"),
    [
        (Variant.BASE, [25, 16, 9, 4], 6, 0, 0, 10),
        (Variant.EQUAL, [25, 16, 9, 4], 0, 1, 0, 9),
        (Variant.LAMP, [25, 16, 9, 4], 0, 0, 6, 10),
        (Variant.SMALL, [16, 12, 6, 2], 6, 3, 0, 7),
    ],
)
def test_baba_t1_setup(
    variant: Variant, layers: list[int], boxed: int, removed: int, beside: int, kinds: int
) -> None:
    state = replayed(begin(Settings(variant), players=2, seed=3))
    board = {**state.face_up, **state.face_down}
    assert [sum(place[0] == number for place in board) for number in range(4)] == layers
    assert len(state.boxed) == boxed
    assert len(state.removed) == removed
    assert len(state.beside) == beside
    in_game = {*board.values(), *state.boxed, *state.beside}
    assert len({each.treasure for each in in_game}) == kinds
    if variant is Variant.LAMP:
        assert sum(each.treasure is Treasure.LAMP for each in board.values()) == 6
    top = {(3, 0, 0), (3, 1, 0)} if variant is Variant.SMALL else set(layer(BIG, 3))
    assert set(state.face_up) == top


def test_baba_t2_first_take_turns_one_tile() -> None:
    state = scene(board={(3, 0, 0): "blue carpet"}, present=layer(BIG, 0, 1, 2, 3))
    take = Take(0, tile("blue carpet"))
    assert turned_up(state, take) == {(2, 0, 0)}
    state = after(state, take)
    assert state.track[0] == 2
    assert set(state.face_up) == {(2, 0, 0), (3, 0, 1), (3, 1, 0), (3, 1, 1)}


def test_baba_t3_blue_counts_two_flips() -> None:
    state = scene(board={(3, 0, 0): "blue carpet"}, present=[(3, 0, 1), *layer(BIG, 0, 1, 2)])
    assert set(state.face_up) == {(3, 0, 0), (3, 0, 1), (2, 2, 0), (2, 2, 1), (2, 2, 2)}
    take = Take(0, tile("blue carpet"))
    assert turned_up(state, take) == {(2, 0, 0), (2, 1, 0)}
    state = after(state, take)
    assert {(2, 0, 1), (2, 1, 1)} <= set(state.face_down)
    assert state.track[0] == 4


@pytest.mark.parametrize(
    ("place", "present", "flips", "points"),
    [
        ((0, 2, 2), layer(BIG, 0), set(), 2),
        ((2, 1, 1), layer(BIG, 0, 1, 2), set(), 0),
        ((3, 0, 0), layer(BIG, 0, 1, 2), {(2, 0, 0), (2, 0, 1), (2, 1, 0), (2, 1, 1)}, 8),
    ],
    ids="abc",
)
def test_baba_t4_blue(place: Place, present: list[Place], flips: set[Place], points: int) -> None:
    state = scene(board={place: "blue carpet"}, present=present)
    take = Take(0, tile("blue carpet"))
    assert turned_up(state, take) == flips
    assert after(state, take).track[0] == points


def test_baba_t5_pink_and_brown() -> None:
    board = {(0, 0, 0): "pink diamond", (0, 0, 1): "brown sword", (0, 0, 2): "brown crown"}
    state = scene(board=board, screens=("blue sword, pink sword", ""), track=(7, 0))
    assert after(state, Take(0, tile("pink diamond"))).track[0] == 12
    assert after(state, Take(0, tile("brown sword"))).track[0] == 13
    assert after(state, Take(0, tile("brown crown"))).track[0] == 9


def test_baba_t6_green_takes_an_orthogonal_neighbour() -> None:
    board = {
        (0, 2, 2): "green carpet",
        (0, 2, 3): "pink ring",
        (0, 1, 2): "brown crown",
        (0, 1, 1): "yellow chest",
    }
    state = after(scene(board=board), Take(0, tile("green carpet")))
    assert choices(state) == {"pink ring", "brown crown"}
    assert refused(state, TakeNeighbour(0, tile("yellow chest")))[1] == "BABA-4"
    state = after(state, TakeNeighbour(0, tile("pink ring")))
    assert state.screens[0] == tiles("green carpet, pink ring")
    assert state.track == (0, 0)

    lonely = scene(board={(0, 2, 2): "green carpet", (0, 1, 1): "yellow chest"})
    lonely = after(lonely, Take(0, tile("green carpet")))
    assert lonely.screens[0] == tiles("green carpet")
    assert lonely.turn == 1


def test_baba_t7_green_extra_tile_uncovers_at_once() -> None:
    board = {(1, 0, 0): "green carpet", (1, 0, 1): "blue ring"}
    state = scene(board=board, present=layer(BIG, 0, 1))
    take, extra = Take(0, tile("green carpet")), TakeNeighbour(0, tile("blue ring"))
    assert turned_up(state, take) == {(0, 0, 0)}
    state = after(state, take)
    assert turned_up(state, extra) == {(0, 0, 1)}
    state = after(state, extra)
    assert {(0, 0, 2), (0, 1, 0), (0, 1, 1)} <= set(state.face_down)
    assert state.track == (0, 0)


def test_baba_t8_yellow() -> None:
    board = {(0, 0, 0): "yellow chest", (0, 4, 4): "blue crown"}
    state = scene(board=board, screens=("", "pink sword, blue ring", ""))
    state = after(state, Take(0, tile("yellow chest")))
    assert state.step is Step.SHOW
    state = after(state, Show(1, tile("pink sword")))
    assert legal_commands(state) == (TakeShown(0, tile("pink sword")),)
    state = after(state, TakeShown(0, tile("pink sword")))
    assert state.screens == (tiles("yellow chest, pink sword"), tiles("blue ring"), ())
    assert state.track == (0, 0, 0)

    nobody = scene(board=board, screens=("", "", ""))
    nobody = after(nobody, Take(0, tile("yellow chest")))
    assert nobody.screens[0] == tiles("yellow chest")
    assert nobody.turn == 1


def test_baba_t9_white() -> None:
    board = {
        (0, 0, 0): "white statue",
        (0, 2, 0): "brown crown",
        (0, 2, 2): "blue ring",
        (0, 4, 0): "green sword",
        (0, 4, 1): "brown chest",
    }
    state = scene(board=board, screens=("", "", ""))
    state = after(state, Take(0, tile("white statue")), Forbid(0, BROWN))
    assert choices(state) == {"blue ring", "green sword"}
    assert refused(state, Take(1, tile("brown crown")))[1] == "BABA-20"
    green = after(state, Take(1, tile("green sword")))
    assert green.screens[1] == tiles("green sword")
    assert green.turn == 2

    only_brown = scene(
        board={(0, 0, 0): "brown crown", (0, 4, 4): "brown chest"},
        screens=("", "", ""),
        named={0: BROWN},
        turn=1,
    )
    assert choices(only_brown) == {"brown crown", "brown chest"}
    assert after(only_brown, Take(1, tile("brown crown"))).track[1] == 2

    state = after(state, Take(1, tile("blue ring")))
    assert choices(state) == {"green sword"}
    state = after(state, Take(2, tile("green sword")))
    assert state.restrictions == (None, None, None)
    assert choices(state) == {"brown crown", "brown chest"}


def test_baba_t10_final_score() -> None:
    held = tiles(
        "pink carpet, blue carpet, green carpet, brown carpet, blue statue, pink ruby, "
        "pink crown, blue crown, brown crown, pink chest, blue chest, pink sword, blue sword"
    )
    assert len(held) == 13
    assert sets_total(held) == 24
    assert final_table((13, 0), (held, ()))[0].total == 37


@pytest.mark.parametrize(
    ("seat", "turns"),
    [(0, [1, 2, 0, 1, 2]), (1, [2, 0, 1, 2]), (2, [0, 1, 2])],
)
def test_baba_t11_end_of_the_game(seat: int, turns: list[int]) -> None:
    pinks = [f"pink {treasure}" for treasure in Treasure]
    board = {(0, 0, column): pinks[column] for column in range(5)}
    board |= {(0, 4, column): pinks[5 + column] for column in range(4)}
    board |= {(1, 3, 3): pinks[9]}
    state = scene(board={**board, (0, 4, 4): "blue ring"}, screens=("", "", ""), turn=seat)
    state = after(state, Take(seat, tile(pinks[9])))
    assert not state.face_down
    assert seats_to_come(state) == turns

    state = replace(state, face_up=dict(list(state.face_up.items())[:2]))
    assert seats_to_come(state) == turns[:2]


def test_baba_t12_ties() -> None:
    def ranks(*rows: tuple[int, int]) -> list[tuple[int, int]]:
        screens = [ALL_TILES[:count] for _, count in rows]
        track = [total - sets_total(held) for (total, _), held in zip(rows, screens, strict=True)]
        return [(each.rank, each.seat) for each in final_table(track, screens)]

    assert ranks((40, 14), (40, 13), (39, 10)) == [(1, 1), (2, 0), (3, 2)]
    assert ranks((40, 14), (40, 14), (39, 10)) == [(1, 0), (1, 1), (3, 2)]


def test_baba_t13_lamp_kept_or_swapped() -> None:
    state = scene(
        board={(2, 0, 0): "blue lamp"},
        present=[(1, 0, 0), *layer(LAMP, 0)],
        screens=("pink crown", ""),
        beside="brown crown, white ring",
        settings=LAMP,
    )
    take = Take(0, tile("blue lamp"))
    assert turned_up(state, take) == {(1, 0, 0)}
    state = after(state, take)

    kept = after(state, KeepLamp(0))
    assert kept.track[0] == 2
    assert kept.screens[0] == tiles("pink crown, blue lamp")

    swapped = after(state, SwapLamp(0, tile("brown crown")))
    assert swapped.track[0] == 4
    assert swapped.screens[0] == tiles("pink crown, brown crown")
    assert swapped.beside == tiles("white ring, blue lamp")
    assert swapped.turn == 1


def test_baba_t14_small_cave_from_the_top() -> None:
    state = scene(
        board={(3, 0, 0): "pink carpet", (3, 1, 0): "pink ring"},
        present=layer(SMALL, 0, 1, 2),
        settings=SMALL,
    )
    first, second = Take(0, tile("pink carpet")), Take(1, tile("pink ring"))
    assert turned_up(state, first) == {(2, 0, 0), (2, 0, 1)}
    state = after(state, first)
    assert turned_up(state, second) == {(2, 1, 0), (2, 1, 1), (2, 2, 0), (2, 2, 1)}


def test_baba_t15_small_cave_bridging_tiles() -> None:
    state = scene(
        board={(1, 0, 0): "pink carpet", (1, 0, 1): "pink ring"},
        present=layer(SMALL, 0, 1),
        settings=SMALL,
    )
    first, second = Take(0, tile("pink carpet")), Take(1, tile("pink ring"))
    assert turned_up(state, first) == {(0, 0, 0)}
    assert turned_up(after(state, first), second) == {(0, 0, 1)}


def test_baba_t16_several_restrictions() -> None:
    named = {1: Restriction(treasure=Treasure.CARPET), 3: Restriction(colour=Colour.PINK)}
    board = {(0, 0, 0): "blue carpet", (0, 2, 2): "pink ring", (0, 4, 4): "green sword"}
    state = scene(board=board, screens=("", "", "", ""), named=named)
    assert choices(state) == {"green sword"}
    del board[0, 4, 4]
    state = scene(board=board, screens=("", "", "", ""), named=named)
    assert choices(state) == {"blue carpet", "pink ring"}
