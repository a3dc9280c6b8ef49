"""Sets of spoken moves: which game they are of, and how many were understood.

Unlike other manifests, each line has ``plies``: an answer means something in one position only.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.evaluation import letter_moves, tile_moves
from assistant.evaluation.listening import prepared
from assistant.evaluation.manifest import ManifestProblem
from assistant.evaluation.noise import Noise
from assistant.evaluation.one_answer import Score
from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording, read_recording
from assistant.understanding.tile_words import TileWords


@dataclass(frozen=True, slots=True)
class Measured:
    """One clip: what was said and heard, and what became of it."""

    audio: str
    voice: str
    said: str
    heard: str
    is_move: bool
    """Whether a move was said; else nothing must be played."""
    score: Score


def is_of_moves(manifest: Path) -> bool:
    """Whether the file looks like a set of moves; any other trouble is for its reader to tell."""
    try:
        first = json.loads(_first_line(manifest))
    except (OSError, ValueError):
        return False
    return isinstance(first, dict) and "plies" in first


def measure(manifest: Path, model: Model, noise: Noise | None = None) -> Iterator[Measured]:
    """Each clip of a set through the recogniser and the host of its game.

    Raises :class:`ManifestProblem` for a line that is no move, ``RecordingProblem`` for a clip.
    """
    results = _of_tiles if "variant" in json.loads(_first_line(manifest)) else _of_letters
    try:
        for clip, result in results(manifest, model, noise):
            is_move = clip.expected is not None
            yield Measured(
                clip.path.name, clip.voice, clip.said, result.heard, is_move, result.score
            )
    except (KeyError, TypeError, ValueError) as problem:
        raise ManifestProblem(f"{manifest} has a line that is no spoken move.") from problem


def _of_tiles(
    manifest: Path, model: Model, noise: Noise | None
) -> Iterator[tuple[tile_moves.MoveClip, tile_moves.MoveResult]]:
    words = TileWords()
    for number, clip in enumerate(tile_moves.read_moves(manifest), 1):
        recording = _recording(clip.path, noise, number)
        yield clip, tile_moves.score_one(clip, recording, model, words)


def _of_letters(
    manifest: Path, model: Model, noise: Noise | None
) -> Iterator[tuple[letter_moves.MoveClip, letter_moves.MoveResult]]:
    for number, clip in enumerate(letter_moves.read_moves(manifest), 1):
        recording = _recording(clip.path, noise, number)
        yield clip, letter_moves.score_one(clip, recording, model)


def _recording(path: Path, noise: Noise | None, number: int) -> Recording:
    recording = read_recording(path)
    if noise is None:
        return recording
    return Recording(prepared(recording, noise, number).samples, recording.rate)


def _first_line(manifest: Path) -> str:
    with manifest.open(encoding="utf-8") as lines:
        return lines.readline()


def figures(results: Sequence[Measured]) -> dict[str, Any]:
    """How many clips of moves and of other speech came to which end."""

    def counts(is_move: bool) -> dict[str, int]:
        chosen = [each.score for each in results if each.is_move is is_move]
        found = Counter(chosen)
        return {"clips": len(chosen), **{score.value: found[score] for score in Score}}

    return {"moves": counts(True), "no_moves": counts(False)}


def as_text(results: Sequence[Measured]) -> str:
    """The figures in sentences, and each clip that was not understood."""
    lines = [
        f"{each.audio}: {each.said!r} was heard as {each.heard!r}: {each.score.value}."
        for each in results
        if each.score in (Score.ASKED, Score.WRONG)
    ]
    for name, found in figures(results).items():
        total = max(found["clips"], 1)
        shares = ", ".join(
            f"{found[score.value]} {score.value} ({found[score.value] / total:.1%})"
            for score in Score
        )
        lines.append(f"{name.replace('_', ' ')}: {found['clips']} clips, {shares}")
    return "\n".join(lines)
