"""Shards: log-mel frames of many utterances with transcript and speaker, in one file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .features import MEL_BINS, FloatArray


@dataclass(frozen=True)
class Utterance:
    """Log-mel frames (frames, MEL_BINS) as float16, words, who spoke and the source."""

    mel: NDArray[np.float16]
    text: str
    speaker: str
    source: str


def write_shard(path: Path, utterances: list[Utterance]) -> None:
    """Write atomically, so that a stopped run leaves no half shard behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lengths = np.array([len(u.mel) for u in utterances], np.int64)
    empty = np.zeros((0, MEL_BINS), np.float16)
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez(
            file,
            mel=np.concatenate([u.mel for u in utterances] or [empty]),
            lengths=lengths,
            text=np.array([u.text for u in utterances]),
            speaker=np.array([u.speaker for u in utterances]),
            source=np.array([u.source for u in utterances]),
        )
    partial.replace(path)


def read_shard(path: Path) -> list[Utterance]:
    """What `write_shard` wrote."""
    with np.load(path) as data:
        mel = data["mel"]
        ends = np.cumsum(data["lengths"])
        starts = ends - data["lengths"]
        rows = zip(starts, ends, data["text"], data["speaker"], data["source"], strict=True)
        return [Utterance(mel[a:b], str(t), str(sp), str(so)) for a, b, t, sp, so in rows]


def to_half(mel: FloatArray) -> NDArray[np.float16]:
    """Log-mel as float16: its range is about -16 to 25, well within the type."""
    return mel.astype(np.float16)
