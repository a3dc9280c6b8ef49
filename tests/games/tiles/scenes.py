"""Tables set up for a test: any board, any holdings, with all 60 tiles somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from assistant.games.kernel import Chance, NotAllowed, Seat
from assistant.games.tiles import (
    ALL_TILES,
    UNDEALT,
    Colour,
    Command,
    Event,
    Phase,
    Place,
    Restriction,
    Settings,
    State,
    Step,
    Tile,
    Treasure,
    decide,
    evolve,
    legal_commands,
    play,
    to_act,
    verify,
)

E = TypeVar("E")


def tile(name: str) -> Tile:
    """The tile of a name such as "blue carpet"."""
    colour, treasure = name.split()
    return Tile(Colour(colour), Treasure(treasure))


def tiles(names: str) -> tuple[Tile, ...]:
    """The tiles of names parted by commas."""
    return tuple(tile(name) for name in names.split(", ")) if names else ()


def layer(settings: Settings, *numbers: int) -> list[Place]:
    """All places of the layers ``numbers``."""
    return [place for place in settings.layout.places if place[0] in numbers]


def scene(
    *,
    board: Mapping[Place, str] | None = None,
    present: Iterable[Place] = (),
    screens: Sequence[str] = ("", ""),
    track: Sequence[int] | None = None,
    named: Mapping[Seat, Restriction] | None = None,
    beside: str = "",
    settings: Settings | None = None,
    phase: Phase = Phase.NORMAL,
    turn: Seat = 0,
    start: Seat = 0,
) -> State:
    """A state before a take. ``board`` places the tiles that matter, and ``present`` are further
    places, filled with others; what nothing covers is face up. Tiles left over are boxed."""
    settings = settings or Settings()
    placed = {place: tile(name) for place, name in (board or {}).items()}
    held = tuple(tiles(names) for names in screens)
    used = {*placed.values(), *tiles(beside), *(each for hand in held for each in hand)}
    rest = iter([each for each in ALL_TILES if each not in used])
    for place in sorted(set(present) - set(placed)):
        placed[place] = next(rest)
    covered = {
        place for place in placed if any(above in placed for above in settings.layout.under[place])
    }
    return replace(
        UNDEALT,
        settings=settings,
        players=len(held),
        start=start,
        chance=Chance.seeded(1),
        face_up={place: each for place, each in placed.items() if place not in covered},
        face_down={place: each for place, each in placed.items() if place in covered},
        boxed=tuple(rest),
        beside=tiles(beside),
        screens=held,
        track=tuple(track or (0,) * len(held)),
        restrictions=tuple((named or {}).get(seat) for seat in range(len(held))),
        phase=phase,
        turn=turn,
        step=Step.TAKE,
    )


def after(state: State, *commands: Command) -> State:
    """The state after ``commands``, each of them allowed."""
    for command in commands:
        state, _ = play(state, command)
    return state


def events_of(state: State, command: Command, kind: type[E]) -> list[E]:
    """The events of one class that ``command`` causes."""
    return [event for event in decide(state, command) if isinstance(event, kind)]


def refused(state: State, command: Command) -> tuple[str, str]:
    """Reason and ruling for which ``command`` is refused."""
    refusal = verify(state, command)
    assert isinstance(refusal, NotAllowed)
    return refusal.reason, refusal.rule


def choices(state: State) -> set[str]:
    """The names of the tiles that may be chosen now."""
    return {str(command.tile) for command in legal_commands(state) if hasattr(command, "tile")}


def all_tiles(state: State) -> Iterator[Tile]:
    """Every tile of the game, wherever it is."""
    yield from state.face_up.values()
    yield from state.face_down.values()
    yield from state.boxed
    yield from state.beside
    yield from state.gone
    for screen in state.screens:
        yield from screen
    for each in ALL_TILES:
        if each.treasure in state.removed:
            yield each


def seats_to_come(state: State) -> list[Seat]:
    """The seats that begin a turn from now on, if each plays its first legal choice."""
    seats = []
    while (seat := to_act(state)) is not None:
        if state.step is Step.TAKE:
            seats.append(seat)
        state = after(state, legal_commands(state)[0])
    return seats


def replayed(events: Iterable[Event]) -> State:
    """The state after a whole log."""
    state = UNDEALT
    for event in events:
        state = evolve(state, event)
    return state
