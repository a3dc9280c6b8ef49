"""The recitation judge on words: verdicts, mistakes, and doubt, which is never a mistake."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assistant.games.cavern.deck import CHIEF
from assistant.games.cavern.recitation import Flaw
from assistant.games.cavern.settings import Adjectives, Grouping, Settings
from assistant.hearing.turn import Progress, Want
from assistant.hearing.words import Word
from assistant.understanding.recitation import (
    PATIENT_PAUSE_S,
    Verdict,
    judge_reading,
    mentions,
    progress,
)
from tests.understanding.decks import ADJECTIVES, CORRECTING, DECK, PLAIN
from tests.understanding.saying import STRANGE, WITH_ADJECTIVES, heard, judged, said

COMPLETE, SO_FAR, MISTAKE, UNCLEAR = (
    Verdict.COMPLETE,
    Verdict.SO_FAR_SO_GOOD,
    Verdict.MISTAKE,
    Verdict.UNCLEAR,
)
LENIENT = Settings(grouping=Grouping.LENIENT)
ORDER = Settings(order=True)


# The scenarios of the rules page


@pytest.mark.parametrize(
    "text",
    [
        "in the cavern there is a cushion a lion and an hourglass",
        "in the cavern there is a lion an hourglass and a cushion",
        "an hourglass a cushion a lion",
        "a pillow a lion and a sand clock",
        "lion cushion hourglass",
        "in the cavern there's one lion one cushion and one hourglass",
    ],
)
def test_ali_t2_any_order_any_alias_with_or_without_the_formula(text: str) -> None:
    assert judged(text, "cushion, lion, hourglass").verdict is COMPLETE


def test_ali_t3_two_cushions_are_said_together() -> None:
    hand = "cushion, cushion"
    assert judged("in the cavern there are two cushions", hand).verdict is COMPLETE
    forgotten = judged("a cushion done", hand)
    assert (forgotten.verdict, forgotten.judgement.flaw) == (MISTAKE, Flaw.TOO_FEW)
    split = judged("a cushion and a cushion", hand)
    assert (split.verdict, split.judgement.flaw) == (MISTAKE, Flaw.SPLIT)
    reminded = judged("a cushion and a cushion", hand, LENIENT)
    assert (reminded.verdict, reminded.judgement.reminders) == (COMPLETE, ("cushion",))
    too_few = judged("a cushion done", hand, LENIENT)
    assert (too_few.verdict, too_few.judgement.flaw) == (MISTAKE, Flaw.TOO_FEW)


def test_ali_t4_a_missing_and_an_extra_treasure() -> None:
    hand = "cushion, lion, hourglass"
    missing = judged("a cushion a lion done", hand)
    assert (missing.verdict, missing.judgement.flaw) == (MISTAKE, Flaw.UNFINISHED)
    assert missing.judgement.missing == {"hourglass": 1}
    extra = judged("a cushion a book", hand)
    assert (extra.verdict, extra.judgement.flaw) == (MISTAKE, Flaw.EXTRA)
    assert (extra.judgement.kind, extra.judgement.at) == ("book", 1)


def test_ali_t10_the_chief_thief_is_recited() -> None:
    hand = f"book, book, {CHIEF}"
    for name in ("the chief thief", "a chief thief", "the chief", "the captain", "cheap thief"):
        assert judged(f"two books and {name}", hand).verdict is COMPLETE
    assert judged("two books done", hand).judgement.kind == CHIEF
    assert judged("two books done", hand).verdict is MISTAKE


def test_ali_t14_adjectives_are_bound_and_required() -> None:
    bound = {"lion": "scary"}
    fresh = judged("a scary lion a soft cushion", "lion, cushion", WITH_ADJECTIVES, bound)
    assert (fresh.verdict, fresh.judgement.bound) == (COMPLETE, {"cushion": "soft"})
    for wrong in ("a hungry lion", "a lion"):
        opinion = judged(f"{wrong} a soft cushion", "lion, cushion", WITH_ADJECTIVES, bound)
        assert (opinion.verdict, opinion.judgement.flaw) == (MISTAKE, Flaw.WRONG_ADJECTIVE)


def test_ali_t15_the_order_of_first_appearance() -> None:
    hand = "cushion, lion, cushion"
    assert judged("two cushions a lion", hand, ORDER).verdict is COMPLETE
    wrong = judged("a lion two cushions", hand, ORDER)
    assert (wrong.verdict, wrong.judgement.flaw) == (MISTAKE, Flaw.WRONG_ORDER)
    assert judged("a lion two cushions", hand).verdict is COMPLETE


# Verdicts


def test_a_list_still_being_said_is_good_so_far() -> None:
    opinion = judged("in the cavern there are two lions and a", "lion, lion, book")
    assert opinion.verdict is SO_FAR
    assert opinion.judgement.counted == {"lion": 2}
    assert opinion.judgement.missing == {"book": 1}


@pytest.mark.parametrize("text", ["", "in the cavern there is", "done", "and a"])
def test_nothing_said_is_not_a_mistake(text: str) -> None:
    assert judged(text, "lion").verdict in (SO_FAR, UNCLEAR)
    assert judged(text, "lion", ended=True).verdict is UNCLEAR


@pytest.mark.parametrize(
    ("text", "hand", "flaw", "kind"),
    [
        ("a lion and a crown", "lion, book", Flaw.EXTRA, "crown"),
        ("two lions", "lion, book", Flaw.TOO_MANY, "lion"),
        ("a lion a book a lion", "lion, book, crown", Flaw.TOO_MANY, "lion"),
        ("a lion", "lion, lion, book", Flaw.TOO_FEW, "lion"),
        ("two books", "book, book, book", Flaw.TOO_FEW, "book"),
        ("a lion a lion", "lion, lion, book", Flaw.SPLIT, "lion"),
        ("a lion a book a lion", "lion, lion, book", Flaw.SPLIT, "lion"),
    ],
)
def test_each_mistake_is_named_as_it_is_said(text: str, hand: str, flaw: Flaw, kind: str) -> None:
    """ALI-10, ALI-12."""
    opinion = judged(text, hand)
    assert opinion.verdict is MISTAKE
    assert (opinion.judgement.flaw, opinion.judgement.kind) == (flaw, kind)


def test_silence_ends_a_list_and_giving_up_does() -> None:
    """ALI-15."""
    assert judged("a lion", "lion, book").verdict is SO_FAR
    for opinion in (
        judged("a lion", "lion, book", ended=True),
        judged("a lion i give up", "lion, book"),
        judged("i give up", "lion, book"),
    ):
        assert (opinion.verdict, opinion.judgement.flaw) == (MISTAKE, Flaw.UNFINISHED)
    assert judged("a lion i give up", "lion").verdict is COMPLETE


def test_who_gives_up_is_not_asked_again() -> None:
    assert judged(f"a lion {STRANGE} i give up", "lion, book").verdict is MISTAKE
    assert judged("a crown i give up", "lion, book", faint=["crown"]).verdict is MISTAKE


def test_done_must_be_said_where_the_table_wants_it() -> None:
    """ALI-15, option."""
    until_done = Settings(say_done=True)
    assert judged("a lion", "lion", until_done).verdict is SO_FAR
    assert judged("a lion done", "lion", until_done).verdict is COMPLETE
    assert judged("a lion", "lion", until_done, ended=True).verdict is COMPLETE


def test_a_correction_is_a_mistake_unless_it_is_allowed() -> None:
    """ALI-11."""
    grace = Settings(correction_grace=True)
    text = "a lion and a mirror no a crown"
    assert judged(text, "lion, crown").verdict is MISTAKE
    assert judged(text, "lion, crown", grace, words=CORRECTING).verdict is COMPLETE
    waiting = judged("a lion and a mirror", "lion, crown", grace, words=CORRECTING)
    assert (waiting.verdict, waiting.judgement.counted) == (SO_FAR, {"lion": 1})
    too_late = judged("a mirror and a lion no a crown", "lion, crown", grace, words=CORRECTING)
    assert (too_late.verdict, too_late.judgement.kind) == (MISTAKE, "mirror")
    ended = judged("a lion and a mirror", "lion, crown", grace, words=CORRECTING, ended=True)
    assert ended.verdict is MISTAKE


def test_an_extra_item_that_may_be_taken_back_is_no_complete_list() -> None:
    grace = Settings(correction_grace=True)
    extra = judged("a lion and a mirror", "lion", grace, words=CORRECTING)
    assert extra.verdict is SO_FAR
    taken_back = judged("a lion and a mirror no a mirror", "lion", grace, words=CORRECTING)
    assert taken_back.verdict is SO_FAR


# Doubt (ALI-18)


@pytest.mark.parametrize(
    ("text", "hand", "faint", "doubtful"),
    [
        ("a lion and a crown", "lion, book", ["crown"], 1),
        ("two lions a book", "lion, book", ["two"], 0),
        ("two lion a book", "lion, book", ["lion"], 0),
        (f"a book {STRANGE} lion", "book, lion, lion", [], 1),
        (f"a book {STRANGE} lions", "book, lion", [], 1),
        ("a lion", "lion, lion", ["a"], 0),
    ],
)
def test_a_doubtful_item_is_asked_for_again(
    text: str, hand: str, faint: list[str], doubtful: int
) -> None:
    opinion = judged(text, hand, faint=faint, ended=True)
    assert (opinion.verdict, opinion.doubtful) == (UNCLEAR, doubtful)
    assert judged(text, hand, faint=faint).verdict in (SO_FAR, UNCLEAR)


@pytest.mark.parametrize("text", [f"a {STRANGE} lion", "a fluffy lion"])
def test_an_adjective_not_understood_is_no_wrong_adjective(text: str) -> None:
    opinion = judged(text, "lion", WITH_ADJECTIVES, {"lion": "scary"}, ended=True)
    assert (opinion.verdict, opinion.doubtful) == (UNCLEAR, 0)


def test_a_faint_adjective_is_no_wrong_adjective() -> None:
    opinion = judged(
        "a hungry lion", "lion", WITH_ADJECTIVES, {"lion": "scary"}, faint=["hungry"], ended=True
    )
    assert opinion.verdict is UNCLEAR


def test_a_clear_extra_treasure_stays_one_whatever_stood_before_it() -> None:
    assert judged(f"a lion {STRANGE} crown", "lion, book").verdict is MISTAKE


def test_strange_speech_and_no_treasure_of_the_hand_may_not_be_for_us() -> None:
    assert judged(f"{STRANGE} the captain and", "lion, book", ended=True).verdict is UNCLEAR


@pytest.mark.parametrize(
    ("confidence", "noisy", "verdict"),
    [(0.7, False, UNCLEAR), (0.8, False, MISTAKE), (0.8, True, UNCLEAR), (0.95, True, MISTAKE)],
)
def test_an_extra_treasure_must_be_heard_clearly_and_in_noise_more_so(
    confidence: float, noisy: bool, verdict: Verdict
) -> None:
    reading = PLAIN.read(heard("a lion and a crown", ["crown"], confidence))
    opinion = judge_reading(reading, ["lion", "book"], Settings(), {}, ended=True, noisy=noisy)
    assert opinion.verdict is verdict


def test_a_treasure_that_was_begun_may_have_been_the_missing_one() -> None:
    assert judged("a lion and a", "lion, book", ended=True).verdict is UNCLEAR
    assert judged("a lion and", "lion, book", ended=True).verdict is MISTAKE


def test_in_a_loud_room_a_missing_treasure_is_asked_for() -> None:
    reading = PLAIN.read(heard("a lion and a crown"))
    for noisy, missing, extra in ((True, UNCLEAR, MISTAKE), (False, MISTAKE, MISTAKE)):
        verdicts = [
            judge_reading(reading, hand, Settings(), {}, ended=True, noisy=noisy).verdict
            for hand in (["lion", "crown", "book"], ["lion", "book"])
        ]
        assert verdicts == [missing, extra]
    gave_up = PLAIN.read(heard("a lion i give up"))
    opinion = judge_reading(gave_up, ["lion", "book"], Settings(), {}, ended=True, noisy=True)
    assert opinion.verdict is MISTAKE


def test_ali_18_a_plural_after_an_article_is_one_and_never_held_against_the_thief() -> None:
    assert judged("a lions and a book", "lion, book").verdict is COMPLETE
    wrong = judged("a lions and a book", "lion, lion, book", ended=True)
    assert (wrong.verdict, wrong.doubtful) == (UNCLEAR, 0)
    assert judged("lions and a book", "lion, book").verdict is UNCLEAR


def test_in_noise_nobody_is_interrupted_for_a_mistake() -> None:
    mistake = judged("a lion and a crown", "lion, book")
    reading = PLAIN.read(heard("a lion and a crown"))
    assert progress(mistake, reading) == Progress(Want.NOTHING, 2, again=1)
    assert progress(mistake, reading, patient=True) == Progress(
        Want.PAUSE, 2, PATIENT_PAUSE_S, again=3
    )


def test_a_short_word_run_on_into_the_next_treasure_is_no_clear_mistake() -> None:
    """ALI-18: a voice said "an hourglass"; "a knife hourglass" was heard with full confidence."""

    def verdict(hand: str, knife_end: float) -> Verdict:
        words = (Word("a", 1.0, 1.03, 1.0), Word("carpet", 1.1, 1.5, 1.0),
                 Word("a", 2.37, 2.4, 1.0), Word("knife", 2.46, knife_end, 1.0),
                 Word("hourglass", 2.64, 3.15, 0.9))  # fmt: skip
        reading = PLAIN.read(words)
        return judge_reading(reading, hand.split(), Settings(), {}, ended=True).verdict

    assert verdict("carpet hourglass", 2.61) is Verdict.UNCLEAR
    assert verdict("carpet hourglass", 2.5) is Verdict.MISTAKE  # a pause: two treasures
    assert verdict("carpet hourglass dagger", 2.61) is Verdict.COMPLETE


def test_a_faint_item_that_fits_is_believed() -> None:
    assert judged("a lion and a book", "lion, book", faint=["book"]).verdict is COMPLETE


def test_a_hardly_heard_item_is_not() -> None:
    words = heard("a lion and a book", ["book"], 0.2)
    opinion = judge_reading(PLAIN.read(words), ["lion", "book"], Settings(), {}, ended=True)
    assert (opinion.verdict, opinion.doubtful) == (UNCLEAR, 1)


def test_unknown_speech_may_have_been_the_missing_treasure() -> None:
    assert judged(f"a lion {STRANGE} done", "lion, book").verdict is UNCLEAR
    assert judged("a lion done", "lion, book", unheard_s=0.6).verdict is UNCLEAR
    assert judged("a lion done", "lion, book", unheard_s=0.1).verdict is MISTAKE


def test_unknown_speech_keeps_a_full_list_from_being_confirmed() -> None:
    """It may have been an extra treasure (ALI-12)."""
    assert judged(f"a lion a book {STRANGE}", "lion, book").verdict is UNCLEAR
    assert judged("a lion a book", "lion, book", unheard_s=0.6).verdict is UNCLEAR


def test_the_whole_deck_is_matched_not_the_hand() -> None:
    """A clear donkey is never taken for the dagger in the hand."""
    for kind in DECK.deck.kinds:
        if kind.name != "dagger":
            assert judged(DECK.phrase(kind.name), "dagger").judgement.flaw is Flaw.EXTRA


# Typed lists go through the same judge


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [
        ("In the cavern there is a cushion, 2 lions, and an hourglass.", COMPLETE),
        ("pillow, two lions, hour-glass", COMPLETE),
        ("a cusion, two lions, an hourglas", COMPLETE),
        ("a cushion, a lion, an hourglass", MISTAKE),
        ("a cushion, two lions", MISTAKE),
        ("a cushion, two lions, an hourglass, a book", MISTAKE),
        ("a cushion, two lions, an hourglass, a crwon", UNCLEAR),
        ("a cushion, two lions, an hourglass, a zebra", UNCLEAR),
        ("a cushion, two lions, a zebra", UNCLEAR),
        ("i give up", MISTAKE),
        ("", UNCLEAR),
        ("Löwe, Buch", UNCLEAR),
    ],
)
def test_typed_lists_are_judged(typed: str, verdict: Verdict) -> None:
    reading = PLAIN.read(PLAIN.typed(typed))
    hand = ["cushion", "lion", "lion", "hourglass"]
    assert judge_reading(reading, hand, Settings(), {}, ended=True).verdict is verdict


# Any hand, any way of saying it

_COPIES = {kind.name: kind.copies for kind in (*DECK.deck.kinds, DECK.deck.named[CHIEF])}
_CARDS = [name for name, copies in _COPIES.items() for _ in range(copies)]
_NUMBERS = {
    1: ["one", "won", "1", "a", "an"],
    2: ["two", "to", "too", "2", "a couple of", "a pair of"],
    3: ["three", "tree", "free", "3"],
}


def hands() -> st.SearchStrategy[list[str]]:
    """Hands of 1 to 10 cards, as they may be drawn."""
    return st.lists(st.integers(0, len(_CARDS) - 1), min_size=1, max_size=10, unique=True).map(
        lambda places: [_CARDS[place] for place in places]
    )


def in_words(kind: str, count: int, adjective: str | None, chance: random.Random) -> str:
    """One item in one of the ways that it may be said."""
    treasure = DECK.treasures[kind]
    names = [treasure.wording, *treasure.aliases]
    if adjective:
        names = [name for name in names if name.one.split()[0] != "magic"]
    name = chance.choice(names)
    number = chance.choice(_NUMBERS[count])
    noun = name.several if count > 1 else name.one
    if count > 1 and chance.random() < 0.2:
        noun = name.one  # a slip (ALI-14)
    if kind == CHIEF and not adjective:
        number = chance.choice(["the", "a", ""])
    return " ".join(filter(None, [number, adjective, noun]))


def in_a_list(items: list[tuple[str, int, str | None]], chance: random.Random) -> str:
    """A whole recitation, in any order."""
    parts = [in_words(*item, chance) for item in chance.sample(items, len(items))]
    start = chance.choice(["in the cavern there is", "in the cavern there are", "there is", ""])
    joint = chance.choice([" ", " and "])
    return f"{start} {joint.join(parts)} {chance.choice(['', '', 'done'])}"


def rightly(hand: list[str], adjectives: dict[str, str]) -> list[tuple[str, int, str | None]]:
    """The items of the right list."""
    return [(kind, count, adjectives.get(kind)) for kind, count in Counter(hand).items()]


def verdict_on(
    items: list[tuple[str, int, str | None]],
    hand: list[str],
    adjectives: dict[str, str],
    chance: random.Random,
) -> Verdict:
    words = ADJECTIVES if adjectives else PLAIN
    rules = Settings(adjectives=Adjectives.HOST if adjectives else Adjectives.OFF)
    reading = words.read(heard(in_a_list(items, chance)))
    return judge_reading(reading, hand, rules, adjectives, ended=True).verdict


def drawn_adjectives(hand: list[str], on: bool, chance: random.Random) -> dict[str, str]:
    """An adjective for each kind, where the variant is on."""
    return {kind: chance.choice([*DECK.treasures[kind].adjectives]) for kind in hand if on}


@settings(deadline=None)
@given(hands(), st.booleans(), st.randoms(use_true_random=False))
def test_a_right_list_is_complete_however_it_is_said(
    hand: list[str], with_adjectives: bool, chance: random.Random
) -> None:
    """ALI-9, ALI-13, ALI-14, ALI-26."""
    adjectives = drawn_adjectives(hand, with_adjectives, chance)
    assert verdict_on(rightly(hand, adjectives), hand, adjectives, chance) is COMPLETE


@settings(deadline=None)
@given(hands(), st.booleans(), st.randoms(use_true_random=False))
def test_a_list_with_one_change_is_never_complete(
    hand: list[str], with_adjectives: bool, chance: random.Random
) -> None:
    """ALI-10, ALI-12, ALI-37."""
    adjectives = drawn_adjectives(hand, with_adjectives, chance)
    items = rightly(hand, adjectives)
    at = chance.randrange(len(items))
    kind, count, adjective = items[at]
    others = [name for name in _COPIES if name not in hand]
    stranger = chance.choice(others)
    its_own = chance.choice([*DECK.treasures[stranger].adjectives]) if adjectives else None
    change = chance.choice(["left out", "added", "exchanged", "number", "adjective"])
    if change == "left out":
        assume(len(items) > 1)
        del items[at]
    elif change == "added":
        items.insert(at, (stranger, 1, its_own))
    elif change == "exchanged":
        items[at] = (stranger, 1, its_own)
    elif change == "number":
        assume(kind != CHIEF)
        items[at] = (kind, chance.choice([n for n in (1, 2, 3) if n != count]), adjective)
    else:
        assume(with_adjectives)
        wrong = [word for word in DECK.treasures[kind].adjectives if word != adjective]
        items[at] = (kind, count, chance.choice([None, *wrong]))
    assert verdict_on(items, hand, adjectives, chance) is not COMPLETE


_SAID = st.lists(
    st.sampled_from(
        ["a", "an", "the", "one", "two", "three", "to", "and", "done", STRANGE, "scary", "hungry",
         "soft", "lion", "lions", "book", "books", "cushion", "crown", "goldfish", "chief", "thief"]
    ),
    max_size=14,
)  # fmt: skip
_FEW = st.lists(
    st.sampled_from(["lion", "lion", "book", "cushion", "goldfish", CHIEF]), min_size=1, max_size=4
)
_RULES = st.sampled_from(
    [Settings(), LENIENT, ORDER, WITH_ADJECTIVES, Settings(correction_grace=True)]
)


def verdict_on_words(words: list[Word], hand: list[str], rules: Settings, ended: bool) -> Verdict:
    reader = PLAIN if rules.adjectives is Adjectives.OFF else ADJECTIVES
    bound = {"lion": "scary"} if rules.adjectives is not Adjectives.OFF else {}
    return judge_reading(reader.read(words), hand, rules, bound, ended=ended).verdict


@settings(deadline=None, max_examples=300)
@given(_SAID, _FEW, _RULES, st.booleans(), st.data())
def test_hearing_words_less_clearly_never_makes_a_mistake(
    texts: list[str], hand: list[str], rules: Settings, ended: bool, data: st.DataObject
) -> None:
    """ALI-18."""
    words = list(heard(" ".join(texts)))
    before = verdict_on_words(words, hand, rules, ended)
    lower = data.draw(st.lists(st.sampled_from([0.1, 0.5, 0.7, 0.99]), min_size=len(words),
                               max_size=len(words)))  # fmt: skip
    fainter = [replace(word, confidence=to) for word, to in zip(words, lower, strict=True)]
    after = verdict_on_words(fainter, hand, rules, ended)
    assert before is MISTAKE or after is not MISTAKE


@settings(deadline=None)
@given(_FEW.filter(bool), st.booleans(), st.data())
def test_unknown_speech_beside_a_complete_list_never_makes_a_mistake(
    hand: list[str], ended: bool, data: st.DataObject
) -> None:
    """ALI-18: what was complete is at worst asked for again."""
    counts = Counter(hand)
    texts = " and ".join(DECK.phrase(kind, n) for kind, n in counts.items()).split()
    at = data.draw(st.integers(0, len(texts)))
    with_noise = " ".join([*texts[:at], STRANGE, *texts[at:]])
    assert verdict_on_words(list(heard(" ".join(texts))), hand, Settings(), ended) is COMPLETE
    assert verdict_on_words(list(heard(with_noise)), hand, Settings(), ended) is not MISTAKE


@settings(deadline=None)
@given(_SAID, _FEW, _RULES, st.booleans())
def test_opinions_agree_with_themselves(
    texts: list[str], hand: list[str], rules: Settings, ended: bool
) -> None:
    reader = PLAIN if rules.adjectives is Adjectives.OFF else ADJECTIVES
    reading = reader.read(heard(" ".join(texts)))
    opinion = judge_reading(reading, hand, rules, {}, ended=ended)
    if opinion.verdict is COMPLETE:
        assert opinion.judgement.counted == Counter(hand)
        assert not reading.unknown
    if opinion.verdict is MISTAKE:
        assert opinion.judgement.flaw is not None
    if opinion.doubtful is not None:
        assert opinion.verdict is not COMPLETE
        assert 0 <= opinion.doubtful < len(opinion.items)
    if opinion.verdict is SO_FAR and ended:
        raise AssertionError("an ended list is decided or asked about")
    assert [mention.kind for mention in mentions(opinion.items)] == [i.kind for i in opinion.items]
    assert len(said(opinion.items)) == len(opinion.items)
