"""The 60 treasure tiles: one for each treasure in each colour (BABA-1, BABA-2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Treasure(StrEnum):
    """The ten kinds of treasure, under their first names (BABA-2)."""

    CARPET = "carpet"
    STATUE = "statue"
    RUBY = "ruby"
    CROWN = "crown"
    CHEST = "chest"
    SWORD = "sword"
    DIAMOND = "diamond"
    RING = "ring"
    LAMP = "lamp"
    NECKLACE = "necklace"


class Colour(StrEnum):
    """The six background colours, each with its own magic (BABA-2)."""

    PINK = "pink"
    BLUE = "blue"
    BROWN = "brown"
    GREEN = "green"
    YELLOW = "yellow"
    WHITE = "white"


@dataclass(frozen=True, slots=True)
class Tile:
    """A treasure tile; colour and treasure together name exactly one (BABA-1).

    >>> str(Tile(Colour.BLUE, Treasure.CARPET))
    'blue carpet'
    """

    colour: Colour
    treasure: Treasure

    def __str__(self) -> str:
        return f"{self.colour.value} {self.treasure.value}"


ALL_TILES: tuple[Tile, ...] = tuple(
    Tile(colour, treasure) for treasure in Treasure for colour in Colour
)
"""Every tile once (BABA-1)."""


@dataclass(frozen=True, slots=True)
class Restriction:
    """What a white tile forbids: one treasure or one colour, never both (BABA-18).

    >>> Restriction(colour=Colour.BROWN).forbids(Tile(Colour.BROWN, Treasure.CROWN))
    True
    """

    treasure: Treasure | None = None
    colour: Colour | None = None

    def __post_init__(self) -> None:
        if (self.treasure is None) == (self.colour is None):
            raise ValueError("a restriction names either a treasure or a colour")

    def forbids(self, tile: Tile) -> bool:
        """Whether ``tile`` is of the treasure or colour named."""
        return tile.treasure == self.treasure or tile.colour == self.colour

    def __str__(self) -> str:
        return str(self.treasure or self.colour)


ALL_RESTRICTIONS: tuple[Restriction, ...] = (
    *(Restriction(treasure=treasure) for treasure in Treasure),
    *(Restriction(colour=colour) for colour in Colour),
)
"""All that a white tile may name, on the board or not (BABA-18)."""
