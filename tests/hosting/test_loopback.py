"""The program must not hear itself: its own speech is mixed into the microphone, echo and all."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pytest

from assistant.data import data_path
from assistant.hearing.hush import Samples
from assistant.hearing.microphone import Microphone
from assistant.hearing.models import Model, bundled_model, load_model
from assistant.hearing.recordings import read_recording
from assistant.hearing.turn import MOVE, End
from assistant.hosting.ears import Answer, MicrophoneAndKeyboard, Question
from assistant.hosting.table import Table
from assistant.speaking import Player, Sound, Speaker
from tests.hearing.fake_sound_system import FakeSoundSystem, device
from tests.speaking.fakes import FakePortAudio, VirtualClock

RATE = 16_000
CLIPS = {"phrase_yes.flac": "yes", "phrase_repeat.flac": "repeat"}
ECHO_AFTER_S = 0.2
"""Shorter than the gate stays shut after a sound; as long as an echo in a large room."""


@pytest.fixture(scope="module")
def model() -> Model:
    return load_model(bundled_model())


class Air:
    """Carries what the loudspeaker plays, and its echo, to the microphone, in virtual time."""

    def __init__(self, clock: VirtualClock, system: FakeSoundSystem) -> None:
        self._clock = clock
        self._system = system
        self._began = clock.now
        self._arrived = 0
        self._wave = np.random.default_rng(4).normal(0, 8, 60 * RATE)

    def sound(self, samples: Samples, at: float) -> None:
        """``samples`` leave the loudspeaker at that time."""
        for loud, delay in ((0.5, 0.0), (0.1, ECHO_AFTER_S)):
            start = round((at - self._began + delay) * RATE)
            self._wave[start : start + len(samples)] += loud * samples

    def carry(self) -> None:
        """Gives the microphone all that it must have got by now."""
        until = round((self._clock.now - self._began) * RATE)
        while self._arrived + RATE // 10 <= until:
            part = self._wave[self._arrived : self._arrived + RATE // 10]
            self._system.send_sound(part.astype(np.int16))
            self._arrived += RATE // 10


class MicrophoneInAir(Microphone):
    """Lets time pass where the real one waits for it."""

    def __init__(self, clock: VirtualClock, system: FakeSoundSystem, air: Air) -> None:
        super().__init__(system=system)
        self._clock = clock
        self._air = air

    def _next(self) -> Samples | None:
        while self._listening and not self._blocks:
            self._clock.now += 0.1
            self._air.carry()
        return super()._next()


class RecordedVoice:
    """Says everything as it is spoken in a clip."""

    def __init__(self, clip: str) -> None:
        recording = read_recording(data_path("fixtures", "audio", "evaluate", clip))
        self.sound = Sound(recording.samples, recording.rate)

    def render(self, text: str, words_per_minute: int) -> Sound:
        return self.sound

    def close(self) -> None:
        pass


class TableInAir:
    """A host whose every line sounds like the clip, in a room where the microphone hears it."""

    def __init__(self, model: Model, clip: str) -> None:
        self.clock = VirtualClock()
        self.system = FakeSoundSystem([device()])
        self.air = Air(self.clock, self.system)
        self.microphone = MicrophoneInAir(self.clock, self.system, self.air)
        self.microphone.open()

        def write(_number: int) -> None:
            stream = library.streams[-1]
            block = stream.blocks[-1][:, 0]
            self.air.sound(block, stream.buffered_until - len(block) / RATE)
            self.air.carry()

        library = FakePortAudio(self.clock, rates=(RATE,), native_rate=RATE, on_block=write)
        player = Player(load_library=lambda: library, clock=self.clock, wait=self.clock.wait)
        self.speaker = Speaker(StringIO(), RecordedVoice(clip), player, clock=self.clock)

        def sleep(seconds: float) -> None:
            self.clock.now += seconds
            self.air.carry()

        self.ears = MicrophoneAndKeyboard(
            model, self.microphone, StringIO(""), clock=self.clock, sleep=sleep
        )
        self.table = Table(self.speaker, self.ears, lambda _line: None, knows=model.knows)

    def question(self) -> Question:
        commands = (*self.table.anywhere, *self.table.named("yes", "no"))
        return Question(self.table.hearable(commands), self.table.listener_for(commands), MOVE)


@pytest.mark.parametrize("clip", CLIPS)
def test_its_own_words_are_no_answer(model: Model, clip: str) -> None:
    room = TableInAir(model, clip)
    room.speaker.say("Shall we?")
    answer = room.ears.listen(room.question(), room.speaker.sound_ended_at)
    assert answer.end is End.SILENCE
    assert answer.text == ""


@pytest.mark.parametrize(("clip", "word"), CLIPS.items())
def test_without_the_gate_it_would_hear_itself(model: Model, clip: str, word: str) -> None:
    """What makes the test before this one worth something: the words do reach the microphone."""
    room = TableInAir(model, clip)
    room.microphone.shut_gate = lambda: None  # type: ignore[method-assign]
    room.microphone.open_gate()
    room.microphone._listening = True  # keeps more than half a second
    room.speaker.say("Shall we?")
    answer: Answer = room.ears.listen(room.question(), 0.0)
    assert word in answer.text
