"""Scoring against a slow reference that shares no code or formula with it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from assistant.games.tiles import ALL_TILES, Tile
from assistant.games.tiles.scoring import final_table, sets_total


def slow_sets_total(tiles: Sequence[Tile]) -> int:
    """One point for each pair of equal treasures, a tile with itself included."""
    pairs = combinations_with_replacement(range(len(tiles)), 2)
    return sum(tiles[one].treasure == tiles[other].treasure for one, other in pairs)


def slow_ranks(track: Sequence[int], screens: Sequence[Sequence[Tile]]) -> dict[int, int]:
    """Ranks by taking away the winners again and again (BABA-27)."""
    ranks: dict[int, int] = {}
    while len(ranks) < len(track):
        left = [seat for seat in range(len(track)) if seat not in ranks]
        most = max(track[seat] + slow_sets_total(screens[seat]) for seat in left)
        ahead = [seat for seat in left if track[seat] + slow_sets_total(screens[seat]) == most]
        fewest = min(len(screens[seat]) for seat in ahead)
        rank = len(ranks) + 1
        ranks |= {seat: rank for seat in ahead if len(screens[seat]) == fewest}
    return ranks


@st.composite
def endings(draw: st.DrawFn) -> tuple[list[int], list[list[Tile]]]:
    """Points of the track and screens of two to four seats."""
    players = draw(st.integers(2, 4))
    owners = draw(st.lists(st.integers(-1, players - 1), min_size=60, max_size=60))
    screens = [
        [tile for tile, owner in zip(ALL_TILES, owners, strict=True) if owner == seat]
        for seat in range(players)
    ]
    level = draw(st.booleans())
    tracks = st.integers(0, 3 if level else 60)
    track = draw(st.lists(tracks, min_size=players, max_size=players))
    if level:  # make ties of points likely
        totals = [had + sets_total(held) for had, held in zip(track, screens, strict=True)]
        track = [had + max(totals) - total for had, total in zip(track, totals, strict=True)]
    return track, screens


@given(endings())
def test_the_final_table_matches_the_slow_reference(
    ending: tuple[list[int], list[list[Tile]]],
) -> None:
    """BABA-27, BABA-28."""
    track, screens = ending
    table = final_table(track, screens)
    assert {each.seat: each.rank for each in table} == slow_ranks(track, screens)
    assert [each.rank for each in table] == sorted(each.rank for each in table)
    for each in table:
        assert each.sets == slow_sets_total(screens[each.seat])
        assert each.total == track[each.seat] + each.sets
