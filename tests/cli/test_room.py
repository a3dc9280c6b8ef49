"""Devices by name: chosen, remembered, forgotten, and absent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from assistant.cli import room
from assistant.cli.room import Hearing, open_microphone, open_player, open_table
from assistant.devices.choice import NoSuchDevice, Wanted
from assistant.devices.remembered import RememberedDevices
from assistant.hearing import microphone as microphone_module
from assistant.hearing.microphone import Microphone
from tests.hearing.fake_sound_system import FakeSoundSystem, device

DESK, HEADSET = device("Desk mic", 0), device("USB Headset", 1)


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> FakeSoundSystem:
    """Two devices that can both record and play."""
    system = FakeSoundSystem([DESK, HEADSET])
    for module in (room, microphone_module):
        monkeypatch.setattr(module, "PortAudio", lambda: system)
    monkeypatch.setattr(room, "loudspeakers", system.devices)
    return system


@contextmanager
def opened(name: str | None, data: Path) -> Iterator[Microphone]:
    microphone, problem = open_microphone(name, data)
    assert microphone is not None, problem
    yield microphone
    microphone.close()


def test_a_named_microphone_is_used_from_then_on(system: FakeSoundSystem, tmp_path: Path) -> None:
    for name, used in (
        (None, DESK),
        ("headset", HEADSET),
        (None, HEADSET),
        ("default", DESK),
        (None, DESK),
    ):
        with opened(name, tmp_path) as microphone:
            assert microphone.device == used, name


def test_a_remembered_microphone_that_is_absent_is_replaced_and_not_forgotten(
    system: FakeSoundSystem, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened("headset", tmp_path):
        pass
    system.plugged = [DESK]
    with opened(None, tmp_path) as microphone:
        assert microphone.device == DESK
        with open_table(Hearing(microphone, None, None), tts=False, data=tmp_path):
            pass
        assert "USB Headset is not there now" in capsys.readouterr().out
    system.plugged = [DESK, HEADSET]
    with opened(None, tmp_path) as microphone:
        assert microphone.device == HEADSET


def test_a_name_that_nothing_has_is_refused_and_not_remembered(
    system: FakeSoundSystem, tmp_path: Path
) -> None:
    with pytest.raises(NoSuchDevice, match=r"microphone called piano\. There is: "):
        open_microphone("piano", tmp_path)
    with pytest.raises(NoSuchDevice, match=r"loudspeaker called piano\. There is: "):
        open_player("piano", data=tmp_path)
    remembered = RememberedDevices(tmp_path)
    assert remembered.get("input") is remembered.get("output") is None


def test_a_busy_microphone_is_a_sentence_and_not_remembered(
    system: FakeSoundSystem, tmp_path: Path
) -> None:
    system.takes = lambda channels, rate: False
    microphone, problem = open_microphone("headset", tmp_path)
    assert microphone is None
    assert problem is not None and "another program may be using it" in problem
    assert "There is: Desk mic." in problem
    assert RememberedDevices(tmp_path).get("input") is None


def test_loudspeaker_and_microphone_are_chosen_apart(
    system: FakeSoundSystem, tmp_path: Path
) -> None:
    with opened("headset", tmp_path) as microphone:
        assert open_player("desk", microphone, tmp_path).device == Wanted("Desk mic", "ALSA")
        assert open_player(None, microphone, tmp_path).device == Wanted("Desk mic", "ALSA")
        assert microphone.device == HEADSET
    assert open_player("default", data=tmp_path).device is None
    assert open_player(None, data=tmp_path).device is None
