"""Simulated learners, whose span is known because it was given to them."""

from __future__ import annotations

from math import exp
from random import Random

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
