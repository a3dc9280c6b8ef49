"""What a seat may know. Everything said or printed, and every computer player, builds on this.

A view has no field in which a face-down tile, a boxed tile or another's hidden tile could lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from assistant.games.kernel import Seat
from assistant.games.tiles.commands import Command
from assistant.games.tiles.events import Chosen, Dealt, Event, Scored
from assistant.games.tiles.geometry import Place
from assistant.games.tiles.legality import legal_commands
from assistant.games.tiles.scoring import Result
from assistant.games.tiles.settings import Settings
from assistant.games.tiles.state import Phase, ShownTile, State, Step, to_act
from assistant.games.tiles.treasures import Colour, Restriction, Tile, Treasure


@dataclass(frozen=True, slots=True)
class View:
    """The game as ``seat`` may know it, or as the whole table may if ``seat`` is None."""

    seat: Seat | None
    settings: Settings
    players: int
    start: Seat
    phase: Phase
    turn: Seat
    to_act: Seat | None
    step: Step
    legal: tuple[Command, ...]
    """What this seat may do now; empty while others are to act."""
    face_up: Mapping[Place, Tile]
    face_down: frozenset[Place]
    """Where covered tiles lie, not which (BABA-3)."""
    boxed: int
    """How many tiles are unused."""
    removed: tuple[Treasure, ...]
    beside: tuple[Tile, ...]
    gone: tuple[Tile, ...]
    screens: tuple[tuple[Tile, ...] | None, ...]
    """By seat; None where it is hidden. The own one never is, and none is after the end or with
    the option ``open_tiles`` (BABA-29)."""
    held: tuple[int, ...]
    """How many tiles each seat has; they were taken in public (BABA-39)."""
    track: tuple[int, ...]
    """Points of magic by seat (BABA-30)."""
    restrictions: tuple[Restriction | None, ...]
    taken: Tile | None
    place: Place | None
    turned: int
    must_show: tuple[Seat, ...]
    shown: tuple[ShownTile, ...]
    """Yellow: the tiles shown, once all have chosen; before that only one's own (BABA-15)."""
    results: tuple[Result, ...]


def view(state: State, seat: Seat | None) -> View:
    """What ``seat`` may know of ``state``; None stands for the whole table."""
    acting = to_act(state)
    all_open = state.settings.open_tiles or state.phase is Phase.OVER
    return View(
        seat=seat,
        settings=state.settings,
        players=state.players,
        start=state.start,
        phase=state.phase,
        turn=state.turn,
        to_act=acting,
        step=state.step,
        legal=legal_commands(state) if acting is not None and acting == seat else (),
        face_up=state.face_up,
        face_down=frozenset(state.face_down),
        boxed=len(state.boxed),
        removed=state.removed,
        beside=state.beside,
        gone=state.gone,
        screens=tuple(
            tiles if all_open or owner == seat else None
            for owner, tiles in enumerate(state.screens)
        ),
        held=tuple(len(tiles) for tiles in state.screens),
        track=state.track,
        restrictions=state.restrictions,
        taken=state.taken,
        place=state.place,
        turned=state.turned,
        must_show=state.must_show,
        shown=tuple(
            each for each in state.shown if state.step is Step.TAKE_SHOWN or each.seat == seat
        ),
        results=state.results,
    )


def told(event: Event, seat: Seat | None, settings: Settings) -> Event | None:
    """What ``seat`` (None: the whole table) may hear of ``event``; None if nothing (BABA-39).

    The deal is secret, and so is a tile chosen for yellow before all are shown (BABA-15). With
    ``announce_brown_count`` off the points of brown are told without their count (BABA-12).
    """
    match event:
        case Dealt():
            return None
        case Chosen(owner) if owner != seat:
            return None
        case Scored(_, Colour.BROWN) if not settings.announce_brown_count:
            return replace(event, counted=None)
    return event
