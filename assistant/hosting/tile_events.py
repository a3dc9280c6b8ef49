"""What happened in the tile game, as the table hears it."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.kernel import Seat
from assistant.games.tiles.events import (
    AllShown,
    ChoiceOpened,
    Event,
    FinalTurnsBegan,
    Forbidden,
    GameEnded,
    LampKept,
    LampSwapped,
    LastTileTurned,
    NeighboursLeft,
    NeighbourTaken,
    NoEffect,
    Scored,
    ShownTaken,
    Taken,
    TurnedUp,
)
from assistant.games.tiles.scoring import Result
from assistant.games.tiles.state import State, Step
from assistant.games.tiles.treasures import Colour
from assistant.games.tiles.views import told
from assistant.hosting.lines import Lines, counted, listing
from assistant.hosting.tile_names import PLURALS, restricted, the


def sentences(event: Event, after: State, names: Sequence[str], lines: Lines) -> tuple[str, ...]:
    """How ``event`` is announced: public things only (BABA-39). ``after``: the state it led to."""
    heard = told(event, None, after.settings)
    match heard:
        case Taken(seat, tile):
            return (lines("taken", name=names[seat], tile=the(tile)),)
        case TurnedUp(_, tiles):
            return (lines("turned_up", tiles=listing([the(each.tile) for each in tiles])),)
        case LastTileTurned():
            return (lines("last_turned"),)
        case ChoiceOpened(seat, Step.SHOW, choosers):
            return (
                lines(
                    "everybody_shows",
                    names=listing([names[each] for each in choosers]),
                    show="shows" if len(choosers) == 1 else "show",
                    taker=names[seat],
                ),
            )
        case Scored():
            return (_scored(heard, after, lines),)
        case NoEffect(_, colour):
            return (lines(f"no_effect_{colour.value}"),)
        case LampKept(seat):
            return (lines("lamp_kept", name=names[seat]),)
        case LampSwapped(seat, lamp, tile):
            return (lines("lamp_swapped", name=names[seat], lamp=the(lamp), tile=the(tile)),)
        case NeighbourTaken(seat, tile):
            return (lines("neighbour_taken", name=names[seat], tile=the(tile)),)
        case NeighboursLeft(seat):
            return (lines("neighbours_left", name=names[seat]),)
        case AllShown(_, tiles):
            shown = [f"{the(each.tile)} by {names[each.seat]}" for each in tiles]
            return (lines("all_shown", shown=listing(shown)),)
        case ShownTaken(seat, tile, giver):
            return (lines("shown_taken", name=names[seat], tile=the(tile), giver=names[giver]),)
        case Forbidden(seat, restriction):
            return (lines("forbidden", name=names[seat], what=restricted(restriction)),)
        case FinalTurnsBegan():
            return (lines("last_turns"),)
        case GameEnded(board_empty, results):
            over = lines("board_empty" if board_empty else "game_over")
            return (over, *_final_table(results, names, lines))
        case _:
            return ()


def _scored(event: Scored, after: State, lines: Lines) -> str:
    match event:
        case Scored(_, Colour.PINK):
            return lines("pink")
        case Scored(_, Colour.BLUE, _, None):
            return lines("blue_cleared")
        case Scored(_, Colour.BLUE, points, int(count)):
            return lines("blue_turned", count=_number(count), points=_number(points))
        case Scored(_, _, points, None):
            return lines("brown_uncounted", points=_number(points))
        case Scored(_, _, points, count):
            kind = after.taken.treasure if after.taken else None
            assert kind is not None and count is not None
            counting = counted(count, kind.value, PLURALS[kind])
            return lines("brown", count=counting, points=_number(points))
    raise AssertionError(event)


def _final_table(results: Sequence[Result], names: Sequence[str], lines: Lines) -> tuple[str, ...]:
    """Everybody's points, the worst first, and who wins (BABA-27)."""
    rows = [
        lines(
            "result",
            name=names[result.seat],
            total=result.total,
            track=result.track,
            sets=result.sets,
            tiles=counted(result.tiles, "tile", "tiles"),
        )
        for result in reversed(results)
    ]
    winners = [names[result.seat] for result in results if result.rank == 1]
    if len(winners) > 1:
        return (*rows, lines("share", names=listing(winners)))
    tied = sum(result.total == results[0].total for result in results) > 1
    return (*rows, lines("wins_with_fewer" if tied else "wins", name=winners[0]))


def _number(number: int) -> str:
    return counted(number, "", "").strip()


def is_worth_telling_later(event: Event, seat: Seat) -> bool:
    """Whether "what changed" tells ``seat`` of it: what others did, and what was turned up."""
    match event:
        case ChoiceOpened() | GameEnded():
            return False
        case LastTileTurned() | FinalTurnsBegan():
            return True
        case _:
            return getattr(event, "seat", seat) != seat
