"""Hearing a recitation again, where the first hearing left a doubt or would hold a mistake against
the thief (ALI-18).

The whole sound is decoded again, with the same words, for the likeliest ways to hear it and how far
each lags behind the best; in noise twice more, as if it were played slower and faster. A right list
that lags hardly behind in one of these hearings is believed: it is one list in thousands, and noise
does not produce it by chance, as long as the first hearing had all of it but one treasure (in noise
but two), no number of it otherwise and nothing more that was clear. A mistake is held against the
thief only if the first hearing and most of the others make the very same one (all of them in a din,
and in noise that swallowed some, for it may have changed another), and no right list is anywhere
near; and where the first hearing was in doubt, only if a treasure of the hand was named and nothing
strange said: otherwise the talk may not be for us. Neither may treasures out of the blue, fewer
than the hand holds and none of them in it: any noise can sound like a word or two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.games.cavern.recitation import Flaw, Judgement, Outcome
from assistant.hearing.turn import QUIET_DB, Heard
from assistant.hearing.words import Word
from assistant.understanding.cavern_words import Doubt, Item, Reading
from assistant.understanding.recitation import UNHEARD_S, Opinion, Verdict, blamed_doubts

MISSED_S = 0.2
"""With a stretch of speech so long that no word was heard in, no treasure is called missing."""

CERTAIN = 0.9
"""A treasure heard with so much confidence is not taken out of the list again."""

LEVEL = 1.0
"""What lags less than this behind in a hearing must all show the same mistake."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a right list and a mistake must be like, in a quiet room, a loud one and a din."""

    near: float
    """So little behind the best way (in log-likelihood) it is taken for what was said."""
    far: float
    """While one is nearer than this nobody is accused."""
    mends: int
    """So many of its treasures the first hearing may have missed."""
    unheard_s: float
    """With a stretch of speech so long beside it that no word was heard in, it is not believed."""
    all_agree: bool = False
    """Whether every hearing must make a mistake that is held against the thief, not just most."""


QUIET = Limits(near=0.7, far=3.0, mends=1, unheard_s=UNHEARD_S)
NOISE = Limits(near=1.5, far=5.0, mends=2, unheard_s=0.35)
DIN = replace(NOISE, all_agree=True)

DIN_DB = 18.5
"""Speech less far above the room, as nine times in ten 5 dB over babble, is heard in a din; of
speech 10 dB over it, one time in twenty."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to hear a recitation; see :class:`assistant.hearing.words.Alternative`."""

    reading: Reading
    behind: float
    unheard_s: float


def ways_of(heard: Heard, read: Callable[[Sequence[Word]], Reading]) -> list[list[Way]]:
    """The ways of each further hearing in which words were heard, best first; none where the answer
    was heard but once.
    """
    return [
        [Way(read(each.words), each.behind, each.unheard_s) for each in hearing if each.words]
        for hearing in heard.hearings
    ]


