"""Stand-ins: a loudspeaker in virtual time, a voice without an engine, a speech engine's child."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from assistant.speaking import Sound
from assistant.speaking.render_process import Patience

ENGINE_CHILD: Sequence[str] = (sys.executable, str(Path(__file__).with_name("fake_child.py")))
"""A render command whose engine does what the text says: see ``fake_child.py``."""

SHORT_ONLY_WITH_SHORT_LINES = Patience(start=60.0, line=0.0, character=0.08)
"""0.3 seconds for "hang", half a minute for a line filled up to 400 characters."""


class VirtualClock:
    """Time that passes only where something waits."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def wait(self, event: threading.Event, seconds: float) -> bool:
        if not event.is_set():
            self.now += seconds
        return event.is_set()


class FakePortAudioError(Exception):
    """What the fake library raises, as sounddevice raises its own."""


class FakePortAudio:
    """Stands in for the sounddevice module: one output device that plays in virtual time."""

    PortAudioError = FakePortAudioError

    def __init__(
        self,
        clock: VirtualClock,
        *,
        latency: float = 0.1,
        native_rate: int = 48000,
        rates: Collection[int] = (22050, 48000),
        channels: Collection[int] = (1, 2),
        on_block: Callable[[int], None] = lambda number: None,
    ) -> None:
        self.clock = clock
        self.latency = latency
        self.native_rate = native_rate
        self.rates = rates
        self.channels = channels
        self.on_block = on_block
        self.is_there = True
        self.is_busy = False
        self.takes_all_at_once = False
        self.streams: list[FakeStream] = []

    class default:  # noqa: N801
        device = (-1, -1)

    def query_devices(self, device: object = "all", kind: str | None = None) -> Any:
        row = {"default_samplerate": float(self.native_rate), "hostapi": 0}
        row |= {"max_input_channels": 0, "max_output_channels": 2}
        if kind is None:
            return [row | {"name": name} for name in ("Speakers", "Headphones")]
        assert kind == "output"
        if not self.is_there:
            raise FakePortAudioError("Error querying device -1")
        return row

    def query_hostapis(self) -> list[dict[str, Any]]:
        return [{"name": "ALSA", "default_output_device": 0}]

    def OutputStream(  # noqa: N802
        self, *, samplerate: int, channels: int, dtype: str, device: object
    ) -> FakeStream:
        assert dtype == "int16"
        assert all(stream.is_closed for stream in self.streams), "two sounds at a time"
        if self.is_busy:
            raise FakePortAudioError("Device unavailable", -9985)
        if samplerate not in self.rates:
            raise FakePortAudioError("Invalid sample rate", -9997)
        if channels not in self.channels:
            raise FakePortAudioError("Invalid number of channels", -9998)
        stream = FakeStream(self, samplerate, channels, device)
        self.streams.append(stream)
        return stream


class FakeStream:
    """A stream whose buffer holds ``latency`` seconds and begins, as PortAudio's, with silence."""

    def __init__(self, library: FakePortAudio, rate: int, channels: int, device: object) -> None:
        self.device = device
        self.samplerate = float(rate)
        self.channels = channels
        self.latency = library.latency
        self.blocks: list[npt.NDArray[np.int16]] = []
        self.last_audible_at = 0.0
        self.was_aborted = False
        self.is_closed = False
        self._library = library
        self._clock = library.clock
        self.buffered_until = 0.0

    def start(self) -> None:
        self.buffered_until = self._clock.now + self.latency

    def write(self, block: npt.NDArray[np.int16]) -> bool:
        if not self._library.is_there:
            raise FakePortAudioError("Unanticipated host error", -9999)
        assert block.ndim == 2 and block.shape[1] == self.channels
        audible = np.flatnonzero(block[:, 0])
        if len(audible):
            self.last_audible_at = self.buffered_until + (audible[-1] + 1) / self.samplerate
        self.buffered_until += len(block) / self.samplerate
        if not self._library.takes_all_at_once:
            self._clock.now = max(self._clock.now, self.buffered_until - self.latency)
        self.blocks.append(block)
        self._library.on_block(len(self.blocks))
        return False

    def stop(self) -> None:
        if not self._library.takes_all_at_once:
            self._clock.now = max(self._clock.now, self.buffered_until)

    def abort(self) -> None:
        self.was_aborted = True
        self.last_audible_at = min(self.last_audible_at, self._clock.now)

    def close(self) -> None:
        self.is_closed = True

    @property
    def samples(self) -> npt.NDArray[np.int16]:
        """All that was written, one channel of it."""
        return np.concatenate([block[:, 0] for block in self.blocks])


class FakeVoice:
    """A voice that hums one second for each line."""

    def __init__(self, seconds: float = 1.0) -> None:
        self.seconds = seconds
        self.asked: list[tuple[str, int]] = []

    def render(self, text: str, words_per_minute: int) -> Sound:
        self.asked.append((text, words_per_minute))
        return hum(self.seconds)

    def close(self) -> None:
        pass


def hum(seconds: float, rate: int = 22050) -> Sound:
    """A sound that is audible from its first sample to its last."""
    times = np.arange(round(seconds * rate)) / rate
    wave: Any = np.cos(2 * np.pi * 200 * times) * 8000
    samples: npt.NDArray[np.int16] = wave.astype(np.int16)
    samples[-1] = 8000
    return Sound(samples, rate)
