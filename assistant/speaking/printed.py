"""The printed twin of everything that sounds: plain lines, one event a line."""

from __future__ import annotations

import re
import unicodedata
from typing import TextIO

_TERMINAL_COMMAND = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
_NOT_FOR_A_LINE = {"Cc", "Cs", "Zl", "Zp"}


def plain_line(text: str) -> str:
    """``text`` as one line that neither a terminal nor a screen reader stumbles over.

    Terminal commands and control characters (line breaks among them) give way to single spaces.

    >>> plain_line("Blue lamp.\\r\\n\\x1b[31mBen\\x1b[0m is next. ")
    'Blue lamp. Ben is next.'
    """
    bare = _TERMINAL_COMMAND.sub(" ", text)
    kept = (" " if unicodedata.category(char) in _NOT_FOR_A_LINE else char for char in bare)
    return " ".join("".join(kept).split())


def print_line(line: str, out: TextIO) -> None:
    """Write one line to ``out`` and flush it; characters its encoding lacks become ``?``.

    Raises OSError if the stream cannot be written any more.
    """
    encoding = getattr(out, "encoding", None)
    if encoding:
        line = line.encode(encoding, errors="replace").decode(encoding)
    out.write(line + "\n")
    out.flush()
