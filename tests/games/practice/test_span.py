"""The staircase, and the mean span of learners whose span is known."""

from __future__ import annotations

from math import sqrt
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.games.practice.span import mean_span
from assistant.games.practice.staircase import MISSES_DOWN, Staircase
from tests.games.practice.learners import outcomes

LEARNERS = 200


def errors(span: float, slope: float) -> list[float]:
    found = [mean_span(outcomes(span, slope, 30, seed)) for seed in range(LEARNERS)]
    return [each.mean - span for each in found if each is not None]


@given(st.integers(1, 12), st.lists(st.booleans(), max_size=80))
def test_the_staircase_goes_one_up_after_a_hit_and_one_down_after_two_misses(
    start: int, hits: list[bool]
) -> None:
    stairs, in_a_row = Staircase(start, 12), 0
    for hit in hits:
        before, stairs = stairs.length, stairs.after(hit)
        in_a_row = 0 if hit else in_a_row + 1
        if hit:
            expected = before + 1
        elif in_a_row == MISSES_DOWN:
            expected, in_a_row = before - 1, 0
        else:
            expected = before
        assert stairs.length == min(12, max(1, expected))


@pytest.mark.parametrize("slope", [0.3, 0.4, 0.5])
@pytest.mark.parametrize("span", [3.4, 4.0, 5.5, 6.8, 8.1])
def test_learners_of_known_span_are_estimated_within_0_3_items_after_30_lists(
    span: float, slope: float
) -> None:
    found = errors(span, slope)
    assert abs(fmean(found)) < 0.12  # over many learners alike
    assert sqrt(fmean(error**2 for error in found)) <= 0.33  # for one of them
    assert fmean(abs(error) <= 0.3 for error in found) >= 0.6


@settings(max_examples=40)
@given(st.floats(2.5, 9.0), st.floats(0.25, 0.5), st.integers(0, 10**6))
def test_any_span_is_estimated_within_0_3_items(span: float, slope: float, seed: int) -> None:
    found = [mean_span(outcomes(span, slope, 30, seed + each)) for each in range(60)]
    assert abs(fmean(each.mean for each in found if each) - span) < 0.3


def test_the_average_length_would_not_do() -> None:
    lengths = [
        fmean(length for length, _ in outcomes(5.5, 0.5, 30, seed)[4:]) for seed in range(LEARNERS)
    ]
    assert fmean(lengths) - 5.5 > 0.3


def test_the_error_that_is_told_is_about_the_error_that_is_made() -> None:
    found = [mean_span(outcomes(5.5, 0.5, 30, seed)) for seed in range(LEARNERS)]
    made = sqrt(fmean((each.mean - 5.5) ** 2 for each in found if each))
    told = fmean(each.error for each in found if each)
    assert 0.7 * made < told < 1.3 * made


@given(st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=60))
def test_the_span_lies_within_what_was_tried(lists: list[tuple[int, bool]]) -> None:
    span = mean_span(lists)
    assert span is not None and span.lists == len(lists)
    lengths = [length for length, _ in lists]
    assert min(lengths) - 0.5 <= span.mean <= max(lengths) + 0.5
    assert span.best == max((length for length, passed in lists if passed), default=0)


def test_without_a_list_there_is_no_span() -> None:
    assert mean_span([]) is None
