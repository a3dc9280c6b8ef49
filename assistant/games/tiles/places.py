"""Words for places and what lies around a tile, so that every move can be named aloud.

Only position names are given; sentences are made elsewhere. Row 0 is the top edge as seen from
above, column 0 the left; layers are counted from the board upwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from assistant.games.tiles.geometry import Layout, Place
from assistant.games.tiles.treasures import Tile
from assistant.games.tiles.views import View

_ROWS = {
    1: ("",),
    2: ("top", "bottom"),
    3: ("top", "middle", "bottom"),
    4: ("top", "upper", "lower", "bottom"),
    5: ("top", "upper", "middle", "lower", "bottom"),
}
_COLUMNS = {
    1: ("",),
    2: ("left", "right"),
    3: ("left", "middle", "right"),
    4: ("far left", "left", "right", "far right"),
    5: ("far left", "left", "middle", "right", "far right"),
}
_LAYERS = ("bottom layer", "second layer", "third layer", "top layer")


class Side(StrEnum):
    """Where a neighbour lies, seen from above (BABA-4)."""

    UP = "up"
    LEFT = "left"
    RIGHT = "right"
    DOWN = "down"


_STEPS = {(-1, 0): Side.UP, (0, -1): Side.LEFT, (0, 1): Side.RIGHT, (1, 0): Side.DOWN}


@dataclass(frozen=True, slots=True)
class Spot:
    """A face-up tile with all that is public about where it lies."""

    tile: Tile
    place: Place
    layer: str
    """Name of the layer, such as "top layer"."""
    position: str
    """Name of the place, unique in its layer, such as "top left"."""
    region: str
    """Which ninth of the whole board, such as "top left"; many tiles may share it."""
    neighbours: Mapping[Side, Tile]
    """The face-up tiles next to it in the same layer (BABA-4)."""
    uncovers: tuple[Place, ...]
    """The places whose tiles would be turned up if it were taken (BABA-3)."""


def layer_name(place: Place) -> str:
    """The name of a place's layer.

    >>> layer_name((3, 0, 1))
    'top layer'
    """
    return _LAYERS[place[0]]


def position_name(layout: Layout, place: Place) -> str:
    """The name of a place, unique in its layer.

    >>> from assistant.games.tiles.geometry import BIG
    >>> position_name(BIG, (3, 0, 1)), position_name(BIG, (0, 2, 2)), position_name(BIG, (1, 1, 0))
    ('top right', 'middle', 'upper far left')
    """
    layer, row, column = place
    rows, columns = layout.sizes[layer]
    return _joined(_ROWS[rows][row], _COLUMNS[columns][column])


def region_name(layout: Layout, place: Place) -> str:
    """Which ninth of the whole board a place's middle is in, whatever the layer.

    >>> from assistant.games.tiles.geometry import BIG
    >>> region_name(BIG, (0, 0, 4)), region_name(BIG, (2, 1, 1))
    ('top right', 'middle')
    """
    row, column = middle(layout, place)
    rows, columns = layout.sizes[0]
    return _joined(
        _ROWS[3][int(3 * (row + 0.5) / rows)], _COLUMNS[3][int(3 * (column + 0.5) / columns)]
    )


def middle(layout: Layout, place: Place) -> tuple[float, float]:
    """The middle of a place as row and column of the squares of layer 0, in tile widths.

    >>> from assistant.games.tiles.geometry import SMALL
    >>> middle(SMALL, (3, 0, 0))
    (1.0, 1.5)
    """
    below = [middle(layout, each) for each in layout.rests_on[place]]
    if not below:
        return float(place[1]), float(place[2])
    return (
        sum(row for row, _ in below) / len(below),
        sum(column for _, column in below) / len(below),
    )


def spot(view: View, tile: Tile) -> Spot | None:
    """Where ``tile`` lies face up on the board; None if it does not."""
    return next((each for each in spots(view) if each.tile == tile), None)


def spots(view: View) -> tuple[Spot, ...]:
    """All face-up tiles of the board, from the top layer down, row by row."""
    layout = view.settings.layout
    order = sorted(view.face_up, key=lambda place: (-place[0], place))
    return tuple(
        Spot(
            tile=view.face_up[place],
            place=place,
            layer=layer_name(place),
            position=position_name(layout, place),
            region=region_name(layout, place),
            neighbours={
                _side(place, beside): view.face_up[beside]
                for beside in layout.neighbours[place]
                if beside in view.face_up
            },
            uncovers=layout.uncovered_by_taking(place, view.face_up, view.face_down),
        )
        for place in order
    )


def lying_on(view: View, place: Place) -> tuple[Place, ...]:
    """The places of the tiles that still lie directly on ``place`` (BABA-3)."""
    above = view.settings.layout.under[place]
    return tuple(each for each in above if each in view.face_up or each in view.face_down)


def _side(place: Place, neighbour: Place) -> Side:
    return _STEPS[neighbour[1] - place[1], neighbour[2] - place[2]]


def _joined(row: str, column: str) -> str:
    words = f"{row} {column}".strip()
    return "middle" if words == "middle middle" else words
