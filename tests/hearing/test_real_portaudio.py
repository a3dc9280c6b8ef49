"""The microphone on the real PortAudio, with no device and with one that ALSA makes from a file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from assistant.devices.choice import Device
from assistant.hearing.microphone import Microphone
from assistant.hearing.models import bundled_model
from assistant.hearing.portaudio import MicrophoneProblem, PortAudio
from tests.hearing.sounds import SAID, WORDS, clip, counted, quiet

ALSA = Path("/usr/share/alsa/alsa.conf")

LISTEN = """
import sys, time
from itertools import islice
from pathlib import Path
from assistant.devices.choice import Wanted
from assistant.hearing.microphone import Microphone
from assistant.hearing.models import load_model
from assistant.hearing.portaudio import PortAudio
from assistant.hearing.recogniser import Recogniser

class Paced(PortAudio):  # ALSA gives a file as fast as it is taken

    def open(self, device, channels, rate, block, take):
        def slowly(frames):
            take(frames)
            time.sleep(0.01)
        return super().open(device, channels, rate, block, slowly)

model = load_model(Path(sys.argv[1]))
with Microphone(Wanted("recorded voice"), Paced()) as microphone:
    recogniser = Recogniser(model, sys.argv[2].split(), microphone.rate)
    microphone.open_gate()
    for block in islice(microphone.blocks(), int(sys.argv[3])):
        recogniser.feed(block)
print(microphone.rate)
print(*(word.text for word in recogniser.finish()))
"""


def devices_or_skip() -> list[Device]:
    try:
        return PortAudio().devices()
    except MicrophoneProblem as problem:
        pytest.skip(str(problem))


@pytest.mark.skipif(not ALSA.exists(), reason="needs ALSA")
def test_words_come_through_a_device(tmp_path: Path) -> None:
    devices_or_skip()
    sound = tmp_path / "voice.raw"
    samples = np.concatenate([quiet(1.0), clip("recitation"), quiet(9.0)])
    sound.write_bytes(samples.tobytes())
    configuration = tmp_path / "asound.conf"
    configuration.write_text(
        f"<{ALSA}>\n"
        'pcm."recorded voice" { type file slave.pcm null file /dev/null'
        f' infile "{sound}" format raw }}\n'
    )
    blocks = str(len(clip("recitation")) // 1_600 + 15)
    child = subprocess.run(
        [sys.executable, "-c", LISTEN, str(bundled_model()), " ".join(WORDS), blocks],
        env={**os.environ, "ALSA_CONFIG_PATH": str(configuration)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    rate, heard = child.stdout.splitlines()[:2]
    assert rate == "16000"
    assert counted(heard.split()) == SAID


def test_a_machine_without_a_device_gets_one_sentence() -> None:
    if devices_or_skip():
        pytest.skip("this machine has a microphone")
    with pytest.raises(MicrophoneProblem, match="No microphone was found"):
        Microphone().open()
