"""Devices are found by what people call them."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.devices.choice import Device, NoSuchDevice, Wanted, find, listed

DESK = Device(0, "Desk mic", "ALSA", 2, 48_000)
HEADSET = Device(1, "USB Headset: Audio (hw:2,0)", "ALSA", 1, 44_100, is_default=True)
WINDOWS = [
    Device(0, "Microphone (Realtek)", "MME", 2, 44_100),
    Device(1, "Microphone (Realtek)", "Windows WASAPI", 2, 48_000),
]


def test_any_part_of_a_name_will_do_and_its_number_does_not_matter() -> None:
    for devices in ([DESK, HEADSET], [HEADSET, DESK]):
        assert find(devices, Wanted("headset"), "input") == HEADSET
        assert find(devices, Wanted("  DESK mic "), "input") == DESK


def test_without_a_name_it_is_the_default_device_or_else_the_first() -> None:
    assert find([DESK, HEADSET], None, "input") == HEADSET
    assert find([DESK], None, "input") == DESK


def test_a_whole_name_goes_before_a_part_of_one() -> None:
    second = Device(0, "Desk mic 2", "ALSA", 1, 48_000)
    assert find([second, DESK], Wanted("desk mic"), "input") == DESK


def test_the_sound_system_remembered_goes_before_others_but_is_no_condition() -> None:
    assert find(WINDOWS, Wanted("Microphone (Realtek)", "Windows WASAPI"), "input") == WINDOWS[1]
    assert find(WINDOWS, Wanted("realtek", "Windows WASAPI"), "input") == WINDOWS[1]
    assert find(WINDOWS, Wanted("Microphone (Realtek), Windows WASAPI"), "input") == WINDOWS[1]
    assert find(WINDOWS[:1], Wanted("Microphone (Realtek)", "WDM-KS"), "input") == WINDOWS[0]


def test_a_card_that_alsa_numbered_anew_is_the_same_device() -> None:
    again = Device(7, "USB Headset: Audio (hw:4,0)", "ALSA", 1, 44_100)
    assert find([DESK, again], HEADSET.wanted, "input") == again


@pytest.mark.parametrize(
    ("direction", "noun"), [("input", "microphone"), ("output", "loudspeaker")]
)
def test_an_unknown_name_is_one_sentence_with_the_nearest_first(direction: Any, noun: str) -> None:
    with pytest.raises(NoSuchDevice) as problem:
        find([DESK, HEADSET], Wanted("USB hedset"), direction)
    sentence = str(problem.value)
    assert sentence.startswith(f"There is no {noun} called USB hedset. There is: USB Headset")
    assert sentence.index("Headset") < sentence.index("Desk mic")
    assert "\n" not in sentence


def test_an_empty_name_and_an_empty_machine_are_told() -> None:
    with pytest.raises(NoSuchDevice, match="There is: "):
        find([DESK], Wanted(""), "input")
    with pytest.raises(NoSuchDevice, match="No loudspeaker was found"):
        find([], Wanted("desk"), "output")


class Library:
    """Three devices as sounddevice lists them: a sink, a source, and one that is both."""

    class default:  # noqa: N801
        device = (-1, 0)

    @staticmethod
    def query_devices() -> list[dict[str, Any]]:
        return [
            {"name": name, "hostapi": 0, "default_samplerate": 48000.0}
            | {"max_input_channels": ins, "max_output_channels": outs}
            for name, ins, outs in (("Speakers", 0, 2), ("Webcam", 1, 0), ("Headset", 1, 2))
        ]

    @staticmethod
    def query_hostapis() -> list[dict[str, Any]]:
        return [{"name": "ALSA", "default_input_device": 2, "default_output_device": 2}]


def test_each_direction_lists_its_own_devices_and_default() -> None:
    inputs, outputs = listed(Library, "input"), listed(Library, "output")
    assert [(each.index, each.name, each.is_default) for each in inputs] == [
        (1, "Webcam", False),
        (2, "Headset", True),
    ]
    assert [(each.name, each.channels, each.is_default) for each in outputs] == [
        ("Speakers", 2, True),
        ("Headset", 2, False),
    ]
