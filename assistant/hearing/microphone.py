"""The microphone: deaf until its gate is opened, watched while it listens."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Iterator
from types import TracebackType

import numpy as np

from assistant.devices.choice import Device, NoSuchDevice, Wanted, find, others
from assistant.hearing.hush import Samples
from assistant.hearing.portaudio import (
    Frames,
    MicrophoneProblem,
    PortAudio,
    SoundSystem,
    Stream,
)
from assistant.hearing.recogniser import LOWEST_RATE

__all__ = ["Microphone", "MicrophoneLost", "MicrophoneProblem"]

BLOCK_S = 0.1
"""Seconds of sound in a block."""

PRE_ROLL_S = 0.5
"""Seconds of sound kept between opening the gate and the first block asked for."""

_BACKLOG_S = 60.0  # a listener that falls behind further than this loses what comes next

PATIENCE_S = 2.0
"""Seconds without any sound, not even silence, before the microphone counts as lost."""

_NOTHING = np.zeros(0, dtype=np.int16)


class MicrophoneLost(Exception):
    """The microphone was pulled out, or gives no sound any more: reconnect it."""


class Microphone:
    """Sound from a device, as mono int16 blocks at its true :attr:`rate`.

    Without a device that is ``wanted`` (a name may be a part of one) the default one is used.

    Use it as a context manager, or :meth:`open` and :meth:`close` it. Frames are dropped until
    :meth:`open_gate`; from then on the last half second is kept until :meth:`blocks` is asked for.
    """

    def __init__(
        self,
        wanted: Wanted | None = None,
        system: SoundSystem | None = None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.device: Device | None = None
        """The device that was opened last."""
        self._wanted = wanted
        self._system: SoundSystem = PortAudio() if system is None else system
        self._patience_s = patience_s
        self._stream: Stream | None = None
        self._rate = 0
        self._changed = threading.Condition()
        self._blocks: deque[Samples] = deque()
        self._gate_open = False
        self._listening = False

    @property
    def rate(self) -> int:
        """Hertz; known once the microphone is open."""
        return self._rate

    def open(self) -> None:
        """Starts the device, unless it is running. Raises :class:`MicrophoneProblem`.

        16000 Hz and one channel are tried first, then the native rate and all channels, of which
        the first is kept. Only opening tells what a device really takes.
        """
        if self._stream is None:
            devices = self._system.devices()
            if not devices:
                raise MicrophoneProblem(
                    "No microphone was found: plug one in, or play with the keyboard."
                )
            try:
                self._start(find(devices, self._wanted, "input"))
            except NoSuchDevice as problem:
                raise MicrophoneProblem(str(problem)) from None

    def _start(self, device: Device) -> None:
        refusal: OSError | None = None
        for rate in sorted({LOWEST_RATE, max(LOWEST_RATE, device.rate)}):
            for channels in dict.fromkeys((1, device.channels)):
                try:
                    block = round(rate * BLOCK_S)
                    self._stream = self._system.open(device, channels, rate, block, self._take)
                except OSError as error:
                    refusal = error
                else:
                    self._rate = rate
                    self.device = device
                    if self._wanted is not None:  # from now on this very one
                        self._wanted = device.wanted
                    return
        raise MicrophoneProblem(
            f"The microphone {device.name} cannot be opened ({refusal}): another program may be"
            " using it, or this one is not allowed to."
            + others(self._system.devices(), device.name, but=device)
        )

    def close(self) -> None:
        """Stops the device. The microphone can be opened again."""
        self.shut_gate()
        self._stop()

    def open_gate(self) -> None:
        """From now on sound is kept."""
        with self._changed:
            self._gate_open = True

    def shut_gate(self) -> None:
        """From now on sound is dropped, and what was kept is forgotten; :meth:`blocks` ends."""
        with self._changed:
            self._gate_open = False
            self._listening = False
            self._blocks.clear()
            self._changed.notify_all()

    def blocks(self, beat_s: float = math.inf) -> Iterator[Samples]:
        """Sound since at most half a second ago, block by block, until the gate is shut.

        An empty block says that none came for ``beat_s`` seconds. Raises :class:`MicrophoneLost`
        when none comes any more.
        """
        beat_s = min(beat_s, self._patience_s)
        waited_s = 0.0
        with self._changed:
            self._listening = self._gate_open
        while True:
            block = self._next(beat_s)
            waited_s = 0.0 if block is not None else waited_s + beat_s
            if block is not None:
                yield block
            elif self._listening and self._stream is not None and waited_s < self._patience_s:
                yield _NOTHING
            elif self._listening:
                self._stop()
                raise MicrophoneLost
            else:
                return

    def restart(self) -> None:
        """Opens the device again, and notices what was plugged in since the program started.

        All other streams of the program end. Raises :class:`MicrophoneProblem`.
        """
        self._stop()
        self._system.look_again()
        self.open()

    def reconnect(self) -> bool:
        """Tries to open a lost device again, perhaps at another rate; whether that worked."""
        try:
            self.restart()
        except MicrophoneProblem:
            return False
        return True

    def _stop(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _next(self, wait_s: float) -> Samples | None:
        with self._changed:
            if self._stream is not None:
                self._changed.wait_for(lambda: self._blocks or not self._listening, wait_s)
            return self._blocks.popleft() if self._blocks else None

    def _take(self, frames: Frames) -> None:
        with self._changed:
            if not self._gate_open:
                return
            kept = sum(map(len, self._blocks)) + len(frames)
            if self._listening and kept > _BACKLOG_S * self._rate:
                return
            self._blocks.append(np.array(frames[:, 0]))  # the library will reuse its own
            while not self._listening and kept > PRE_ROLL_S * self._rate:
                kept -= len(self._blocks.popleft())
            self._changed.notify_all()

    def __enter__(self) -> Microphone:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
