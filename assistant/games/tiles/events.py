"""What happens in a game. Each event carries its outcome, so a log replays without chance.

All events are public but two: :class:`Dealt` holds the face-down tiles, and :class:`Chosen` a
tile that is shown only when all have chosen. ``views.told`` gives what a seat may hear of each.
"""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.kernel import Chance, Seat
from assistant.games.tiles.geometry import Place
from assistant.games.tiles.scoring import Result
from assistant.games.tiles.settings import Settings
from assistant.games.tiles.state import ShownTile, Step
from assistant.games.tiles.treasures import Colour, Restriction, Tile, Treasure


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile and where it lies."""

    place: Place
    tile: Tile


@dataclass(frozen=True, slots=True)
class Dealt:
    """The tiles were shuffled and laid out; ``start`` begins (BABA-38). Secret.

    ``chance`` is the generator to use next.
    """

    settings: Settings
    players: int
    start: Seat
    board: tuple[Placed, ...]
    boxed: tuple[Tile, ...]
    removed: tuple[Treasure, ...]
    beside: tuple[Tile, ...]
    chance: Chance


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is ``seat``'s turn; the seat's own restriction ``lapsed`` (BABA-19)."""

    seat: Seat
    lapsed: Restriction | None


@dataclass(frozen=True, slots=True)
class Taken:
    """A tile was taken from the board; ``rescued`` from restrictions on all (BABA-21)."""

    seat: Seat
    tile: Tile
    place: Place
    rescued: bool


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """Tiles that nothing covers any more were turned face up (BABA-3)."""

    seat: Seat
    tiles: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class LastTileTurned:
    """No tile is face down any more: this round is finished, one final turn each (BABA-24)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChoiceOpened:
    """The magic of ``seat``'s tile needs a choice of ``chooser`` seats, in that order."""

    seat: Seat
    step: Step
    choosers: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """Magic moved a marker; ``counted`` are the tiles turned (blue) or of the kind (brown)."""

    seat: Seat
    colour: Colour
    points: int
    counted: int | None


@dataclass(frozen=True, slots=True)
class NoEffect:
    """The magic of ``colour`` found nothing to do (BABA-6, BABA-11, BABA-14)."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class LampKept:
    """The lamp's colour is used (BABA-31)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LampSwapped:
    """``lamp`` was swapped for ``tile`` from beside the board (BABA-31)."""

    seat: Seat
    lamp: Tile
    tile: Tile


@dataclass(frozen=True, slots=True)
class NeighbourTaken:
    """Green: an adjacent tile was taken too, without its magic (BABA-6)."""

    seat: Seat
    tile: Tile
    place: Place


@dataclass(frozen=True, slots=True)
class NeighboursLeft:
    """Green: the extra tile was left (BABA-6, option)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Chosen:
    """Yellow: ``seat`` chose the tile to show. Secret until all have chosen (BABA-15)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class AllShown:
    """Yellow: the tiles chosen are shown to everybody (BABA-16)."""

    seat: Seat
    tiles: tuple[ShownTile, ...]


@dataclass(frozen=True, slots=True)
class ShownTaken:
    """Yellow: ``seat`` took ``tile`` from ``giver``; the other tiles went back (BABA-16)."""

    seat: Seat
    tile: Tile
    giver: Seat


@dataclass(frozen=True, slots=True)
class Forbidden:
    """White: until ``seat``'s next turn the others may not take what was named (BABA-19)."""

    seat: Seat
    restriction: Restriction


@dataclass(frozen=True, slots=True)
class FinalTurnsBegan:
    """The round is complete; each seat has one final turn (BABA-24)."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over, because the board is empty (BABA-25) or all final turns are played."""

    board_empty: bool
    results: tuple[Result, ...]


Event = (
    Dealt
    | TurnBegan
    | Taken
    | TurnedUp
    | LastTileTurned
    | ChoiceOpened
    | Scored
    | NoEffect
    | LampKept
    | LampSwapped
    | NeighbourTaken
    | NeighboursLeft
    | Chosen
    | AllShown
    | ShownTaken
    | Forbidden
    | FinalTurnsBegan
    | GameEnded
)

EVENTS: tuple[type[Event], ...] = (
    Dealt,
    TurnBegan,
    Taken,
    TurnedUp,
    LastTileTurned,
    ChoiceOpened,
    Scored,
    NoEffect,
    LampKept,
    LampSwapped,
    NeighbourTaken,
    NeighboursLeft,
    Chosen,
    AllShown,
    ShownTaken,
    Forbidden,
    FinalTurnsBegan,
    GameEnded,
)
"""All events, for ``kernel.from_record``."""
