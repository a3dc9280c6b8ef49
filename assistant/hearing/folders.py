"""Looks at a model folder before Vosk does, which would only say "Failed to create a model"."""

from __future__ import annotations

import zipfile
from pathlib import Path

from assistant.hearing.fst import read_header


class ModelProblem(Exception):
    """A model that cannot be used; the message is one sentence saying what to do."""


_NEW_LAYOUT = ("am/final.mdl", "conf/model.conf", "conf/mfcc.conf")
_OLD_LAYOUT = ("final.mdl", "mfcc.conf")
_ANY_OF_A_MODEL = ("am", "conf", "graph", "ivector", "final.mdl", "mfcc.conf", "HCLr.fst")
_IVECTOR = ("final.ie", "final.dubm", "final.mat", "global_cmvn.stats")
_IVECTOR_SETTINGS = ("splice.conf", "online_cmvn.conf")  # all defaults, they may be empty


def check_model_folder(path: Path) -> None:
    """Raises :class:`ModelProblem` unless ``path`` holds a whole Vosk model that takes a word list.

    Both layouts of the official models are known: folders ``am``, ``conf`` and ``graph``, and the
    older one with all files side by side. Of the contents only the size of the graphs is checked.
    """
    _check_is_folder(path)
    if not any((path / name).exists() for name in _ANY_OF_A_MODEL):
        _refuse_other_folder(path)
    flat = (path / "final.mdl").exists() and not (path / "am").exists()
    for name in _OLD_LAYOUT if flat else _NEW_LAYOUT:
        _check_file(path, name)
    _check_graph(path, "" if flat else "graph/")
    if (path / "ivector").is_dir():
        for name in _IVECTOR:
            _check_file(path, f"ivector/{name}")
        for name in _IVECTOR_SETTINGS:
            _check_present(path, f"ivector/{name}")


def _check_is_folder(path: Path) -> None:
    if not path.exists():
        raise ModelProblem(
            f"There is no model at {path}: check the path, or leave it out for the bundled model."
        )
    if path.is_dir():
        return
    if zipfile.is_zipfile(path) or path.suffix.lower() in {".zip", ".gz", ".tar", ".tgz", ".7z"}:
        raise ModelProblem(
            f"{path} is still packed: unpack it and give the folder that comes out of it."
        )
    raise ModelProblem(f"{path} is a file: a model is a folder, with am, conf and graph in it.")


def _refuse_other_folder(path: Path) -> None:
    inner = [
        entry
        for entry in sorted(path.iterdir())
        if entry.is_dir() and any((entry / name).exists() for name in ("am", "final.mdl"))
    ]
    if inner:
        raise ModelProblem(f"The model is one folder further in: use {inner[0]}.")
    packed = [entry.name for entry in sorted(path.iterdir()) if entry.suffix.lower() == ".zip"]
    if packed:
        raise ModelProblem(f"{path} holds only {packed[0]}: unpack that, then use what comes out.")
    raise ModelProblem(
        f"{path} is not a Vosk model: it has none of the folders am, conf and graph."
    )


def _check_present(path: Path, name: str) -> None:
    if not (path / name).is_file():
        raise ModelProblem(
            f"The model in {path} is incomplete, {name} is missing: unpack it again."
        )


def _check_file(path: Path, name: str) -> None:
    _check_present(path, name)
    if (path / name).stat().st_size == 0:
        raise ModelProblem(f"The model in {path} is damaged, {name} is empty: unpack it again.")


def _check_graph(path: Path, graph: str) -> None:
    if (path / f"{graph}HCLG.fst").exists():
        raise ModelProblem(
            f"The model in {path} has a fixed graph (HCLG.fst) and cannot be given a word list:"
            " use one with HCLr.fst and Gr.fst, such as vosk-model-en-us-0.22-lgraph."
        )
    for name in ("HCLr.fst", "Gr.fst", "disambig_tid.int"):
        _check_file(path, f"{graph}{name}")
    has_words = False
    for name in ("HCLr.fst", "Gr.fst"):
        file = path / f"{graph}{name}"
        try:
            header = read_header(file)
        except ValueError:
            header = None
        if header is None or file.stat().st_size < header.least_bytes:
            raise ModelProblem(
                f"The model in {path} is damaged, {graph}{name} is cut short: unpack it again."
            )
        has_words = header.has_words
    if not has_words:
        _check_file(path, f"{graph}words.txt")
