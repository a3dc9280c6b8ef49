"""Heard words read as items: numbers, articles, aliases, endings, corrections, unknown speech."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.games.cavern.deck import CHIEF
from assistant.understanding.cavern_words import Doubt
from tests.understanding.decks import ADJECTIVES, CORRECTING, DECK, PLAIN
from tests.understanding.saying import STRANGE, heard, read, said


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("in the cavern there is a cushion a lion and an hourglass",
         ["1 cushion", "1 lion", "1 hourglass"]),
        ("in the cavern there are two cushions and three books", ["2 cushion", "3 book"]),
        ("a lion", ["1 lion"]),
        ("lion", ["1 lion"]),
        ("one lion", ["1 lion"]),
        ("an lion", ["1 lion"]),
        ("a hourglass", ["1 hourglass"]),
        ("two lion", ["2 lion"]),
        ("one lions", ["1 lion"]),
        ("two goldfish", ["2 goldfish"]),
        ("nine keys", ["9 key"]),
        ("twelve keys", ["12 key"]),
        ("there a two lions", ["2 lion"]),
        ("a pillow a knife and a shoe", ["1 cushion", "1 dagger", "1 slipper"]),
        ("two pillows two knives two shoes", ["2 cushion", "2 dagger", "2 slipper"]),
        ("a looking glass and an hour glass", ["1 mirror", "1 hourglass"]),
        ("two looking glasses", ["2 mirror"]),
        ("a sand clock a tea pot a gold fish", ["1 hourglass", "1 teapot", "1 goldfish"]),
        ("two magic carpets and a rug", ["2 carpet", "1 carpet"]),
        ("the chief thief", [f"1 {CHIEF}"]),
        ("a cheap thief", [f"1 {CHIEF}"]),
        ("the thief chief", [f"1 {CHIEF}"]),
        ("the chief", [f"1 {CHIEF}"]),
        ("captain", [f"1 {CHIEF}"]),
        ("the leader and a book", [f"1 {CHIEF}", "1 book"]),
        ("a book and a book", ["1 book", "1 book"]),
        ("two and a lion", ["1 lion"]),
        ("", []),
        ("in the cavern there is a", []),
        ("and a and a two", []),
    ],
)  # fmt: skip
def test_items_are_read(text: str, items: list[str]) -> None:
    """ALI-10, ALI-13, ALI-14, ALI-26."""
    assert said(read(text).items) == items


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("to lions", 2), ("too lions", 2), ("to lion", 2), ("for lions", 4), ("fore lions", 4),
        ("won lion", 1), ("ate lions", 8), ("tree lions", 3), ("free lions", 3),
        ("a couple of lions", 2), ("couple lions", 2), ("a pair of lions", 2),
        ("three of lions", 3), ("2 lions", 2), ("12 lions", 12), ("02 lions", 2),
    ],
)  # fmt: skip
def test_homophones_of_numbers_count_right_before_a_treasure(text: str, count: int) -> None:
    (item,) = read(text).items
    assert (item.count, item.doubt) == (count, None)


@pytest.mark.parametrize(
    "text",
    ["to a lion", "a book too", "for the chief", "two books for a lion", "a lion won",
     "a tree and a lion", "we ate", "free", "0 books", "00"],
)  # fmt: skip
def test_homophones_are_no_numbers_anywhere_else(text: str) -> None:
    """Bug reports 58 and 59: outside number position "to" and "two" are not the same."""
    plain = text.split()
    without = " ".join(w for w in plain if w not in ("to", "too", "for", "won", "free", "tree"))
    assert said(read(text).items) == said(read(without).items)


@pytest.mark.parametrize("count", ["²", "٣", "9" * 5000, "0" * 5000, "-2", "1_0"])
def test_odd_digits_do_no_harm(count: str) -> None:
    assert {item.kind for item in read(f"{count} lions and a book").items} == {"lion", "book"}


def test_a_plural_alone_leaves_the_number_in_doubt() -> None:
    assert [item.doubt for item in read("lions and a book").items] == [Doubt.NUMBER, None]


def test_number_and_article_that_contradict_each_other_are_doubtful() -> None:
    assert [item.doubt for item in read("two a lion").items] == [Doubt.NUMBER]
    assert [item.doubt for item in read("two a lions").items] == [None]


def test_a_number_does_not_reach_across_other_words() -> None:
    assert said(read("there are three treasures a lion and a book").items) == ["1 lion", "1 book"]
    assert said(PLAIN.read(PLAIN.typed("3 things: a lion, a book")).items) == ["1 lion", "1 book"]


@pytest.mark.parametrize(
    ("text", "faint", "doubt"),
    [
        ("a lion", "lion", Doubt.FAINT),
        ("the chief thief", "thief", Doubt.FAINT),
        ("two lions", "two", Doubt.NUMBER),
        ("two lion", "lion", Doubt.NUMBER),
        ("two lions", "lions", Doubt.FAINT),
        ("a lion", "a", Doubt.BEFORE),
        ("in the cavern there is a lion", "cavern", None),
    ],
)
def test_faint_words_leave_a_doubt(text: str, faint: str, doubt: Doubt | None) -> None:
    """ALI-18."""
    (item,) = PLAIN.read(heard(text, [faint])).items
    assert item.doubt is doubt


@pytest.mark.parametrize(
    ("text", "doubts"),
    [
        (f"{STRANGE} lions", [Doubt.NUMBER]),
        (f"{STRANGE} lion", [Doubt.BEFORE]),
        (f"two {STRANGE} lions", [Doubt.NUMBER]),
        (f"two {STRANGE} lion", [Doubt.BEFORE]),
        (f"{STRANGE} and a lion", [None]),
        (f"{STRANGE} two lions", [None]),
        (f"a lion {STRANGE} a book", [None, None]),
    ],
)
def test_what_is_lost_before_a_treasure_leaves_a_doubt(text: str, doubts: list[Doubt]) -> None:
    reading = read(text)
    assert [item.doubt for item in reading.items] == doubts
    assert len(reading.unknown) == 1


def test_unknown_stretches_are_kept_with_their_times() -> None:
    reading = read(f"a lion {STRANGE} a book {STRANGE}")
    assert reading.unknown == ((1.0, 1.4), (2.5, 2.9))


def test_a_number_after_a_treasure_tells_which_copy_it_is() -> None:
    """ALI-10: "lion, lion number two" are two mentions of one lion each."""
    assert [item.count for item in read("a lion lion number two a crown").items] == [1, 1, 1]
    assert [item.count for item in read("a lion number too and two crowns").items] == [1, 2]


@pytest.mark.parametrize("restart", ["from the beginning", "wait start again", "start over"])
def test_ali_11_a_list_begun_anew_starts_empty(restart: str) -> None:
    reading = CORRECTING.read(heard(f"a lamp {STRANGE} two {restart} a lion and a key"))
    assert [item.kind for item in reading.items] == ["lion", "key"]
    assert (reading.restarted, reading.unknown, reading.begun) == (True, (), False)
    assert not PLAIN.read(heard(f"a lion {restart} a key")).restarted


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("a lion and a", True),
        ("a lion two and a book", True),
        ("a lion an there is a book", True),
        ("a a lion", True),
        ("two three lions", True),
        ("a lion and a couple of books", False),
        ("a lion and a done", False),
    ],
)
def test_an_article_or_number_without_a_treasure_announced_one(text: str, lost: bool) -> None:
    """In noise the treasure is lost more easily than what stands before it."""
    assert read(text).begun is lost


@pytest.mark.parametrize(("gap_s", "lost"), [(0.02, False), (0.06, True)])
def test_an_article_that_was_heard_double_is_one(gap_s: float, lost: bool) -> None:
    """As in "and a a lion", 0.02 s apart, of a real clip: a treasure would need more time."""
    first, second, lion = heard("a a lion")
    assert PLAIN.read((replace(first, end=second.start - gap_s), second, lion)).begun is lost


def test_a_breath_is_no_unknown_stretch() -> None:
    words = [*heard("two"), *heard(STRANGE), *heard("lions")]
    words[1] = type(words[1])(STRANGE, 0.4, 0.6, 0.9)
    reading = PLAIN.read(words)
    assert (said(reading.items), reading.unknown) == (["2 lion"], ())


@pytest.mark.parametrize(
    "ending",
    ["that's all", "that is all", "done", "finished", "i'm done", "i'm finished", "i give up"],
)
def test_endings_end_the_list(ending: str) -> None:
    """ALI-15."""
    reading = read(f"a lion {ending}")
    assert reading.ended
    assert reading.gave_up == (ending == "i give up")
    assert said(reading.items) == ["1 lion"]


@pytest.mark.parametrize("typed", ["That’s all.", "thats all", "I'm done!", "im done", "DONE"])
def test_endings_as_people_type_them(typed: str) -> None:
    assert PLAIN.read(PLAIN.typed(f"a lion, {typed}")).ended


def test_a_list_goes_on_after_its_ending() -> None:
    reading = read("a lion done a book")
    assert (reading.ended, said(reading.items)) == (False, ["1 lion", "1 book"])


@pytest.mark.parametrize("ending", ["done", "i give up", "that's all"])
def test_a_faint_ending_ends_nothing(ending: str) -> None:
    """ALI-18: silence will tell."""
    reading = PLAIN.read(heard(f"a lion {ending}", ending.split()))
    assert not reading.ended
    assert not reading.gave_up


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("in the cavern there is a lion", True),
        ("a lion", False),
        ("in the cavern", True),
        ("", False),
    ],
)
def test_the_formula_is_noticed(text: str, formula: bool) -> None:
    """ALI-13."""
    assert read(text).formula is formula


@pytest.mark.parametrize(
    "words", ["no i mean", "no i meant", "i mean", "i meant", "sorry", "no", "no sorry", "no no"]
)
def test_a_correction_takes_back_the_item_before_where_it_is_allowed(words: str) -> None:
    """ALI-11."""
    text = f"a lion a mirror {words} a crown"
    assert said(read(text, CORRECTING).items) == ["1 lion", "1 crown"]
    assert said(read(text).items) == ["1 lion", "1 mirror", "1 crown"]


def test_a_correction_before_any_item_takes_back_nothing() -> None:
    assert said(read("no i mean a lion", CORRECTING).items) == ["1 lion"]


def test_the_number_that_was_taken_back_is_forgotten() -> None:
    assert said(read("two no a lion", CORRECTING).items) == ["1 lion"]


# The adjective variant


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a scary lion and two soft cushions", ["1 scary lion", "2 soft cushion"]),
        ("a magic carpet", ["1 magic carpet"]),
        ("a flying carpet and a magic mirror", ["1 flying carpet", "1 magic mirror"]),
        ("a lion", ["1 lion"]),
        ("an unlucky chief thief", [f"1 unlucky {CHIEF}"]),
        ("the unlucky captain", [f"1 unlucky {CHIEF}"]),
        ("to soft cushions", ["2 soft cushion"]),
        ("a couple of soft cushions", ["2 soft cushion"]),
        ("a scary and a lion", ["1 lion"]),
    ],
)
def test_adjectives_are_read_in_their_variant(text: str, items: list[str]) -> None:
    """ALI-37, ALI-39."""
    assert said(read(text, ADJECTIVES).items) == items


def test_adjectives_mean_nothing_without_the_variant() -> None:
    assert said(PLAIN.read(PLAIN.typed("two scary lions, a golden crown")).items) == [
        "2 lion", "1 crown",
    ]  # fmt: skip


def test_a_faint_adjective_leaves_a_doubt() -> None:
    (item,) = ADJECTIVES.read(heard("a scary lion", ["scary"])).items
    assert (item.adjective, item.doubt) == ("scary", Doubt.BEFORE)


def test_any_adjective_may_be_typed() -> None:
    """ALI-37: "any adjective"; it is never held against the thief, for it may be a slip."""
    (item,) = ADJECTIVES.read(ADJECTIVES.typed("a fluffy lion")).items
    assert (item.adjective, item.doubt) == ("fluffy", Doubt.BEFORE)


# Typed lines


@pytest.mark.parametrize(
    ("typed", "items"),
    [
        ("In the Cavern there is: a LION, two Cushions; AND an hourglass!",
         ["1 lion", "2 cushion", "1 hourglass"]),
        ("2 lions,1 book", ["2 lion", "1 book"]),
        ("an hour-glass and a looking-glass", ["1 hourglass", "1 mirror"]),
        ("a cusion, an elefant", ["1 cushion", "1 elephant"]),
        ("a dimond and two gold-fishes", ["1 diamond", "2 goldfish"]),
        ("a cheif theif", [f"1 {CHIEF}"]),
        ("a scorpian, a tamborine", ["1 scorpion", "1 tambourine"]),
        ("two umbrelas", ["2 umbrella"]),
        ("a sandglass and a cockerel and a parasol", ["1 hourglass", "1 rooster", "1 umbrella"]),
        ("i saw a lion and then a book", ["1 lion", "1 book"]),
        ("   ", []),
        ("!?.,", []),
        ("狮子和书", []),
        ("лев, книга и корона", []),
        ("🦁 📖", []),
    ],
)  # fmt: skip
def test_typed_lines_are_read(typed: str, items: list[str]) -> None:
    assert said(PLAIN.read(PLAIN.typed(typed)).items) == items


def test_mended_words_are_doubted_a_little() -> None:
    first, second = PLAIN.read(PLAIN.typed("a cusion, a lion")).items
    assert first.doubt is Doubt.FAINT
    assert (second.doubt, second.confidence) == (None, 1.0)


def test_typos_in_adjectives_are_mended_in_the_variant() -> None:
    assert ADJECTIVES.mend(["scarry", "lion"]) == ["scary", "lion"]


@pytest.mark.parametrize(
    "word",
    ["two", "three", "four", "seven", "eleven", "threee", "sevn", "foru", "tow", "to", "for",
     "cavern", "there", "that's", "zebra", "kye", "12", "2lions", "sla", "狮子", "x" * 2000],
)  # fmt: skip
def test_what_is_no_slip_of_one_treasure_is_left_alone(word: str) -> None:
    assert PLAIN.mend([word]) == [word]
    assert ADJECTIVES.mend([word]) == [word]


def test_a_word_between_two_treasures_is_left_alone() -> None:
    """Bug report 63: a margin, not the best match at any price."""
    assert PLAIN.mend(["candkey"]) == ["candkey"]
    assert PLAIN.mend(["mirrown"]) == ["mirrown"]


def test_forty_is_no_thief() -> None:
    """Bug report 63."""
    assert PLAIN.read(PLAIN.typed("forty")).items == ()


@given(st.lists(st.sampled_from([*sorted(PLAIN.grammar_words), "2", "to", "for", "ate"])))
def test_words_spelled_right_are_never_changed(words: list[str]) -> None:
    assert PLAIN.mend(words) == words


_WORDS = st.sampled_from([*sorted(ADJECTIVES.grammar_words), STRANGE, "to", "for", "7", "zebra"])


@given(st.lists(_WORDS, max_size=30))
def test_any_words_are_read_in_the_order_they_were_said(words: list[str]) -> None:
    for vocabulary in (PLAIN, ADJECTIVES, CORRECTING):
        reading = vocabulary.read(heard(" ".join(words)))
        starts = [item.start for item in reading.items]
        assert starts == sorted(starts)
        assert all(item.kind in DECK.treasures and item.count >= 1 for item in reading.items)


@given(st.text(max_size=60))
def test_any_typed_line_is_read(text: str) -> None:
    for vocabulary in (PLAIN, ADJECTIVES, CORRECTING):
        vocabulary.read(vocabulary.typed(text))


def test_a_thousand_typed_words_are_read() -> None:
    reading = PLAIN.read(PLAIN.typed("two lions and a zebra, " * 200))
    assert len(reading.items) == 200
    assert len(reading.unknown) == 200


@pytest.mark.parametrize(
    ("typed", "strange"),
    [
        ("a lion and a zebra", 1),
        ("a lion and two zebras and a book", 1),
        ("a lion, a striped zebra", 1),
        ("a lion and sugar", 1),
        ("a lion and the sugar", 1),
        ("a brown lion", 0),
        ("two very big brown lions", 0),
        ("i think there was a lion", 0),
        ("a lion and then a book", 0),
        ("there are 3 treasures: a lion, a book, a crown", 0),
        ("a lion please", 0),
    ],
)
def test_a_typed_word_where_a_treasure_should_stand_is_unknown(typed: str, strange: int) -> None:
    """A treasure of no deck is no reason to call the list complete (ALI-12, ALI-18)."""
    assert len(PLAIN.read(PLAIN.typed(typed)).unknown) == bool(strange)


def test_what_is_taken_in_sharing_is_named_in_many_ways() -> None:
    assert PLAIN.kinds_named(heard("i take the crown")) == ("crown",)
    assert PLAIN.kinds_named(heard("the crown the crown please")) == ("crown",)
    assert PLAIN.kinds_named(heard("a rug or the knife")) == ("carpet", "dagger")
    assert PLAIN.kinds_surely_named(heard("the crown")) == ("crown",)
    assert PLAIN.kinds_surely_named(heard("the crown", ["crown"])) == ()
    assert PLAIN.kinds_surely_named(heard(f"the crown {STRANGE}")) == ()
