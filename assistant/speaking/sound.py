"""A piece of sound in memory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FULL_SCALE = 32767
"""The largest sample value."""

INAUDIBLE = 60
"""Sample values up to this size (-55 dB of full scale) count as silence."""


@dataclass(frozen=True, eq=False)
class Sound:
    """Mono sound: ``samples`` of shape (n,) and type int16, ``rate`` in hertz.

    >>> Sound(np.zeros(8000, np.int16), 16000).seconds
    0.5
    """

    samples: npt.NDArray[np.int16]
    rate: int

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return len(self.samples) / self.rate

    @property
    def is_silent(self) -> bool:
        """Whether nothing in it can be heard; true for no samples at all."""
        return self._end_of_the_audible() == 0

    def amplified(self, gain: float) -> Sound:
        """The same sound with every sample multiplied by ``gain``, limited to full scale."""
        loud = np.clip(np.rint(self.samples * gain), -FULL_SCALE, FULL_SCALE)
        return Sound(loud.astype(np.int16), self.rate)

    def after_silence(self, seconds: float) -> Sound:
        """The same sound with digital silence before it."""
        silence = np.zeros(round(seconds * self.rate), np.int16)
        return Sound(np.concatenate([silence, self.samples]), self.rate)

    def without_trailing_silence(self, keep: float) -> Sound:
        """The same sound cut ``keep`` seconds after its last audible sample."""
        end = self._end_of_the_audible()
        return Sound(self.samples[: end + round(keep * self.rate)], self.rate)

    def resampled(self, rate: int) -> Sound:
        """The same sound at another rate in hertz (band-limited, through its whole spectrum)."""
        if rate == self.rate or not len(self.samples):
            return Sound(self.samples, rate)
        length = max(1, round(len(self.samples) * rate / self.rate))
        spectrum = np.fft.rfft(self.samples)
        wave = np.fft.irfft(spectrum, length) * (length / len(self.samples))
        return Sound(
            np.clip(np.rint(wave), -FULL_SCALE, FULL_SCALE).astype(np.int16),
            rate,
        )

    def _end_of_the_audible(self) -> int:
        audible = np.flatnonzero(np.abs(self.samples.astype(np.int32)) > INAUDIBLE)
        return int(audible[-1]) + 1 if len(audible) else 0
