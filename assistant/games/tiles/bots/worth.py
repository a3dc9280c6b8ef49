"""What a choice promises in points, judged at once from what lies open.

The figures are counted from what a view holds. The same judgement plays all seats of the
imagined games of the strongest player, whose states have the same fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from assistant.games.kernel import Seat, clockwise
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
from assistant.games.tiles.legality import allowed
from assistant.games.tiles.settings import Settings, Variant
from assistant.games.tiles.state import ShownTile, binding
from assistant.games.tiles.treasures import Colour, Restriction, Tile, Treasure
from assistant.games.tiles.turn import PINK_POINTS, POINTS_EACH

Kinds = Mapping[Treasure, int]
"""How many of each treasure a seat has."""

_UNSEEN_SHOW = 1.5
"""What a tile from a hidden screen brings on average: opponents show what helps least."""

_WHITE = 1.0
"""What forbidding brings, beside the tile itself."""


class Scene(Protocol):
    """What of a view or of an imagined state is judged."""

    @property
    def settings(self) -> Settings: ...
    @property
    def players(self) -> int: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def face_up(self) -> Mapping[Place, Tile]: ...
    @property
    def face_down(self) -> Collection[Place]: ...
    @property
    def beside(self) -> tuple[Tile, ...]: ...
    @property
    def screens(self) -> Sequence[tuple[Tile, ...] | None]: ...
    @property
    def restrictions(self) -> tuple[Restriction | None, ...]: ...
    @property
    def taken(self) -> Tile | None: ...
    @property
    def place(self) -> Place | None: ...
    @property
    def turned(self) -> int: ...
    @property
    def shown(self) -> tuple[ShownTile, ...]: ...


def worths(scene: Scene, commands: Sequence[Command]) -> list[float]:
    """The promise of each of ``commands``, all legal and of one seat, in points."""
    seat = commands[0].seat
    kinds = kinds_of(scene, seat)
    places = {tile: place for place, tile in scene.face_up.items()}
    dangers = _dangers(scene, seat) if isinstance(commands[0], Forbid) else []
    return [_worth(scene, seat, kinds, places, dangers, command) for command in commands]


def best(scene: Scene, commands: Sequence[Command]) -> Command:
    """The first of the ``commands`` that promise most."""
    if len(commands) == 1:
        return commands[0]
    promised = worths(scene, commands)
    return commands[promised.index(max(promised))]


def kinds_of(scene: Scene, seat: Seat) -> Counter[Treasure]:
    """What ``seat`` has of each treasure; nothing if its screen is hidden."""
    return Counter(tile.treasure for tile in scene.screens[seat] or ())


def _worth(
    scene: Scene,
    seat: Seat,
    kinds: Kinds,
    places: Mapping[Tile, Place],
    dangers: Sequence[Mapping[Tile, float]],
    command: Command,
) -> float:
    match command:
        case Take(_, tile):
            return _take_worth(scene, seat, kinds, tile, places[tile])
        case TakeNeighbour(_, tile):
            return _growth(kinds, tile)
        case TakeShown(_, tile):
            giver = next(each.seat for each in scene.shown if each.tile == tile)
            return _growth(kinds, tile) + kinds_of(scene, giver)[tile.treasure]
        case Show(_, tile):
            return -kinds[tile.treasure] - _growth(kinds_of(scene, scene.turn), tile)
        case Forbid(_, restriction):
            return -sum(_danger_left(danger, restriction) for danger in dangers)
        case KeepLamp():
            assert scene.taken is not None and scene.place is not None
            fewer = {**kinds, Treasure.LAMP: kinds[Treasure.LAMP] - 1}
            return _tile_worth(scene, seat, fewer, scene.taken, scene.place, scene.turned)
        case SwapLamp(_, tile):
            assert scene.place is not None
            fewer = {**kinds, Treasure.LAMP: kinds[Treasure.LAMP] - 1}
            return _tile_worth(scene, seat, fewer, tile, scene.place, scene.turned)
        case LeaveNeighbours():
            return 0.0


def _take_worth(scene: Scene, seat: Seat, kinds: Kinds, tile: Tile, place: Place) -> float:
    layout = scene.settings.layout
    turned = len(layout.uncovered_by_taking(place, scene.face_up, scene.face_down))
    worth = _tile_worth(scene, seat, kinds, tile, place, turned)
    if scene.settings.variant is Variant.LAMP and tile.treasure is Treasure.LAMP:
        swaps = [_tile_worth(scene, seat, kinds, each, place, turned) for each in scene.beside]
        return max([worth, *swaps])
    return worth


def _tile_worth(
    scene: Scene, seat: Seat, kinds: Kinds, tile: Tile, place: Place, turned: int
) -> float:
    """Growth of the own set and what the magic brings, for a tile not yet among ``kinds``."""
    growth = _growth(kinds, tile)
    match tile.colour:
        case Colour.PINK:
            return growth + PINK_POINTS
        case Colour.BLUE:
            return growth + POINTS_EACH * (1 if place[0] == 0 else turned)
        case Colour.BROWN:
            return growth + POINTS_EACH * growth
        case Colour.GREEN:
            return growth + _neighbour_worth(scene, seat, kinds, tile, place)
        case Colour.YELLOW:
            return growth + _shown_worth(scene, seat, kinds)
        case Colour.WHITE:
            return growth + _WHITE


def _growth(kinds: Kinds, tile: Tile) -> int:
    """Set points that one more of the kind brings (BABA-28)."""
    return kinds.get(tile.treasure, 0) + 1


def _neighbour_worth(scene: Scene, seat: Seat, kinds: Kinds, tile: Tile, place: Place) -> float:
    beside = {
        each: scene.face_up[each]
        for each in scene.settings.layout.neighbours[place]
        if each in scene.face_up
    }
    reachable = allowed(beside, binding(scene.restrictions, seat)).values()
    return max(
        (_growth(kinds, each) + (each.treasure is tile.treasure) for each in reachable), default=0
    )


def _shown_worth(scene: Scene, seat: Seat, kinds: Kinds) -> float:
    """Opponents are taken to show what helps least; the best of it may be taken."""
    shown = [0.0]
    for opponent in clockwise(seat, scene.players)[1:]:
        tiles = scene.screens[opponent]
        if tiles is None:
            shown.append(_UNSEEN_SHOW)
        elif tiles:
            shown.append(min(_growth(kinds, each) for each in tiles))
    return max(shown)


def _dangers(scene: Scene, seat: Seat) -> list[dict[Tile, float]]:
    """For each opponent, what every tile open to them is worth to them."""
    dangers = []
    for opponent in clockwise(seat, scene.players)[1:]:
        kinds = kinds_of(scene, opponent)
        open_to_them = allowed(scene.face_up, binding(scene.restrictions, opponent))
        dangers.append(
            {
                tile: _take_worth(scene, opponent, kinds, tile, place)
                for place, tile in open_to_them.items()
            }
        )
    return dangers


def _danger_left(danger: Mapping[Tile, float], restriction: Restriction) -> float:
    left = [worth for tile, worth in danger.items() if not restriction.forbids(tile)]
    return max(left or danger.values(), default=0.0)
