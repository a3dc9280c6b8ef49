"""The recitation judge: words heard so far and the hand in, an opinion out (ALI-9 to ALI-18).

The rules in ``games/cavern/recitation.py`` judge a list; this module decides how far the list that
was heard can be trusted. It always matches against the whole deck, never against the hand alone,
or it would hear what should have been said. Doubt is never the thief's mistake (ALI-18): a wrong
item counts against the thief only when it was heard clearly, and a missing one only when nothing
was said that could have been it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from assistant.games.cavern.recitation import Flaw, Judgement, Mention, Outcome, judge
from assistant.games.cavern.settings import Settings
from assistant.hearing.turn import THRICE, Progress, Want
from assistant.understanding.cavern_words import CERTAIN, Doubt, Item, Reading

BELIEVED = 0.45
"""A treasure that fits the hand is believed down to this confidence: a word misheard at random
would hardly be the very one that is missing."""

CERTAIN_IN_NOISE = 0.9
"""What takes the place of :data:`CERTAIN` in noise: treasures that babble makes up come mostly
below it."""

UNHEARD_S = 0.3
"""Speech of this length without a word of the game may have been a treasure."""

PATIENT_PAUSE_S = 2.0
"""Where nobody is to be interrupted, a mistake ends the turn only after this many seconds."""

_RESTS_ON_WORDS_BEFORE = (Flaw.TOO_FEW, Flaw.TOO_MANY, Flaw.SPLIT, Flaw.WRONG_ADJECTIVE)


class Verdict(Enum):
    """What the judge says of a recitation."""

    COMPLETE = "complete"
    SO_FAR_SO_GOOD = "so far so good"
    MISTAKE = "mistake"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Opinion:
    """A verdict with its grounds."""

    verdict: Verdict
    judgement: Judgement
    """What the rules say of the list as heard: counted, missing, extra, the flaw."""
    items: tuple[Item, ...]
    doubtful: int | None
    """Which of ``items`` to ask for again; None with an unclear verdict means the last thing said
    was not understood at all."""


def mentions(items: Sequence[Item]) -> tuple[Mention, ...]:
    """The items as the rules know them."""
    return tuple(Mention(item.kind, item.count, item.adjective) for item in items)


def judge_reading(
    reading: Reading,
    hand: Sequence[str],
    settings: Settings,
    adjectives: Mapping[str, str],
    *,
    ended: bool,
    unheard_s: float = 0.0,
    noisy: bool = False,
) -> Opinion:
    """Judge a recitation against ``hand`` (in reveal order), by a first hearing.

    ``adjectives`` are those bound in this round. ``ended``: the thief has stopped, by word or by
    silence. ``unheard_s``: seconds of sound as loud as speech in which no word was heard.
    ``noisy``: whether the room is loud; a missing treasure may then have been drowned.
    """
    ended = ended or reading.ended
    items = reading.items
    judged = judge_items(reading, hand, settings, adjectives, ended)

    def opinion(verdict: Verdict, doubtful: int | None = None) -> Opinion:
        return Opinion(verdict, judged, items, doubtful)

    unsure = _first_unsure(items, judged, CERTAIN_IN_NOISE if noisy else CERTAIN)
    something_unheard = bool(reading.unknown) or unheard_s >= UNHEARD_S
    if judged.outcome is Outcome.SO_FAR_SO_GOOD:
        return opinion(Verdict.SO_FAR_SO_GOOD)
    if judged.outcome is Outcome.COMPLETE:
        if unsure is not None:
            return opinion(Verdict.UNCLEAR, unsure)
        if something_unheard:
            return opinion(Verdict.UNCLEAR)
        if settings.say_done and not ended:
            return opinion(Verdict.SO_FAR_SO_GOOD)
        return opinion(Verdict.COMPLETE)
    if reading.gave_up:
        return opinion(Verdict.MISTAKE)
    if judged.at is not None:
        if judged.at == 0 and reading.unknown and not judged.counted:
            unsure = 0  # strange speech, and no treasure of the hand: it may not be for us
        if unsure is not None:
            full = set(hand) <= {item.kind for item in items}
            return opinion(Verdict.UNCLEAR if ended or full else Verdict.SO_FAR_SO_GOOD, unsure)
        return opinion(Verdict.MISTAKE)
    if unsure is not None:
        return opinion(Verdict.UNCLEAR, unsure)
    if something_unheard or reading.begun or noisy or not items:
        return opinion(Verdict.UNCLEAR)
    return opinion(Verdict.MISTAKE)


def judge_items(
    reading: Reading,
    hand: Sequence[str],
    settings: Settings,
    adjectives: Mapping[str, str],
    ended: bool,
) -> Judgement:
    """What the rules say of the items as read, whatever their doubts."""
    items = reading.items
    held_back = 1 if settings.correction_grace and not ended and items else 0
    judged = judge(hand, mentions(items), settings, adjectives, ended)
    if held_back and judged.outcome is Outcome.MISTAKE and judged.at == len(items) - 1:
        # ALI-11: the item may still be taken back.
        judged = judge(hand, mentions(items[:-1]), settings, adjectives, False)
        if judged.outcome is Outcome.COMPLETE:
            judged = replace(judged, outcome=Outcome.SO_FAR_SO_GOOD)
    return judged


def progress(opinion: Opinion, reading: Reading, patient: bool = False) -> Progress:
    """What a turn needs to know: a mistake or the thief's "that's all" ends it at once,
    a list that names everything ends with the speaker's own pause, doubtful or not. Be ``patient``
    where a mistake may be the room's (in noise) or may be taken back (ALI-11): then it ends the
    turn only after :data:`PATIENT_PAUSE_S`. So does a single treasure out of the blue. Whatever is
    not complete and clear is heard a second time before it is judged, and by the patient thrice.
    """
    counted = len(opinion.items) + reading.restarted
    again = 0 if opinion.verdict is Verdict.COMPLETE else THRICE if patient else 1
    patient = patient or (len(opinion.items) == 1 and not reading.formula)
    if opinion.verdict is Verdict.MISTAKE and patient and not reading.ended:
        return Progress(Want.PAUSE, counted, PATIENT_PAUSE_S, again)
    if reading.ended or opinion.verdict is Verdict.MISTAKE:
        return Progress(Want.NOTHING, counted, again=again)
    if opinion.verdict is Verdict.SO_FAR_SO_GOOD:
        return Progress(Want.MORE, counted, again=again)
    return Progress(Want.PAUSE, counted, again=again)


def blamed_doubts(items: Sequence[Item], judged: Judgement) -> Iterator[Doubt]:
    """Why the mistake at ``judged.at`` is in doubt. An extra kind is extra however many there are;
    too many of one named again rests on each time it was named.
    """
    for at, item in enumerate(items):
        again = judged.flaw is Flaw.TOO_MANY and item.kind == judged.kind
        if item.doubt is None or not (at == judged.at or again):
            continue
        if judged.flaw is not Flaw.EXTRA or item.doubt not in (Doubt.NUMBER, Doubt.PLURAL):
            yield item.doubt


def _first_unsure(items: Sequence[Item], judged: Judgement, certain: float) -> int | None:
    """The first item up to the flaw that the verdict cannot rest on. An item heard with less than
    ``certain`` confidence is never held against the thief.
    """
    for at, item in enumerate(items):
        if judged.at is not None and at > judged.at:
            return None
        if at == judged.at and judged.flaw is Flaw.EXTRA:
            return at if item.confidence < certain else None  # how many of them is no matter
        blamed = at == judged.at or (judged.at is None and item.kind == judged.kind)
        if item.doubt is Doubt.NUMBER or (item.doubt is Doubt.PLURAL and blamed):
            return at
        if blamed and item.doubt is Doubt.BEFORE and judged.flaw in _RESTS_ON_WORDS_BEFORE:
            return at
        needed = certain if at == judged.at else BELIEVED
        if item.confidence < needed:
            return at
    return None
