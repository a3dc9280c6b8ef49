"""Answers to what players ask in the tile game at any moment, short and from a view."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.kernel import Seat
from assistant.games.tiles.scoring import sets_total
from assistant.games.tiles.state import Phase, Step
from assistant.games.tiles.views import View
from assistant.hosting.lines import Lines, counted, listing
from assistant.hosting.tile_board import what_can_be_taken
from assistant.hosting.tile_names import by_colour, by_treasure, restricted, the
from assistant.understanding.deck_file import number_word


def choices(view: View, lines: Lines) -> str:
    """What can be taken now; during magic, what can be chosen."""
    if view.step is Step.TAKE:
        return what_can_be_taken(view, lines)
    tiles = [getattr(command, "tile", None) for command in view.legal]
    named = [the(tile) for tile in tiles if tile is not None]
    if view.step is Step.LAMP:
        named.append("the lamp itself")
    if not named:
        return lines("can_choose", choices="any treasure and any color")
    return lines("can_choose", choices=listing(named))


def forbidden(view: View, names: Sequence[str], lines: Lines) -> str:
    """Who must not take what (BABA-19, BABA-20)."""
    told = [
        lines(
            "forbids",
            name=names[namer],
            what=restricted(restriction),
            others=listing([name for seat, name in enumerate(names) if seat != namer]),
        )
        for namer, restriction in enumerate(view.restrictions)
        if restriction is not None
    ]
    return " ".join(told) or lines("forbids_nothing")


def holdings(view: View, seat: Seat, names: Sequence[str], lines: Lines) -> str:
    """What ``seat`` has, as far as the view shows it (BABA-29)."""
    tiles = view.screens[seat]
    if tiles is None:
        return lines("secret")
    if not tiles:
        return lines("has_nothing", name=names[seat])
    return lines("has_tiles", name=names[seat], tiles=by_treasure(tiles))


def others(view: View, asking: Seat, names: Sequence[str], lines: Lines) -> str:
    """What everybody else has, or how many where that is secret (BABA-29)."""
    seats = [seat for seat in range(view.players) if seat != asking]
    if any(view.screens[seat] is None for seat in seats):
        counts = [
            f"{names[seat]} has {counted(view.held[seat], 'tile', 'tiles')}" for seat in seats
        ]
        secret = lines("secret")
        return f"{secret} {listing(counts)}."
    return " ".join(holdings(view, seat, names, lines) for seat in seats)


def standings(view: View, names: Sequence[str], lines: Lines) -> str:
    """Points so far, and how near the end is (BABA-24, BABA-30)."""
    told = []
    for seat, name in enumerate(names):
        tiles, points = view.screens[seat], counted(view.track[seat], "point", "points")
        if tiles is None:
            told.append(lines("track", name=name, points=points))
        else:
            total = sets_total(tiles)
            sets = number_word(total) if total else "none"
            told.append(lines("track_and_sets", name=name, points=points, sets=sets))
    if view.phase is Phase.FINAL_TURNS:
        told.append(lines("last_turn_of_all"))
    elif view.phase is Phase.FINISH_ROUND:
        told.append(lines("last_round"))
    return " ".join(told)


def side_tiles(view: View) -> str:
    """Lamp variant: what lies beside the board (BABA-31)."""
    return by_colour(view.beside)
