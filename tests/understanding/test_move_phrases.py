"""Moves by their phrases: one move, a choice, a refusal, or nothing at all."""

from __future__ import annotations

from itertools import pairwise

import pytest

from assistant.hearing.turn import Heard, Want
from assistant.hearing.words import Word
from assistant.understanding.expression import (
    BadNotation,
    expansions,
    neighbours,
    parse,
    words_of,
)
from assistant.understanding.move_phrases import (
    INCOMPLETE_PAUSE_S,
    Ambiguous,
    NotUnderstood,
    Phrase,
    Reading,
    Refused,
    Understood,
    Wording,
    listen_for,
    match,
    recogniser_phrases,
    typed,
)
from assistant.understanding.typed import as_words

COLOURS = frozenset({"blue", "green", "grey", "white", "pink"})
THINGS = frozenset({"ring", "rings", "carpet", "rug", "crown"})
WORDING = Wording(COLOURS | THINGS, {"rings": {"ring": 0.0}, "rug": {"ring": 0.2}}, (COLOURS,))


def take(colour: str, thing: str) -> Phrase[str]:
    return Phrase(f"[i take|give me] [the] [{colour}] {thing}", f"{colour} {thing}")


LEGAL = [take("blue", "carpet"), take("green", "carpet"), take("(white|grey)", "ring")]
OTHERS = [take("pink", "crown"), take("pink", "carpet")]
RING = "(white|grey) ring"


def said(text: str, **faint: float) -> tuple[Word, ...]:
    return tuple(
        Word(word.text, word.start, word.end, faint.get(word.text, 1.0))
        for word in as_words(text.split())
    )


def read(text: str, **faint: float) -> Reading[str]:
    return match(said(text, **faint), LEGAL, WORDING, OTHERS)


def test_an_expression_knows_all_that_can_be_said() -> None:
    ways = [" ".join(words) for words in expansions(parse("[take] (the|a) ring [of (gold|tin)]"))]
    assert ways[0] == "take the ring of gold"
    assert len(ways) == len(set(ways)) == 12
    assert words_of(parse("[take] (the|a) ring")) == {"take", "the", "a", "ring"}


@pytest.mark.parametrize(
    "text",
    ["[i] (take|want) [the] ([blue] ring|(red|pink) (crown|big crown)) [please|now then]",
     "(a|b) [c] [d|e]", "[a] b [c|d e] f"],
)  # fmt: skip
def test_neighbours_are_just_the_pairs_that_occur(text: str) -> None:
    every = [("", *words, "") for words in expansions(parse(text))]
    assert neighbours(parse(text)) == {pair for words in every for pair in pairwise(words)}


@pytest.mark.parametrize("text", ["take (the ring", "take the) ring", "[a", "a]", "(a]"])
def test_brackets_that_do_not_fit_are_shown(text: str) -> None:
    with pytest.raises(BadNotation, match='in "'):
        parse(text)


@pytest.mark.parametrize(
    "text",
    ["blue carpet", "the blue carpet", "i take the blue carpet", "please give me a blue carpet",
     "the blue carpet the blue carpet"],
)  # fmt: skip
def test_a_move_may_be_said_in_many_ways(text: str) -> None:
    assert read(text) == Understood("blue carpet", 0.0)


@pytest.mark.parametrize("text", ["ring", "the white ring", "grey ring", "rings"])
def test_part_of_a_name_is_enough_where_only_one_fits(text: str) -> None:
    reading = read(text)
    assert isinstance(reading, Understood)
    assert (reading.move, reading.cost) == (RING, 0.0)


def test_part_of_a_name_that_fits_several_is_a_choice() -> None:
    assert read("i take the carpet") == Ambiguous(("blue carpet", "green carpet"))


@pytest.mark.parametrize(
    "text", ["pink ring", "pink blue carpet", "blue", "blue ring", "carpet ring"]
)
def test_a_colour_is_never_corrected_into_another(text: str) -> None:
    assert read(text) == NotUnderstood()


