"""Very quiet noise, in place of digital silence.

Exact zeros make Vosk slow, and a clip that stops right after its last word loses that word.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.int16]

_LEVELS = np.array([-3, -2, -1, 1, 2, 3], dtype=np.int16)


def hush(count: int, random: np.random.Generator) -> Samples:
    """``count`` samples of noise some 83 dB below full scale, none of them zero."""
    return random.choice(_LEVELS, count)


def without_zeros(block: Samples, random: np.random.Generator) -> Samples:
    """The block itself, or a copy with hush in place of each zero sample."""
    silent = block == 0
    return np.where(silent, hush(len(block), random), block) if silent.any() else block
