"""The judge of recitations, for whole lists and for lists still being spoken (ALI-9 to ALI-16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from assistant.games.cavern.settings import Adjectives, Grouping, Settings


@dataclass(frozen=True, slots=True)
class Mention:
    """One item of a list as a thief said it: "two soft cushions" (ALI-14, ALI-37).

    Raises ValueError for a count below 1.
    """

    kind: str
    count: int = 1
    adjective: str | None = None

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError("a mention counts at least one card")


class Outcome(Enum):
    """What a list is worth so far."""

    COMPLETE = "complete"
    SO_FAR_SO_GOOD = "so far so good"
    MISTAKE = "mistake"


class Flaw(Enum):
    """The first thing wrong with a list."""

    EXTRA = "extra"
    """A kind that is not in the hand (ALI-12)."""
    TOO_MANY = "too many"
    """More of a kind than the hand holds, or a kind named again (ALI-12)."""
    TOO_FEW = "too few"
    """A kind named with too low a number (ALI-10)."""
    SPLIT = "split"
    """Copies of a kind named one by one where they must be grouped (ALI-10)."""
    WRONG_ADJECTIVE = "wrong adjective"
    """An adjective missing or other than the one bound in this round (ALI-37)."""
    WRONG_ORDER = "wrong order"
    """A kind named before another that appeared first (ALI-38)."""
    UNFINISHED = "unfinished"
    """The list ended and a kind was never named (ALI-15)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the judge says of a list. ``counted`` and ``missing`` together are always the hand."""

    outcome: Outcome
    counted: Mapping[str, int]
    """Cards of the hand that were named, up to the mistake and as far as its item is true."""
    missing: Mapping[str, int]
    """Cards of the hand not counted."""
    extra: Mapping[str, int]
    """Cards named beyond the hand; the mistake was made there, so at most one kind."""
    flaw: Flaw | None
    kind: str | None
    """The kind at fault."""
    at: int | None
    """Which mention was the mistake (from 0); None if the end of the list was."""
    bound: Mapping[str, str]
    """Adjectives that this list gives to kinds that had none (ALI-37)."""
    reminders: tuple[str, ...]
    """Kinds counted rightly though not grouped, of which to remind the thief (ALI-10)."""


def judge(
    hand: Sequence[str],
    mentions: Sequence[Mention],
    settings: Settings,
    adjectives: Mapping[str, str],
    ended: bool,
) -> Judgement:
    """Compare ``mentions`` with ``hand`` (in reveal order) and stop at the first mistake.

    ``adjectives`` are those bound to kinds earlier in this round. While the thief still talks
    (``ended`` is false) a wrong item is a mistake at once, but an incomplete list is not. A
    mistake stays one whatever is said after it; ``correction_grace`` (ALI-11) is for the caller,
    who can hold the last mention back.

    >>> judge(["lion", "book"], [Mention("book")], Settings(), {}, ended=False).outcome
    <Outcome.SO_FAR_SO_GOOD: 'so far so good'>
    >>> judge(["lion", "book"], [Mention("book")], Settings(), {}, ended=True).flaw
    <Flaw.UNFINISHED: 'unfinished'>
    """
    held = Counter(hand)
    counted: dict[str, int] = {}
    bound: dict[str, str] = {}
    reminders: list[str] = []
    in_turn = list(held)  # kinds by first appearance; those at the front are done

    def judged(
        outcome: Outcome,
        flaw: Flaw | None = None,
        kind: str | None = None,
        at: int | None = None,
        extra: int = 0,
    ) -> Judgement:
        missing = {
            each: number - counted.get(each, 0)
            for each, number in held.items()
            if number > counted.get(each, 0)
        }
        surplus = {kind: extra} if kind is not None and extra else {}
        split = tuple(reminders)
        return Judgement(outcome, counted, missing, surplus, flaw, kind, at, bound, split)

    for at, mention in enumerate(mentions):
        kind, before = mention.kind, counted.get(mention.kind, 0)
        total = before + mention.count
        if kind not in held:
            return judged(Outcome.MISTAKE, Flaw.EXTRA, kind, at, mention.count)
        if total > held[kind]:
            counted[kind] = held[kind]
            return judged(Outcome.MISTAKE, Flaw.TOO_MANY, kind, at, total - held[kind])
        if settings.order and kind != in_turn[0]:
            return judged(Outcome.MISTAKE, Flaw.WRONG_ORDER, kind, at)
        if settings.adjectives is not Adjectives.OFF:
            required = adjectives.get(kind) or bound.get(kind)
            if mention.adjective is None or required not in (None, mention.adjective):
                return judged(Outcome.MISTAKE, Flaw.WRONG_ADJECTIVE, kind, at)
            if required is None:
                bound[kind] = mention.adjective
        counted[kind] = total
        if total < held[kind] and settings.grouping is Grouping.STRICT:
            again = any(later.kind == kind for later in mentions[at + 1 :])
            return judged(Outcome.MISTAKE, Flaw.SPLIT if again else Flaw.TOO_FEW, kind, at)
        if before and kind not in reminders:
            reminders.append(kind)
        if total == held[kind]:
            in_turn.remove(kind)

    if not in_turn:
        return judged(Outcome.COMPLETE)
    if not ended:
        return judged(Outcome.SO_FAR_SO_GOOD)
    unnamed = next((kind for kind in in_turn if kind not in counted), None)
    if unnamed is not None:
        return judged(Outcome.MISTAKE, Flaw.UNFINISHED, unnamed)
    return judged(Outcome.MISTAKE, Flaw.TOO_FEW, in_turn[0])


def full_list(hand: Sequence[str], adjectives: Mapping[str, str]) -> tuple[Mention, ...]:
    """The right list for a hand, grouped and in the order of first appearance (ALI-10, ALI-38).

    >>> full_list(["lion", "book", "lion"], {}) == (Mention("lion", 2), Mention("book", 1))
    True
    """
    return tuple(
        Mention(kind, number, adjectives.get(kind)) for kind, number in Counter(hand).items()
    )
