"""The printed twin: plain lines for terminals and screen readers alike."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.speaking import Speaker
from assistant.speaking.printed import plain_line, print_line


@given(st.text())
def test_whatever_is_said_prints_one_line_without_control_characters(text: str) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
    Speaker(out).say(text)
    printed = raw.getvalue().decode()
    assert printed.count("\n") == (1 if plain_line(text) else 0)
    assert not set(printed) & set("\x1b\r\t\b\0")


def test_colours_leave_no_trace() -> None:
    assert plain_line("\x1b[1;31mBen\x1b[0m is\r\nnext.") == "Ben is next."


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_without_the_letters_still_gets_the_line(encoding: str) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding)
    print_line("Łukasz finds a 🏺.", out)
    assert raw.getvalue().decode(encoding).strip() == "?ukasz finds a ?."


def test_a_line_is_flushed_at_once() -> None:
    raw = io.BytesIO()
    buffered = io.TextIOWrapper(raw, encoding="utf-8", write_through=False)
    Speaker(buffered).say("Blue lamp.")
    assert raw.getvalue() == b"Blue lamp.\n"
