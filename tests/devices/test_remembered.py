"""The choice of last time."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.devices.choice import Wanted
from assistant.devices.remembered import RememberedDevices

HEADSET = Wanted("USB Headset", "ALSA")


def test_each_direction_is_remembered_by_name_and_sound_system(tmp_path: Path) -> None:
    RememberedDevices(tmp_path / "new").keep("input", HEADSET)
    RememberedDevices(tmp_path / "new").keep("output", Wanted("Speakers", "ALSA"))
    again = RememberedDevices(tmp_path / "new")
    assert again.get("input") == HEADSET
    assert again.get("output") == Wanted("Speakers", "ALSA")
    again.keep("input", None)
    assert RememberedDevices(tmp_path / "new").get("input") is None
    assert again.get("output") is not None


DAMAGED = ("", "{", "[]", '{"input": 3}', '{"input": {"name": 3, "system": null}}', "\xff")


@pytest.mark.parametrize("content", DAMAGED)
def test_a_file_that_cannot_be_read_holds_no_choice_and_is_written_anew(
    tmp_path: Path, content: str
) -> None:
    (tmp_path / "devices.json").write_bytes(content.encode("latin-1"))
    remembered = RememberedDevices(tmp_path)
    assert remembered.get("input") is None
    remembered.keep("input", HEADSET)
    assert remembered.get("input") == HEADSET


def test_where_nothing_can_be_written_nothing_happens(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    remembered = RememberedDevices(tmp_path / "file")
    remembered.keep("input", HEADSET)
    assert remembered.get("input") is None
