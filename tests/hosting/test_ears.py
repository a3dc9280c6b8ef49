"""Answers by microphone and by keyboard."""

from __future__ import annotations

import io
import math
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from assistant.data import data_path
from assistant.hearing.microphone import Microphone, MicrophoneLost
from assistant.hearing.models import Model
from assistant.hearing.recordings import read_recording
from assistant.hearing.turn import End, Samples, recitation_budget
from assistant.hosting.ears import (
    GATE_TAIL_S,
    Disturbed,
    Keyboard,
    MicrophoneAndKeyboard,
    NoMoreAnswers,
    Question,
)
from assistant.hosting.table import Table
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.recitation import judge_reading, progress
from tests.hearing.fake_sound_system import FakeSoundSystem, device
from tests.hosting.fakes import FakeVoice, shipped_deck
from tests.hosting.test_recital import HOST


class FakeMicrophone(Microphone):
    """Gives a clip and then quiet, and keeps what is done to its gate."""

    def __init__(self, samples: Samples, rate: int) -> None:
        super().__init__()
        self._rate = rate
        self.sound = samples
        self.gate: list[str] = []

    def open_gate(self) -> None:
        self.gate.append("open")

    def shut_gate(self) -> None:
        self.gate.append("shut")

    def blocks(self, beat_s: float = math.inf) -> Iterator[Samples]:
        rng = np.random.default_rng(1)
        quiet = rng.normal(0, 3, 5 * self._rate).astype(np.int16)
        sound = np.concatenate([self.sound, quiet])
        size = self._rate // 10
        for at in range(0, len(sound), size):
            yield sound[at : at + size]


def question_for(words: CavernWords, hand: tuple[str, ...]) -> Question:
    def listen(heard):  # type: ignore[no-untyped-def]
        reading = words.read(heard.words)
        return progress(judge_reading(reading, hand, HOST, {}, ended=False), reading)

    return Question(words.phrases(), listen, recitation_budget(len(hand)))


def test_a_recitation_is_heard_through_the_microphone_and_confirmed_at_once(model: Model) -> None:
    recording = read_recording(data_path("fixtures", "audio", "demo_cavern", "001_ben.ogg"))
    words = CavernWords(shipped_deck(), adjectives=True, knows=model.knows)
    microphone = FakeMicrophone(recording.samples, recording.rate)
    ears = MicrophoneAndKeyboard(model, microphone, io.StringIO(""))
    answer = ears.listen(question_for(words, ("necklace", "teapot")), 0.0)
    assert "necklace" in answer.text and "teapot" in answer.text
    assert answer.end is End.ENOUGH
    assert answer.sound is not None and len(answer.sound) < len(recording.samples) + answer.rate
    assert microphone.gate == ["open", "shut"]


def test_a_typed_line_is_as_good_as_a_spoken_answer(model: Model) -> None:
    words = CavernWords(shipped_deck(), knows=model.knows)
    microphone = FakeMicrophone(np.full(16_000, 2, dtype=np.int16), 16_000)
    ears = MicrophoneAndKeyboard(model, microphone, io.StringIO("a lion\n"))
    time.sleep(0.2)  # the line is read in the background
    answer = ears.listen(question_for(words, ("lion",)), 0.0)
    assert answer.typed == "a lion"
    assert microphone.gate == ["open", "shut"]


def test_a_typed_line_is_taken_from_a_microphone_that_gives_no_sound(model: Model) -> None:
    question = question_for(CavernWords(shipped_deck(), knows=model.knows), ("lion",))
    with Microphone(system=FakeSoundSystem([device()])) as microphone:
        ears = MicrophoneAndKeyboard(model, microphone, io.StringIO("a lion\n"))
        assert ears.listen(question, 0.0).typed == "a lion"
        with pytest.raises(Disturbed) as told:
            ears.listen(question, 0.0)
    assert told.value.key == "microphone_lost"


def test_the_microphone_is_deaf_until_the_sound_has_died_away(model: Model) -> None:
    words = CavernWords(shipped_deck(), knows=model.knows)
    microphone = FakeMicrophone(np.full(16_000, 2, dtype=np.int16), 16_000)
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        assert not microphone.gate
        slept.append(seconds)

    ears = MicrophoneAndKeyboard(
        model, microphone, io.StringIO(""), clock=lambda: 100.0, sleep=sleep
    )
    ears.listen(question_for(words, ("lion",)), quiet_from=100.0)
    assert slept == pytest.approx([GATE_TAIL_S])


def test_the_keyboard_asks_with_a_sign_and_ends_with_its_input() -> None:
    out = io.StringIO()
    keyboard = Keyboard(io.StringIO("  a lion \n\n"), out)
    question = question_for(CavernWords(shipped_deck()), ("lion",))
    assert keyboard.listen(question, 0.0).typed == "a lion"
    assert keyboard.listen(question, 0.0).end is End.SILENCE
    with pytest.raises(NoMoreAnswers):
        keyboard.listen(question, 0.0)
    assert out.getvalue() == "> > > \n"


def test_digital_silence_is_told_once_and_again_after_it_was_mended(model: Model) -> None:
    words = CavernWords(shipped_deck(), knows=model.knows)
    question = question_for(words, ("lion",))
    microphone = FakeMicrophone(np.zeros(10 * 16_000, dtype=np.int16), 16_000)
    ears = MicrophoneAndKeyboard(model, microphone, io.StringIO(""))
    with pytest.raises(Disturbed) as told:
        ears.listen(question, 0.0)
    assert told.value.key == "microphone_silent"
    assert microphone.gate == ["open", "shut"]
    assert ears.listen(question, 0.0).end is End.SILENCE
    microphone.sound = np.full(16_000, 2, dtype=np.int16)
    assert ears.listen(question, 0.0).end is End.SILENCE
    microphone.sound = np.zeros(10 * 16_000, dtype=np.int16)
    with pytest.raises(Disturbed):
        ears.listen(question, 0.0)


