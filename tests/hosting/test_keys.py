"""Single keys at a real terminal."""

from __future__ import annotations

import io
import os
import pty
import sys
import termios
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from assistant.hosting.keys import Keys, single_keys


class Terminal:
    """Both ends of a terminal: what is typed into it, and what is shown."""

    def __init__(self) -> None:
        self.hand, self.end = pty.openpty()
        self.source: TextIO = os.fdopen(self.end, "r")
        self.out = io.StringIO()
        self.hushed = threading.Semaphore(0)

    def type(self, text: str) -> None:
        """Types, and waits until it was read."""
        os.write(self.hand, text.encode())
        assert self.hushed.acquire(timeout=20)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    os.close(terminal.hand)
    terminal.source.close()


@pytest.fixture
def keys(terminal: Terminal) -> Iterator[Keys]:
    with single_keys(terminal.source, terminal.out, terminal.hushed.release) as keys:
        assert keys is not None
        yield keys


def test_lines_are_typed_shown_and_mended(terminal: Terminal, keys: Keys) -> None:
    terminal.type("a lyon\x7f\x7f\x7fion, Zoë\n")
    assert keys.readline() == "a lion, Zoë\n"
    assert terminal.out.getvalue() == "a lyon" + "\b \b" * 3 + "ion, Zoë\n"


def test_a_line_that_begins_with_r_is_no_repetition(terminal: Terminal, keys: Keys) -> None:
    terminal.type("repeat after me\n")
    assert keys.readline() == "repeat after me\n"


def test_r_by_itself_repeats_and_is_no_line_any_more(terminal: Terminal, keys: Keys) -> None:
    terminal.type("r")
    assert keys.readline() == "repeat\n"
    terminal.type("\n")
    terminal.type("R")
    assert keys.readline() == "repeat\n"
    terminal.type("ed lamp\n")  # whoever thinks for long in the middle of a word
    assert keys.readline() == "Red lamp\n"


def test_escape_pauses_but_arrows_do_not(terminal: Terminal, keys: Keys) -> None:
    terminal.type("\x1b[A")
    terminal.type("\x1b")
    assert keys.readline() == "pause\n"
    terminal.type("lion")
    terminal.type("\x1b")
    terminal.type("\n")
    assert keys.readline() == "lion\n"


def test_the_space_bar_talks_at_the_beginning_of_a_line_only(
    terminal: Terminal, keys: Keys
) -> None:
    terminal.type("a b\n")
    assert keys.readline() == "a b\n"
    assert not keys.talk.is_set()
    terminal.type(" ")
    assert keys.talk.wait(20)
    terminal.type("x\n")
    assert keys.readline() == "x\n"


def test_control_d_ends_the_lines(terminal: Terminal, keys: Keys) -> None:
    terminal.type("one\n")
    terminal.type("\x04")
    assert list(keys) == ["one\n"]
    assert keys.readline() == ""


def test_the_terminal_is_left_as_it_was(terminal: Terminal) -> None:
    before = termios.tcgetattr(terminal.end)
    with single_keys(terminal.source, terminal.out, terminal.hushed.release):
        assert termios.tcgetattr(terminal.end) != before
    assert termios.tcgetattr(terminal.end) == before
    assert not any(thread.name == "keys" for thread in threading.enumerate())


def test_what_is_no_terminal_has_no_keys(terminal: Terminal) -> None:
    with Path(os.devnull).open() as nothing, single_keys(nothing, sys.stdout, lambda: None) as keys:
        assert keys is None
