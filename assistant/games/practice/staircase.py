"""How long the next list is: one up after a list that came back, one down after two that did not.

Woods, Kishiyama, Yund, Herron, Edwards, Poliva, Hink and Reed (2011), "Improving digit span
assessment of short-term verbal memory", use this staircase: it stays where lists are hard, and a
single slip does not shorten the list.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

MISSES_DOWN = 2
"""Lists in a row that must fail before the next one is shorter."""


@dataclass(frozen=True, slots=True)
class Staircase:
    """The length of the next list, from 1 to ``most`` items, and misses in a row at it.

    Raises ValueError for a length outside of that.

    >>> Staircase(4, 12).after(False)
    Staircase(length=4, most=12, misses=1)
    >>> Staircase(4, 12).after(False).after(False)
    Staircase(length=3, most=12, misses=0)
    """

    length: int
    most: int
    misses: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.length <= self.most:
            raise ValueError(f"a list has 1 to {self.most} items, not {self.length}")

    def after(self, passed: bool) -> Staircase:
        """The staircase after a list that came back whole (``passed``) or did not."""
        if passed:
            return Staircase(min(self.length + 1, self.most), self.most)
        if self.misses + 1 < MISSES_DOWN:
            return replace(self, misses=self.misses + 1)
        return Staircase(max(self.length - 1, 1), self.most)
