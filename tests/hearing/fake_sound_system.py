"""A stand-in for PortAudio: devices that a test makes up, frames that a test sends."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from assistant.devices.choice import Device
from assistant.hearing.hush import Samples
from assistant.hearing.portaudio import Frames


def device(
    name: str = "Desk mic", index: int = 0, *, rate: int = 48_000, channels: int = 2
) -> Device:
    """A stereo device at 48 kHz."""
    return Device(index, name, "ALSA", channels, rate)


class FakeStream:
    """Remembers that it was closed."""

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


class FakeSoundSystem:
    """Opens what ``takes`` allows, by channels and rate."""

    def __init__(
        self,
        devices: list[Device],
        takes: Callable[[int, int], bool] = lambda channels, rate: True,
    ) -> None:
        self.plugged = devices
        self.takes = takes
        self.tried: list[tuple[str, int, int]] = []
        self.streams: list[FakeStream] = []
        self.on_look: Callable[[], None] = lambda: None
        self._take: Callable[[Frames], None] = lambda frames: None
        self._channels = 1

    def devices(self) -> list[Device]:
        return self.plugged

    def open(
        self, device: Device, channels: int, rate: int, block: int, take: Callable[[Frames], None]
    ) -> FakeStream:
        self.tried.append((device.name, channels, rate))
        if not self.takes(channels, rate):
            raise OSError("Invalid sample rate")
        self._take = take
        self._channels = channels
        self.streams.append(FakeStream())
        return self.streams[-1]

    def look_again(self) -> None:
        self.on_look()

    def send_sound(self, samples: Samples) -> None:
        """Sound on channel 0; other channels carry something else."""
        frames = np.full((len(samples), self._channels), 99, dtype=np.int16)
        frames[:, 0] = samples
        self._take(frames)

    def send(self, value: int, count: int = 1_600) -> None:
        """Frames of one value on channel 0; other channels carry something else."""
        frames = np.full((count, self._channels), 99, dtype=np.int16)
        frames[:, 0] = value
        self._take(frames)
        frames[:] = 77  # PortAudio reuses its buffer
