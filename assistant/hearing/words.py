"""What the recogniser hands on: words with their place in time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """One heard word.

    ``start`` and ``end`` are seconds since the turn began. ``confidence`` is the recogniser's own
    figure from 0 to 1; it is no guard, for wrong words come at 1.0 too. A word that is still
    partial (see :meth:`assistant.hearing.recogniser.Recogniser.partial`) has confidence 0.0, and
    its times are estimates.
    """

    text: str
    start: float
    end: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the ways in which a whole sound can be heard.

    ``behind``: how much worse it fits than the best way, as a difference of log-likelihoods (sound
    and grammar together). Its words have confidence 1.0, for Vosk tells none here.
    """

    words: tuple[Word, ...]
    behind: float
    unheard_s: float = 0.0
    """Seconds of the longest speech-loud stretch that these words do not cover."""


Hearing = tuple[Alternative, ...]
"""All ways in which a whole sound was heard in one go, best first."""

UNKNOWN = ("[unk]", "<UNK>", "<unk>")
"""How models spell "some other word"."""
