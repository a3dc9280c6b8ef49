"""Spelling aloud what was said last, letter by letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def to_spell(lines: Sequence[str], things: Iterable[str], names: Iterable[str]) -> str | None:
    """What to spell of ``lines``: the thing named last, else the name, else the last long word."""
    for wanted in (things, names):
        if found := _latest(lines, wanted):
            return found
    words = re.findall(r"[^\W\d_]{4,}", " ".join(lines))
    return words[-1] if words else None


def letters_of(text: str) -> str:
    """``text`` as letters, with a longer pause between words.

    >>> letters_of("chief thief")
    'C, H, I, E, F; T, H, I, E, F'
    """
    words = re.findall(r"[^\W_]+", text.upper())
    return "; ".join(", ".join(word) for word in words)


def _latest(lines: Sequence[str], wanted: Iterable[str]) -> str | None:
    """What is named last of what is wanted; the longer one where two end alike."""
    text = "\n".join(lines)
    found = [
        (match.end(), len(each), match.group())
        for each in wanted
        for match in re.finditer(rf"\b{re.escape(each)}\b", text, re.IGNORECASE)
    ]
    return max(found)[2] if found else None
