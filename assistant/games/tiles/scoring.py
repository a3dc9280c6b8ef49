"""Points for sets, totals and the final table (BABA-27, BABA-28)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.games.kernel import Seat
from assistant.games.tiles.treasures import Tile


@dataclass(frozen=True, slots=True)
class Result:
    """A seat's line of the final table; equal ranks share the place (BABA-27)."""

    seat: Seat
    track: int
    sets: int
    tiles: int
    rank: int

    @property
    def total(self) -> int:
        """Points of the track and of the sets."""
        return self.track + self.sets


def set_points(size: int) -> int:
    """Points for ``size`` treasures of one kind (BABA-28).

    >>> [set_points(size) for size in range(7)]
    [0, 1, 3, 6, 10, 15, 21]
    """
    return size * (size + 1) // 2


def sets_total(tiles: Iterable[Tile]) -> int:
    """Points for all sets behind one screen, whatever their colours."""
    return sum(set_points(size) for size in Counter(tile.treasure for tile in tiles).values())


def final_table(track: Sequence[int], screens: Sequence[Sequence[Tile]]) -> tuple[Result, ...]:
    """Results, best first: more points win, then fewer tiles; equals share a rank (BABA-27)."""
    points = [
        (had + sets_total(tiles), -len(tiles)) for had, tiles in zip(track, screens, strict=True)
    ]
    return tuple(
        Result(
            seat=seat,
            track=track[seat],
            sets=points[seat][0] - track[seat],
            tiles=len(screens[seat]),
            rank=1 + sum(other > points[seat] for other in points),
        )
        for seat in sorted(range(len(points)), key=lambda seat: points[seat], reverse=True)
    )
