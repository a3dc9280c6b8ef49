"""Tells speech-loud sound from quiet, with a floor that follows the room."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FRAME_S = 0.02
"""Seconds of sound in one loudness frame."""

_ABOVE_FLOOR_DB = 12.0
_BELOW_PEAK_DB = 38.0
_FAINTEST_DB = -62.0
_DEEPEST_FLOOR_DB = -75.0
_HIGHEST_FIRST_FLOOR_DB = -40.0  # a first frame above this may be speech
_FLOOR_RISE_DB = 0.06  # per frame: 3 dB a second
_PEAK_FALL_DB = 0.02


class Loudness:
    """Follows one microphone or recording. Decibels are below full scale of 16-bit samples."""

    def __init__(self, rate: int) -> None:
        self._size = round(rate * FRAME_S)
        self._left = np.empty(0, dtype=np.int16)
        self._floor: float | None = None
        self._peak = -60.0
        self.quiet_s = 0.0
        """Seconds since the last speech-loud frame."""
        self.levels: list[float] = []
        """The level of each frame so far, in decibels."""

    @property
    def contrast_db(self) -> float:
        """How far the loudest frame stands above the room, in decibels. The room is as loud as the
        quietest tenth of all frames: a gap in talk is too short for that.
        """
        return max(self.levels) - float(np.quantile(self.levels, 0.1)) if self.levels else 0.0

    def feed(self, block: NDArray[np.int16]) -> list[bool]:
        """Whether each new frame of :data:`FRAME_S` seconds is loud enough for speech."""
        samples = np.concatenate([self._left, block])
        count = len(samples) // self._size
        self._left = samples[count * self._size :]
        frames = samples[: count * self._size].reshape(count, self._size).astype(np.float64)
        levels = 10 * np.log10(np.mean(frames**2, axis=1) / 32768**2 + 1e-9)
        self.levels.extend(levels.tolist())
        return [self._loud(float(level)) for level in levels]

    def _loud(self, level: float) -> bool:
        risen = _HIGHEST_FIRST_FLOOR_DB if self._floor is None else self._floor + _FLOOR_RISE_DB
        self._floor = max(min(level, risen), _DEEPEST_FLOOR_DB)
        self._peak = max(level, self._peak - _PEAK_FALL_DB)
        loud = level > max(self._floor + _ABOVE_FLOOR_DB, self._peak - _BELOW_PEAK_DB, _FAINTEST_DB)
        self.quiet_s = 0.0 if loud else self.quiet_s + FRAME_S
        return loud
