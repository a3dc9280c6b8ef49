"""What a table may agree on before the game: the variant and the house rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant.games.tiles.geometry import BIG, SMALL, Layout
from assistant.games.tiles.treasures import Treasure


class Variant(StrEnum):
    """The rulebook's games; they are not mixed (BABA-36: with both, tiles would run short)."""

    BASE = "base"
    LAMP = "lamp"
    EQUAL = "equal"
    SMALL = "small"


@dataclass(frozen=True, slots=True)
class Settings:
    """One field for each option of the rulings; the defaults are the rulings themselves."""

    variant: Variant = Variant.BASE
    """Aladdin's Lamp (BABA-31), Equal Treasures (BABA-36), Smaller Cave (BABA-37) or none."""

    removed: Treasure | None = None
    """Equal Treasures: the kind the group removes; None draws it at random (BABA-36)."""

    green_optional: bool = False
    """A green tile's extra tile may be left (BABA-6)."""

    announce_brown_count: bool = True
    """Tell how many of the kind a brown tile counted, not its points alone (BABA-12)."""

    open_tiles: bool = True
    """Everybody may know what lies behind the screens (BABA-29)."""

    swapped_lamps_leave: bool = False
    """A swapped lamp leaves the game instead of lying beside the board (BABA-32)."""

    @property
    def layout(self) -> Layout:
        """The side of the board in use (BABA-37)."""
        return SMALL if self.variant is Variant.SMALL else BIG

    @property
    def players(self) -> range:
        """How many may play (BABA-37: the small cave is for two)."""
        return range(2, 3) if self.variant is Variant.SMALL else range(2, 5)
