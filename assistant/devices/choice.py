"""Devices of PortAudio, known by what lasts: their name and the sound system they belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rapidfuzz import fuzz, process, utils

Direction = Literal["input", "output"]

_NOUN = {"input": "microphone", "output": "loudspeaker"}
_NAMED_AT_MOST = 5


class NoSuchDevice(Exception):
    """No device fits; the message is one sentence that names the nearest ones."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device in one direction. ``index`` means another device after replugging; names last."""

    index: int
    name: str
    system: str
    """The sound system it belongs to (PortAudio's host API), such as ALSA or Core Audio."""
    channels: int
    rate: int
    """Its native rate in hertz."""
    is_default: bool = False

    @property
    def wanted(self) -> Wanted:
        """What finds this device again."""
        return Wanted(self.name, self.system)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A device asked for: its name or a part of it in any case, and its sound system if known."""

    name: str
    system: str | None = None


def listed(library: Any, direction: Direction) -> list[Device]:
    """The devices of one direction that ``library`` (sounddevice) lists.

    Raises the library's ``PortAudioError``.
    """
    rows, systems = library.query_devices(), library.query_hostapis()
    chosen = library.default.device[0 if direction == "input" else 1]
    if chosen == -1 and systems:
        chosen = systems[0][f"default_{direction}_device"]
    return [
        Device(
            index,
            str(row["name"]),
            str(systems[row["hostapi"]]["name"]),
            int(row[f"max_{direction}_channels"]),
            int(row["default_samplerate"]),
            index == chosen,
        )
        for index, row in enumerate(rows)
        if row[f"max_{direction}_channels"] > 0
    ]


def find(devices: Sequence[Device], wanted: Wanted | None, direction: Direction) -> Device:
    """The device that is wanted, or the default one, or the first.

    A whole name goes before a part of one, and the sound system asked for before others. Raises
    :class:`NoSuchDevice`.
    """
    if not devices:
        raise NoSuchDevice(f"No {_NOUN[direction]} was found: plug one in.")
    if wanted is None:
        return next((device for device in devices if device.is_default), devices[0])
    sought = _lasting(wanted.name)
    ranked = sorted(devices, key=lambda device: device.system != wanted.system)
    for device in ranked:
        name = _lasting(device.name)
        if sought in (name, f"{name}, {device.system.casefold()}"):
            return device
    for device in ranked:
        if sought and sought in _lasting(device.name):
            return device
    raise NoSuchDevice(
        f"There is no {_NOUN[direction]} called {wanted.name}.{others(devices, wanted.name)}"
    )


def others(devices: Sequence[Device], name: str, but: Device | None = None) -> str:
    """A sentence, after a space, with the devices whose names are nearest to ``name``."""
    names = list(dict.fromkeys(device.name for device in devices if device != but))
    nearest = process.extract(
        name, names, scorer=fuzz.ratio, processor=utils.default_process, limit=_NAMED_AT_MOST
    )
    return f" There is: {', '.join(found for found, _, _ in nearest)}." if nearest else ""


def _lasting(name: str) -> str:
    """A name without the number that ALSA gives to a card anew each time it is plugged in."""
    return re.sub(r"\s*\(hw:\d+,\d+\)$", "", name.strip().casefold())
