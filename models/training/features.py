"""Kaldi's MFCC in numpy, split at the log-mel spectrum so that training can augment there.

Settings are those of the Korean parent model's `mfcc.conf`: 40 mel bins from 20 to 7600 Hz,
40 cepstra, frames of 25 ms every 10 ms, no energy. Samples are on the int16 scale.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]

SAMPLE_RATE = 16000
"""Hertz."""
FRAME_LENGTH = 400
FRAME_SHIFT = 160
"""Samples per frame and between frames."""
FFT_SIZE = 512
MEL_BINS = 40
LOW_HERTZ = 20.0
HIGH_HERTZ = 7600.0
LIFTER = 22.0
PREEMPHASIS = 0.97
LOG_FLOOR = float(np.finfo(np.float32).eps)


def mel(hertz: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """The mel scale of Kaldi: 1127 ln(1 + f/700)."""
    return np.asarray(1127.0 * np.log1p(np.asarray(hertz) / 700.0))


@cache
def mel_filters() -> FloatArray:
    """Triangular filters, shape (FFT_SIZE // 2, MEL_BINS); triangles are straight in mel."""
    low, high = mel(LOW_HERTZ), mel(HIGH_HERTZ)
    edges = np.linspace(low, high, MEL_BINS + 2)
    bins = mel(np.arange(FFT_SIZE // 2) * SAMPLE_RATE / FFT_SIZE)[:, None]
    left, centre, right = edges[:-2], edges[1:-1], edges[2:]
    rising = (bins - left) / (centre - left)
    falling = (right - bins) / (right - centre)
    return np.asarray(np.maximum(0.0, np.minimum(rising, falling)), np.float32)


@cache
def povey_window() -> FloatArray:
    """Kaldi's default window: a Hann window to the power 0.85."""
    phase = 2 * np.pi * np.arange(FRAME_LENGTH) / (FRAME_LENGTH - 1)
    return np.asarray((0.5 - 0.5 * np.cos(phase)) ** 0.85, np.float32)


@cache
def cepstral_transform() -> FloatArray:
    """Orthonormal DCT-II with the lifter folded in, shape (MEL_BINS, MEL_BINS): mel @ this."""
    n = np.arange(MEL_BINS)
    dct = np.sqrt(2.0 / MEL_BINS) * np.cos(np.pi / MEL_BINS * np.outer(n + 0.5, n))
    dct[:, 0] = np.sqrt(1.0 / MEL_BINS)
    lifter = 1.0 + 0.5 * LIFTER * np.sin(np.pi * n / LIFTER)
    return (dct * lifter).astype(np.float32)


def log_mel(samples: FloatArray, dither: np.random.Generator | None = None) -> FloatArray:
    """Log mel energies of 16 kHz samples on the int16 scale, shape (frames, MEL_BINS).

    With `dither`, Gaussian noise of one least bit is added as Kaldi does. Fewer samples than
    one frame give zero frames (snip-edges).
    """
    count = 1 + (len(samples) - FRAME_LENGTH) // FRAME_SHIFT
    if count < 1:
        return np.zeros((0, MEL_BINS), np.float32)
    if dither is not None:
        samples = samples + dither.standard_normal(len(samples)).astype(np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME_LENGTH)[::FRAME_SHIFT]
    frames = frames[:count] - frames[:count].mean(axis=1, keepdims=True)
    emphasised = frames.copy()
    emphasised[:, 1:] -= PREEMPHASIS * frames[:, :-1]
    emphasised[:, 0] *= 1.0 - PREEMPHASIS
    spectrum = np.fft.rfft(emphasised * povey_window(), FFT_SIZE)[:, : FFT_SIZE // 2]
    power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    return np.asarray(np.log(np.maximum(power @ mel_filters(), LOG_FLOOR)), np.float32)


def mfcc(samples: FloatArray, dither: np.random.Generator | None = None) -> FloatArray:
    """Kaldi MFCCs of 16 kHz samples on the int16 scale, shape (frames, MEL_BINS)."""
    return log_mel(samples, dither) @ cepstral_transform()
