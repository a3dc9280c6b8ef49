"""Hearing again settles doubts, and keeps noise from accusing anybody (ALI-18)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assistant.games.cavern.settings import Settings
from assistant.hearing.turn import QUIET_DB
from assistant.understanding.recitation import UNHEARD_S, Opinion, Verdict, judge_items
from assistant.understanding.second_hearing import (
    DIN_DB,
    LEVEL,
    MISSED_S,
    NOISE,
    QUIET,
    Way,
    reconsidered,
)
from tests.understanding.decks import PLAIN
from tests.understanding.saying import STRANGE, heard, judged

NOISY_DB = DIN_DB
"""Noise that is only just no din."""

COMPLETE, MISTAKE, UNCLEAR = Verdict.COMPLETE, Verdict.MISTAKE, Verdict.UNCLEAR


def way(text: str, behind: float = 0.0, unheard_s: float = 0.0) -> Way:
    return Way(PLAIN.read(heard(text)), behind, unheard_s)


def again(
    first: Opinion,
    hand: str,
    *ways: Way,
    others: Sequence[Way] = (),
    contrast_db: float = QUIET_DB,
) -> Opinion:
    """``ways`` of the second hearing, and the best of each further one."""
    cards = hand.split(", ")
    return reconsidered(
        first,
        [ways, *([each] for each in others)],
        lambda each: judge_items(each, cards, Settings(), {}, True),
        contrast_db=contrast_db,
    )


def test_a_mistake_that_both_hearings_make_is_a_mistake() -> None:
    first = judged("a lion a crown", "lion, book", faint=["crown"], ended=True)
    assert first.verdict is UNCLEAR
    second = again(first, "lion, book", way("a lion a crown"), way("a lion the crown", 0.4))
    assert second.verdict is MISTAKE
    assert second.items == first.items


@pytest.mark.parametrize(
    ("behind", "verdict"),
    [(QUIET.near, COMPLETE), (QUIET.near + 0.1, UNCLEAR), (QUIET.far + 0.1, MISTAKE)],
)
def test_a_right_list_counts_by_how_far_it_is_behind(behind: float, verdict: Verdict) -> None:
    first = judged("a lion a crown", "lion, book", ended=True)
    second = again(first, "lion, book", way("a lion a crown"), way("a lion a book", behind))
    assert second.verdict is verdict


def test_what_was_a_mistake_and_is_doubted_now_is_asked_for() -> None:
    first = judged("a lion a crown", "lion, book", ended=True)
    second = again(first, "lion, book", way("a lion a lamp"))
    assert (second.verdict, second.doubtful) == (UNCLEAR, 1)


def test_ways_as_likely_as_the_best_must_all_show_the_mistake() -> None:
    first = judged("a lion a crown", "lion, book", ended=True)
    ways = (way("a lion a crown"), way("a lion a lamp", LEVEL - 0.1))
    assert again(first, "lion, book", *ways).verdict is UNCLEAR
    ways = (way("a lion a crown"), way("a lion a lamp", LEVEL + 0.1))
    assert again(first, "lion, book", *ways).verdict is MISTAKE


def test_in_noise_a_right_list_may_lag_further_behind() -> None:
    first = judged("a lion a crown", "lion, book", ended=True)
    ways = (way("a lion a crown"), way("a lion a book", NOISE.near))
    assert again(first, "lion, book", *ways).verdict is UNCLEAR
    assert again(first, "lion, book", *ways, contrast_db=NOISY_DB).verdict is COMPLETE


def test_another_number_is_not_believed_but_keeps_from_accusing() -> None:
    first = judged("two lions a book", "lion, book", ended=True)
    ways = (way("two lions a book"), way("a lion a book", 0.1))
    assert again(first, "lion, book", *ways).verdict is UNCLEAR
    assert again(first, "lion, book", *ways, contrast_db=NOISY_DB).verdict is UNCLEAR


@pytest.mark.parametrize(
    ("faint", "verdict"), [([], UNCLEAR), (["crown"], COMPLETE)], ids=["clear", "faint"]
)
def test_a_treasure_that_was_clear_is_not_taken_out_again(
    faint: list[str], verdict: Verdict
) -> None:
    first = judged("a lion a crown a book", "lion, book", faint=faint, ended=True)
    others = [way("a lion a book")]
    second = again(
        first, "lion, book", way("a lion a crown a book"), others=others, contrast_db=NOISY_DB
    )
    assert second.verdict is verdict


@pytest.mark.parametrize(
    ("best", "verdict"),
    [
        (["a lion two crowns", "a lion two cushions"], UNCLEAR),
        (["a lion two crowns", "a lion a crown"], COMPLETE),
        (["a lion two crowns", "a lion two crowns a cushion"], COMPLETE),
    ],
)
def test_where_all_hearings_have_another_number_a_right_list_is_not_believed(
    best: list[str], verdict: Verdict
) -> None:
    first = judged("a lion", "lion, book", ended=True)
    ways = (way(best[0]), way("a lion a book", 0.5))
    second = again(first, "lion, book", *ways, others=[way(best[1])], contrast_db=NOISY_DB)
    assert second.verdict is verdict


@pytest.mark.parametrize(
    ("unheard_s", "right", "wrong"),
    [(UNHEARD_S - 0.01, COMPLETE, MISTAKE), (UNHEARD_S, UNCLEAR, UNCLEAR)],
)
def test_what_was_begun_may_be_in_speech_that_was_not_understood(
    unheard_s: float, right: Verdict, wrong: Verdict
) -> None:
    """Neither is the list believed nor a mistake in it held against the thief."""
    first = judged("a lion a crown", "lion, book", faint=["crown"], ended=True)
    for text, verdict in (("a lion a book a", right), ("a lion a crown a", wrong)):
        second = again(first, "lion, book", way(text, unheard_s=unheard_s), contrast_db=NOISY_DB)
        assert second.verdict is verdict


@pytest.mark.parametrize(
    ("others", "in_noise", "in_din"),
    [
        (["a lion a crown", "a lion a crown"], MISTAKE, MISTAKE),
        (["a lion a crown", "a lion a lamp"], MISTAKE, UNCLEAR),
        (["a lion", "a lion a lamp"], UNCLEAR, UNCLEAR),
        (["a lion a lamp", "a lion a book"], COMPLETE, COMPLETE),
    ],
)
def test_in_noise_most_hearings_decide_in_a_din_all_and_one_right_list_is_enough(
    others: list[str], in_noise: Verdict, in_din: Verdict
) -> None:
    """What noise did to the sound at one speed it seldom does at another."""
    first = judged("a lion a crown", "lion, book", ended=True)
    same, ways = way("a lion a crown"), [way(each) for each in others]
    for contrast_db, verdict in ((NOISY_DB, in_noise), (DIN_DB - 0.1, in_din)):
        second = again(first, "lion, book", same, others=ways, contrast_db=contrast_db)
        assert second.verdict is verdict


@pytest.mark.parametrize(
    ("text", "other", "verdict"),
    [
        ("a lion a crown a cushion", "a lion a crown a cushion", MISTAKE),
        ("a lion a crown a cushion", "a lion a lamp a cushion", MISTAKE),
        ("a lion a crown", "a lion a lamp", UNCLEAR),
        ("a lion a crown", "a lion a crown", MISTAKE),
        ("two lions a book a cushion", "a lion a lamp a cushion", UNCLEAR),
    ],
)
def test_noise_that_swallows_treasures_may_have_changed_another(
    text: str, other: str, verdict: Verdict
) -> None:
    """Two of four and the third wrong, or one of them and a number wrong."""
    hand = "lion, book, cushion, key"
    first = judged(text, hand, ended=True)
    second = again(first, hand, way(text), others=[way(text), way(other)], contrast_db=NOISY_DB)
    assert second.verdict is verdict


def test_speech_that_was_not_understood_may_have_been_the_missing_treasure() -> None:
    first = judged("a lion a book", "lion, book, crown", ended=True)
    hand = "lion, book, crown"
    assert again(first, hand, way("a lion a book")).verdict is MISTAKE
    for way_ in (
        way("a lion a book", unheard_s=MISSED_S),
        way(f"a lion {STRANGE} a book"),
        way("a lion a book and a"),
    ):
        assert again(first, hand, way_).verdict is UNCLEAR


def test_a_right_list_with_strange_speech_in_it_is_not_accepted() -> None:
    """It may have been an extra treasure (ALI-12)."""
    first = judged("a lion a crown", "lion, book", faint=["crown"], ended=True)
    for right in (way("a lion a book", 0.1, unheard_s=0.6), way(f"a lion {STRANGE} a book", 0.1)):
        assert again(first, "lion, book", way("a lion a crown"), right).verdict is not COMPLETE


@pytest.mark.parametrize(("contrast_db", "most"), [(QUIET_DB, 1), (NOISY_DB, 2)])
def test_a_hearing_may_not_make_up_many_treasures(contrast_db: float, most: int) -> None:
    """Noise drowns more of them than a quiet room, so there it may find one more again."""
    whole = "a lion a book a crown a cushion"
    hand = "lion, book, crown, cushion"
    for text, missed in (("a lion", 3), ("a lion a book", 2), ("a lion a book a crown", 1)):
        first = judged(text, hand, ended=True)
        second = again(first, hand, way(text), way(whole, 0.2), contrast_db=contrast_db)
        assert (second.verdict is COMPLETE) is (missed <= most)


@pytest.mark.parametrize("talk", ["a shoe", f"a lion {STRANGE} a shoe"])
def test_talk_that_may_not_be_for_us_is_no_mistake(talk: str) -> None:
    """A doubt is not made sure by a second hearing where no treasure of the hand was named, or
    something strange was said.
    """
    first = judged(talk, "lion, book", faint=["shoe"], ended=True)
    assert first.verdict is UNCLEAR
    assert again(first, "lion, book", way(talk)).verdict is UNCLEAR


def test_a_number_that_was_not_said_is_no_right_list() -> None:
    first = judged("lions a book", "lion, book", ended=True)
    assert again(first, "lion, book", way("lions a book")).verdict is UNCLEAR


def test_a_plural_alone_stays_in_doubt_in_noise() -> None:
    """ALI-18: "two lions" may have lost its number, and a lost number accepts nothing."""
    hand = "lion, book"
    first = judged("lions a book", hand, ended=True)
    for contrast_db in (NOISY_DB, QUIET_DB):
        assert again(first, hand, way("lions a book"), contrast_db=contrast_db).verdict is UNCLEAR


@pytest.mark.parametrize("extra", ["a crowns", "crowns"])
def test_how_many_there_are_of_an_extra_treasure_is_no_matter(extra: str) -> None:
    """ALI-12."""
    hand = "lion, book"
    for faint in ([], [extra.split()[-1]]):
        first = judged(f"a lion {extra}", hand, faint=faint, ended=True)
        assert again(first, hand, way(f"a lion {extra}")).verdict is MISTAKE


def test_too_many_rests_on_each_time_a_treasure_was_named() -> None:
    """One of them may have been another treasure, misheard."""
    hand = "lion, book"
    first = judged("lions lion", hand, ended=True)
    assert again(first, hand, way("a lion lion")).verdict is MISTAKE
    assert again(first, hand, way("lions lion")).verdict is UNCLEAR


def test_who_begins_with_the_formula_speaks_to_us() -> None:
    """ALI-13: so a faint mistake is one once the second hearing confirms it."""
    text = "in the cavern there is a crown"
    first = judged(text, "lion, book", faint=["crown"], ended=True)
    assert first.verdict is UNCLEAR
    assert again(first, "lion, book", way(text)).verdict is MISTAKE
    assert again(first, "lion, book", way("there is a crown")).verdict is UNCLEAR


def test_treasures_out_of_the_blue_are_not_held_against_the_thief() -> None:
    """Noise can sound like a word or two; somebody who recites a hand says more (ALI-18)."""
    several, said = "lion, book, cushion", "in the cavern there is a crown"
    for text, hand, verdict in (
        ("crown", several, UNCLEAR),
        ("crown shoe", several, UNCLEAR),
        ("crown shoe mirror", several, MISTAKE),
        ("lion shoe", several, MISTAKE),
        ("shoe lion", several, MISTAKE),
        ("crown", "lion", MISTAKE),
        (said, several, MISTAKE),
    ):
        first = judged(text, hand, ended=True)
        assert first.verdict is MISTAKE
        assert again(first, hand, way(text)).verdict is verdict


def test_a_clear_right_list_needs_no_second_hearing() -> None:
    first = judged("a lion a book", "lion, book")
    assert again(first, "lion, book", way("a lion a crown")) is first


def test_without_a_second_hearing_the_first_stands() -> None:
    first = judged("a lion a crown", "lion, book", ended=True)
    assert again(first, "lion, book") is first
