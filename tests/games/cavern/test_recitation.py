"""The judge, by example and against a slow reference that lists every right recitation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st

from assistant.games.cavern.recitation import Flaw, Judgement, Mention, Outcome, full_list, judge
from assistant.games.cavern.settings import Adjectives, Grouping, Settings
from tests.games.cavern.tables import said

STRICT = Settings()
LENIENT = Settings(grouping=Grouping.LENIENT)
THIEVES = Settings(adjectives=Adjectives.THIEVES)
TWO_LIONS = ("lion", "book", "lion")


def so_far(hand: Sequence[str], *items: str | tuple[str, int], settings: Settings) -> Judgement:
    return judge(hand, said(*items), settings, {}, ended=False)


def done(hand: Sequence[str], *items: str | tuple[str, int], settings: Settings) -> Judgement:
    return judge(hand, said(*items), settings, {}, ended=True)


def test_any_order_is_right() -> None:
    """ALI-9."""
    for order in permutations(("lion", "book", "key")):
        assert done(("lion", "book", "key"), *order, settings=STRICT).outcome is Outcome.COMPLETE


def test_a_complete_list_is_known_before_it_ends() -> None:
    """ALI-15: complete and nothing extra is right at once."""
    judgement = so_far(TWO_LIONS, "book", ("lion", 2), settings=STRICT)
    assert judgement.outcome is Outcome.COMPLETE
    assert judgement.counted == {"book": 1, "lion": 2}
    assert (judgement.missing, judgement.flaw) == ({}, None)


def test_an_incomplete_list_is_a_mistake_only_when_it_ends() -> None:
    """ALI-15."""
    judgement = so_far(TWO_LIONS, "book", settings=STRICT)
    assert judgement.outcome is Outcome.SO_FAR_SO_GOOD
    assert (judgement.counted, judgement.missing) == ({"book": 1}, {"lion": 2})
    judgement = done(TWO_LIONS, "book", settings=STRICT)
    assert (judgement.flaw, judgement.kind, judgement.at) == (Flaw.UNFINISHED, "lion", None)


def test_too_low_a_number_is_a_mistake_as_soon_as_it_is_said_when_strict() -> None:
    """ALI-10."""
    judgement = so_far(TWO_LIONS, "lion", settings=STRICT)
    assert (judgement.flaw, judgement.kind, judgement.at) == (Flaw.TOO_FEW, "lion", 0)
    assert judgement.missing == {"lion": 1, "book": 1}


def test_copies_one_by_one_are_split_when_strict() -> None:
    """ALI-10."""
    judgement = so_far(TWO_LIONS, "lion", "book", "lion", settings=STRICT)
    assert (judgement.flaw, judgement.kind, judgement.at) == (Flaw.SPLIT, "lion", 0)


def test_copies_one_by_one_are_summed_with_a_reminder_when_lenient() -> None:
    """ALI-10."""
    judgement = done(TWO_LIONS, "lion", "book", "lion", settings=LENIENT)
    assert (judgement.outcome, judgement.reminders) == (Outcome.COMPLETE, ("lion",))
    judgement = done(("lion",) * 3, "lion", "lion", "lion", settings=LENIENT)
    assert judgement.reminders == ("lion",)
    judgement = done(TWO_LIONS, "book", ("lion", 2), settings=LENIENT)
    assert (judgement.outcome, judgement.reminders) == (Outcome.COMPLETE, ())


def test_too_low_a_sum_is_a_mistake_at_the_end_when_lenient() -> None:
    """ALI-10."""
    assert so_far(TWO_LIONS, "lion", "book", settings=LENIENT).flaw is None
    judgement = done(TWO_LIONS, "lion", "book", settings=LENIENT)
    assert (judgement.flaw, judgement.kind, judgement.at) == (Flaw.TOO_FEW, "lion", None)


@pytest.mark.parametrize("settings", [STRICT, LENIENT])
def test_extra_and_repeated_items_are_mistakes_at_once(settings: Settings) -> None:
    """ALI-12."""
    judgement = so_far(TWO_LIONS, "book", ("key", 2), settings=settings)
    assert (judgement.flaw, judgement.kind, judgement.at) == (Flaw.EXTRA, "key", 1)
    assert judgement.extra == {"key": 2}
    judgement = so_far(TWO_LIONS, "book", ("lion", 2), "book", settings=settings)
    assert (judgement.flaw, judgement.extra) == (Flaw.TOO_MANY, {"book": 1})
    judgement = so_far(TWO_LIONS, ("lion", 3), settings=settings)
    assert (judgement.flaw, judgement.extra) == (Flaw.TOO_MANY, {"lion": 1})
    assert judgement.missing == {"book": 1}


def test_a_completed_wrong_item_stays_a_mistake() -> None:
    """ALI-11: the caller may hold back the item at ``at`` where corrections are allowed."""
    judgement = so_far(TWO_LIONS, "key", "book", ("lion", 2), settings=STRICT)
    assert (judgement.flaw, judgement.at) == (Flaw.EXTRA, 0)
    assert judgement.counted == {}


def test_adjectives_do_not_matter_unless_the_variant_is_on() -> None:
    """ALI-14, ALI-37."""
    scary = said(("lion", 1, "scary"))
    assert judge(("lion",), scary, STRICT, {"lion": "hungry"}, ended=True).flaw is None
    wrong = judge(("lion",), scary, THIEVES, {"lion": "hungry"}, ended=True)
    assert (wrong.flaw, wrong.counted) == (Flaw.WRONG_ADJECTIVE, {})


def test_a_new_kind_takes_any_adjective_and_keeps_it() -> None:
    """ALI-37: a later copy keeps the adjective, "two soft cushions"."""
    hand = ("cushion", "cushion")
    bound = judge(hand, said(("cushion", 2, "soft")), THIEVES, {}, ended=True)
    assert (bound.outcome, bound.bound) == (Outcome.COMPLETE, {"cushion": "soft"})
    lenient = Settings(grouping=Grouping.LENIENT, adjectives=Adjectives.THIEVES)
    twice = said(("cushion", 1, "soft"), ("cushion", 1, "plump"))
    assert judge(hand, twice, lenient, {}, ended=True).flaw is Flaw.WRONG_ADJECTIVE


def test_in_the_order_variant_the_number_is_said_at_the_first_place() -> None:
    """ALI-38."""
    order = Settings(order=True)
    assert so_far(TWO_LIONS, ("lion", 2), "book", settings=order).outcome is Outcome.COMPLETE
    judgement = so_far(TWO_LIONS, "book", settings=order)
    assert (judgement.flaw, judgement.kind) == (Flaw.WRONG_ORDER, "book")
    lenient = Settings(order=True, grouping=Grouping.LENIENT)
    assert so_far(TWO_LIONS, "lion", "book", settings=lenient).flaw is Flaw.WRONG_ORDER
    assert done(TWO_LIONS, "lion", "lion", "book", settings=lenient).flaw is None


def test_a_mention_of_nothing_is_no_mention() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Mention("lion", 0)


# The slow reference. Every right recitation of a small hand is written out; a list may go on
# exactly as long as it is the beginning of one of them.

ADJECTIVES = ("soft", "old")
BOUND = {"a": "old"}


def parts(number: int) -> Iterator[tuple[int, ...]]:
    """All ways to say a number in parts, in turn."""
    if number == 0:
        yield ()
    for first in range(1, number + 1):
        for rest in parts(number - first):
            yield (first, *rest)


def ways(kind: str, number: int, settings: Settings) -> Iterator[tuple[Mention, ...]]:
    grouped = [(number,)] if settings.grouping is Grouping.STRICT else parts(number)
    allowed: tuple[str | None, ...] = (None,)
    if settings.adjectives is not Adjectives.OFF:
        allowed = (BOUND[kind],) if kind in BOUND else ADJECTIVES
    for counts, adjective in product(grouped, allowed):
        yield tuple(Mention(kind, count, adjective) for count in counts)


@cache
def right_lists(hand: tuple[str, ...], settings: Settings) -> frozenset[tuple[Mention, ...]]:
    kinds = Counter(hand)
    right = set()
    for groups in product(*(tuple(ways(kind, n, settings)) for kind, n in kinds.items())):
        in_order = tuple(mention for group in groups for mention in group)
        right |= {in_order} if settings.order else set(permutations(in_order))
    return frozenset(right)


def reference(
    hand: tuple[str, ...], mentions: tuple[Mention, ...], settings: Settings, ended: bool
) -> tuple[Outcome, int | None]:
    if settings.adjectives is Adjectives.OFF:
        mentions = tuple(Mention(mention.kind, mention.count) for mention in mentions)
    right = right_lists(hand, settings)
    for at in range(len(mentions)):
        if not any(each[: at + 1] == mentions[: at + 1] for each in right):
            return Outcome.MISTAKE, at
    if mentions in right:
        return Outcome.COMPLETE, None
    return (Outcome.MISTAKE if ended else Outcome.SO_FAR_SO_GOOD), None


MENTIONS = st.builds(
    Mention,
    st.sampled_from("abcd"),
    st.integers(1, 3),
    st.sampled_from((*ADJECTIVES, *ADJECTIVES, None)),
)
SETTINGS = st.builds(
    Settings,
    grouping=st.sampled_from(Grouping),
    adjectives=st.sampled_from(Adjectives),
    order=st.booleans(),
)


@st.composite
def recitations(
    draw: st.DrawFn,
) -> tuple[tuple[str, ...], tuple[Mention, ...], Settings]:
    """A hand, and a right list of it cut short, with up to one item put in or swapped."""
    hand = tuple(draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=4)))
    settings = draw(SETTINGS)
    right = sorted(right_lists(hand, settings), key=repr)
    mentions = list(draw(st.sampled_from(right)))
    del mentions[draw(st.integers(0, len(mentions))) :]
    for mention in draw(st.lists(MENTIONS, max_size=1)):
        place = draw(st.integers(0, len(mentions)))
        mentions[place : place + draw(st.integers(0, 1))] = [mention]
    return hand, tuple(mentions), settings


@trying(max_examples=400, deadline=None)
@given(recitations(), st.booleans())
def test_judge_agrees_with_the_reference(
    recitation: tuple[tuple[str, ...], tuple[Mention, ...], Settings], ended: bool
) -> None:
    hand, mentions, settings = recitation
    judgement = judge(hand, mentions, settings, BOUND, ended)
    assert (judgement.outcome, judgement.at) == reference(hand, mentions, settings, ended)
    assert (judgement.flaw is None) == (judgement.outcome is not Outcome.MISTAKE)
    assert Counter(judgement.counted) + Counter(judgement.missing) == Counter(hand)
    assert (judgement.flaw in (Flaw.EXTRA, Flaw.TOO_MANY)) == bool(judgement.extra)
    if judgement.outcome is Outcome.SO_FAR_SO_GOOD:
        assert judge(hand, mentions, settings, BOUND, ended=True).missing == judgement.missing


@trying(max_examples=100, deadline=None)
@given(recitations(), MENTIONS)
def test_a_mistake_stays_a_mistake_whatever_follows(
    recitation: tuple[tuple[str, ...], tuple[Mention, ...], Settings], more: Mention
) -> None:
    """ALI-11: so that a list can be judged while it is spoken."""
    hand, mentions, settings = recitation
    first = judge(hand, mentions, settings, BOUND, ended=False)
    if first.outcome is Outcome.MISTAKE:
        later = judge(hand, (*mentions, more), settings, BOUND, ended=False)
        assert (later.outcome, later.at) == (Outcome.MISTAKE, first.at)


@trying(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from("abcde"), min_size=1, max_size=30), st.booleans())
def test_the_full_list_is_right(hand: list[str], order: bool) -> None:
    """ALI-10, ALI-38: also for hands longer than the reference can write out."""
    settings = Settings(order=order)
    assert judge(hand, full_list(hand, {}), settings, {}, ended=False).outcome is Outcome.COMPLETE
