"""A terminal at which some keys act at once, beside the lines that are typed."""

from __future__ import annotations

import codecs
import os
import queue
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

ALONE_S = 0.8
"""Seconds after which an R that nothing follows is no beginning of a word."""

_LOOK_S = 0.2
_ESCAPE = "\x1b"


class Keys:
    """Lines typed at a terminal in which keys come one by one, without being shown by it.

    Any key hushes the host. At the beginning of a line, Escape is the line "pause", R by itself is
    the line "repeat", and the space bar sets :attr:`talk`.
    """

    def __init__(self, terminal: int, out: TextIO, hush: Callable[[], None]) -> None:
        """``terminal``: its file descriptor. ``out`` shows what is typed."""
        self.talk = threading.Event()
        self._terminal = terminal
        self._out = out
        self._hush = hush
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._line = ""
        self._repeated = False
        self._closed = threading.Event()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._thread = threading.Thread(target=self._watch, name="keys", daemon=True)
        self._thread.start()

    def readline(self) -> str:
        """The next line with its end; an empty string once there are no more."""
        line = self._lines.get()
        if not line:
            self._lines.put("")  # for whoever asks again
        return line

    def __iter__(self) -> Iterator[str]:
        """All lines."""
        return iter(self.readline, "")

    def close(self) -> None:
        """Stops watching."""
        self._closed.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._closed.is_set():
            waits_for_more = self._line.casefold() == "r" and not self._repeated
            wait_s = ALONE_S if waits_for_more else _LOOK_S
            if not select.select([self._terminal], [], [], wait_s)[0]:
                if waits_for_more:
                    self._repeated = True
                    self._lines.put("repeat\n")
                continue
            try:
                read = os.read(self._terminal, 1024)
            except OSError:  # the terminal was closed
                break
            if not read:
                break
            self._hush()
            self._take(self._decoder.decode(read))
        self._lines.put("")

    def _take(self, keys: str) -> None:
        if keys.startswith(_ESCAPE):  # with something behind it, it is an arrow or the like
            if keys == _ESCAPE and not self._line:
                self._lines.put("pause\n")
            return
        for key in keys:
            self._take_one(key)

    def _take_one(self, key: str) -> None:
        if key in "\r\n":
            self._show("\n")
            line, self._line = self._line, ""
            if not self._repeated:
                self._lines.put(f"{line}\n")
        elif key in "\x7f\b":
            if self._line:
                self._line = self._line[:-1]
                self._show("\b \b")
        elif key == "\x04":  # Ctrl-D
            if not self._line:
                self._lines.put("")
        elif key == " " and not self._line:
            self.talk.set()
        elif key.isprintable():
            self._line += key
            self._show(key)
        self._repeated = False

    def _show(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


@contextmanager
def single_keys(source: TextIO, out: TextIO, hush: Callable[[], None]) -> Iterator[Keys | None]:
    """Keys one by one from ``source``, which is left as it was; None if it is no such terminal."""
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield None
        return
    if not source.isatty():
        yield None
        return
    terminal = source.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSANOW)
    keys = Keys(terminal, out, hush)
    try:
        yield keys
    finally:
        keys.close()
        termios.tcsetattr(terminal, termios.TCSANOW, before)
