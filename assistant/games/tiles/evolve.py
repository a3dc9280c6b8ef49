"""The state after an event. No chance, no rules: the event has decided already."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.kernel import Chance, Seat
from assistant.games.tiles.events import (
    AllShown,
    ChoiceOpened,
    Chosen,
    Dealt,
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
    TurnBegan,
    TurnedUp,
)
from assistant.games.tiles.geometry import Place
from assistant.games.tiles.settings import Settings
from assistant.games.tiles.state import Phase, ShownTile, State, Step
from assistant.games.tiles.treasures import Restriction, Tile

UNDEALT = State(
    settings=Settings(),
    players=0,
    start=0,
    chance=Chance.seeded(0),
    face_up={},
    face_down={},
    boxed=(),
    removed=(),
    beside=(),
    gone=(),
    screens=(),
    track=(),
    restrictions=(),
    phase=Phase.OVER,
    turn=0,
    step=Step.TAKE,
    taken=None,
    place=None,
    turned=0,
    must_show=(),
    shown=(),
    results=(),
)
"""The table before the first event of a log."""


def evolve(state: State, event: Event) -> State:
    """The state after ``event``; a log replays from :data:`UNDEALT`."""
    match event:
        case Taken(seat, tile, place):
            return replace(
                state,
                face_up=_without(state, place),
                screens=_with_tile(state, seat, tile),
                taken=tile,
                place=place,
            )
        case TurnedUp(_, tiles):
            up = {each.place: each.tile for each in tiles}
            down = {place: tile for place, tile in state.face_down.items() if place not in up}
            return replace(
                state,
                face_up={**state.face_up, **up},
                face_down=down,
                turned=state.turned + len(up),
            )
        case Scored(seat, _, points):
            track = list(state.track)
            track[seat] += points
            return replace(state, track=tuple(track))
        case TurnBegan(seat):
            return replace(
                state,
                turn=seat,
                step=Step.TAKE,
                restrictions=_with_restriction(state, seat, None),
                taken=None,
                place=None,
                turned=0,
                shown=(),
            )
        case ChoiceOpened(_, step, choosers):
            return replace(
                state, step=step, must_show=choosers if step is Step.SHOW else state.must_show
            )
        case NeighbourTaken(seat, tile, place):
            return replace(
                state, face_up=_without(state, place), screens=_with_tile(state, seat, tile)
            )
        case Chosen(seat, tile):
            return replace(
                state,
                must_show=state.must_show[1:],
                shown=(*state.shown, ShownTile(seat, tile)),
            )
        case ShownTaken(seat, tile, giver):
            without = replace(state, screens=_without_tile(state, giver, tile))
            return replace(without, screens=_with_tile(without, seat, tile), shown=())
        case Forbidden(seat, restriction):
            return replace(state, restrictions=_with_restriction(state, seat, restriction))
        case LampSwapped(seat, lamp, tile):
            return _swapped(state, seat, lamp, tile)
        case LastTileTurned():
            return replace(state, phase=Phase.FINISH_ROUND)
        case FinalTurnsBegan():
            return replace(state, phase=Phase.FINAL_TURNS)
        case GameEnded(_, results):
            return replace(
                state,
                phase=Phase.OVER,
                restrictions=(None,) * state.players,
                results=results,
            )
        case Dealt():
            return _dealt(event)
        case LampKept() | NeighboursLeft() | NoEffect() | AllShown():
            return state


def _dealt(event: Dealt) -> State:
    top = event.settings.layout.top
    return State(
        settings=event.settings,
        players=event.players,
        start=event.start,
        chance=event.chance,
        face_up={each.place: each.tile for each in event.board if each.place[0] == top},
        face_down={each.place: each.tile for each in event.board if each.place[0] < top},
        boxed=event.boxed,
        removed=event.removed,
        beside=event.beside,
        gone=(),
        screens=((),) * event.players,
        track=(0,) * event.players,
        restrictions=(None,) * event.players,
        phase=Phase.NORMAL,
        turn=event.start,
        step=Step.TAKE,
        taken=None,
        place=None,
        turned=0,
        must_show=(),
        shown=(),
        results=(),
    )


def _swapped(state: State, seat: Seat, lamp: Tile, tile: Tile) -> State:
    leaves = state.settings.swapped_lamps_leave
    beside = tuple(each for each in state.beside if each != tile)
    without = replace(state, screens=_without_tile(state, seat, lamp))
    return replace(
        without,
        screens=_with_tile(without, seat, tile),
        beside=beside if leaves else (*beside, lamp),
        gone=(*state.gone, lamp) if leaves else state.gone,
        taken=tile,
    )


def _without(state: State, place: Place) -> dict[Place, Tile]:
    face_up = dict(state.face_up)
    del face_up[place]
    return face_up


def _with_tile(state: State, seat: Seat, tile: Tile) -> tuple[tuple[Tile, ...], ...]:
    screens = state.screens
    return (*screens[:seat], (*screens[seat], tile), *screens[seat + 1 :])


def _without_tile(state: State, seat: Seat, tile: Tile) -> tuple[tuple[Tile, ...], ...]:
    screens = state.screens
    kept = tuple(each for each in screens[seat] if each != tile)
    return (*screens[:seat], kept, *screens[seat + 1 :])


def _with_restriction(
    state: State, seat: Seat, restriction: Restriction | None
) -> tuple[Restriction | None, ...]:
    return (*state.restrictions[:seat], restriction, *state.restrictions[seat + 1 :])
