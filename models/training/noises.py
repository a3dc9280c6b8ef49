"""Noise that a games evening has besides talk: music-like sounds, hum, hiss, clinks, knocks.

Everything is made from random numbers, so no recording and no licence is involved.
"""

from __future__ import annotations

import numpy as np

from .features import SAMPLE_RATE, FloatArray, log_mel

SECONDS = 12.0
LEVEL = 1000.0
"""Root mean square of every clip on the int16 scale; the mix sets the true level."""


def _time() -> FloatArray:
    return (np.arange(int(SECONDS * SAMPLE_RATE)) / SAMPLE_RATE).astype(np.float32)


def coloured(rng: np.random.Generator) -> FloatArray:
    """Noise with a random spectrum and slow swells: rain, traffic, a kettle, a fan."""
    count = len(_time())
    spectrum = np.fft.rfft(rng.standard_normal(count))
    hertz = np.fft.rfftfreq(count, 1 / SAMPLE_RATE)
    knots = rng.uniform(0, 8000, 6)
    shape = rng.normal(0, 8, 6)
    order = np.argsort(knots)
    decibel = np.interp(hertz, knots[order], shape[order])
    decibel -= rng.uniform(0, 6) * np.log2(np.maximum(hertz, 50) / 50)
    noise = np.fft.irfft(spectrum * 10 ** (decibel / 20), count)
    swell = 1 + rng.uniform(0, 0.7) * np.sin(2 * np.pi * rng.uniform(0.1, 3) * _time())
    return np.asarray(noise * swell, np.float32)


def music(rng: np.random.Generator) -> FloatArray:
    """Chords, a tune and a beat."""
    time = _time()
    sound = np.zeros(len(time), np.float32)
    beat = rng.uniform(0.25, 0.7)
    root = rng.uniform(80, 220)
    scale = (
        np.array([0, 2, 3, 5, 7, 8, 10]) if rng.random() < 0.5 else np.array([0, 2, 4, 5, 7, 9, 11])
    )
    tilt = rng.uniform(0.7, 2.0)
    for start in np.arange(0, SECONDS, beat):
        notes = [rng.choice(scale) + 12 * rng.integers(0, 3) for _ in range(rng.integers(1, 5))]
        length = beat * rng.choice([1, 1, 2, 4])
        first = int(start * SAMPLE_RATE)
        piece = time[: min(len(time) - first, int(length * SAMPLE_RATE))]
        envelope = np.exp(-piece * rng.uniform(1, 8)) * np.minimum(1, piece * 200)
        for note in notes:
            hertz = root * 2 ** (note / 12)
            for harmonic in range(1, 9):
                if hertz * harmonic < 7600:
                    wave = np.sin(2 * np.pi * hertz * harmonic * piece + rng.uniform(0, 6))
                    sound[first : first + len(piece)] += envelope * wave / harmonic**tilt
        if rng.random() < 0.6:
            drum = rng.standard_normal(len(piece)) * np.exp(-piece * rng.uniform(15, 60))
            sound[first : first + len(piece)] += rng.uniform(0.2, 1.5) * drum
    return sound


def knocks(rng: np.random.Generator) -> FloatArray:
    """Dice, glasses and cards: short ringing or dull bursts over a little hiss."""
    time = _time()
    sound = 0.01 * rng.standard_normal(len(time)).astype(np.float32)
    for _ in range(rng.integers(5, 40)):
        first = rng.integers(0, len(time) - 4000)
        piece = time[: rng.integers(800, 4000)]
        decay = np.exp(-piece * rng.uniform(20, 150))
        ring = np.sin(2 * np.pi * rng.uniform(400, 6000) * piece)
        burst = rng.standard_normal(len(piece))
        mix = rng.uniform(0, 1)
        strength = rng.uniform(0.1, 1.0)
        sound[first : first + len(piece)] += strength * decay * (mix * ring + (1 - mix) * burst)
    return sound


def hum(rng: np.random.Generator) -> FloatArray:
    """Mains hum with harmonics and some hiss."""
    time = _time()
    base = rng.choice([50.0, 60.0]) * rng.choice([1, 2])
    sound = np.zeros(len(time))
    for harmonic in range(1, 12):
        sound += np.sin(2 * np.pi * base * harmonic * time) * rng.uniform(0, 1) / harmonic
    return (sound + rng.uniform(0.01, 0.3) * rng.standard_normal(len(time))).astype(np.float32)


def noise_bank(count: int, rng: np.random.Generator) -> list[FloatArray]:
    """`count` clips of all kinds as log-mel frames."""
    kinds = (coloured, coloured, music, music, knocks, hum)
    bank = []
    for i in range(count):
        samples = kinds[i % len(kinds)](rng)
        samples *= LEVEL / np.sqrt(np.mean(samples**2))
        bank.append(log_mel(samples, rng))
    return bank
