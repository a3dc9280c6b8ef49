"""Where tiles lie: the two boards, what rests on what, and who is next to whom (BABA-3, BABA-4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

Place = tuple[int, int, int]
"""Layer, row and column, each from 0; layer 0 lies on the board itself."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One side of the board with its layers of places."""

    sizes: tuple[tuple[int, int], ...]
    """Rows and columns of each layer, from the bottom."""

    places: tuple[Place, ...]
    """All places, from the bottom layer up, row by row."""

    rests_on: Mapping[Place, tuple[Place, ...]]
    """The places of the layer below on which a place's tile lies (none for layer 0)."""

    under: Mapping[Place, tuple[Place, ...]]
    """The places of the layer above whose tiles lie on a place (BABA-3)."""

    neighbours: Mapping[Place, tuple[Place, ...]]
    """Places of the same layer that share a full side (BABA-4)."""

    @property
    def top(self) -> int:
        """The number of the highest layer."""
        return len(self.sizes) - 1

    def uncovered_by_taking(
        self, place: Place, face_up: Collection[Place], face_down: Collection[Place]
    ) -> tuple[Place, ...]:
        """The face-down places that nothing covers once ``place`` is empty (BABA-3).

        The tile of ``place`` may still be among ``face_up`` or be gone already.
        """
        return tuple(
            below
            for below in self.rests_on[place]
            if below in face_down
            and all(
                above == place or (above not in face_up and above not in face_down)
                for above in self.under[below]
            )
        )


def _layout(sizes: tuple[tuple[int, int], ...], bridging: frozenset[int]) -> Layout:
    """A layout; a tile of a ``bridging`` layer rests on two tiles side by side, others on four."""
    places = tuple(
        (layer, row, column)
        for layer, (rows, columns) in enumerate(sizes)
        for row in range(rows)
        for column in range(columns)
    )
    rests_on: dict[Place, tuple[Place, ...]] = {}
    for layer, row, column in places:
        rows_below = (row,) if layer in bridging else (row, row + 1)
        rests_on[layer, row, column] = tuple(
            (layer - 1, below, beside)
            for below in rows_below
            for beside in (column, column + 1)
            if layer > 0
        )
    under = {
        place: tuple(above for above in places if place in rests_on[above]) for place in places
    }
    neighbours = {
        (layer, row, column): tuple(
            place
            for place in (
                (layer, row - 1, column),
                (layer, row, column - 1),
                (layer, row, column + 1),
                (layer, row + 1, column),
            )
            if place in rests_on
        )
        for layer, row, column in places
    }
    return Layout(sizes, places, rests_on, under, neighbours)


BIG = _layout(((5, 5), (4, 4), (3, 3), (2, 2)), frozenset())
"""The 25-square side: 54 tiles in layers of 25, 16, 9 and 4."""

SMALL = _layout(((4, 4), (4, 3), (3, 2), (2, 1)), frozenset({1}))
"""The 16-square side: 36 tiles in layers of 16, 12, 6 and 2 (BABA-37)."""
