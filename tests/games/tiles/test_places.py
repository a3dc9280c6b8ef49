"""Position names and surroundings, from which spoken phrases are made."""

from __future__ import annotations

import pytest

from assistant.games.tiles import BIG, SMALL, Layout, view
from assistant.games.tiles.places import Side, lying_on, position_name, region_name, spot, spots
from tests.games.tiles.scenes import scene, tile


@pytest.mark.parametrize("layout", [BIG, SMALL], ids=["big", "small"])
def test_position_names_are_unique_in_their_layer(layout: Layout) -> None:
    named = {(place[0], position_name(layout, place)) for place in layout.places}
    assert len(named) == len(layout.places)
    assert all(name for _, name in named)


def test_corners_keep_their_names_on_every_layer() -> None:
    for layout in (BIG, SMALL):
        for number, (rows, columns) in enumerate(layout.sizes[:3]):
            corner = (number, rows - 1, columns - 1)
            assert position_name(layout, (number, 0, 0)).startswith("top")
            assert position_name(layout, corner).endswith("right")
    assert [position_name(SMALL, (3, row, 0)) for row in range(2)] == ["top", "bottom"]


def test_regions_name_the_nine_parts_of_the_board() -> None:
    for layout in (BIG, SMALL):
        regions = {region_name(layout, place) for place in layout.places if place[0] == 0}
        assert len(regions) == 9
    assert region_name(BIG, (3, 0, 0)) == "middle"


def test_a_spot_tells_all_that_is_public_around_a_tile() -> None:
    board = {(1, 0, 0): "green carpet", (1, 0, 1): "blue ring", (1, 1, 0): "pink ruby"}
    seen = view(scene(board=board, present=[(0, 0, 0), (0, 0, 1), (0, 4, 4)]), None)
    found = spot(seen, tile("green carpet"))
    assert found is not None
    assert (found.layer, found.position, found.region) == (
        "second layer",
        "top far left",
        "top left",
    )
    assert found.neighbours == {Side.RIGHT: tile("blue ring"), Side.DOWN: tile("pink ruby")}
    assert found.uncovers == ((0, 0, 0),)
    assert lying_on(seen, (0, 0, 1)) == ((1, 0, 0), (1, 0, 1))
    assert spot(seen, tile("white ring")) is None
    assert [each.place[0] for each in spots(seen)] == [1, 1, 1, 0]
