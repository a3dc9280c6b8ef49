"""What is known of one clip after a program has judged it, and the figures over many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.evaluation.measuring import Score


@dataclass(frozen=True, slots=True)
class Measured:
    """One clip; ``snr_db`` None is quiet.

    ``latency_s``: from the end of the last word to the verdict, for a right list found right;
    ``compute_s``: processor seconds for ``seconds`` of sound; ``peak_mb``: the most memory that
    the program had taken by then, in millions of bytes.
    """

    audio: str
    snr_db: float | None
    score: Score
    latency_s: float | None
    compute_s: float
    seconds: float
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What many clips come to."""

    clips: int
    counts: Counter[Score]
    latencies_s: tuple[float, ...]
    real_time_factor: float
    """Processor seconds for a second of sound."""
    peak_mb: float

    def share(self, score: Score) -> float:
        """The part of all clips with that score, from 0 to 1."""
        return self.counts[score] / self.clips


def figures(measured: Iterable[Measured]) -> Figures:
    """The figures of some clips, of which there must be at least one."""
    clips = list(measured)
    return Figures(
        clips=len(clips),
        counts=Counter(each.score for each in clips),
        latencies_s=tuple(each.latency_s for each in clips if each.latency_s is not None),
        real_time_factor=sum(each.compute_s for each in clips)
        / sum(each.seconds for each in clips),
        peak_mb=max(each.peak_mb for each in clips),
    )


def median_and_p95(seconds: Sequence[float]) -> tuple[float, float]:
    """The middle one, and the one that 95 % stay below."""
    median, p95 = np.percentile(seconds, [50, 95])
    return float(median), float(p95)
