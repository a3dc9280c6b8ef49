"""Making clean log-mel frames sound like other people, rooms and evenings.

Everything works on mel power (exp of log-mel), where sounds of different origin simply add
and a room is a decay over frames. That is cheap enough to draw anew each time an utterance
is seen, so that no two epochs are alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from .features import (
    FRAME_SHIFT,
    HIGH_HERTZ,
    LOW_HERTZ,
    MEL_BINS,
    SAMPLE_RATE,
    FloatArray,
    log_mel,
    mel,
)

Pool = Sequence[NDArray[np.float16] | NDArray[np.float32]]
"""Clean log-mel frames of many utterances."""

FRAMES_PER_SECOND = SAMPLE_RATE // FRAME_SHIFT


@cache
def dither_floor() -> FloatArray:
    """Log-mel of one least bit of white noise, shape (MEL_BINS,): the floor of any recording."""
    noise = np.random.default_rng(0).standard_normal(10 * SAMPLE_RATE).astype(np.float32)
    return np.asarray(log_mel(noise).mean(axis=0))


def hush(frames: int) -> FloatArray:
    """Log-mel of that many frames of nothing, shape (frames, MEL_BINS)."""
    return np.tile(dither_floor(), (frames, 1))


@dataclass(frozen=True)
class Augmentation:
    """How often and how strongly things happen; probabilities from 0 to 1, levels in dB."""

    babble: float = 0.65
    noise: float = 0.35
    lowest_ratio: float = 0.0
    highest_ratio: float = 25.0
    room: float = 0.35
    vocal_tract: float = 0.6
    tempo: float = 0.5
    colour: float = 0.5
    bed: float = 0.5
    telephone: float = 0.25
    abrupt: float = 0.2
    masks: float = 0.25
    quiet_ends: float = 0.7


def _centres() -> NDArray[np.float64]:
    low, high = float(mel(LOW_HERTZ)), float(mel(HIGH_HERTZ))
    mels = np.linspace(low, high, MEL_BINS + 2)[1:-1]
    return np.asarray(700.0 * np.expm1(mels / 1127.0))


_CENTRES = _centres()
_HEIGHT = np.clip(np.log(_CENTRES / 300.0) / np.log(3000.0 / 300.0), 0.0, 1.0)
"""How high a bin is, from 0 (first formants) to 1 (third)."""


def warp_frequency(frames: FloatArray, factor: float, bend: float = 0.0) -> FloatArray:
    """Move all formants by `factor`: above 1 a shorter vocal tract, as a child's.

    `bend` moves the high formants so much (natural log) further up than the low ones, which no
    other length of the tract does, but other people's vowels do.
    """
    low, high = float(mel(LOW_HERTZ)), float(mel(HIGH_HERTZ))
    factors = factor * np.exp(bend * (_HEIGHT - 0.5))
    place = (mel(_CENTRES / factors) - low) / (high - low) * (MEL_BINS + 1) - 1
    place = np.clip(place, 0, MEL_BINS - 1)
    left = np.minimum(place.astype(int), MEL_BINS - 2)
    share = (place - left).astype(np.float32)
    return np.asarray(frames[:, left] * (1 - share) + frames[:, left + 1] * share)


def stretch(frames: FloatArray, factor: float) -> FloatArray:
    """Speak `factor` times as long."""
    place = np.linspace(0, len(frames) - 1, max(2, round(len(frames) * factor)))
    left = np.minimum(place.astype(int), len(frames) - 2)
    share = (place - left).astype(np.float32)[:, None]
    return np.asarray(frames[left] * (1 - share) + frames[left + 1] * share)


def reverberate(power: FloatArray, seconds: float, ratio: float) -> FloatArray:
    """Add a decaying tail: reverberation time in seconds, direct-to-reverberant ratio in dB."""
    decay = 10.0 ** (-6.0 / (seconds * FRAMES_PER_SECOND))
    gain = 10.0 ** (-ratio / 10.0) * (1.0 - decay) / decay
    tail, reach = power * decay, 1
    while reach < len(power):  # each pass doubles how far back the decaying sum reaches
        tail[reach:] += decay**reach * tail[:-reach]
        reach *= 2
    out = power.copy()
    out[1:] += gain * tail[:-1]
    return out


def fit(sound: FloatArray, count: int, rng: np.random.Generator) -> FloatArray:
    """Exactly `count` frames of `sound` from a random place, going round at the end."""
    start = int(rng.integers(0, len(sound)))
    return sound[(start + np.arange(count)) % len(sound)]


def loudness_of(power: FloatArray) -> float:
    """Mean over frames of the power in all bins."""
    return float(power.sum(axis=1).mean())


def mix(power: FloatArray, other: FloatArray, ratio: float, loudness: float) -> FloatArray:
    """Add `other` (power) so that a sound of that loudness is `ratio` dB above it."""
    scale = loudness / max(1e-9, loudness_of(other)) * 10.0 ** (-ratio / 10.0)
    return np.asarray(power + scale * other)


def babble(pool: Pool, frames: int, voices: int, rng: np.random.Generator) -> FloatArray:
    """Mel power of that many voices at once, some nearer than others, in a room."""
    total = np.zeros((frames, MEL_BINS), np.float32)
    for _ in range(voices):
        voice = fit(pool[int(rng.integers(len(pool)))].astype(np.float32), frames, rng)
        if rng.random() < 0.5:
            voice = warp_frequency(voice, float(rng.uniform(0.88, 1.18)))
        power = np.exp(voice)
        total += power * (10 ** float(rng.uniform(-0.5, 0.5)) / loudness_of(power))
    if rng.random() < 0.5:
        return total
    return reverberate(total, float(rng.uniform(0.2, 0.9)), float(rng.uniform(-4, 10)))


class BabbleBank:
    """Ready-made babble; a track is now and then made anew, so that it never runs dry."""

    TRACKS = 60
    FRAMES = 1500
    RENEWAL = 0.08

    def __init__(self, pool: Pool, rng: np.random.Generator) -> None:
        self.pool = pool
        self.rng = rng
        self.tracks = [self._make() for _ in range(self.TRACKS)]

    def _make(self) -> tuple[int, FloatArray]:
        voices = int(self.rng.integers(1, 9))
        return voices, babble(self.pool, self.FRAMES, voices, self.rng)

    def draw(self, frames: int, fewest: int) -> tuple[int, FloatArray]:
        """(number of voices, mel power) with at least `fewest` voices."""
        if self.rng.random() < self.RENEWAL:
            self.tracks[int(self.rng.integers(self.TRACKS))] = self._make()
        crowds = [track for track in self.tracks if track[0] >= fewest] or self.tracks
        voices, power = crowds[int(self.rng.integers(len(crowds)))]
        return voices, fit(power, frames, self.rng)


def _colour(rng: np.random.Generator) -> FloatArray:
    """A microphone's smooth frequency response in log power, shape (MEL_BINS,)."""
    knots = rng.normal(0, 0.7, 6) + rng.normal(0, 0.8) * np.linspace(-1, 1, 6)
    return np.interp(np.arange(MEL_BINS), np.linspace(0, MEL_BINS - 1, 6), knots).astype(np.float32)


