"""What the rest of the program may rely on: imports that need no sound library, and doctests."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import assistant.speaking

REPOSITORY = Path(__file__).parents[2]
MODULES = [
    f"assistant.speaking.{module.name}"
    for module in pkgutil.iter_modules(assistant.speaking.__path__)
]

_SPEAK_WITHOUT_LIBRARIES = f"""
import importlib, sys
for name in ("sounddevice", "pyttsx3", "soundfile"):
    sys.modules[name] = None
for name in {MODULES!r}:
    importlib.import_module(name)
from assistant.speaking import open_speaker
with open_speaker(sys.stdout) as speaker:
    speaker.earcon("alarm")
    speaker.say("Blue lamp.")
"""


def test_everything_imports_and_prints_without_any_sound_library() -> None:
    result = subprocess.run(
        [sys.executable, "-c", _SPEAK_WITHOUT_LIBRARIES],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        timeout=60,
    )
    assert result.stderr == ""
    alarm, problem, line = result.stdout.splitlines()
    assert (alarm, line) == ("Alarm!", "Blue lamp.")
    assert "PortAudio" in problem


@pytest.mark.parametrize(
    ("library", "owners"),
    [("pyttsx3", ["render_child.py"]), ("sounddevice", ["player.py"])],
)
def test_only_one_file_touches_each_sound_library(library: str, owners: list[str]) -> None:
    files = (REPOSITORY / "assistant" / "speaking").glob("*.py")
    assert [file.name for file in files if f"import {library}" in file.read_text()] == owners


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
