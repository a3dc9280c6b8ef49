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


UNKNOWN = ("[unk]", "<UNK>", "<unk>")
"""How models spell "some other word"."""
