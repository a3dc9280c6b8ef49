"""When a treasure that tends to be forgotten comes back: after 1, 3, 7 and 16 days.

A treasure tends to be forgotten once two of its last three showings were. It then comes back a day
later; each time it is remembered when it is due, the next gap is longer, and after the longest it
is done with. Forgotten again, it begins anew. A day without practice costs nothing: what was due
stays due, at the same gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

GAPS = (1, 3, 7, 16)
"""Days between one showing and the next."""

WATCHED = 3
"""So many last showings of a treasure are looked at."""

TENDS = 2
"""So many of them forgotten, and it tends to be."""


@dataclass(frozen=True, slots=True)
class Showing:
    """A treasure was in a list on ``day`` (days are counted from any one day), and was forgotten,
    or was not.
    """

    day: int
    kind: str
    forgotten: bool


@dataclass(frozen=True, slots=True)
class Return:
    """A treasure comes back on day ``due`` or later; ``step`` is its place in :data:`GAPS`."""

    step: int
    due: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """What comes back when, and how the last showings of each treasure went (True: forgotten)."""

    returns: Mapping[str, Return] = field(default_factory=dict)
    recent: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)

    def after(self, showing: Showing) -> Schedule:
        """The schedule once a treasure was shown.

        >>> once = Schedule().after(Showing(10, "lion", True))
        >>> once.due(11), once.after(Showing(10, "lion", True)).due(11)
        ((), ('lion',))
        """
        kind = showing.kind
        recent = (*self.recent.get(kind, ()), showing.forgotten)[-WATCHED:]
        returns = dict(self.returns)
        waiting = returns.get(kind)
        if showing.forgotten:
            if waiting is not None or sum(recent) >= TENDS:
                returns[kind] = Return(0, showing.day + GAPS[0])
        elif waiting is not None and showing.day >= waiting.due:
            step = waiting.step + 1
            if step < len(GAPS):
                returns[kind] = Return(step, showing.day + GAPS[step])
            else:
                del returns[kind]
                recent = ()
        return replace(self, returns=returns, recent={**self.recent, kind: recent})

    def due(self, day: int) -> tuple[str, ...]:
        """The treasures to come back on ``day``, those that wait longest first."""
        waiting = [(each.due, kind) for kind, each in self.returns.items() if each.due <= day]
        return tuple(kind for _, kind in sorted(waiting))


def scheduled(showings: Iterable[Showing]) -> Schedule:
    """The schedule after ``showings``, in the order in which they were."""
    schedule = Schedule()
    for showing in showings:
        schedule = schedule.after(showing)
    return schedule
