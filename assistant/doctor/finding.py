"""One thing that was looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class State(StrEnum):
    """How well something works."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    """It works, but will make itself felt."""
    BAD = "bad"
    """It does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, in one sentence, and one that says what to do unless all is good."""

    subject: str
    state: State
    sentence: str
    remedy: str = ""
    figures: Mapping[str, float | int | str] = field(default_factory=dict)
    """What was measured, by names that end in the unit."""
