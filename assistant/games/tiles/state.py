"""The whole truth about a game, secrets included; players are told of a view instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from assistant.games.kernel import Chance, Seat
from assistant.games.tiles.geometry import Place
from assistant.games.tiles.scoring import Result
from assistant.games.tiles.settings import Settings
from assistant.games.tiles.treasures import Restriction, Tile, Treasure


class Phase(StrEnum):
    """How near the end is (BABA-24)."""

    NORMAL = "normal"
    FINISH_ROUND = "finish_round"
    FINAL_TURNS = "final_turns"
    OVER = "over"


class Step(StrEnum):
    """The choice that is awaited."""

    TAKE = "take"
    LAMP = "lamp"
    NEIGHBOUR = "neighbour"
    SHOW = "show"
    TAKE_SHOWN = "take_shown"
    FORBID = "forbid"


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile that a seat shows to the player of a yellow tile (BABA-14)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. The 60 tiles are those on the board, behind the screens, beside the
    board, in the box, removed with their kind, or gone."""

    settings: Settings
    players: int
    start: Seat
    """The seat from which rounds are counted (BABA-38)."""
    chance: Chance
    face_up: Mapping[Place, Tile]
    face_down: Mapping[Place, Tile]
    boxed: tuple[Tile, ...]
    """Unused tiles, seen by nobody."""
    removed: tuple[Treasure, ...]
    """Kinds out of the game, known to all (BABA-36, BABA-37)."""
    beside: tuple[Tile, ...]
    """Lamp variant: tiles that lie face up beside the board (BABA-31)."""
    gone: tuple[Tile, ...]
    """Swapped lamps that left the game (BABA-32, option)."""
    screens: tuple[tuple[Tile, ...], ...]
    """By seat, in the order of taking."""
    track: tuple[int, ...]
    """Points of magic by seat (BABA-30)."""
    restrictions: tuple[Restriction | None, ...]
    """By the seat that named it (BABA-19)."""
    phase: Phase
    turn: Seat
    """The seat whose turn it is."""
    step: Step
    taken: Tile | None
    """The tile whose magic is at work, from its taking to the end of the turn."""
    place: Place | None
    """Where the tile taken lay; a lamp's swap takes over its place (BABA-31)."""
    turned: int
    """How many tiles were turned face up in this turn."""
    must_show: tuple[Seat, ...]
    """Yellow: the seats that have yet to show a tile, clockwise (BABA-15)."""
    shown: tuple[ShownTile, ...]
    """Yellow: chosen so far, secret until all have chosen (BABA-15)."""
    results: tuple[Result, ...]
    """The final table, best first; empty until the end."""


def to_act(state: State) -> Seat | None:
    """The seat whose command is awaited; None once the game is over."""
    if state.phase is Phase.OVER:
        return None
    return state.must_show[0] if state.step is Step.SHOW else state.turn


def binding(restrictions: tuple[Restriction | None, ...], seat: Seat) -> tuple[Restriction, ...]:
    """The restrictions that bind ``seat``: those of all others (BABA-20, BABA-22)."""
    return tuple(
        restriction
        for namer, restriction in enumerate(restrictions)
        if restriction is not None and namer != seat
    )
