"""The boundary to PortAudio: what the microphone needs of it, and no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.devices.alsa import silence_alsa
from assistant.devices.choice import Device, listed

Frames = NDArray[np.int16]


class MicrophoneProblem(Exception):
    """No sound can be had from a microphone; the message is one sentence saying what to do."""


class Stream(Protocol):
    """An open stream that is delivering frames."""

    def close(self) -> None:
        """Stops it; no frames come afterwards."""


class SoundSystem(Protocol):
    """PortAudio, or a stand-in."""

    def devices(self) -> list[Device]:
        """The devices that can record; raises :class:`MicrophoneProblem` without PortAudio."""

    def open(
        self, device: Device, channels: int, rate: int, block: int, take: Callable[[Frames], None]
    ) -> Stream:
        """Starts recording: ``take`` gets int16 frames of shape ``(n, channels)``, on a thread of
        its own. Raises ``OSError`` with PortAudio's words if the device refuses."""

    def look_again(self) -> None:
        """Makes :meth:`devices` notice what was plugged in since.

        Ends all streams, also those that play. Raises :class:`MicrophoneProblem`.
        """


class PortAudio:
    """The real one, through sounddevice. Nothing is imported before it is asked something."""

    def devices(self) -> list[Device]:
        library = _library()
        try:
            return listed(library, "input")
        except library.PortAudioError as error:
            raise MicrophoneProblem(f"The sound system fails ({error}).") from error

    def open(
        self, device: Device, channels: int, rate: int, block: int, take: Callable[[Frames], None]
    ) -> Stream:
        library = _library()

        # The status is not looked at: macOS reports an overflow with nearly every clean block.
        def callback(frames: Frames, count: int, time: object, status: object) -> None:
            take(frames)

        try:
            stream: Any = library.InputStream(
                device=device.index,
                channels=channels,
                samplerate=rate,
                blocksize=block,
                dtype="int16",
                callback=callback,
            )
        except (library.PortAudioError, ValueError) as error:
            raise OSError(str(error)) from error
        try:
            stream.start()
        except library.PortAudioError as error:
            stream.close()
            raise OSError(str(error)) from error
        return _RealStream(stream, library.PortAudioError)

    def look_again(self) -> None:
        library = _library()
        try:
            library._terminate()  # PortAudio lists devices only when it starts
            library._initialize()
        except library.PortAudioError as error:
            raise MicrophoneProblem(f"The sound system fails ({error}).") from error


class _RealStream:
    def __init__(self, stream: Any, error: type[Exception]) -> None:
        self._stream = stream
        self._error = error

    def close(self) -> None:
        try:
            self._stream.abort()
            self._stream.close()
        except self._error:
            pass  # an unplugged device cannot be stopped, and need not be


def _library() -> Any:
    try:
        import sounddevice
    except (ImportError, OSError) as error:
        raise MicrophoneProblem(
            "PortAudio is missing: install it (on Debian or Ubuntu: sudo apt install"
            " libportaudio2), or play with the keyboard."
        ) from error
    silence_alsa()
    return sounddevice
