"""How loud a microphone is: its level, the room's noise, clipping, digital silence."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assistant.hearing.hush import Samples

_FULL_SCALE = 32768.0
_CLIPPED_FROM = 32760
_CLIPS_FROM = 0.002  # of all samples; a shout that just touches full scale stays below
_FRAME_S = 0.02
_FAINTEST_DB = -96.0


class Level:
    """Measures sound block by block. Decibels are below the full scale of 16-bit samples."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._blocks: list[Samples] = []
        self.zeros_s = 0.0
        """Seconds of nothing but exact zeros up to now."""

    def feed(self, block: Samples) -> None:
        """Takes the next block of mono samples."""
        self._blocks.append(block)
        self.zeros_s = 0.0 if block.any() else self.zeros_s + len(block) / self._rate

    @property
    def clipped(self) -> float:
        """The share of samples at full scale, 0 to 1."""
        samples = self._samples()
        loud = np.abs(samples.astype(np.int32)) >= _CLIPPED_FROM
        return float(np.mean(loud)) if len(samples) else 0.0

    @property
    def clips(self) -> bool:
        """Whether so much is at full scale that words suffer."""
        return self.clipped > _CLIPS_FROM

    @property
    def loudest_db(self) -> float:
        """The level of the loudest 20 milliseconds."""
        return float(np.max(self._levels(), initial=_FAINTEST_DB))

    @property
    def noise_db(self) -> float:
        """The level of the quietest tenth: the room and the microphone by themselves."""
        levels = self._levels()
        return float(np.quantile(levels, 0.1)) if len(levels) else _FAINTEST_DB

    def _levels(self) -> NDArray[np.float64]:
        samples = self._samples()
        size = round(self._rate * _FRAME_S)
        frames = samples[: len(samples) // size * size].reshape(-1, size).astype(np.float64)
        power = np.mean((frames / _FULL_SCALE) ** 2, axis=1)
        levels: NDArray[np.float64] = 10 * np.log10(np.maximum(power, 10 ** (_FAINTEST_DB / 10)))
        return levels

    def _samples(self) -> Samples:
        return np.concatenate([np.empty(0, dtype=np.int16), *self._blocks])