def test_a_game_cannot_even_ask_for_colours_to_be_mixed_up() -> None:
    with pytest.raises(ValueError, match="blue"):
        Wording(COLOURS, {"blue": {"green": 0.5}}, (COLOURS,))


@pytest.mark.parametrize("text", ["not the blue carpet", "no the blue carpet", "never"])
def test_a_negation_is_no_order(text: str) -> None:
    assert read(text) == NotUnderstood()


def test_what_is_not_legal_is_told_apart_from_what_is_not_understood() -> None:
    assert read("the pink crown") == Refused(("pink crown",))
    assert read("the pink carpet") == Refused(("pink carpet",))
    assert read("the crown") == Refused(("pink crown",))
    assert read("[unk] hello") == NotUnderstood()


def test_words_that_sound_alike_cost_something_and_are_asked_back_where_unsure() -> None:
    reading = read("white rug")
    assert isinstance(reading, Understood)
    assert (reading.move, reading.cost, reading.sure) == (RING, 0.2, True)
    unsure = read("white rug", white=0.5)
    assert isinstance(unsure, Understood) and not unsure.sure


def test_a_faint_name_is_asked_back_and_a_faint_filler_is_not() -> None:
    faint = read("the blue carpet", blue=0.5)
    assert isinstance(faint, Understood) and not faint.sure
    assert read("the blue carpet", the=0.2) == Understood("blue carpet", 0.0)


def test_a_single_word_is_asked_back_for_table_talk_is_easily_taken_for_one() -> None:
    alone, both = read("the ring"), read("white ring", ring=0.8)
    assert isinstance(alone, Understood) and not alone.sure
    assert isinstance(both, Understood) and both.sure


def test_other_speech_beside_a_move_makes_it_doubtful_and_much_of_it_spoils_it() -> None:
    once = read("[unk] blue carpet")
    assert isinstance(once, Understood) and not once.sure
    assert read("[unk] [unk] blue carpet") == NotUnderstood()
    assert read("") == NotUnderstood()
    assert read("[unk]") == NotUnderstood()


def test_equal_moves_by_two_phrases_are_one_move() -> None:
    again = Phrase("that [blue] carpet", "blue carpet")
    assert match(said("the blue carpet"), [*LEGAL, again], WORDING) == Understood(
        "blue carpet", 0.0
    )


def test_the_recogniser_hears_every_word_and_every_pair() -> None:
    phrases = recogniser_phrases(LEGAL, lambda word: word != "grey")
    assert {word for phrase in phrases for word in phrase.split()} >= {"i", "give", "white", "ring"}
    assert "grey" not in " ".join(phrases)
    assert all(any(pair in each for each in phrases) for pair in ("take the", "the blue"))
    assert len(phrases) < 24  # of 36 ways to say them


def test_slips_of_typing_are_mended_and_doubted_but_not_into_a_guess() -> None:
    vocabulary = COLOURS | THINGS
    words = typed("the blue carpt", vocabulary)
    assert [word.text for word in words] == ["the", "blue", "carpet"]
    reading = match(words, LEGAL, WORDING)
    assert isinstance(reading, Understood) and not reading.sure
    assert [word.text for word in typed("a purple rug", vocabulary)] == ["a", "purple", "rug"]


def test_an_answer_that_is_no_move_yet_is_waited_for_a_little_longer() -> None:
    listen = listen_for(lambda words: isinstance(match(words, LEGAL, WORDING), Understood))
    assert listen(Heard((), 0.0)).want is Want.MORE
    whole = listen(Heard(said("blue carpet"), 0.0))
    assert (whole.want, whole.pause) == (Want.PAUSE, None)
    part = listen(Heard(said("the carpet"), 0.0))
    assert (part.want, part.pause) == (Want.PAUSE, INCOMPLETE_PAUSE_S)
