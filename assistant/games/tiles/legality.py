"""What may be done now: ``verify`` says why not, ``can`` whether, ``legal_commands`` lists all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assistant.games.kernel import NotAllowed, Seat
from assistant.games.tiles.commands import (
    Command,
    Forbid,
    KeepLamp,
    LeaveNeighbours,
    Show,
    SwapLamp,
    Take,
    TakeNeighbour,
    TakeShown,
)
from assistant.games.tiles.geometry import Place
from assistant.games.tiles.state import Phase, State, Step, binding, to_act
from assistant.games.tiles.treasures import ALL_RESTRICTIONS, Restriction, Tile

_STEPS: Mapping[type[Command], Step] = {
    Take: Step.TAKE,
    KeepLamp: Step.LAMP,
    SwapLamp: Step.LAMP,
    TakeNeighbour: Step.NEIGHBOUR,
    LeaveNeighbours: Step.NEIGHBOUR,
    Show: Step.SHOW,
    TakeShown: Step.TAKE_SHOWN,
    Forbid: Step.FORBID,
}

_AWAITED: Mapping[Step, tuple[str, str]] = {
    Step.TAKE: ("First take a tile that lies face up on the board.", "BABA-3"),
    Step.LAMP: ("First keep the lamp or swap it.", "BABA-31"),
    Step.NEIGHBOUR: ("First take a tile next to the green one.", "BABA-6"),
    Step.SHOW: ("First show one of your tiles.", "BABA-14"),
    Step.TAKE_SHOWN: ("First take one of the tiles shown.", "BABA-16"),
    Step.FORBID: ("First name a treasure or a colour.", "BABA-18"),
}


def verify(state: State, command: Command) -> NotAllowed | None:
    """Why ``command`` is not allowed now, with the ruling; None if it is allowed.

    The reason never tells where a hidden tile is: one that is face down, in the box or behind a
    screen is simply not face up on the board (BABA-3, BABA-29).
    """
    if state.phase is Phase.OVER:
        return NotAllowed("The game is over.", "BABA-24")
    if command.seat != to_act(state):
        return NotAllowed("It is not your turn.", "BABA-15" if state.must_show else "BABA-38")
    if _STEPS[type(command)] is not state.step:
        return NotAllowed(*_AWAITED[state.step])
    match command:
        case Take(seat, tile):
            return _verify_take(state, seat, tile)
        case SwapLamp(_, tile) if tile not in state.beside:
            return NotAllowed(f"The {tile} does not lie beside the board.", "BABA-31")
        case TakeNeighbour(_, tile):
            return _verify_neighbour(state, tile)
        case LeaveNeighbours() if not state.settings.green_optional:
            return NotAllowed("You must take a tile next to the green one.", "BABA-6")
        case Show(seat, tile) if tile not in state.screens[seat]:
            return NotAllowed(f"You do not have the {tile}.", "BABA-14")
        case TakeShown(_, tile) if all(tile != shown.tile for shown in state.shown):
            return NotAllowed(f"Nobody shows the {tile}.", "BABA-16")
    return None


def can(state: State, command: Command) -> bool:
    """Whether ``command`` is allowed now."""
    return verify(state, command) is None


def legal_commands(state: State) -> tuple[Command, ...]:
    """All commands allowed now, all of one seat; never none before the end (BABA-26)."""
    seat = to_act(state)
    if seat is None:
        return ()
    match state.step:
        case Step.TAKE:
            return tuple(Take(seat, tile) for tile in takeable(state).values())
        case Step.LAMP:
            return (KeepLamp(seat), *(SwapLamp(seat, tile) for tile in state.beside))
        case Step.NEIGHBOUR:
            extra = tuple(TakeNeighbour(seat, tile) for tile in neighbours(state).values())
            return (*extra, LeaveNeighbours(seat)) if state.settings.green_optional else extra
        case Step.SHOW:
            return tuple(Show(seat, tile) for tile in state.screens[seat])
        case Step.TAKE_SHOWN:
            return tuple(TakeShown(seat, shown.tile) for shown in state.shown)
        case Step.FORBID:
            return tuple(Forbid(seat, restriction) for restriction in ALL_RESTRICTIONS)


def allowed(tiles: Mapping[Place, Tile], restrictions: Iterable[Restriction]) -> dict[Place, Tile]:
    """Those of ``tiles`` that none of the restrictions forbids (BABA-20)."""
    kinds = {restriction.treasure for restriction in restrictions}
    colours = {restriction.colour for restriction in restrictions}
    return {
        place: tile
        for place, tile in tiles.items()
        if tile.treasure not in kinds and tile.colour not in colours
    }


def takeable(state: State) -> Mapping[Place, Tile]:
    """What the player whose turn it is may take from the board.

    If restrictions forbid every face-up tile, they are ignored for this take (BABA-21).
    """
    return allowed(state.face_up, binding(state.restrictions, state.turn)) or state.face_up


def neighbours(state: State) -> Mapping[Place, Tile]:
    """Green: the face-up tiles next to the one taken that may be taken too (BABA-4, BABA-7)."""
    assert state.place is not None
    beside = {
        place: state.face_up[place]
        for place in state.settings.layout.neighbours[state.place]
        if place in state.face_up
    }
    return allowed(beside, binding(state.restrictions, state.turn))


def _verify_take(state: State, seat: Seat, tile: Tile) -> NotAllowed | None:
    if tile not in state.face_up.values():
        return NotAllowed(f"The {tile} is not face up on the board.", "BABA-3")
    if tile in takeable(state).values():
        return None
    return _forbidden(state, seat, tile, "BABA-20")


def _verify_neighbour(state: State, tile: Tile) -> NotAllowed | None:
    if tile in neighbours(state).values():
        return None
    assert state.place is not None
    beside = state.settings.layout.neighbours[state.place]
    if all(state.face_up.get(place) != tile for place in beside):
        return NotAllowed(f"The {tile} is not face up next to the green tile.", "BABA-4")
    return _forbidden(state, state.turn, tile, "BABA-7")


def _forbidden(state: State, seat: Seat, tile: Tile, rule: str) -> NotAllowed:
    named = next(each for each in binding(state.restrictions, seat) if each.forbids(tile))
    return NotAllowed(f"The {tile} is forbidden, because {named} was named.", rule)
