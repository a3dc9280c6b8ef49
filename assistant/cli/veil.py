"""Keeping the treasures of the cavern off the screen once they were named."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from assistant.hosting.table import Table

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what could be scrolled back to


def veil_screen(
    table: Table, *, plain: bool = False, environment: Mapping[str, str] = os.environ
) -> None:
    """Has the screen cleared before each new treasure, at a terminal that can do it.

    Not if all is to be ``plain``: a screen reader would begin anew each time.
    """
    if plain or environment.get("ALIBABA_PLAIN") or environment.get("TERM") == "dumb":
        return
    if sys.stdout.isatty():
        table.veil = _clear


def _clear() -> None:
    sys.stdout.write(_CLEAR)
    sys.stdout.flush()
