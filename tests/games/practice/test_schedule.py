"""Treasures that tend to be forgotten come back after 1, 3, 7 and 16 days."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from assistant.games.practice.schedule import GAPS, Schedule, Showing, scheduled

FORGOTTEN = [Showing(0, "lion", True), Showing(0, "lion", True)]


def test_what_was_forgotten_once_does_not_come_back() -> None:
    assert scheduled(FORGOTTEN[:1]).due(1000) == ()


def test_remembered_each_time_it_comes_back_after_1_3_7_and_16_days() -> None:
    schedule = scheduled(FORGOTTEN)
    for day in accumulate(GAPS):
        assert schedule.due(day - 1) == ()
        assert schedule.due(day) == ("lion",)
        schedule = schedule.after(Showing(day, "lion", False))
    assert schedule.due(10_000) == ()


def test_forgotten_again_it_begins_anew() -> None:
    schedule = scheduled([*FORGOTTEN, Showing(1, "lion", False), Showing(4, "lion", True)])
    assert schedule.due(4) == () and schedule.due(5) == ("lion",)


@given(st.integers(0, 400))
def test_skipped_days_cost_nothing(skipped: int) -> None:
    late = 1 + skipped
    schedule = scheduled(FORGOTTEN)
    assert schedule.due(late) == ("lion",)
    schedule = schedule.after(Showing(late, "lion", False))
    assert schedule.due(late + GAPS[1] - 1) == () and schedule.due(late + GAPS[1]) == ("lion",)


def test_shown_before_it_is_due_it_still_comes_back_on_its_day() -> None:
    schedule = scheduled([*FORGOTTEN, Showing(0, "lion", False)])
    assert schedule.due(1) == ("lion",)


SHOWINGS = st.lists(st.tuples(st.integers(0, 5), st.sampled_from("abc"), st.booleans()))


@given(SHOWINGS)
def test_any_history_leads_to_a_sound_schedule(rows: list[tuple[int, str, bool]]) -> None:
    day, schedule = 0, Schedule()
    for later, kind, forgotten in rows:
        day += later
        before = schedule.returns.get(kind)
        schedule = schedule.after(Showing(day, kind, forgotten))
        after = schedule.returns.get(kind)
        if forgotten and before is not None:
            assert after is not None and after.due == day + 1
        if before is not None and before.due > day and not forgotten:
            assert after == before
        for waiting in schedule.returns.values():
            assert waiting.due <= day + GAPS[waiting.step]
        assert all(len(recent) <= 3 for recent in schedule.recent.values())
    everything = schedule.due(day + max(GAPS))
    assert set(everything) == set(schedule.returns)
    assert list(everything) == sorted(everything, key=lambda k: (schedule.returns[k].due, k))
