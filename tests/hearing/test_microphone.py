"""The microphone on a made-up sound system; test_real_portaudio.py has the real one."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from assistant.hearing.microphone import BACK, LOST, ZEROS, Microphone, Patience, pick
from assistant.hearing.portaudio import MicrophoneProblem
from tests.hearing.fake_sound_system import FakeSoundSystem, device

HASTY = Patience(frames=0.01, retry=0.01, retries=3)


def values(microphone: Microphone, count: int) -> list[int]:
    return [int(block[0]) for block in islice(microphone.blocks(), count)]


def refusal(microphone: Microphone) -> str:
    with pytest.raises(MicrophoneProblem) as problem:
        microphone.open()
    assert "\n" not in str(problem.value)
    return str(problem.value)


def test_sixteen_kilohertz_and_one_channel_are_tried_first() -> None:
    system = FakeSoundSystem([device()])
    with Microphone(system=system) as microphone:
        assert microphone.rate == 16_000
    assert system.tried == [("Desk mic", 1, 16_000)]
    assert system.streams[0].closed


def test_a_device_that_takes_only_its_native_rate_gives_that_rate() -> None:
    system = FakeSoundSystem([device()], lambda channels, rate: rate == 48_000)
    with Microphone(system=system) as microphone:
        assert microphone.rate == 48_000


def test_a_device_that_takes_only_stereo_gives_its_first_channel() -> None:
    system = FakeSoundSystem([device()], lambda channels, rate: channels == 2)
    with Microphone(system=system) as microphone:
        microphone.open_gate()
        system.send(5)
        (block,) = islice(microphone.blocks(), 1)
    assert block.dtype == np.int16
    assert block.shape == (1_600,)
    assert set(block.tolist()) == {5}


def test_a_native_rate_below_sixteen_kilohertz_is_never_used() -> None:
    system = FakeSoundSystem([device(rate=8_000)], lambda channels, rate: rate < 16_000)
    assert "cannot be opened" in refusal(Microphone(system=system))
    assert {rate for _, _, rate in system.tried} == {16_000}


def test_a_busy_device_is_named_with_the_others() -> None:
    system = FakeSoundSystem([device("Desk mic"), device("Headset", 1)], lambda *_: False)
    sentence = refusal(Microphone(system=system))
    assert "Desk mic cannot be opened (Invalid sample rate)" in sentence
    assert sentence.endswith("There is: Headset.")


def test_without_a_device_the_keyboard_is_offered() -> None:
    assert "keyboard" in refusal(Microphone(system=FakeSoundSystem([])))


def test_a_device_is_known_by_name_not_by_number() -> None:
    desk, headset = device("Desk mic", 0), device("USB Headset", 1)
    assert pick([desk, headset], "headset") == headset
    assert pick([headset, desk], "headset") == headset
    assert pick([device("Desk mic 2", 2), desk], "Desk mic") == desk
    assert pick([desk, headset], "usb headset, alsa") == headset
    with pytest.raises(MicrophoneProblem, match=r"called Piano\. There is: Desk mic, USB H"):
        pick([desk, headset], "Piano")


def test_it_is_deaf_until_the_gate_is_opened() -> None:
    system = FakeSoundSystem([device()])
    with Microphone(system=system) as microphone:
        system.send(1)
        microphone.open_gate()
        system.send(2)
        assert values(microphone, 1) == [2]
        microphone.shut_gate()
        system.send(3)
        microphone.open_gate()
        system.send(4)
        assert values(microphone, 1) == [4]


def test_half_a_second_before_the_first_block_is_kept() -> None:
    system = FakeSoundSystem([device()])
    with Microphone(system=system) as microphone:
        microphone.open_gate()
        for value in range(1, 9):
            system.send(value)
        blocks = microphone.blocks()
        assert int(next(blocks)[0]) == 4
        for value in range(9, 20):  # once it listens nothing is dropped
            system.send(value)
        assert [int(block[0]) for block in islice(blocks, 15)] == list(range(5, 20))


def test_shutting_the_gate_ends_the_blocks() -> None:
    system = FakeSoundSystem([device()])
    with Microphone(system=system) as microphone:
        assert list(microphone.blocks()) == []
        microphone.open_gate()
        system.send(1)
        blocks = microphone.blocks()
        next(blocks)
        system.send(2)
        microphone.shut_gate()
        assert list(blocks) == []


def test_two_seconds_of_exact_zeros_are_told_once() -> None:
    told: list[str] = []
    system = FakeSoundSystem([device()])
    with Microphone(notify=told.append, system=system) as microphone:
        microphone.open_gate()
        blocks = microphone.blocks()
        for count, sentences in ((19, []), (40, [ZEROS])):
            for _ in range(count):
                system.send(0)
                next(blocks)
            assert told == sentences
        system.send(1)
        next(blocks)
    assert told == [ZEROS]


def test_a_lost_microphone_is_told_and_opened_again_at_its_rate() -> None:
    told: list[str] = []
    system = FakeSoundSystem([device()], lambda channels, rate: rate == 48_000)
    with Microphone(notify=told.append, system=system, patience=HASTY) as microphone:
        microphone.open_gate()
        attempts = []

        def look() -> None:
            attempts.append(1)
            system.plugged = [device(index=3)] if len(attempts) == 2 else []

        def notice(sentence: str) -> None:
            told.append(sentence)
            if sentence == BACK:
                system.send(7)

        system.on_look = look
        microphone._notify = notice
        assert values(microphone, 1) == [7]
        assert microphone.rate == 48_000
    assert told == [LOST, BACK]
    assert system.tried[-1] == ("Desk mic", 1, 48_000)
    assert all(stream.closed for stream in system.streams)


def test_a_microphone_that_stays_away_is_a_problem_in_the_end() -> None:
    system = FakeSoundSystem([device()])
    with Microphone(system=system, patience=HASTY) as microphone:
        microphone.open_gate()
        system.plugged = []
        with pytest.raises(MicrophoneProblem, match="did not come back"):
            next(microphone.blocks())
