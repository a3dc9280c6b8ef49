"""What players can want: one class for each choice of a turn.

Every choice names tiles, never places, because colour and treasure are enough (BABA-1).
"""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.kernel import Seat
from assistant.games.tiles.treasures import Restriction, Tile


@dataclass(frozen=True, slots=True)
class Take:
    """Take a face-up tile from the board; every turn begins with it."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class KeepLamp:
    """Use the magic of the colour of the lamp just taken (BABA-31, choice A)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SwapLamp:
    """Swap the lamp just taken for ``tile``, which lies beside the board (BABA-31, choice B)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class TakeNeighbour:
    """Green: take ``tile``, which lies next to the tile taken (BABA-6)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class LeaveNeighbours:
    """Green: take no extra tile; only with the option ``green_optional`` (BABA-6)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Show:
    """Yellow: an opponent shows ``tile`` from behind the own screen (BABA-14)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class TakeShown:
    """Yellow: take ``tile``, one of those shown (BABA-16)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Forbid:
    """White: name what the others may not take (BABA-18)."""

    seat: Seat
    restriction: Restriction


Command = Take | KeepLamp | SwapLamp | TakeNeighbour | LeaveNeighbours | Show | TakeShown | Forbid

COMMANDS: tuple[type[Command], ...] = (
    Take,
    KeepLamp,
    SwapLamp,
    TakeNeighbour,
    LeaveNeighbours,
    Show,
    TakeShown,
    Forbid,
)
"""All commands, for reading them back from records."""
