"""A second hearing of a recitation, where the first left a doubt or would hold a mistake against
the thief (ALI-18).

The whole sound is decoded again, with the same words, for the likeliest ways to hear it and how far
each lags behind the best. A right list that lags hardly behind is believed: it is one list in
thousands, and noise does not produce it by chance, as long as the first hearing had all of it but
one treasure, and no number of it otherwise. A mistake is held against the thief only if both
hearings make the very same one, and no right list is anywhere near; and where the first hearing
was in doubt, only if a treasure of the hand was named and nothing strange said: otherwise the talk
may not be for us. Neither may a single treasure out of the blue, where the hand holds several: any
noise can sound like one word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assistant.games.cavern.recitation import Judgement, Outcome
from assistant.hearing.turn import Heard
from assistant.hearing.words import Word
from assistant.understanding.cavern_words import Doubt, Reading
from assistant.understanding.recitation import UNHEARD_S, Opinion, Verdict, blamed_doubts

NEAR, NEAR_IN_NOISE = 0.7, 2.0
"""A right list so little behind the best (in log-likelihood) is taken for what was said."""

FAR, FAR_IN_NOISE = 3.0, 5.0
"""With a right list nearer than this nobody is accused."""

MISSED_S = 0.2
"""With a stretch of speech so long that no word was heard in, no treasure is called missing."""

LEVEL = 1.0
"""What lags less than this behind must all show the same mistake."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to hear a recitation; see :class:`assistant.hearing.words.Alternative`."""

    reading: Reading
    behind: float
    unheard_s: float


def ways_of(heard: Heard, read: Callable[[Sequence[Word]], Reading]) -> list[Way]:
    """The ways of a second hearing, best first; none where there was no second hearing."""
    return [Way(read(each.words), each.behind, each.unheard_s) for each in heard.alternatives]


def reconsidered(
    first: Opinion,
    ways: Sequence[Way],
    judge: Callable[[Reading], Judgement],
    *,
    noisy: bool = False,
) -> Opinion:
    """The opinion after a second hearing.

    ``ways``: best first; ``judge``: what the rules say of a list that is over; ``noisy``:
    whether the room is loud.
    """
    if first.verdict is Verdict.COMPLETE or not ways:
        return first
    judged = [(way, judge(way.reading)) for way in ways]
    right = [each for each in judged if _right(*each) and _mends_one(first, each[0])]
    for way, judgement in right:
        if way.behind <= (NEAR_IN_NOISE if noisy else NEAR) and not _renumbers(first, way):
            return Opinion(Verdict.COMPLETE, judgement, way.reading.items, None)
    level = [each for each in judged if each[0].behind <= LEVEL]
    near = bool(right) and right[0][0].behind <= (FAR_IN_NOISE if noisy else FAR)
    named = bool(first.judgement.counted) or all(way.reading.formula for way, _ in level)
    ours = named and not any(way.reading.unknown for way, _ in level)
    alone = len(first.items) == 1 < sum(first.judgement.missing.values()) and not named
    blames = (ours or (first.verdict is Verdict.MISTAKE and not alone)) and not (
        noisy and _swallowed(first, ways[0])
    )
    if blames and not near and all(_shows(first.judgement, *each) for each in level):
        return replace(first, verdict=Verdict.MISTAKE, doubtful=None)
    if first.verdict is Verdict.MISTAKE:
        return replace(first, verdict=Verdict.UNCLEAR, doubtful=first.judgement.at)
    return first


def _mends_one(first: Opinion, way: Way) -> bool:
    """Whether at most one treasure of this way was not in the first hearing."""
    heard = {item.kind for item in first.items}
    return len({item.kind for item in way.reading.items} - heard) <= 1


def _renumbers(first: Opinion, way: Way) -> bool:
    """Whether a treasure of both is there in another number."""
    heard = {item.kind: item.count for item in first.items}
    return any(heard.get(item.kind, item.count) != item.count for item in way.reading.items)


def _swallowed(first: Opinion, best: Way) -> bool:
    """Whether noise swallowed something, and so may have made the wrong treasure out of another:
    fewer kinds were heard than the hand holds, or speech without words was.
    """
    judgement = first.judgement
    kinds = {*judgement.counted, *judgement.missing}
    fewer = len({item.kind for item in first.items}) < len(kinds)
    return judgement.at is not None and (fewer or best.unheard_s >= UNHEARD_S)


def _right(way: Way, judgement: Judgement) -> bool:
    return (
        judgement.outcome is Outcome.COMPLETE
        and way.unheard_s < UNHEARD_S
        and not way.reading.unknown
        and all(item.doubt is not Doubt.NUMBER for item in way.reading.items)
    )


def _shows(mistake: Judgement, way: Way, judgement: Judgement) -> bool:
    """Whether this way of hearing makes that mistake, and nothing speaks against it."""
    if judgement.outcome is not Outcome.MISTAKE or not way.reading.items:
        return False
    if (judgement.flaw, judgement.kind) != (mistake.flaw, mistake.kind):
        return False
    if judgement.at is not None:
        return not any(blamed_doubts(way.reading.items, judgement))
    return not (way.reading.unknown or way.reading.begun or way.unheard_s >= MISSED_S)