def test_clipping_is_told_once_before_the_next_question(model: Model) -> None:
    recording = read_recording(data_path("fixtures", "audio", "demo_cavern", "001_ben.ogg"))
    loud = np.clip(recording.samples.astype(np.int32) * 40, -32768, 32767).astype(np.int16)
    words = CavernWords(shipped_deck(), knows=model.knows)
    question = question_for(words, ("necklace", "teapot"))
    microphone = FakeMicrophone(loud, recording.rate)
    ears = MicrophoneAndKeyboard(model, microphone, io.StringIO(""))
    ears.listen(question, 0.0)
    with pytest.raises(Disturbed) as told:
        ears.listen(question, 0.0)
    assert told.value.key == "microphone_clips"
    ears.listen(question, 0.0)
    ears.listen(question, 0.0)


def test_a_microphone_pulled_out_in_mid_turn_is_waited_for_and_the_turn_asked_again(
    model: Model,
) -> None:
    table, voice, question, microphone = disturbed_table(model)
    answer = table.ask("What is in the cavern, Ben?", question, (), ())
    assert "necklace" in answer.text
    assert microphone.attempts == 3
    lost, back = table.lines("microphone_lost"), table.lines("microphone_back")
    asked = "What is in the cavern, Ben?"
    assert voice.said == [asked, lost, back, asked]


def test_while_the_microphone_is_lost_typed_answers_count(model: Model) -> None:
    table, voice, question, microphone = disturbed_table(model, typed="a necklace and a teapot\n")
    microphone.comes_back = False
    answer = table.ask("What is in the cavern, Ben?", question, (), ())
    assert answer.typed == "a necklace and a teapot"
    assert voice.said[-1] == table.lines("microphone_lost")


class PulledOut(FakeMicrophone):
    """Is lost in the middle of its clip, and found at the third attempt, with the clip anew."""

    attempts = 0
    comes_back = True

    def blocks(self, beat_s: float = math.inf) -> Iterator[Samples]:
        if self.attempts:
            yield from super().blocks()
        yield self.sound[: self._rate]
        raise MicrophoneLost

    def reconnect(self) -> bool:
        self.attempts += 1
        return self.comes_back and self.attempts == 3


class LateKeyboard(io.StringIO):
    """Whoever types does so only once the first second of sound was heard."""

    def __init__(self, typed: str, microphone: PulledOut) -> None:
        super().__init__(typed)
        self._microphone = microphone

    def __next__(self) -> str:  # type: ignore[override]
        while not self._microphone.attempts:
            time.sleep(0.01)
        return super().__next__()


def disturbed_table(model: Model, typed: str = "") -> tuple[Table, FakeVoice, Question, PulledOut]:
    recording = read_recording(data_path("fixtures", "audio", "demo_cavern", "001_ben.ogg"))
    words = CavernWords(shipped_deck(), adjectives=True, knows=model.knows)
    microphone = PulledOut(recording.samples, recording.rate)
    keyboard = LateKeyboard(typed, microphone)
    ears = MicrophoneAndKeyboard(model, microphone, keyboard, retry_s=0.05)
    question = question_for(words, ("necklace", "teapot"))
    voice = FakeVoice()
    return Table(voice, ears, voice.said.append, knows=model.knows), voice, question, microphone


def test_with_push_to_talk_it_is_deaf_until_the_key(model: Model) -> None:
    recording = read_recording(data_path("fixtures", "audio", "demo_cavern", "001_ben.ogg"))
    words = CavernWords(shipped_deck(), adjectives=True, knows=model.knows)
    question = question_for(words, ("necklace", "teapot"))
    microphone = FakeMicrophone(recording.samples, recording.rate)

    class Pressed(threading.Event):
        """The key is pressed at the second look for it."""

        gates: ClassVar[list[list[str]]] = []

        def wait(self, timeout: float | None = None) -> bool:
            self.gates.append(list(microphone.gate))
            if len(self.gates) == 2:
                self.set()
            return self.is_set()

    talk = Pressed()
    talk.set()  # pressed while the host spoke: that only hushed it
    ears = MicrophoneAndKeyboard(model, microphone, io.StringIO(""), talk=talk)
    assert "necklace" in ears.listen(question, 0.0).text
    assert talk.gates == [[], []]
    assert microphone.gate == ["open", "shut"]


def test_with_push_to_talk_lines_can_be_typed_and_silence_can_agree(model: Model) -> None:
    words = CavernWords(shipped_deck(), knows=model.knows)
    question = question_for(words, ("lion",))
    microphone = FakeMicrophone(np.full(16_000, 2, dtype=np.int16), 16_000)
    talk = threading.Event()
    ears = MicrophoneAndKeyboard(model, microphone, io.StringIO("a lion\n"), talk=talk)
    assert ears.listen(question, 0.0).typed == "a lion"
    clock = iter(range(10_000))
    ears = MicrophoneAndKeyboard(
        model, microphone, io.StringIO(""), clock=lambda: float(next(clock)), talk=talk
    )
    offer = replace(question, silence_agrees=True)
    assert ears.listen(offer, -10.0).end is End.SILENCE
    assert microphone.gate == []
