"""Simulated learners, whose span is known because it was given to them."""

from __future__ import annotations

from math import exp
from random import Random

import numpy as np

from assistant.games.practice.staircase import Staircase


def outcomes(
    span: float, slope: float, lists: int, seed: int, start: int = 3, most: int = 12
) -> list[tuple[int, bool]]:
    """The lists of a learner on the staircase: each length, and whether the list came back.

    Half of the lists of length ``span`` come back; ``slope`` (items) is how gently that changes.
    """
    rng = Random(seed)
    stairs = Staircase(start, most)
    done = []
    for _ in range(lists):
        passed = rng.random() < 1 / (1 + exp((stairs.length - span) / slope))
        done.append((stairs.length, passed))
        stairs = stairs.after(passed)
    return done


def best_guess(lists: list[tuple[int, bool]], slope: float, width: float = 0.3) -> float:
    """The guess that lies within ``width`` of the span most often, for learners of this slope whose
    spans lie anywhere between 3 and 9: no estimator can do better on them.
    """
    spans = np.arange(3.0, 9.0, 0.05)
    chances = np.ones_like(spans)
    for length, passed in lists:
        above = (length - spans) / slope
        chances *= 1 / (1 + np.exp(above if passed else -above))
    near = np.abs(spans[:, None] - spans) < width + 0.01
    return float(spans[(near @ chances).argmax()])
