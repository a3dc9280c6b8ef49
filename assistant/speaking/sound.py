"""A piece of sound in memory."""

from __future__ import annotations

from collections.abc import Sequence
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

    def without_silence(self) -> Sound:
        """The same sound from its first audible sample to its last."""
        audible = np.flatnonzero(np.abs(self.samples.astype(np.int32)) > INAUDIBLE)
        if not len(audible):
            return Sound(self.samples[:0], self.rate)
        return Sound(self.samples[audible[0] : audible[-1] + 1], self.rate)

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


def evenly(sounds: Sequence[Sound], every_s: float) -> Sound:
    """``sounds`` one after the other, each beginning to be heard ``every_s`` seconds after the one
    before; the silence before and after each is cut off. A sound that is longer runs into the next.

    Raises ValueError without a sound.

    >>> beep = Sound(np.full(800, 9000, np.int16), 8000)
    >>> evenly([beep, beep, beep], 1.0).seconds
    2.1
    """
    if not sounds:
        raise ValueError("there is nothing to sound")
    rate = sounds[0].rate
    trimmed = [sound.without_silence().resampled(rate).samples for sound in sounds]
    starts = [round(at * every_s * rate) for at in range(len(sounds))]
    ends = [start + len(samples) for start, samples in zip(starts, trimmed, strict=True)]
    mixed = np.zeros(max(ends), np.int32)
    for start, end, samples in zip(starts, ends, trimmed, strict=True):
        mixed[start:end] += samples
    return Sound(np.clip(mixed, -FULL_SCALE, FULL_SCALE).astype(np.int16), rate)
