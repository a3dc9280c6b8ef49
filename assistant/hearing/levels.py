"""Whether a recording is loud enough, and not too loud."""

from __future__ import annotations

from enum import Enum

import numpy as np

from assistant.hearing.hush import Samples
from assistant.hearing.loudness import FRAME_S

_FULL_SCALE = 32768
_CLIPPED_LEVEL = 32700
_CLIPPED_SHARE = 0.001
_LOUDEST_S = 0.1
_QUIETEST_DB = -45.0


class Level(Enum):
    """How loud speech was recorded."""

    GOOD = "good"
    TOO_QUIET = "too quiet"
    CLIPPED = "clipped"


def level_of(samples: Samples, rate: int) -> Level:
    """The level of a clip with speech in it. Too quiet: its loudest tenth of a second stays more
    than 45 dB below full scale.
    """
    if is_clipped(samples):
        return Level.CLIPPED
    size = round(rate * FRAME_S)
    frames = samples[: len(samples) // size * size].reshape(-1, size).astype(np.float64)
    loudest = np.sort(np.mean((frames / _FULL_SCALE) ** 2, axis=1))[-round(_LOUDEST_S / FRAME_S) :]
    level = 10 * np.log10(np.mean(loudest) + 1e-12) if len(loudest) else -np.inf
    return Level.GOOD if level >= _QUIETEST_DB else Level.TOO_QUIET


def is_clipped(samples: Samples) -> bool:
    """Whether more than a thousandth of the samples stand at full scale, three in a row."""
    high = np.abs(samples.astype(np.int32)) >= _CLIPPED_LEVEL
    runs = high[2:] & high[1:-1] & high[:-2]
    return bool(np.count_nonzero(runs) > _CLIPPED_SHARE * len(samples))
