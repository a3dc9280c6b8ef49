"""Makes the clips beside this file with flite (apt install flite): python make_clips.py

The tests do not run it; they read the clips.
"""

import subprocess
import tempfile
from pathlib import Path

import numpy as np
import soundfile

HERE = Path(__file__).parent

_THINGS = ("lamp", "crown", "book")
_NUMBERS = ("one", "two", "three", "four")
COUNTED = " ".join(f"{_NUMBERS[i % 4]} {_THINGS[i % 3]}{'s' if i % 4 else ''}" for i in range(12))

CLIPS = {
    "recitation": ("rms", "in the cavern there is a lamp, two crowns, and a book."),
    "counted": ("rms", COUNTED),
    "lamp": ("rms", "lamp"),
    "crown": ("rms", "crown"),
    "two": ("rms", "two"),
    "other_speech": ("rms", "what a lovely day it was when we sailed away"),
    "cut": ("awb", "in the cavern there is a lamp, two crowns, and a book."),
}
CUT = {"counted", "cut"}


def main() -> None:
    """Writes each clip as 16 kHz mono FLAC; those in CUT end with their last loud sample."""
    for name, (voice, text) in CLIPS.items():
        with tempfile.TemporaryDirectory() as folder:
            spoken = Path(folder, "spoken.wav")
            subprocess.run(["flite", "-voice", voice, "-t", text, str(spoken)], check=True)
            samples, rate = soundfile.read(str(spoken), dtype="int16")
        if name in CUT:
            loud = np.nonzero(np.abs(samples) > 300)[0]
            samples = samples[loud[0] : loud[-1]]
        soundfile.write(str(HERE / f"{name}.flac"), samples, rate)


if __name__ == "__main__":
    main()
