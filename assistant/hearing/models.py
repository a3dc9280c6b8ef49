"""Models on disk: which one to use, and loading it."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import platformdirs

from assistant.data import data_path
from assistant.hearing.folders import ModelProblem, check_model_folder
from assistant.hearing.words import UNKNOWN

__all__ = [
    "Choice",
    "Model",
    "ModelProblem",
    "bundled_model",
    "check_model_folder",
    "choose_model",
    "load_model",
]

ENVIRONMENT_VARIABLE = "ALIBABA_MODEL"

OFFICIAL_MODELS = (
    "vosk-model-en-us-0.22-lgraph",
    "vosk-model-small-en-us-0.15",
    "vosk-model-en-us-daanzu-20200905-lgraph",
    "vosk-model-small-en-in-0.4",
    "vosk-model-small-en-us-zamia-0.5",
)
"""English models that take a word list, best first. The large ones with a fixed graph, such as
vosk-model-en-us-0.22, do not."""

ANSWERS = "answers"
"""The folder in a model's that holds a second, smaller model, for short answers alone."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which model to load and why.

    ``reason`` completes "used because it is ..."; ``skipped`` says, a sentence each, why official
    models that were found are not used.
    """

    path: Path
    reason: str
    skipped: tuple[str, ...] = ()


def bundled_model() -> Path:
    """The folder of the small English model that comes with the program."""
    return data_path("models", "alibaba-en-small")


def usual_places(environment: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """The folders that are searched for official models, in this order."""
    own = environment.get("VOSK_MODEL_PATH")
    return (
        data_path("models"),
        platformdirs.user_data_path("alibaba") / "models",
        *([Path(own)] if own else []),
        Path.home() / ".cache" / "vosk",
        Path.home() / "AppData" / "Local" / "vosk",
        Path("/usr/share/vosk"),
    )


def choose_model(
    asked_for: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    places: Sequence[Path] | None = None,
) -> Choice:
    """The model to use: the one asked for, else the environment variable ``ALIBABA_MODEL``, else
    the best official model in ``places`` (the usual ones by default), else the bundled one.

    What a person named is taken or refused (:class:`ModelProblem`), never replaced by another. An
    official model that is broken is passed over and reported in ``skipped``.
    """
    if asked_for is not None:
        check_model_folder(asked_for)
        return Choice(asked_for, "the one asked for")
    named = environment.get(ENVIRONMENT_VARIABLE)
    if named:
        try:
            check_model_folder(Path(named).expanduser())
        except ModelProblem as problem:
            raise ModelProblem(f"{ENVIRONMENT_VARIABLE}: {problem}") from None
        return Choice(Path(named).expanduser(), f"named by {ENVIRONMENT_VARIABLE}")
    skipped = []
    for name in OFFICIAL_MODELS:
        for place in usual_places(environment) if places is None else places:
            if not (place / name).exists():
                continue
            try:
                check_model_folder(place / name)
            except ModelProblem as problem:
                skipped.append(str(problem))
                continue
            return Choice(place / name, "the best official model found", tuple(skipped))
    return Choice(bundled_model(), "the bundled one", tuple(skipped))


class Model:
    """A loaded model. Its memory is freed when it and every recogniser made from it are dropped."""

    def __init__(self, engine: Any, path: Path, load_s: float) -> None:
        self.engine = engine
        """The ``vosk.Model``; only the recogniser beside this module uses it."""
        self.path = path
        self.load_s = load_s
        """Seconds that loading took."""
        self.unknown_symbol = next((s for s in UNKNOWN if self.knows(s)), None)
        """How this model spells "some other word", or ``None`` if it has no such symbol."""

    def knows(self, word: str) -> bool:
        """Whether the model can hear this word, spelled exactly so (models are lower case)."""
        return bool(self.engine.vosk_model_find_word(word) >= 0)

    def for_answers(self, phrases: Sequence[str]) -> Model:
        """What hears a short answer best: the model's own for those, if it has one that knows all
        words of ``phrases``, else the model itself.

        The first call loads it; raises :class:`ModelProblem` as :func:`load_model` does.
        """
        own = self._answers
        if own and all(own.knows(word) for phrase in phrases for word in phrase.split()):
            return own
        return self

    @cached_property
    def _answers(self) -> Model | None:
        folder = self.path / ANSWERS
        return load_model(folder) if folder.is_dir() else None

    def vocabulary(self) -> tuple[str, ...]:
        """All words of the model that its ``graph/words.txt`` lists; empty if it has no such
        file.
        """
        listing = self.path / "graph" / "words.txt"
        if not listing.is_file():
            return ()
        lines = listing.read_text(encoding="utf-8", errors="replace").splitlines()
        return tuple(line.split()[0] for line in lines if line.split())


def load_model(path: Path) -> Model:
    """Loads the model in a folder, after checking it; takes 0.4 s (small) to some seconds (large).

    A model for short answers in its folder :data:`ANSWERS`, if it has one, is checked as well.
    Raises :class:`ModelProblem` with one sentence where Vosk would print a page. Vosk's log is
    silenced, for the whole process. A model without a symbol for unknown words is warned of.
    """
    check_model_folder(path)
    if (path / ANSWERS).is_dir():
        check_model_folder(path / ANSWERS)
    try:
        import vosk
    except (ImportError, OSError) as error:
        raise ModelProblem(
            f"Vosk cannot be loaded ({error}): install it with pip install vosk."
        ) from error
    vosk.SetLogLevel(-1)
    begun = time.perf_counter()
    try:
        engine = vosk.Model(str(path))  # a Path would fail inside vosk
    except Exception as error:  # vosk raises a bare Exception
        raise ModelProblem(
            f"Vosk cannot read the model in {path}, a file in it is damaged: unpack it again."
        ) from error
    model = Model(engine, path, time.perf_counter() - begun)
    if model.unknown_symbol is None:
        warnings.warn(
            f"The model in {path} has no symbol for unknown words: other speech will be taken for"
            " the nearest word of the game.",
            stacklevel=2,
        )
    return model
