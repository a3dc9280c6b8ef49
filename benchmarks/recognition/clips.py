"""The recordings that the programs are compared on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assistant.evaluation.listening import Sound, prepared
from assistant.evaluation.manifest import Recitation, read_manifest
from assistant.evaluation.noise import Noise, read_noise
from assistant.hearing.recordings import read_recording

SHARED = Path(__file__).parents[3] / "shared" / "audio"
QUIET = None
"""As a level of noise."""

SNRS_DB = (20.0, 15.0, 10.0, 5.0)
"""Speech above babble, in decibels."""

PAUSE_S = 0.4
"""Seconds after the last word at which a peer is told that the recitation is over: the shortest
pause that ends one in the game."""


def manifest_of(folder: Path, name: str) -> Path:
    """Where the set ``name`` is described."""
    return folder / name / "manifest.jsonl"


def levels(snrs_db: str) -> tuple[float | None, ...]:
    """Quiet, and the levels of babble in a text.

    >>> levels("20 15")
    (None, 20.0, 15.0)
    """
    return (QUIET, *map(float, snrs_db.split()))


def noise_of(folder: Path, snr_db: float | None) -> Noise | None:
    """The babble at that level."""
    return None if snr_db is None else read_noise(folder / "noise" / "babble.flac", snr_db)


def recitations(folder: Path, every: int) -> Iterator[Recitation]:
    """Every so manieth recitation whose end is known."""
    clips = read_manifest(manifest_of(folder, "recitations")).clips[::every]
    for clip in clips:
        if isinstance(clip, Recitation) and clip.speech_end is not None:
            yield clip


def until_the_pause(clip: Recitation, noise: Noise | None) -> Sound:
    """The sound of a clip, as our own program gets it, up to :data:`PAUSE_S` after its end."""
    assert clip.speech_end is not None
    whole = prepared(read_recording(clip.path), noise, clip.number)
    end = round((clip.speech_end + PAUSE_S) * whole.rate)
    return Sound(whole.samples[:end], whole.rate)
