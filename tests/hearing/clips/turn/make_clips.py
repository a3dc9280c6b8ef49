"""Makes the clips beside this file: python -m tests.hearing.clips.turn.make_clips

It needs flite (apt install flite). Each clip is cut at its first and last loud sample, so that
tests decide how long the pauses are. The tests do not run it; they read the clips.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile

from fixtures.audio.voices import RATE, speak

HERE = Path(__file__).parent
VOICE = "flite-rms"
SAID = {
    "start": "in the cavern there is a cushion",
    "lion": "a lion",
    "books": "two books",
    "hourglass": "an hourglass",
    "tambourine": "a tambourine",
    "dagger": "and a dagger",
    "thats_all": "that's all",
    "give_up": "I give up",
    "pause_the_game": "pause the game",
}


def main() -> None:
    """Writes each clip as mono FLAC."""
    for name, text in SAID.items():
        samples = speak(text, VOICE)
        loud = np.flatnonzero(np.abs(samples.astype(np.int32)) > 300)
        soundfile.write(str(HERE / f"{name}.flac"), samples[loud[0] : loud[-1] + 1], RATE)


if __name__ == "__main__":
    main()
