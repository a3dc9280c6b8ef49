"""Synthetic voices: text to 16 kHz samples, each with a random manner of speaking.

Voices that the project tests with are named in `HELD_OUT` and never train a model.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import soundfile as sf

from .accents import LANGUAGES, foreign
from .features import SAMPLE_RATE, FloatArray
from .parts import piper_voice

HELD_OUT = ("flite/awb", "flite/slt", "festival/ked", "festival/slt", "rhvoice/slt",
            "rhvoice/alan", "espeak/en-gb-scotland", "espeak/en-us+f3")  # fmt: skip
ESPEAK_ACCENTS = ("en-us", "en-us", "en-gb", "en-gb", "en-gb-x-rp", "en-gb-x-gbclan",
                  "en-gb-x-gbcwmd", "en-029", "en-us-nyc")  # fmt: skip
ESPEAK_SPEAKERS = ("", "+m1", "+m2", "+m3", "+m4", "+m5", "+m6", "+m7", "+m8", "+f1", "+f2",
                   "+f4", "+f5", "+klatt", "+klatt2", "+Annie", "+belinda", "+Andrea", "+aunty",
                   "+linda", "+steph", "+Alicia", "+Gene", "+Jacky", "+Lee", "+Michael",
                   "+Mr", "+Nguyen", "+Mike", "+grandma", "+grandpa", "+max", "+pablo",
                   "+rob", "+shelby", "+zac")  # fmt: skip
FLITE_VOICES = ("rms", "rms", "rms", "kal16", "kal")
FESTIVAL_VOICE = "kal"
RHVOICE_VOICES = ("bdl", "clb", "clb")
"""Those of RHVoice's English voices whose licence is free (LGPL), without slt and alan, which by
their names are the speakers of flite's slt and awb."""
PICO_VOICES = ("en-GB", "en-US")


