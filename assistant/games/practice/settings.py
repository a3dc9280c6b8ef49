"""What a session of practice is: its mode, its number of lists, and where the staircase begins."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Mode(Enum):
    """What is practised."""

    PLAIN = "plain"
    """Single treasures, in any order."""
    GROUPS = "groups"
    """One to three of each treasure, with their number."""
    ADJECTIVES = "adjectives"
    """Each treasure with its adjective."""
    ORDER = "order"
    """Single treasures, in the order in which they came."""
    LATER = "later"
    """Single treasures, after a few sums."""
    WALK = "walk"
    """Treasures at the player's own places, asked for place by place."""


LISTS = 8
"""Lists in an ordinary session."""

LONGEST = 12
"""Items in the longest list."""

FIRST_LENGTH = 3
"""Items in the first list of somebody who has never practised."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of one session. Raises ValueError for what cannot be practised.

    ``due``: treasures that come back today. ``places``: the player's own, for a walk.
    """

    mode: Mode = Mode.PLAIN
    lists: int = LISTS
    start: int = FIRST_LENGTH
    due: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.lists < 1:
            raise ValueError("a session has at least one list")
        if self.mode is Mode.WALK and not self.places:
            raise ValueError("a walk needs places")
        if not 1 <= self.start <= self.most:
            raise ValueError(f"the first list has 1 to {self.most} items")

    @property
    def most(self) -> int:
        """The longest list that is possible: on a walk there is one treasure to a place."""
        return min(LONGEST, len(self.places)) if self.mode is Mode.WALK else LONGEST
