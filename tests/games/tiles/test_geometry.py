"""The boards against a plain picture of overlapping squares."""

from __future__ import annotations

from collections import Counter

import pytest

from assistant.games.tiles import BIG, SMALL, Layout, Place
from assistant.games.tiles.places import middle


def overlapping(layout: Layout, one: Place, other: Place) -> bool:
    (row, column), (other_row, other_column) = middle(layout, one), middle(layout, other)
    return abs(row - other_row) < 1 and abs(column - other_column) < 1


@pytest.mark.parametrize("layout", [BIG, SMALL], ids=["big", "small"])
def test_a_tile_lies_on_exactly_the_tiles_it_overlaps_one_layer_below(layout: Layout) -> None:
    """BABA-3."""
    for place in layout.places:
        below = [each for each in layout.places if each[0] == place[0] - 1]
        touched = {each for each in below if overlapping(layout, place, each)}
        assert set(layout.rests_on[place]) == touched
        assert all(place in layout.under[each] for each in touched)


@pytest.mark.parametrize("layout", [BIG, SMALL], ids=["big", "small"])
def test_tiles_of_a_layer_do_not_overlap_and_neighbours_share_a_side(layout: Layout) -> None:
    """BABA-4."""
    for place in layout.places:
        row, column = middle(layout, place)
        for other in layout.places:
            if other == place or other[0] != place[0]:
                assert other not in layout.neighbours[place]
                continue
            assert not overlapping(layout, place, other)
            other_row, other_column = middle(layout, other)
            shares_a_side = abs(row - other_row) + abs(column - other_column) == 1
            assert (other in layout.neighbours[place]) == shares_a_side


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        (BIG, [{1: 4, 2: 12, 4: 9}, {1: 4, 2: 8, 4: 4}, {1: 4, 2: 4, 4: 1}, {0: 4}]),
        (SMALL, [{1: 8, 2: 8}, {1: 4, 2: 6, 4: 2}, {1: 4, 2: 2}, {0: 2}]),
    ],
    ids=["big", "small"],
)
def test_how_many_tiles_lie_on_each_at_the_start(
    layout: Layout, expected: list[dict[int, int]]
) -> None:
    """BABA-37."""
    for number, counts in enumerate(expected):
        places = [place for place in layout.places if place[0] == number]
        assert Counter(len(layout.under[place]) for place in places) == counts
