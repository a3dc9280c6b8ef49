"""Sound to the loudspeaker, through PortAudio: stops at once and knows when the sound has ended."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import wait as wait_for_futures
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from assistant.devices.alsa import silence_alsa
from assistant.devices.choice import Device, NoSuchDevice, Wanted, find, listed
from assistant.speaking.problems import SpeakingError, Trouble
from assistant.speaking.sound import Sound

BLOCK_S = 0.02
"""Seconds of sound handed to the device at a time; an interruption waits no longer than this."""

LOOK_AGAIN_S = 2.0
"""Seconds at least between two looks for a loudspeaker that went away."""

_GONE = {Trouble.NO_OUTPUT_DEVICE, Trouble.OUTPUT_REFUSED, Trouble.OUTPUT_LOST}
_NOTICE_CTRL_C_S = 0.1
_COMMON_RATES = (48000, 44100)


def loudspeakers(load_library: Callable[[], Any] | None = None) -> list[Device]:
    """The devices that can play. Raises :class:`SpeakingError`: PortAudio missing or failing."""
    library = (load_library or load_sounddevice)()
    try:
        return listed(library, "output")
    except library.PortAudioError as error:
        raise SpeakingError(Trouble.NO_OUTPUT_DEVICE, str(error)) from error


def load_sounddevice() -> Any:
    """The sounddevice module, loaded only when there is something to play.

    Raises :class:`SpeakingError` if it or PortAudio behind it is missing.
    """
    try:
        import sounddevice
    except (ImportError, OSError) as error:
        raise SpeakingError(Trouble.PORTAUDIO_MISSING, str(error)) from error
    silence_alsa()
    return sounddevice


@dataclass(frozen=True)
class Playback:
    """How a sound ended: ``ended_at`` on the player's clock in seconds, ``complete`` if in full."""

    ended_at: float
    complete: bool