def resample(samples: FloatArray, ratio: float) -> FloatArray:
    """Change the number of samples by `ratio` by cutting or padding the spectrum."""
    if ratio == 1.0:
        return samples
    spectrum = np.fft.rfft(samples)
    count = max(1, round(len(samples) * ratio))
    kept = np.zeros(count // 2 + 1, complex)
    width = min(len(kept), len(spectrum))
    kept[:width] = spectrum[:width]
    return (np.fft.irfft(kept, count) * ratio).astype(np.float32)


def load(path: Path, speed: float = 1.0) -> FloatArray:
    """Mono samples at 16 kHz on the int16 scale; `speed` shifts pitch and formants too."""
    samples, rate = sf.read(path, dtype="float32", always_2d=True)
    return resample(samples.mean(axis=1) * 32768.0, SAMPLE_RATE / rate / speed)


def trim(samples: FloatArray, margin: float = 0.12) -> FloatArray:
    """Cut silence off both ends, leaving `margin` seconds."""
    loud = np.flatnonzero(np.abs(samples) > 0.01 * np.abs(samples).max(initial=1.0))
    if len(loud) == 0:
        return samples
    extra = int(margin * SAMPLE_RATE)
    return samples[max(0, loud[0] - extra) : loud[-1] + extra]


def _speed(random: Random) -> float:
    """A mild change of pitch and vocal tract for half of the clips."""
    return random.uniform(0.9, 1.15) if random.random() < 0.5 else 1.0


Spoken = Iterator[tuple[str, FloatArray]]
"""(voice, samples) per text."""
Call = tuple[str, list[str]]
"""A voice's name, and the command line with which it speaks one text to one file."""


def espeak_call(text: str, path: str, random: Random) -> Call:
    """eSpeak NG."""
    voice = random.choice(ESPEAK_ACCENTS) + random.choice(ESPEAK_SPEAKERS)
    return _espeak("en-us+f2" if f"espeak/{voice}" in HELD_OUT else voice, text, path, random)


def accent_call(text: str, path: str, random: Random) -> Call:
    """eSpeak NG's voices of other languages, made to speak English."""
    voice = random.choice(LANGUAGES) + random.choice(ESPEAK_SPEAKERS)
    return _espeak(voice, foreign(text, random), path, random)


def _espeak(voice: str, text: str, path: str, random: Random) -> Call:
    return f"espeak/{voice}", [
        "espeak-ng", "-v", voice, "-s", str(random.randint(120, 195)),
        "-p", str(random.randint(25, 75)), "-g", str(random.choice((0, 0, 1, 3, 8))),
        "-w", path, "--", text,
    ]  # fmt: skip


def flite_call(text: str, path: str, random: Random) -> Call:
    """flite."""
    voice = random.choice(FLITE_VOICES)
    return f"flite/{voice}", [
        "flite", "-voice", voice, "-t", text, "-o", path,
        "--setf", f"duration_stretch={random.uniform(0.82, 1.35):.2f}",
        "--setf", f"int_f0_target_mean={random.uniform(80, 150):.0f}",
        "--setf", f"int_f0_target_stddev={random.uniform(8, 25):.0f}",
    ]  # fmt: skip


def rhvoice_call(_text: str, path: str, random: Random) -> Call:
    """RHVoice, which reads the text from standard input."""
    voice = random.choice(RHVOICE_VOICES)
    return f"rhvoice/{voice}", [
        "RHVoice-test", "-p", voice, "-r", str(random.randint(75, 125)),
        "-t", str(random.randint(80, 120)), "-o", path,
    ]  # fmt: skip


def pico_call(text: str, path: str, random: Random) -> Call:
    """Pico, the voices of early Android."""
    voice = random.choice(PICO_VOICES)
    speed, pitch = random.randint(75, 125), random.randint(75, 125)
    markup = f"<speed level='{speed}'><pitch level='{pitch}'>{text}</pitch></speed>"
    return f"pico/{voice}", ["pico2wave", "-l", voice, "-w", path, markup]


def speak_each(
    call: Callable[[str, str, Random], Call], texts: list[str], random: Random
) -> Spoken:
    """By a program that speaks one text at a time."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clip.wav"
        for text in texts:
            voice, command = call(text, str(path), random)
            subprocess.run(command, input=text.encode(), check=True, capture_output=True)
            yield voice, load(path, _speed(random))


def speak_festival(texts: list[str], random: Random) -> Spoken:
    """By festival's diphone voice, one process for all texts."""
    with tempfile.TemporaryDirectory() as folder:
        script = ["(voice_kal_diphone)"]
        for i, text in enumerate(texts):
            quoted = text.replace("\\", "").replace('"', "")
            script.append(f"(Parameter.set 'Duration_Stretch {random.uniform(0.85, 1.3):.2f})")
            script.append(
                f'(utt.save.wave (utt.synth (Utterance Text "{quoted}")) "{folder}/{i}.wav" \'riff)'
            )
        scheme = Path(folder) / "speak.scm"
        scheme.write_text("\n".join(script) + "\n")
        subprocess.run(["festival", "-b", str(scheme)], check=True, capture_output=True)
        for i in range(len(texts)):
            path = Path(folder) / f"{i}.wav"
            yield f"festival/{FESTIVAL_VOICE}", load(path, _speed(random))


def speak_piper(texts: list[str], random: Random) -> Spoken:
    """By piper's voice joe, a neural voice."""
    from piper import PiperVoice, SynthesisConfig

    voice = PiperVoice.load(piper_voice())
    for text in texts:
        manner = SynthesisConfig(
            length_scale=random.uniform(0.85, 1.35),
            noise_scale=random.uniform(0.4, 0.9),
            noise_w_scale=random.uniform(0.5, 1.0),
        )
        chunks = list(voice.synthesize(text, manner))
        samples = np.concatenate([c.audio_float_array for c in chunks]).astype(np.float32)
        ratio = SAMPLE_RATE / chunks[0].sample_rate / _speed(random)
        yield "piper/joe", resample(samples * 32768.0, ratio)


ENGINES: dict[str, Callable[[list[str], Random], Spoken]] = {
    "espeak": partial(speak_each, espeak_call),
    "accents": partial(speak_each, accent_call),
    "flite": partial(speak_each, flite_call),
    "festival": speak_festival,
    "piper": speak_piper,
    "rhvoice": partial(speak_each, rhvoice_call),
    "pico": partial(speak_each, pico_call),
}
"""Engine name to function; shares of the speech to make are chosen on the command line."""
