"""What a speech program must do to be measured beside ours, and what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from assistant.hearing.hush import Samples
from assistant.understanding.cavern_words import CavernWords


class Peer(Protocol):
    """Hears one recitation after the other."""

    def prepare(self, words: CavernWords) -> None:
        """A recitation from this vocabulary is next; a game has time for that before the turn."""

    def hear(self, samples: Samples) -> str:
        """All that was said in a recitation of :data:`RATE` hertz."""


RATE = 16000
"""Samples a second that all peers are made for."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a peer heard in a clip; ``snr_db`` None is quiet, ``seconds`` the length of the sound.

    ``compute_s``: processor seconds for hearing it; ``peak_mb``: the most memory that the peer's
    process had taken by then, in millions of bytes.
    """

    audio: str
    snr_db: float | None
    text: str
    seconds: float
    compute_s: float
    peak_mb: float
