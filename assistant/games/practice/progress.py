"""How practice goes over the days: the span and its trend, what is forgotten, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import sqrt

from assistant.games.practice.schedule import Showing
from assistant.games.practice.session import Trial, counted_lists
from assistant.games.practice.settings import Mode
from assistant.games.practice.span import Span, span_of

RECENT = 30
"""The present span rests on so many last lists: for how well they tell it, see ``span.py``."""

CLEARLY = 1.64
"""A slope so many standard errors from nought is told (one-sided, 5 in 100)."""


@dataclass(frozen=True, slots=True)
class Session:
    """A session of the past. ``day``: days, counted from any one day."""

    day: int
    mode: Mode
    trials: tuple[Trial, ...]

    @property
    def span(self) -> Span | None:
        """The span of this session; None if no list of it counted."""
        return span_of(counted_lists(self.trials))


class Direction(Enum):
    """Where the span goes."""

    RISING = "rising"
    FALLING = "falling"
    UNCLEAR = "unclear"
    """The sessions differ no more than chance would have them."""


@dataclass(frozen=True, slots=True)
class Trend:
    """The slope of the mean span, in items from one session to the next."""

    slope: float
    error: float

    @property
    def direction(self) -> Direction:
        """What can be said of it."""
        if abs(self.slope) < CLEARLY * self.error:
            return Direction.UNCLEAR
        return Direction.RISING if self.slope > 0 else Direction.FALLING


@dataclass(frozen=True, slots=True)
class ModeProgress:
    """One mode over all sessions: the span of its last :data:`RECENT` lists, and the trend from
    session to session (None below three sessions).
    """

    mode: Mode
    sessions: int
    span: Span
    trend: Trend | None


@dataclass(frozen=True, slots=True)
class Slips:
    """How often something was missed, out of so many times that it was shown."""

    missed: int
    shown: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.missed / self.shown


def modes_practised(sessions: Sequence[Session]) -> tuple[ModeProgress, ...]:
    """Each mode with a list that counts, the one practised last first."""
    by_mode: dict[Mode, list[Session]] = {}
    for session in reversed(sessions):
        if session.span is not None:
            by_mode.setdefault(session.mode, []).insert(0, session)
    found = []
    for mode, those in by_mode.items():
        lists = [pair for each in those for pair in counted_lists(each.trials)]
        span = span_of(lists[-RECENT:])
        assert span is not None
        spans = [each.span for each in those if each.span is not None]
        found.append(ModeProgress(mode, len(those), span, trend(spans)))
    return tuple(found)


def trend(spans: Sequence[Span]) -> Trend | None:
    """The line through ``spans`` (least squares, each weighted by its own error); None below three.

    >>> trend([Span(mean, mean, 0.3, 6, 8) for mean in (4.0, 4.6, 5.2)]).direction
    <Direction.RISING: 'rising'>
    """
    if len(spans) < 3:
        return None
    weights = [1 / each.error**2 for each in spans]
    total = sum(weights)
    places = range(len(spans))
    centre = sum(weight * place for weight, place in zip(weights, places, strict=True)) / total
    level = sum(weight * each.mean for weight, each in zip(weights, spans, strict=True)) / total
    spread = covered = 0.0
    for weight, place, each in zip(weights, places, spans, strict=True):
        spread += weight * (place - centre) ** 2
        covered += weight * (place - centre) * (each.mean - level)
    return Trend(covered / spread, 1 / sqrt(spread))


def showings(sessions: Iterable[Session]) -> Iterator[Showing]:
    """Every treasure that was shown, as the schedule takes it; what doubt left out is not."""
    for session in sessions:
        for trial in session.trials:
            if trial.score is None:
                continue
            for item in trial.shown:
                if item.kind not in trial.score.left_out:
                    forgotten = item.kind in trial.score.forgotten
                    yield Showing(session.day, item.kind, forgotten)


def most_forgotten(sessions: Iterable[Session], most: int = 5) -> tuple[tuple[str, Slips], ...]:
    """Up to ``most`` treasures that were forgotten, the one forgotten most often first."""
    shown: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for each in showings(sessions):
        shown[each.kind] += 1
        missed[each.kind] += each.forgotten
    ranked = sorted(
        (kind for kind in missed if missed[kind]),
        key=lambda kind: (-missed[kind], shown[kind], kind),
    )
    return tuple((kind, Slips(missed[kind], shown[kind])) for kind in ranked[:most])


def by_position(sessions: Iterable[Session]) -> tuple[Slips, ...]:
    """Slips at each place of a list, the first place first: forgotten or misplaced there."""
    shown: Counter[int] = Counter()
    missed: Counter[int] = Counter()
    for session in sessions:
        for trial in session.trials:
            if trial.score is None:
                continue
            for place, item in enumerate(trial.shown):
                if item.kind not in trial.score.left_out:
                    shown[place] += 1
                    missed[place] += item.kind not in trial.score.right
    last = max(shown, default=-1)
    return tuple(Slips(missed[place], shown[place]) for place in range(last + 1) if shown[place])
