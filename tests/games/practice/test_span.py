"""The staircase, and the mean span of learners whose span is known."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.games.practice.span import Span, span_of
from assistant.games.practice.staircase import MISSES_DOWN, Staircase
from tests.games.practice.learners import best_guess, outcomes

LEARNERS = 150


def spans(span: float, slope: float, learners: int = LEARNERS, first: int = 0) -> list[Span]:
    found = [span_of(outcomes(span, slope, 30, first + seed)) for seed in range(learners)]
    return [each for each in found if each is not None]


def share_within(errors: Iterable[float]) -> float:
    """The share of learners who are known within 0.3 items (and a little, for the rounding)."""
    return fmean(abs(error) <= 0.3 + 1e-9 for error in errors)


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
    found = spans(span, slope)
    for numbers in ([each.mean for each in found], [each.estimate for each in found]):
        errors = [number - span for number in numbers]
        assert abs(fmean(errors)) < 0.12  # over many learners alike
        assert sqrt(fmean(error**2 for error in errors)) <= 0.33  # for one of them


@pytest.mark.parametrize(
    ("slope", "by_mean", "by_estimate", "most"),
    [
        (0.2, 0.97, 0.97, 0.97),
        (0.3, 0.91, 0.92, 0.93),
        (0.4, 0.82, 0.85, 0.86),
        (0.5, 0.73, 0.77, 0.80),
        (0.6, 0.66, 0.70, 0.74),
    ],
)
def test_the_share_of_single_learners_within_0_3_items_is_the_one_that_is_told(
    slope: float, by_mean: float, by_estimate: float, most: float
) -> None:
    luck = Random(2011)
    means, estimates, guesses = [], [], []
    for seed in range(600):
        span = luck.uniform(3.0, 9.0)
        lists = outcomes(span, slope, 30, seed)
        found = span_of(lists)
        assert found is not None
        means.append(found.mean - span)
        estimates.append(found.estimate - span)
        guesses.append(best_guess(lists, slope) - span)
    # Two standard errors of a share among so many learners.
    assert share_within(means) == pytest.approx(by_mean, abs=0.04)
    assert share_within(estimates) == pytest.approx(by_estimate, abs=0.04)
    assert share_within(guesses) == pytest.approx(most, abs=0.04)
    assert share_within(means) - 0.01 <= share_within(estimates) <= share_within(guesses) + 0.02


@settings(max_examples=40)
@given(st.floats(2.5, 9.0), st.floats(0.25, 0.5), st.integers(0, 10**6))
def test_any_span_is_estimated_within_0_3_items(span: float, slope: float, seed: int) -> None:
    found = spans(span, slope, learners=40, first=seed)
    assert abs(fmean(each.mean for each in found) - span) < 0.3
    assert abs(fmean(each.estimate for each in found) - span) < 0.3


def test_the_average_length_would_not_do() -> None:
    lengths = [
        fmean(length for length, _ in outcomes(5.5, 0.5, 30, seed)[4:]) for seed in range(LEARNERS)
    ]
    assert fmean(lengths) - 5.5 > 0.3


def test_the_error_that_is_told_is_about_the_error_that_is_made() -> None:
    found = spans(5.5, 0.5)
    made = sqrt(fmean((each.estimate - 5.5) ** 2 for each in found))
    told = fmean(each.error for each in found)
    assert 0.7 * made < told < 1.3 * made


@given(st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=60))
def test_the_span_lies_within_what_was_tried(lists: list[tuple[int, bool]]) -> None:
    span = span_of(lists)
    assert span is not None and span.lists == len(lists)
    lengths = [length for length, _ in lists]
    assert min(lengths) - 0.5 <= span.mean <= max(lengths) + 0.5
    assert 0.5 <= span.estimate <= 12.5 and span.error > 0
    assert span.best == max((length for length, passed in lists if passed), default=0)


def test_without_a_list_there_is_no_span() -> None:
    assert span_of([]) is None
