"""The microphone on a made-up sound system; test_real_portaudio.py has the real one."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from assistant.devices.choice import Wanted
from assistant.hearing.microphone import Microphone, MicrophoneLost
from assistant.hearing.portaudio import MicrophoneProblem
from tests.hearing.fake_sound_system import FakeSoundSystem, device


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


def test_where_no_sound_comes_there_are_empty_blocks_until_it_counts_as_lost() -> None:
    system = FakeSoundSystem([device()])
    with Microphone(system=system, patience_s=0.1) as microphone:
        microphone.open_gate()
        blocks = microphone.blocks(beat_s=0.03)
        assert len(next(blocks)) == 0
        system.send(7)
        assert int(next(blocks)[0]) == 7
        assert [len(next(blocks)) for _ in range(3)] == [0, 0, 0]
        with pytest.raises(MicrophoneLost):
            next(blocks)


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


def test_a_microphone_without_frames_is_lost_and_found_again_under_another_number() -> None:
    desk, headset = device("Desk mic", 0), device("USB Headset (hw:1,0)", 1)
    system = FakeSoundSystem([desk, headset])
    with Microphone(Wanted("headset"), system, patience_s=0.01) as microphone:
        assert microphone.device == headset
        microphone.open_gate()
        with pytest.raises(MicrophoneLost):
            next(microphone.blocks())
        assert system.streams[0].closed
        system.plugged = [desk]
        assert not microphone.reconnect()
        with pytest.raises(MicrophoneLost):  # at once: no stream is waited for
            next(microphone.blocks())
        back = device("USB Headset (hw:3,0)", 5)
        system.plugged = [desk, back]
        system.takes = lambda channels, rate: rate == 48_000
        assert microphone.reconnect()
        assert microphone.device == back and microphone.rate == 48_000
        system.send(7)
        assert values(microphone, 1) == [7]
    assert all(stream.closed for stream in system.streams)


def test_the_default_microphone_may_be_another_one_after_it_was_lost() -> None:
    system = FakeSoundSystem([device("Headset")])
    with Microphone(system=system) as microphone:
        system.plugged = [device("Built-in")]
        assert microphone.reconnect()
        assert microphone.device == device("Built-in")


def test_what_was_plugged_in_is_noticed_only_by_looking_again() -> None:
    system = FakeSoundSystem([])
    microphone = Microphone(system=system)
    assert not microphone.reconnect()
    system.on_look = lambda: system.plugged.append(device())
    assert microphone.reconnect()
    microphone.close()