class Player:
    """Plays one sound at a time on one output device.

    The device is opened for each sound: it is free for others in between, and one that went away is
    tried afresh. Where it refuses the rate of a sound or a single channel, the sound is converted.
    """

    def __init__(
        self,
        device: Wanted | str | int | None = None,
        *,
        look_again: Callable[[], None] = lambda: None,
        load_library: Callable[[], Any] = load_sounddevice,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[threading.Event, float], object] = threading.Event.wait,
        patience_s: float = 5.0,
    ) -> None:
        """A player for ``device``: part of its name, its PortAudio number, or the default one.

        ``look_again`` makes PortAudio notice what was plugged in since; it is called before a sound
        when the one before it found no loudspeaker, at most every :data:`LOOK_AGAIN_S` seconds.
        ``load_library`` returns sounddevice or something like it; ``clock`` tells seconds and
        ``wait`` waits on its time scale until an event or for so many seconds. A device that takes
        ``patience_s`` real seconds longer for a sound than the sound lasts counts as stuck.
        """
        self.device = device
        self._load_library = load_library
        self._clock = clock
        self._wait = wait
        self._patience_s = patience_s
        self._look_again = look_again
        self._is_gone = False
        self._looked_at = -math.inf
        self._stuck: threading.Thread | None = None

    def play(self, sound: Sound, stop: threading.Event) -> Playback:
        """Play ``sound`` and return when its last sample has left the loudspeaker.

        Setting ``stop`` ends it within a block. Raises :class:`SpeakingError`: PortAudio missing,
        no output device, output device refused, lost or stuck.
        """
        if self._stuck is not None and self._stuck.is_alive():
            raise SpeakingError(Trouble.OUTPUT_STUCK)
        abandoned = threading.Event()
        finished: Future[Playback] = Future()
        # In a thread of its own, for a device may stop taking sound without an error.
        thread = threading.Thread(
            target=self._play_into,
            args=(finished, sound, lambda: stop.is_set() or abandoned.is_set(), stop),
            name="playback",
            daemon=True,
        )
        try:
            thread.start()
            self._wait_for(finished, sound.seconds + self._patience_s)
            if not finished.done():
                self._stuck = thread
                raise SpeakingError(Trouble.OUTPUT_STUCK)
            return finished.result()
        finally:
            abandoned.set()
            if self._stuck is not thread:
                wait_for_futures([finished], timeout=1.0)

    @staticmethod
    def _wait_for(finished: Future[Playback], seconds: float) -> None:
        # In short steps: Ctrl-C that comes just before a wait is noticed only after that wait.
        deadline = time.monotonic() + seconds
        while not finished.done() and time.monotonic() < deadline:
            wait_for_futures([finished], timeout=_NOTICE_CTRL_C_S)

    def _play_into(
        self,
        finished: Future[Playback],
        sound: Sound,
        is_over: Callable[[], bool],
        stop: threading.Event,
    ) -> None:
        try:
            finished.set_result(self._played(sound, is_over, stop))
        except Exception as error:
            finished.set_exception(error)

    def _played(self, sound: Sound, is_over: Callable[[], bool], stop: threading.Event) -> Playback:
        library = self._load_library()
        if self._is_gone and self._clock() >= self._looked_at + LOOK_AGAIN_S:
            self._looked_at = self._clock()
            self._look_again()
        try:
            playback = self._played_through(library, sound, is_over, stop)
        except SpeakingError as error:
            self._is_gone = error.kind in _GONE
            raise
        self._is_gone = False
        return playback

    def _played_through(
        self, library: Any, sound: Sound, is_over: Callable[[], bool], stop: threading.Event
    ) -> Playback:
        stream = self._opened(library, sound.rate)
        try:
            latency = float(stream.latency)
            started = self._clock()
            for block in _blocks(sound, stream.samplerate, stream.channels, latency):
                if is_over():
                    return self._broken_off(stream)
                stream.write(block)
            # A device that swallows everything at once is still not done before this moment.
            earliest_end = started + sound.seconds + latency
            if self._clock() < earliest_end:
                self._wait(stop, earliest_end - self._clock())
                if is_over():
                    return self._broken_off(stream)
            stream.stop()  # waits for what is left, which is silence
            return Playback(max(earliest_end, self._clock() - _silence_s(latency)), complete=True)
        except library.PortAudioError as error:
            raise SpeakingError(Trouble.OUTPUT_LOST, str(error)) from error
        finally:
            with suppress(library.PortAudioError):
                stream.close()

    def _broken_off(self, stream: Any) -> Playback:
        stream.abort()  # drops what the device still holds
        return Playback(self._clock(), complete=False)

    def _opened(self, library: Any, rate: int) -> Any:
        try:
            device = self._index(library)
            native_rate = int(library.query_devices(device, "output")["default_samplerate"])
        except (library.PortAudioError, NoSuchDevice, ValueError) as error:
            raise SpeakingError(Trouble.NO_OUTPUT_DEVICE, str(error)) from error
        refusal = ""
        for candidate in dict.fromkeys((rate, native_rate, *_COMMON_RATES)):
            for channels in (1, 2):
                try:
                    return _started_stream(library, device, candidate, channels)
                except library.PortAudioError as error:
                    refusal = refusal or str(error)
        raise SpeakingError(Trouble.OUTPUT_REFUSED, refusal)

    def _index(self, library: Any) -> int | None:
        if self.device is None or isinstance(self.device, int):
            return self.device
        wanted = Wanted(self.device) if isinstance(self.device, str) else self.device
        return find(listed(library, "output"), wanted, "output").index


def _started_stream(library: Any, device: int | None, rate: int, channels: int) -> Any:
    stream = library.OutputStream(samplerate=rate, channels=channels, dtype="int16", device=device)
    try:
        stream.start()
    except library.PortAudioError:
        stream.close()
        raise
    return stream


def _silence_s(latency: float) -> float:
    """Seconds of silence after a sound: enough to fill the buffer of the device, in full blocks."""
    return math.ceil(latency / BLOCK_S) * BLOCK_S


def _blocks(
    sound: Sound, device_rate: float, channels: int, latency: float
) -> Iterator[npt.NDArray[np.int16]]:
    """The sound in blocks of shape (frames, channels), then silence that fills the device's buffer.

    When the device has taken that silence, the sound before it has been heard.
    """
    rate = round(device_rate)
    samples = sound.resampled(rate).samples
    frames = round(BLOCK_S * rate)
    padding = -len(samples) % frames + round(_silence_s(latency) * rate)
    padded = np.concatenate([samples, np.zeros(padding, np.int16)])
    for start in range(0, len(padded), frames):
        block = padded[start : start + frames]
        yield np.ascontiguousarray(np.repeat(block[:, np.newaxis], channels, axis=1))
