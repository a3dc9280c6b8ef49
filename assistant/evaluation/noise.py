"""Noise mixed into clips at a chosen signal-to-noise ratio."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.hearing.hush import Samples
from assistant.hearing.recordings import Recording, read_recording

_FRAME_S = 0.02
_ACTIVE_DB = 30.0
_STRIDE = 7919  # prime, so that neighbouring clips get stretches far apart


@dataclass(frozen=True)
class Noise:
    """``snr_db``: how far the speech is above the noise, in decibels.

    The level of the speech is the mean power of its active part (the frames of 20 ms within 30 dB
    of the loudest), so that pauses do not count; the level of the noise is the mean power of the
    stretch that is mixed in.
    """

    recording: Recording
    snr_db: float

    def mixed(self, samples: Samples, rate: int, number: int) -> Samples:
        """``samples`` with noise all through; which stretch depends on ``number`` only."""
        speech = samples.astype(np.float64)
        noise = self._stretch(len(samples), rate, number)
        power = float(np.mean(noise**2))
        if power > 0:
            gain = np.sqrt(active_power(speech, rate) / power / 10 ** (self.snr_db / 10))
            speech += gain * noise
        return np.clip(np.rint(speech), -32768, 32767).astype(np.int16)

    def _stretch(self, length: int, rate: int, number: int) -> NDArray[np.float64]:
        step = self.recording.rate / rate
        start = number * _STRIDE * round(self.recording.rate / 1000)
        around = np.arange(start, start + int(length * step) + 2)
        whole = self.recording.samples.take(around, mode="wrap")
        stretch: NDArray[np.float64] = np.interp(start + np.arange(length) * step, around, whole)
        return stretch


def read_noise(path: Path, snr_db: float) -> Noise:
    """Noise from a recording. Raises ``RecordingProblem`` if it cannot be read."""
    return Noise(read_recording(path), snr_db)


def active_power(samples: NDArray[np.float64], rate: int) -> float:
    """Mean power of the frames within 30 dB of the loudest frame."""
    size = min(round(_FRAME_S * rate), len(samples))
    frames = samples[: len(samples) // size * size].reshape(-1, size)
    powers = np.mean(frames**2, axis=1)
    return float(np.mean(powers[powers >= powers.max() / 10 ** (_ACTIVE_DB / 10)]))
