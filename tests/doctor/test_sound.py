"""What the doctor says of a microphone, by what it hears from it."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from assistant.doctor.finding import Finding, State
from assistant.doctor.sound import _start_of, check_loudspeaker, check_microphone, chirp
from assistant.hearing.hush import Samples
from assistant.hearing.microphone import Microphone, MicrophoneLost
from assistant.speaking import Player
from tests.hearing.fake_sound_system import FakeSoundSystem, device
from tests.hearing.sounds import clip
from tests.speaking.fakes import FakePortAudio, VirtualClock

RATE = 16_000
VOICE = clip("recitation")[: 3 * RATE]


class Playing(Microphone):
    """Gives a sound again and again, a block each 0.1 s of the clock."""

    def __init__(self, sound: Samples, clock: VirtualClock, late: float = 1.0) -> None:
        super().__init__(system=FakeSoundSystem([device("Desk mic")]))
        self.open()
        self._sound = sound
        self._clock = clock
        self._late = late

    def blocks(self, beat_s: float = math.inf) -> Iterator[Samples]:
        if not len(self._sound):
            raise MicrophoneLost
        at = 0
        while True:
            self._clock.now += 0.1 * self._late
            yield np.take(self._sound, range(at, at + RATE // 10), mode="wrap")
            at += RATE // 10


def findings(sound: Samples, late: float = 1.0) -> list[Finding]:
    clock = VirtualClock()
    return list(check_microphone(Playing(sound, clock, late), 4.0, clock))


def room(db: float, seconds: float = 2.0) -> Samples:
    wave = np.random.default_rng(2).normal(0, 32768 * 10 ** (db / 20), round(seconds * RATE))
    return wave.astype(np.int16)


def amplified(sound: Samples, by: float) -> Samples:
    loud: Samples = np.clip(sound * by, -32768, 32767).astype(np.int16)
    return loud


def test_a_voice_in_a_quiet_room_is_good_and_measured() -> None:
    (good,) = findings(np.concatenate([room(-60), VOICE]))
    assert good.state is State.GOOD
    assert "Desk mic works at 16000 hertz" in good.sentence
    assert good.figures["native_rate_hz"] == 48_000
    assert good.figures["noise_db"] == pytest.approx(-60, abs=2)
    assert good.figures["delivered_percent"] == pytest.approx(100, abs=1)
    assert good.figures["clipped_percent"] == 0


def test_digital_silence_is_bad() -> None:
    (silent,) = findings(np.zeros(RATE, dtype=np.int16))
    assert silent.state is State.BAD
    assert "digital silence" in silent.sentence and "privacy" in silent.remedy


@pytest.mark.parametrize(
    ("sound", "late", "says"),
    [
        (np.concatenate([room(-60), amplified(VOICE, 60.0)]), 1.0, "too loud"),
        (room(-30), 1.0, "loud here: -30 decibels"),
        (room(-60), 1.0, "No voice stood out"),
        (np.concatenate([room(-60), VOICE]), 1.25, "only 80 per cent"),
    ],
)
def test_each_fault_is_a_sentence_with_a_remedy(sound: Samples, late: float, says: str) -> None:
    (fault,) = findings(sound, late)
    assert fault.state is State.DOUBTFUL
    assert says in fault.sentence
    assert fault.remedy.endswith(".")


def test_a_microphone_that_gives_nothing_is_bad() -> None:
    (lost,) = findings(np.empty(0, dtype=np.int16))
    assert lost.state is State.BAD
    assert "--microphone" in lost.remedy


def test_a_loudspeaker_is_good_or_told_with_a_remedy() -> None:
    clock = VirtualClock()
    loudspeaker = FakePortAudio(clock)
    player = Player(load_library=lambda: loudspeaker, clock=clock, wait=clock.wait)
    (good,) = check_loudspeaker(player)
    assert good.state is State.GOOD
    assert np.any(loudspeaker.streams[0].samples)
    loudspeaker.is_busy = True
    (busy,) = check_loudspeaker(player)
    assert busy.state is State.BAD and "--loudspeaker" in busy.remedy


def test_the_chirp_is_found_in_a_noisy_recording_and_not_in_noise_alone() -> None:
    noise = room(-40).astype(np.float64)
    sought = chirp().resampled(RATE).samples.astype(np.float64)
    heard = noise.copy()
    heard[7_000 : 7_000 + len(sought)] += 0.1 * sought
    assert _start_of(sought, heard) == pytest.approx(7_000, abs=2)
    assert _start_of(sought, noise) is None
    assert _start_of(sought, noise[:100]) is None
