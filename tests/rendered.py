"""Sentences spoken by the real synthesisers with which the project makes its clips."""

from __future__ import annotations

import runpy
import shutil
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from assistant.data import data_path
from assistant.hearing.turn import Samples

_PROJECT: Mapping[str, Any] = runpy.run_path(str(data_path("fixtures", "audio") / "voices.py"))

RATE: int = _PROJECT["RATE"]
"""Hertz of everything rendered."""


def needs_voices(*voices: str) -> pytest.MarkDecorator:
    """Skips a test where the program of one of these voices is not installed."""
    commands: Mapping[str, Sequence[str]] = _PROJECT["VOICES"]
    missing = sorted(
        {commands[voice][0] for voice in voices} - {*filter(shutil.which, _programs())}
    )
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {missing}")


def _programs() -> set[str]:
    commands: Mapping[str, Sequence[str]] = _PROJECT["VOICES"]
    return {command[0] for command in commands.values()}


def rendered(text: str, voice: str) -> Samples:
    """``text`` with 0.6 s of hush on both sides."""
    samples: Samples = _PROJECT["speak"](text, voice)
    return samples
