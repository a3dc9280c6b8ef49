"""What is told of somebody's practice: two sentences, and figures for print, JSON and charts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from assistant.games.practice.progress import (
    Direction,
    ModeProgress,
    Session,
    Slips,
    by_position,
    modes_practised,
    most_forgotten,
    showings,
)
from assistant.games.practice.schedule import scheduled
from assistant.games.practice.settings import Mode
from assistant.hosting.lines import Lines, counted, listing
from assistant.understanding.deck_file import number_word

MODE_NAMES = {
    Mode.PLAIN: "plain lists",
    Mode.GROUPS: "groups",
    Mode.ADJECTIVES: "lists with adjectives",
    Mode.ORDER: "lists in order",
    Mode.LATER: "lists recalled later",
    Mode.WALK: "walks",
}


def summary(lines: Lines, name: str, sessions: Sequence[Session]) -> tuple[str, str] | None:
    """Two sentences about the mode practised last; None if no list counts yet."""
    modes = modes_practised(sessions)
    if not modes:
        return None
    latest = modes[0]
    span = lines(
        "summary_span",
        name=name,
        mode=MODE_NAMES[latest.mode],
        mean=f"{latest.span.mean:.1f}",
        lists=counted(latest.span.lists, "list", "lists"),
        trend=trend_words(lines, latest),
    )
    forgotten = most_forgotten(sessions, most=3)
    if not forgotten:
        return span, lines("summary_nothing_forgotten")
    named = [f"{kind} ({times(slips)})" for kind, slips in forgotten]
    return span, lines("summary_forgotten", treasures=listing(named))


def times(slips: Slips) -> str:
    """How often something was missed: "two of five times"."""
    return f"{number_word(slips.missed)} of {counted(slips.shown, 'time', 'times')}"


def trend_words(lines: Lines, mode: ModeProgress) -> str:
    """Where a span goes, to follow on its figure."""
    if mode.trend is None:
        told = lines("trend_early")
    elif mode.trend.direction is Direction.RISING:
        told = lines("trend_rising", slope=f"{mode.trend.slope:.1f}")
    elif mode.trend.direction is Direction.FALLING:
        told = lines("trend_falling", slope=f"{-mode.trend.slope:.1f}")
    else:
        told = lines("trend_unclear")
    return told[:1].lower() + told[1:]


def figures(name: str, sessions: Sequence[Session], today: int) -> dict[str, Any]:
    """Everything as plain values: spans in items, days as dates."""
    returns = scheduled(showings(sessions)).returns
    return {
        "name": name,
        "sessions": [_session(session) for session in sessions],
        "modes": [
            {
                "mode": each.mode.value,
                "sessions": each.sessions,
                "lists": each.span.lists,
                "mean_span": round(each.span.mean, 2),
                "estimated_span": round(each.span.estimate, 2),
                "standard_error": round(each.span.error, 2),
                "longest_whole": each.span.best,
                "trend_per_session": each.trend and round(each.trend.slope, 2),
                "trend": each.trend and each.trend.direction.value,
            }
            for each in modes_practised(sessions)
        ],
        "most_forgotten": [
            {"treasure": kind, "forgotten": slips.missed, "shown": slips.shown}
            for kind, slips in most_forgotten(sessions)
        ],
        "errors_by_position": [
            {"position": at, "missed": slips.missed, "shown": slips.shown}
            for at, slips in enumerate(by_position(sessions), 1)
        ],
        "coming_back": [
            {
                "treasure": kind,
                "on": date.fromordinal(each.due).isoformat(),
                "due": each.due <= today,
            }
            for kind, each in sorted(returns.items(), key=lambda entry: (entry[1].due, entry[0]))
        ],
    }


def _session(session: Session) -> dict[str, Any]:
    span = session.span
    return {
        "day": date.fromordinal(session.day).isoformat(),
        "mode": session.mode.value,
        "lists": len(session.trials),
        "counted": span.lists if span else 0,
        "mean_span": span and round(span.mean, 2),
        "estimated_span": span and round(span.estimate, 2),
        "standard_error": span and round(span.error, 2),
        "longest_whole": span and span.best,
    }
