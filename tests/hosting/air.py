"""The way from the loudspeaker to the microphone, in virtual time: as fast as it is computed."""

from __future__ import annotations

from io import StringIO

import numpy as np
import numpy.typing as npt

from assistant.hearing.hush import Samples
from assistant.hearing.microphone import Microphone
from assistant.hearing.models import Model
from assistant.hosting.ears import MicrophoneAndKeyboard
from assistant.hosting.table import Table
from assistant.speaking import Player, Speaker, Voice
from tests.hearing.fake_sound_system import FakeSoundSystem, device
from tests.speaking.fakes import FakePortAudio, VirtualClock

RATE = 16_000
ECHO_AFTER_S = 0.2
"""Shorter than the gate stays shut after a sound; as long as an echo in a large room."""

_BLOCK = RATE // 10
_ROOM = 8.0  # standard deviation of its noise, in 16-bit steps
_OF_ITSELF = 0.5
_ECHO = 0.1


class Air:
    """Carries sounds to the microphone, block by block, as the clock goes on."""

    def __init__(self, clock: VirtualClock, system: FakeSoundSystem) -> None:
        self._clock = clock
        self._system = system
        self._began = clock.now
        self._random = np.random.default_rng(4)
        self._sounds: list[tuple[int, npt.NDArray[np.float64]]] = []
        self.carried = 0
        """Samples so far."""

    def sound(self, samples: Samples, at: float, loudness: float = 1.0) -> None:
        """``samples`` begin to sound at that time of the clock."""
        sound: npt.NDArray[np.float64] = samples.astype(np.float64) * loudness
        self._sounds.append((round((at - self._began) * RATE), sound))

    def of_loudspeaker(self, samples: Samples, at: float) -> None:
        """The same for what the loudspeaker plays, with an echo."""
        self.sound(samples, at, _OF_ITSELF)
        self.sound(samples, at + ECHO_AFTER_S, _ECHO)

    def carry(self) -> None:
        """Gives the microphone all that it must have got by now."""
        until = round((self._clock.now - self._began) * RATE)
        while self.carried + _BLOCK <= until:
            block = self._random.normal(0, _ROOM, _BLOCK)
            for start, samples in self._sounds:
                first = max(start, self.carried)
                last = min(start + len(samples), self.carried + _BLOCK)
                if first < last:
                    part = samples[first - start : last - start]
                    block[first - self.carried : last - self.carried] += part
            self.carried += _BLOCK
            self._sounds = [each for each in self._sounds if each[0] + len(each[1]) > self.carried]
            self._system.send_sound(np.clip(block, -32768, 32767).astype(np.int16))


class MicrophoneInAir(Microphone):
    """Lets time pass where the real one waits for it."""

    def __init__(self, clock: VirtualClock, system: FakeSoundSystem, air: Air) -> None:
        super().__init__(system=system)
        self._clock = clock
        self._air = air

    def _next(self, wait_s: float) -> Samples | None:
        while self._listening and not self._blocks:
            self._clock.now += 0.1
            self._air.carry()
        return super()._next(wait_s)


class TableInAir:
    """A host with this voice, whose every line comes back to the microphone."""

    def __init__(self, model: Model, voice: Voice) -> None:
        self.clock = VirtualClock()
        self.system = FakeSoundSystem([device()])
        self.air = Air(self.clock, self.system)
        self.microphone = MicrophoneInAir(self.clock, self.system, self.air)
        self.microphone.open()
        self.loudspeaker = FakePortAudio(
            self.clock, rates=(RATE,), native_rate=RATE, on_block=self._played
        )
        player = Player(
            load_library=lambda: self.loudspeaker, clock=self.clock, wait=self.clock.wait
        )
        self.speaker = Speaker(StringIO(), voice, player, clock=self.clock)
        self.ears = MicrophoneAndKeyboard(
            model, self.microphone, StringIO(""), clock=self.clock, sleep=self._sleep
        )
        self.table = Table(self.speaker, self.ears, lambda _line: None, knows=model.knows)

    def _played(self, _number: int) -> None:
        stream = self.loudspeaker.streams[-1]
        block = stream.blocks[-1][:, 0]
        self.air.of_loudspeaker(block, stream.buffered_until - len(block) / RATE)
        self.air.carry()

    def _sleep(self, seconds: float) -> None:
        self.clock.now += seconds
        self.air.carry()
