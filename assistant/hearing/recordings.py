"""Recordings: a file read whole and handed on in blocks, as a microphone would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.hearing.containers import is_cut_short
from assistant.hearing.hush import Samples, hush
from assistant.hearing.levels import is_clipped
from assistant.hearing.recogniser import LOWEST_RATE, TAIL_S

_FULL_SCALE = 32768


class RecordingProblem(Exception):
    """A recording that cannot be used or kept; the message is one sentence saying why."""


@dataclass(frozen=True, eq=False, slots=True)
class Recording:
    """Sound from a file: ``samples`` of shape ``(n,)``, mono int16, at ``rate`` hertz.

    ``warnings`` are sentences about sound that is usable but poor.
    """

    samples: Samples
    rate: int
    warnings: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """How long the recording is, without the tail that :meth:`blocks` adds."""
        return len(self.samples) / self.rate

    def blocks(self, seconds: float = 0.1, tail: float = TAIL_S) -> Iterator[Samples]:
        """Blocks of equal length, then at least ``tail`` seconds of quiet noise.

        Without that tail a last word that ends with the file would not be heard.
        """
        size = round(seconds * self.rate)
        count = -(-(len(self.samples) + round(tail * self.rate)) // size)
        quiet = hush(count * size - len(self.samples), np.random.default_rng(0))
        sound = np.concatenate([self.samples, quiet])
        for start in range(0, len(sound), size):
            yield sound[start : start + size]


def read_recording(path: Path) -> Recording:
    """Reads WAV, FLAC or OGG (and what else libsndfile knows) at 16000 Hz or more.

    Any sample width is turned into int16. Of several channels the loudest is kept: adding them
    could cancel a voice, and often only one of them has a microphone.

    Raises :class:`RecordingProblem` if the file is missing, empty, unreadable, cut short, below
    16000 Hz or all zeros. Clipped sound is a warning.
    """
    if not path.exists():
        raise RecordingProblem(f"There is no recording at {path}.")
    if path.is_dir():
        raise RecordingProblem(f"{path} is a folder, not a recording.")
    if path.stat().st_size == 0:
        raise RecordingProblem(f"The recording {path} is empty.")
    sound, rate = _read(path)
    if rate < LOWEST_RATE:
        raise RecordingProblem(
            f"The recording {path} has {rate} Hz; at least {LOWEST_RATE} Hz are needed."
        )
    if len(sound) == 0:
        raise RecordingProblem(f"The recording {path} holds no sound.")
    if is_cut_short(path):
        raise RecordingProblem(f"The recording {path} is cut short: its end is missing.")
    loudest = sound[:, int(np.argmax(np.std(sound, axis=0)))]
    samples = np.clip(np.rint(loudest * _FULL_SCALE), -_FULL_SCALE, _FULL_SCALE - 1)
    samples = samples.astype(np.int16)
    if not samples.any():
        raise RecordingProblem(
            f"The recording {path} is digital silence: was the microphone muted?"
        )
    return Recording(samples, rate, _warnings(path, samples))


def write_recording(path: Path, samples: Samples, rate: int) -> None:
    """Writes mono int16 samples as ``path`` tells (FLAC, WAV), whole or not at all.

    Raises :class:`RecordingProblem`.
    """
    soundfile = _soundfile()
    fresh = path.with_stem("new")
    try:
        soundfile.write(str(fresh), samples, rate)
        fresh.replace(path)
    except (OSError, soundfile.LibsndfileError) as error:
        raise RecordingProblem(
            f"The recording {path} cannot be written: {str(error).rstrip('.')}."
        ) from error


def _soundfile() -> Any:
    try:
        import soundfile
    except (ImportError, OSError) as error:
        raise RecordingProblem(f"Recordings cannot be used, soundfile fails: {error}.") from error
    return soundfile


def _read(path: Path) -> tuple[NDArray[np.float32], int]:
    soundfile = _soundfile()
    try:
        with soundfile.SoundFile(str(path)) as file:
            # As float: int16 would turn a float file into zeros and ones.
            sound: Any = file.read(dtype="float32", always_2d=True)
            promised, rate = file.frames, int(file.samplerate)
    except soundfile.LibsndfileError as error:
        raise RecordingProblem(
            f"The recording {path} cannot be read ({str(error.error_string).rstrip('.')})."
        ) from error
    if len(sound) < promised:
        raise RecordingProblem(f"The recording {path} is cut short: its end is missing.")
    if not np.isfinite(sound).all():
        raise RecordingProblem(
            f"The recording {path} is damaged: it has values that are not sound."
        )
    return sound, rate


def _warnings(path: Path, samples: Samples) -> tuple[str, ...]:
    if not is_clipped(samples):
        return ()
    return (f"The recording {path} is clipped: record it at a lower level if words are misheard.",)