def reconsidered(
    first: Opinion,
    hearings: Sequence[Sequence[Way]],
    judge: Callable[[Reading], Judgement],
    *,
    contrast_db: float = math.inf,
) -> Opinion:
    """The opinion after further hearings.

    ``hearings``: the ways of each, best first; ``judge``: what the rules say of a list that is
    over; ``contrast_db``: how far the voice stands above the room.
    """
    noisy = contrast_db < QUIET_DB
    judged = [[(way, judge(way.reading)) for way in ways] for ways in hearings if ways]
    if first.verdict is Verdict.COMPLETE or not judged:
        return first
    limits = DIN if contrast_db < DIN_DB else NOISE if noisy else QUIET
    right = [
        (way, judgement)
        for hearing in judged
        for way, judgement in hearing
        if _right(way, judgement, limits) and _mended(first, way) <= limits.mends
    ]
    best = [hearing[0][0] for hearing in judged]
    for way, judgement in right:
        if way.behind <= limits.near and not _contradicted(way, first, best):
            return Opinion(Verdict.COMPLETE, judgement, way.reading.items, None)
    near = any(way.behind <= limits.far for way, _ in right)
    level = [[each for each in hearing if each[0].behind <= LEVEL] for hearing in judged]
    readings = [way.reading for hearing in level for way, _ in hearing]
    of_hand = _kinds(first.items) & _hand(first.judgement)
    named = bool(of_hand) or all(each.formula for each in readings)
    ours = named and not any(each.unknown for each in readings)
    stray = not named and len(first.items) < sum(first.judgement.missing.values())
    blames = ours or (first.verdict is Verdict.MISTAKE and not stray)
    agreeing = sum(all(_shows(first.judgement, *each) for each in hearing) for hearing in level)
    unanimous = limits.all_agree or (noisy and _swallowed(first))
    enough = len(judged) if unanimous else len(judged) // 2 + 1
    if blames and not near and agreeing >= enough:
        return replace(first, verdict=Verdict.MISTAKE, doubtful=None)
    if first.verdict is Verdict.MISTAKE:
        return replace(first, verdict=Verdict.UNCLEAR, doubtful=first.judgement.at)
    return first


def _hand(judgement: Judgement) -> set[str]:
    """The kinds of treasure that the hand holds."""
    return {*judgement.counted, *judgement.missing}


def _kinds(items: Iterable[Item]) -> set[str]:
    return {item.kind for item in items}


def _mended(first: Opinion, way: Way) -> int:
    """How many treasures of this way were not in the first hearing."""
    return len(_kinds(way.reading.items) - _kinds(first.items))


def _contradicted(way: Way, first: Opinion, best: Sequence[Way]) -> bool:
    """Whether a right list is not what was said: the first hearing has a treasure of it in another
    number, or clearly one more; or the best way of each hearing has as many, in other numbers.
    """
    heard = {item.kind: item.count for item in first.items}
    certain = {i.kind for i in first.items if i.doubt is None and i.confidence >= CERTAIN}
    items = way.reading.items
    others = [other.reading.items for other in best]
    return (
        any(heard.get(item.kind, item.count) != item.count for item in items)
        or (len(first.items) > len(items) and not certain <= _kinds(items))
        or all(len(other) == len(items) and _numbers(other) != _numbers(items) for other in others)
    )


def _numbers(items: Iterable[Item]) -> list[int]:
    return [item.count for item in items]


def _swallowed(first: Opinion) -> bool:
    """Whether noise may have made the mistake out of another treasure: two of the hand's kinds or
    more were not heard, or one, and the mistake is in a number.
    """
    judgement = first.judgement
    fewer = len(_hand(judgement)) - len(_kinds(first.items))
    return judgement.at is not None and fewer >= (2 if judgement.flaw is Flaw.EXTRA else 1)


def _right(way: Way, judgement: Judgement, limits: Limits) -> bool:
    return (
        judgement.outcome is Outcome.COMPLETE
        and way.unheard_s < limits.unheard_s
        and not _hanging(way)
        and not way.reading.unknown
        and all(item.doubt is not Doubt.NUMBER for item in way.reading.items)
    )


def _hanging(way: Way) -> bool:
    """Whether a treasure was begun that may be in speech in which no word was heard."""
    return way.reading.begun and way.unheard_s >= UNHEARD_S


def _shows(mistake: Judgement, way: Way, judgement: Judgement) -> bool:
    """Whether this way of hearing makes that mistake, and nothing speaks against it."""
    if judgement.outcome is not Outcome.MISTAKE or not way.reading.items or _hanging(way):
        return False
    if (judgement.flaw, judgement.kind) != (mistake.flaw, mistake.kind):
        return False
    if judgement.at is not None:
        return not any(blamed_doubts(way.reading.items, judgement))
    return not (way.reading.unknown or way.reading.begun or way.unheard_s >= MISSED_S)
