"""Somebody speaks in a virtual room until stopped: ``python -m tests.devices.somebody_speaks``."""

from __future__ import annotations

import threading

import numpy as np

from assistant.data import data_path
from assistant.devices.choice import Wanted
from assistant.hearing.recordings import read_recording
from assistant.speaking import Player, Sound


def main() -> None:
    recording = read_recording(data_path("fixtures", "audio", "evaluate", "recitation_0.flac"))
    speech = np.concatenate([recording.samples, np.zeros(recording.rate, np.int16)])
    noise = np.random.default_rng(5).normal(0, 20, len(speech))
    sound = Sound((speech + noise).astype(np.int16), recording.rate)
    player = Player(Wanted("mouth"))
    print("speaking", flush=True)
    while True:
        player.play(sound, threading.Event())


if __name__ == "__main__":
    main()
