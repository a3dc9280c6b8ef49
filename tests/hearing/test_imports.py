"""Hearing can be imported on a machine without PortAudio, Vosk and libsndfile."""

import subprocess
import sys

SCRIPT = """
import importlib, pkgutil, sys
for name in ("vosk", "sounddevice", "soundfile"):
    sys.modules[name] = None
import assistant.hearing
for module in pkgutil.walk_packages(assistant.hearing.__path__, "assistant.hearing."):
    importlib.import_module(module.name)
from pathlib import Path
from assistant.hearing.microphone import Microphone, MicrophoneProblem
from assistant.hearing.models import ModelProblem, bundled_model, load_model
from assistant.hearing.recordings import RecordingProblem, read_recording
for act, problem in (
    (Microphone().open, MicrophoneProblem),
    (lambda: load_model(bundled_model()), ModelProblem),
    (lambda: read_recording(Path(__import__("sys").argv[1])), RecordingProblem),
):
    try:
        act()
    except problem as error:
        print(error)
"""


def test_without_sound_libraries_each_use_is_one_sentence() -> None:
    child = subprocess.run(
        [sys.executable, "-c", SCRIPT, __file__], capture_output=True, text=True, check=False
    )
    assert child.stderr == ""
    portaudio, vosk, soundfile = child.stdout.splitlines()
    assert "PortAudio is missing" in portaudio
    assert "Vosk cannot be loaded" in vosk
    assert "soundfile" in soundfile