def pad_quiet(frames: FloatArray, before: int, after: int) -> FloatArray:
    """Frames at the clip's own quietest level in front and behind."""
    quiet = np.percentile(frames, 3, axis=0)
    ends = [np.repeat(quiet[None], n, axis=0) for n in (before, after)]
    return np.concatenate([ends[0], frames, ends[1]]).astype(np.float32)


def cut_to_speech(frames: FloatArray) -> FloatArray:
    """Without the quiet in front, as a recording that was trimmed, or begun a moment too late."""
    levels = frames.max(axis=1)
    loud = np.flatnonzero(levels >= levels.min() + 0.5 * (levels.max() - levels.min()))
    return frames[max(0, int(loud[0]) - 2) :]


def augment(
    clean: FloatArray,
    bank: BabbleBank,
    noises: list[FloatArray],
    settings: Augmentation,
    rng: np.random.Generator,
    loudness: float | None = None,
) -> FloatArray:
    """A new version of clean log-mel frames; `bank` has the babble.

    `loudness` is what noise is measured against; without it, that of the frames. It is given
    for frames of silence, which then get the noise of a loud room and no single voice.
    """

    def happens(probability: float) -> bool:
        return bool(rng.random() < probability)

    frames = clean
    if happens(settings.vocal_tract):
        bend = float(rng.uniform(-0.12, 0.12))
        frames = warp_frequency(frames, float(rng.uniform(0.80, 1.22)), bend)
    if happens(settings.tempo):
        frames = stretch(frames, float(rng.uniform(0.85, 1.2)))
    speech = loudness_of(np.exp(frames)) if loudness is None else loudness
    abrupt = happens(settings.abrupt)
    if abrupt:
        frames = cut_to_speech(frames)
        if happens(0.5):  # as behind a microphone's noise gate: silence, then speech at once
            frames = np.concatenate([hush(int(rng.integers(5, 60))), frames])
    if happens(settings.quiet_ends):
        before = 0 if abrupt else int(rng.integers(0, 100))
        frames = pad_quiet(frames, before, int(rng.integers(0, 150)))
    power = np.exp(frames)
    if happens(settings.room):
        power = reverberate(power, float(rng.uniform(0.15, 0.8)), float(rng.uniform(-2, 14)))
    low, high = settings.lowest_ratio, settings.highest_ratio
    if happens(settings.babble):
        voices, talk = bank.draw(len(power), 1 if loudness is None else 4)
        # One or two voices as loud as the speaker would make it anyone's guess who is meant.
        ratio = float(rng.uniform(max(low, 6.0) if voices < 3 else low, high))
        power = mix(power, talk, ratio, speech)
    if happens(settings.noise):
        noise = np.exp(fit(noises[int(rng.integers(len(noises)))], len(power), rng))
        power = mix(power, noise, float(rng.uniform(low, high + 10)), speech)
    frames = np.log(power) + np.float32(rng.normal(0, 1.5))
    if happens(settings.colour):
        frames = frames + _colour(rng)
    if happens(settings.telephone):
        # Recordings made at 8 kHz have all the low tones and nothing at all above 4 kHz.
        lowest = rng.uniform(150, 350) if happens(0.5) else 0.0
        hertz = _CENTRES
        outside = (hertz < lowest) | (hertz > rng.uniform(3200, 4200))
        frames = frames - np.where(outside, np.float32(rng.uniform(6, 30)), np.float32(0))
    # What microphone and converter hiss by themselves, in all bins even of a telephone line.
    bed = float(rng.uniform(1, 8)) if happens(settings.bed) else 0.0
    frames = np.logaddexp(frames, dither_floor() + bed + rng.normal(0, 0.3, frames.shape))
    if happens(settings.masks):
        width = int(rng.integers(1, 7))
        first = int(rng.integers(0, MEL_BINS - width))
        frames[:, first : first + width] = frames.mean()
    return frames.astype(np.float32)
