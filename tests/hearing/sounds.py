"""Clips, and ways of hearing them, that several tests share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from assistant.hearing.hush import Samples, hush
from assistant.hearing.models import Model
from assistant.hearing.recogniser import Recogniser
from assistant.hearing.words import Word

CLIPS = Path(__file__).parent / "clips"
RATE = 16_000

_FORMULA = ["in", "the", "cavern", "there", "is", "a", "and"]
_COUNTED = ["one", "two", "three", "four", "lamp", "lamps", "crown", "crowns", "book", "books"]
WORDS = [*_FORMULA, *_COUNTED]
"""Every word of the clips."""

SAID = ["lamp", "two", "crowns", "book"]
"""What counts in recitation.flac."""


def clip(name: str) -> Samples:
    """A clip, mono int16 at 16 kHz."""
    samples: Any = soundfile.read(str(CLIPS / f"{name}.flac"), dtype="int16")[0]
    return np.asarray(samples, dtype=np.int16)


def quiet(seconds: float, rate: int = RATE) -> Samples:
    """Very quiet noise."""
    return hush(round(seconds * rate), np.random.default_rng(1))


def feed(recogniser: Recogniser, samples: Samples, rate: int = RATE) -> None:
    """Feeds samples in blocks of 0.1 s."""
    for start in range(0, len(samples), rate // 10):
        recogniser.feed(samples[start : start + rate // 10])


def hear(
    model: Model, samples: Samples, phrases: Sequence[str] = WORDS, rate: int = RATE
) -> list[str]:
    """The words heard in one turn without a drain."""
    recogniser = Recogniser(model, phrases, rate)
    feed(recogniser, samples, rate)
    return texts(recogniser.finish())


def texts(words: Sequence[Word]) -> list[str]:
    """Only what was said."""
    return [word.text for word in words]


def counted(words: Sequence[str]) -> list[str]:
    """Only numbers and treasures."""
    return [word for word in words if word in _COUNTED]
