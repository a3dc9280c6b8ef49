"""A verdict on what a peer heard, by our own reading of the words and our own rules."""

from __future__ import annotations

from collections import Counter
from enum import Enum

from rapidfuzz import fuzz, process

from assistant.evaluation.manifest import Recitation
from assistant.evaluation.measuring import Score
from assistant.games.cavern.recitation import Outcome
from assistant.games.cavern.settings import Adjectives, Settings
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.recitation import Verdict, judge_items, judge_reading
from assistant.understanding.typed import as_words, typed_words
from benchmarks.recognition.clips import PAUSE_S
from benchmarks.recognition.measured import Measured
from benchmarks.recognition.peer import Transcript

_HALF_LIKE = 50.0  # in per cent; of 50, 60 and 70 the best for the others
_SHORTEST_REPLACED = 3


class Judge(Enum):
    """How far the text of a peer is believed."""

    BY_THE_RULES = "by the rules"
    """To the letter, each word taken for the nearest of the game: a list is right or wrong."""
    WITH_DOUBTS = "with our doubts"
    """As a typed list in the game: what was not understood is asked for again."""


def measured(
    transcript: Transcript, clip: Recitation, words: CavernWords, judge: Judge
) -> Measured:
    """The score of what was heard in ``clip``."""
    right = found_right(transcript.text, clip, words, judge)
    if right is None:
        score = Score.ASKED
    elif right == clip.correct:
        score = Score.AGREE
    else:
        score = Score.FALSE_MISTAKE if clip.correct else Score.FALSE_ACCEPT
    return Measured(
        audio=clip.audio,
        snr_db=transcript.snr_db,
        score=score,
        latency_s=PAUSE_S + transcript.compute_s if right and clip.correct else None,
        compute_s=transcript.compute_s,
        seconds=transcript.seconds,
        peak_mb=transcript.peak_mb,
    )


def found_right(text: str, clip: Recitation, words: CavernWords, judge: Judge) -> bool | None:
    """Whether the list in ``text`` is right; None if that is to be asked again."""
    cards = list(Counter(clip.hand).elements())
    settings = Settings(adjectives=Adjectives.OFF if clip.adjectives is None else Adjectives.HOST)
    bound = clip.adjectives or {}
    if judge is Judge.BY_THE_RULES:
        reading = words.read(as_words(nearest(text, words)))
        return judge_items(reading, cards, settings, bound, True).outcome is Outcome.COMPLETE
    reading = words.read(words.typed(text))
    verdict = judge_reading(reading, cards, settings, bound, ended=True).verdict
    return {Verdict.COMPLETE: True, Verdict.MISTAKE: False}.get(verdict)


def nearest(text: str, words: CavernWords) -> list[str]:
    """The words of ``text``, each replaced by that word of the game which is spelled most like it,
    if any is half like it.
    """
    known = set(words.grammar_words)
    for treasure in words.deck.treasures.values():
        for way in treasure.wordings():
            known.update(way.one.split(), way.several.split())
    found = []
    for word in typed_words(text):
        near = None
        if word not in known and not word.isdecimal() and len(word) >= _SHORTEST_REPLACED:
            near = process.extractOne(word, known, scorer=fuzz.ratio, score_cutoff=_HALF_LIKE)
        found.append(near[0] if near else word)
    return found
