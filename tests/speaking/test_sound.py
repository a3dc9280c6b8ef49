"""Sounds in memory, and the tones made from nothing."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.speaking import Earcon, Sound
from assistant.speaking.earcons import printed_twin, tone
from assistant.speaking.sound import FULL_SCALE
from tests.speaking.fakes import hum


@pytest.mark.parametrize("rate", [16000, 44100, 48000])
def test_another_rate_keeps_length_and_loudness(rate: int) -> None:
    sound = hum(0.5)
    other = sound.resampled(rate)
    assert other.rate == rate
    assert other.seconds == pytest.approx(0.5, abs=1e-4)
    assert np.std(other.samples) == pytest.approx(np.std(sound.samples), rel=0.02)
    back = other.resampled(sound.rate).samples
    assert np.abs(back[500:-500] - sound.samples[500:-500].astype(float)).max() < 200


def test_amplifying_never_wraps_round() -> None:
    loud = Sound(np.array([20000, -20000, 1], np.int16), 16000).amplified(3.0)
    assert loud.samples.tolist() == [FULL_SCALE, -FULL_SCALE, 3]


def test_nothing_at_all_is_silent_and_can_be_converted() -> None:
    nothing = Sound(np.zeros(0, np.int16), 22050)
    assert nothing.is_silent and nothing.resampled(48000).seconds == 0
    assert Sound(np.full(100, 20, np.int16), 22050).is_silent
    assert not hum(0.1).is_silent


def test_silence_is_put_before_and_cut_behind() -> None:
    padded = Sound(np.concatenate([hum(0.5).samples, np.zeros(22050, np.int16)]), 22050)
    cut = padded.without_trailing_silence(keep=0.05)
    assert cut.seconds == pytest.approx(0.55, abs=0.001)
    assert cut.after_silence(0.2).seconds == pytest.approx(0.75, abs=0.001)


@pytest.mark.parametrize("earcon", list(Earcon))
def test_a_tone_is_short_audible_unclipped_and_starts_and_ends_softly(earcon: Earcon) -> None:
    sound = tone(earcon)
    assert 0.03 < sound.seconds < 0.8
    assert 0.3 * FULL_SCALE < np.abs(sound.samples).max() < 0.6 * FULL_SCALE
    assert abs(int(sound.samples[0])) < 100 and abs(int(sound.samples[-1])) < 100


def test_no_two_tones_and_no_two_twins_are_alike() -> None:
    assert len({tone(earcon).samples.tobytes() for earcon in Earcon}) == len(Earcon)
    assert len({printed_twin(earcon) for earcon in Earcon}) == len(Earcon)
