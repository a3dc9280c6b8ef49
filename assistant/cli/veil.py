"""Keeping the treasures of the cavern off the screen once they were named."""

from __future__ import annotations

import os
import sys

from assistant.cli.output import is_plain
from assistant.hosting.table import Table

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what could be scrolled back to


def veil_screen(table: Table) -> None:
    """Has the screen cleared before each new treasure, at a terminal that can do it.

    Not if all is to be plain: a screen reader would begin anew each time.
    """
    if not is_plain() and os.environ.get("TERM") != "dumb":
        table.veil = _clear


def _clear() -> None:
    sys.stdout.write(_CLEAR)
    sys.stdout.flush()
