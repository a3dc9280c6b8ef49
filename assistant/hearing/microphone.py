"""The microphone: deaf until its gate is opened, watched while it listens."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType

import numpy as np

from assistant.hearing.hush import Samples
from assistant.hearing.portaudio import (
    Device,
    Frames,
    MicrophoneProblem,
    PortAudio,
    SoundSystem,
    Stream,
)
from assistant.hearing.recogniser import LOWEST_RATE

__all__ = ["Microphone", "MicrophoneProblem", "Patience"]

BLOCK_S = 0.1
"""Seconds of sound in a block."""

PRE_ROLL_S = 0.5
"""Seconds of sound kept between opening the gate and the first block asked for."""

_BACKLOG_S = 60.0  # a listener that falls behind further than this loses what comes next

ZEROS = "The microphone sends only digital silence: is it muted, or not allowed to this program?"
LOST = "The microphone is lost: plug it in again."
BACK = "The microphone is back."


@dataclass(frozen=True, slots=True)
class Patience:
    """How long, in seconds, before the microphone is doubted."""

    zeros: float = 2.0
    """Of exact zeros, before they are reported."""
    frames: float = 2.0
    """Without any frame, before the microphone is called lost."""
    retry: float = 1.0
    """Between two attempts to open it again."""
    retries: int = 30


class Microphone:
    """Sound from a device, as mono int16 blocks at its true :attr:`rate`.

    ``name`` is the device's name or a part of it (any case); without it the default device is
    used. ``notify`` is given one sentence when the microphone is silent, lost or back.

    Use it as a context manager, or :meth:`open` and :meth:`close` it. Frames are dropped until
    :meth:`open_gate`; from then on the last half second is kept until :meth:`blocks` is asked for.
    """

    def __init__(
        self,
        name: str | None = None,
        notify: Callable[[str], None] = lambda sentence: None,
        system: SoundSystem | None = None,
        patience: Patience = Patience(),
    ) -> None:
        self._name = name
        self._notify = notify
        self._system: SoundSystem = PortAudio() if system is None else system
        self._patience = patience
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
            device = pick(self._system.devices(), self._name)
            self._start(device, sorted({LOWEST_RATE, max(LOWEST_RATE, device.rate)}))

    def _start(self, device: Device, rates: list[int]) -> None:
        refusal: OSError | None = None
        for rate in rates:
            for channels in dict.fromkeys((1, device.channels)):
                try:
                    block = round(rate * BLOCK_S)
                    self._stream = self._system.open(device, channels, rate, block, self._take)
                except OSError as error:
                    refusal = error
                else:
                    self._rate = rate
                    return
        raise MicrophoneProblem(
            f"The microphone {device.name} cannot be opened ({refusal}): another program may be"
            " using it, or this one is not allowed to." + _others(self._system.devices(), device)
        )

    def close(self) -> None:
        """Stops the device. The microphone can be opened again."""
        self.shut_gate()
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

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

    def blocks(self) -> Iterator[Samples]:
        """Sound since at most half a second ago, block by block, until the gate is shut.

        If the device falls silent or is lost, ``notify`` is told, and it is opened again at the
        same rate; :class:`MicrophoneProblem` if that fails for half a minute.
        """
        with self._changed:
            self._listening = self._gate_open
        zeros = 0.0
        while True:
            block = self._next()
            if block is None:
                if not self._listening:
                    return
                self._reopen()
                continue
            before, zeros = zeros, 0.0 if block.any() else zeros + len(block) / self._rate
            if before < self._patience.zeros <= zeros:
                self._notify(ZEROS)
            yield block

    def _next(self) -> Samples | None:
        with self._changed:
            self._changed.wait_for(
                lambda: self._blocks or not self._listening, self._patience.frames
            )
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

    def _reopen(self) -> None:
        self._notify(LOST)
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()
        for _ in range(self._patience.retries):
            try:
                self._system.look_again()
                self._start(pick(self._system.devices(), self._name), [self._rate])
            except MicrophoneProblem:
                with self._changed:
                    if self._changed.wait_for(lambda: not self._listening, self._patience.retry):
                        return
            else:
                self._notify(BACK)
                return
        raise MicrophoneProblem("The microphone is lost and did not come back.")

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


def pick(devices: list[Device], name: str | None) -> Device:
    """The device of that name, or the default one, or the first.

    A whole name goes before a part of one. Raises :class:`MicrophoneProblem`.
    """
    if not devices:
        raise MicrophoneProblem("No microphone was found: plug one in, or play with the keyboard.")
    if name is None:
        return next((device for device in devices if device.is_default), devices[0])
    sought = name.casefold()
    for device in devices:
        if sought in (device.name.casefold(), f"{device.name}, {device.system}".casefold()):
            return device
    for device in devices:
        if sought in device.name.casefold():
            return device
    raise MicrophoneProblem(f"There is no microphone called {name}.{_others(devices, None)}")


def _others(devices: list[Device], but: Device | None) -> str:
    names = ", ".join(device.name for device in devices if device != but)
    return f" There is: {names}." if names else ""
