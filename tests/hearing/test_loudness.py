"""Loudness: speech against a room whose noise is not known beforehand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.hearing.hush import Samples
from assistant.hearing.loudness import FRAME_S, Loudness
from assistant.hearing.turn import QUIET_DB
from tests.hearing.sounds import RATE, clip, quiet


def noise(seconds: float, decibels: float, rate: int = RATE) -> Samples:
    """White noise of this level below full scale."""
    random = np.random.default_rng(4)
    sound = random.normal(0, 32768 * 10 ** (decibels / 20), round(seconds * rate))
    return np.clip(sound, -32768, 32767).astype(np.int16)


def share_loud(loudness: Loudness, sound: Samples) -> float:
    """Which part of the frames is loud."""
    return float(np.mean(loudness.feed(sound)))


@pytest.mark.parametrize("rate", [16_000, 22_050, 44_100, 48_000, 96_000])
def test_each_frame_is_told_once_whatever_the_blocks(rate: int) -> None:
    sound = np.concatenate([noise(0.4, -60, rate), noise(0.4, -20, rate)])
    at_once = Loudness(rate).feed(sound)
    in_blocks = Loudness(rate)
    told = [flag for at in range(0, len(sound), 777) for flag in in_blocks.feed(sound[at:][:777])]
    assert told == at_once
    assert len(told) == len(sound) // round(rate * FRAME_S)
    assert told == [False] * 20 + [True] * 20


def test_no_sound_is_no_frame() -> None:
    loudness = Loudness(RATE)
    assert loudness.feed(np.empty(0, dtype=np.int16)) == []
    assert loudness.feed(quiet(0.019)) == []
    assert (loudness.quiet_s, loudness.contrast_db) == (0.0, 0.0)


@pytest.mark.parametrize("sound", [np.zeros(RATE, dtype=np.int16), quiet(1.0), noise(1.0, -63)])
def test_silence_and_faint_hiss_are_quiet(sound: Samples) -> None:
    loudness = Loudness(RATE)
    assert share_loud(loudness, sound) == 0
    assert loudness.quiet_s == pytest.approx(1.0)


def test_quiet_counts_from_the_last_loud_frame() -> None:
    loudness = Loudness(RATE)
    loudness.feed(np.concatenate([quiet(0.5), clip("lamp")]))
    loudness.feed(quiet(0.7))
    assert loudness.quiet_s == pytest.approx(0.7, abs=0.15)
    loudness.feed(clip("lamp")[2000:4000])
    assert loudness.quiet_s == 0


def test_speech_is_loud() -> None:
    loudness = Loudness(RATE)
    assert share_loud(loudness, quiet(0.5)) == 0
    assert share_loud(loudness, clip("counted")) > 0.7
    assert loudness.contrast_db > 30


def below(speech: Samples, sound: NDArray[Any], decibels: float) -> Samples:
    """Speech with this sound so far below it (mean power)."""
    voice, room = speech.astype(np.float64), sound.astype(np.float64)
    room *= np.sqrt(np.mean(voice**2) / np.mean(room**2)) / 10 ** (decibels / 20)
    return np.rint(voice + room).astype(np.int16)


def test_talk_makes_a_loud_room_though_it_has_gaps_and_a_steady_hiss_does_not() -> None:
    speech = np.concatenate([quiet(0.5), clip("counted"), quiet(0.4)])
    seconds = len(speech) / RATE
    talk = np.sum(
        [np.resize(np.roll(clip("recitation"), RATE * at), len(speech)) for at in range(4)], axis=0
    )
    gaps = np.resize(np.repeat([0, 1], [RATE // 20, RATE // 3]), len(speech))
    for sound, quiet_room in ((noise(seconds, -30), True), (talk * gaps, False)):
        loudness = Loudness(RATE)
        loudness.feed(below(speech, sound, 32 if quiet_room else 20))
        assert (loudness.contrast_db >= QUIET_DB) is quiet_room, loudness.contrast_db


def test_speech_at_the_very_start_is_loud() -> None:
    """The first frame may be speech: it is not taken for the room."""
    assert share_loud(Loudness(RATE), clip("counted")[:RATE]) > 0.7


def test_faint_speech_in_a_quiet_room_is_loud() -> None:
    loudness = Loudness(RATE)
    loudness.feed(quiet(0.5))
    assert share_loud(loudness, (clip("counted") // 40).astype(np.int16)) > 0.5


def test_a_steady_noise_becomes_the_room() -> None:
    """Bug report 70: a fan that is switched on does not speak for ever."""
    loudness = Loudness(RATE)
    assert share_loud(loudness, noise(1, -60)) == 0
    assert share_loud(loudness, noise(1, -30)) == 1
    loudness.feed(noise(12, -30))
    assert share_loud(loudness, noise(1, -30)) == 0
    assert share_loud(loudness, noise(0.2, -10)) == 1


def test_a_noisy_room_is_quiet_from_the_start_unless_it_is_as_loud_as_speech() -> None:
    assert share_loud(Loudness(RATE), noise(1, -40)) == 0
    as_speech = Loudness(RATE)
    as_speech.feed(noise(6, -20))
    assert share_loud(as_speech, noise(1, -20)) == 0


def test_an_echo_far_below_the_voice_is_not_loud() -> None:
    loudness = Loudness(RATE)
    loudness.feed(np.concatenate([quiet(0.5), noise(1, -10)]))
    assert share_loud(loudness, noise(0.5, -55)) == 0


def test_a_room_that_grows_quiet_again_is_followed_at_once() -> None:
    loudness = Loudness(RATE)
    loudness.feed(noise(2, -40))
    loudness.feed(noise(0.1, -70))
    assert share_loud(loudness, noise(0.3, -45)) == 1


def test_the_loudest_samples_do_no_harm() -> None:
    square = np.where(np.arange(RATE) % 100 < 50, -32768, 32767).astype(np.int16)
    loudness = Loudness(RATE)
    loudness.feed(quiet(0.2))
    assert share_loud(loudness, square) == 1
