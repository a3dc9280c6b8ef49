"""Noise at a chosen ratio, the same in every run."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.evaluation.noise import Noise, active_power
from assistant.hearing.hush import Samples
from assistant.hearing.recordings import Recording

RATE = 16_000


def tone(seconds: float, level: float) -> Samples:
    wave: Samples = (level * np.sin(np.arange(int(seconds * RATE)) * 0.3)).astype(np.int16)
    return wave


def rustle(seconds: float, rate: int = RATE) -> Recording:
    samples = np.random.default_rng(1).normal(0, 800, int(seconds * rate)).astype(np.int16)
    return Recording(samples, rate)


@pytest.mark.parametrize("snr_db", [20.0, 5.0, -5.0])
def test_speech_stands_so_far_above_the_noise_whatever_its_pauses(snr_db: float) -> None:
    pause = np.zeros(3 * RATE, dtype=np.int16)
    speech = np.concatenate([pause, tone(1, 3000), pause])
    mixed = Noise(rustle(10), snr_db).mixed(speech, RATE, 4)
    noise = mixed.astype(np.float64) - speech
    ratio = active_power(tone(1, 3000).astype(np.float64), RATE) / np.mean(noise**2)
    assert 10 * np.log10(ratio) == pytest.approx(snr_db, abs=0.1)


def test_which_noise_is_mixed_in_depends_on_the_clip_alone() -> None:
    noise, speech = Noise(rustle(10), 10), tone(2, 3000)
    first, again, other = (noise.mixed(speech, RATE, number) for number in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_noise_may_be_shorter_than_the_clip_or_have_another_rate() -> None:
    mixed = Noise(rustle(0.5, 44_100), 0).mixed(tone(2, 3000), RATE, 1)
    noise = mixed.astype(np.float64) - tone(2, 3000)
    quarters = [np.std(part) for part in np.split(noise, 4)]
    assert min(quarters) > 0.8 * max(quarters) > 0


def test_silent_noise_adds_nothing() -> None:
    quiet = Recording(np.zeros(RATE, dtype=np.int16), RATE)
    speech = tone(1, 3000)
    assert np.array_equal(Noise(quiet, 10).mixed(speech, RATE, 1), speech)
