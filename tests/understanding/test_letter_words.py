"""The words of the letter-card game: cards by number, colour, code word and kind; whose row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.data import data_path
from assistant.games.letters import (
    Build,
    Discard,
    Draw,
    Phase,
    PlaceAliBaba,
    Settings,
    Source,
    State,
    Swap,
    Take,
    View,
    begin,
    view,
)
from assistant.games.letters.cards import ALI_BABA, SEQUENCE, Card, Colour, Kind
from assistant.hearing.models import Model, bundled_model, load_model
from assistant.understanding.letter_words import Asked, LetterWords, NotHeld, OnlyNamed, Said, Topic
from assistant.understanding.move_phrases import (
    Ambiguous,
    NotUnderstood,
    Reading,
    Refused,
    Understood,
    match,
    recogniser_phrases,
    typed,
)
from assistant.understanding.typed import as_words

NAMES = ("Ana", "Ben", "Cara", "Dan")
WORDS = LetterWords(NAMES)


def letter(colour: Colour, name: str) -> Card:
    return Card(Kind.LETTER, name, colour)


def card(kind: Kind, name: str) -> Card:
    return Card(kind, name)


B, G, P, O = Colour.BLUE, Colour.GREEN, Colour.PURPLE, Colour.ORANGE  # noqa: E741
HAND = (
    letter(G, "N"), card(Kind.TAKE, "E"), letter(B, "P"), letter(B, "E"), ALI_BABA,
    card(Kind.BRIDGE, "E"),
)  # fmt: skip
ROWS = (
    (letter(G, "O"), letter(G, "P"), letter(G, "E"), card(Kind.BRIDGE, "N"), letter(G, "S")),
    (letter(O, "O"), letter(O, "P")),
    (card(Kind.BRIDGE, "O"),),
    (letter(B, "O"), letter(B, "P"), ALI_BABA),
)
OTHERS = (
    (letter(O, "E"), letter(O, "S"), card(Kind.BRIDGE, "M")),
    (letter(O, "E"), letter(P, "A")),
    (card(Kind.THIEF, "M"),),
)


def table(**changes: object) -> View:
    """Ana is on turn with six cards at a table of four."""
    state = State(
        settings=Settings(),
        chance=begin(4, 1).chance,
        scores=(0, 0, 0, 0),
        phase=Phase.PLAYING,
        game=1,
        dealer=3,
        turn=0,
        hands=(HAND, *OTHERS),
        rows=ROWS,
        draw=(letter(P, "M"),) * 9,
        discard=(letter(P, "S"),),
    )
    return view(replace(state, **changes), 0)  # type: ignore[arg-type]


def read(text: str, seen: View | None = None) -> Reading[Said]:
    seen = seen or table()
    spoken = typed(text, WORDS.vocabulary)
    return match(spoken, WORDS.legal(seen), WORDS.wording.in_print, WORDS.refused(seen))


def heard(text: str, seen: View | None = None) -> Reading[Said]:
    seen = seen or table()
    return match(as_words(text.split()), WORDS.legal(seen), WORDS.wording, WORDS.refused(seen))


@pytest.mark.parametrize("text", ["discard the blue p pearl", "discard the blue p for pearl"])
def test_a_faint_letter_is_no_doubt_where_its_code_word_is_clear(text: str) -> None:
    def sure(**confidences: float) -> bool:
        words = [replace(word, confidence=confidences.get(word.text, 1.0))
                 for word in as_words(text.split())]  # fmt: skip
        reading = match(words, WORDS.legal(table()), WORDS.wording)
        return isinstance(reading, Understood) and reading.sure

    assert sure(p=0.5)
    assert not sure(p=0.5, pearl=0.5)


def understood(text: str, seen: View | None = None) -> Said:
    reading = read(text, seen)
    assert isinstance(reading, Understood), reading
    return reading.move


@pytest.mark.parametrize(
    ("text", "slot"),
    [("discard card three", 2), ("discard number 3", 2), ("discard the blue P", 2),
     ("discard my blue P as in pearl", 2), ("discard letter N", 0), ("discard letter n night", 0),
     ("throw away the green card", 0), ("discard pearl", 2), ("discard the bridge", 5),
     ("discard the bridge E", 5), ("discard the take card", 1), ("discard take E", 1),
     ("discard Ali Baba", 4), ("discard n for night", 0)],
)  # fmt: skip
def test_ses_41_a_card_goes_by_its_number_its_colour_its_code_word_or_its_kind(
    text: str, slot: int
) -> None:
    assert understood(text) == Discard(slot, HAND[slot])


def test_ses_41_a_bare_letter_is_asked_for_where_it_sounds_like_another() -> None:
    reading = heard("discard e")
    assert isinstance(reading, Ambiguous)
    assert {getattr(each, "slot", None) for each in reading.moves} >= {1, 2, 3, 5}
    asked = heard("discard blue e")
    assert isinstance(asked, Ambiguous)
    assert set(asked.moves) == {Discard(2, HAND[2]), Discard(3, HAND[3])}


def test_ses_41_a_bare_letter_is_accepted_where_nothing_else_is_near() -> None:
    seen = table(hands=((letter(G, "S"), letter(B, "O"), *HAND[:4]), *OTHERS))
    assert heard("discard s", seen) == Understood(Discard(0, letter(G, "S")), 0.0)


def test_ses_41_the_code_word_decides_whatever_letter_was_heard_before_it() -> None:
    reading = heard("discard blue e as in pearl")
    assert reading == Understood(Discard(2, HAND[2]), 0.0)


def test_a_misheard_verb_is_asked_back() -> None:
    seen = table(rows=(ROWS[0][:2], *ROWS[1:]))
    reading = heard("m the bridge emerald", seen)
    assert isinstance(reading, Understood) and not reading.sure
    assert reading.move == Build(5, HAND[5], 0)


@pytest.mark.parametrize("text", ["discard the blue n", "discard the green e", "discard blue m"])
def test_a_colour_is_never_corrected_and_a_card_never_invented(text: str) -> None:
    reading = read(text)
    assert isinstance(reading, Refused)
    assert isinstance(reading.moves[0], NotHeld)


def test_of_equal_cards_the_number_tells_which() -> None:
    twins = (letter(B, "E"), letter(G, "S"), letter(B, "E"))
    seen = table(hands=((*twins, *HAND[:3]), *OTHERS))
    assert understood("discard card three", seen) == Discard(2, twins[2])
    assert understood("discard the blue emerald", seen) == Discard(0, twins[0])


@pytest.mark.parametrize(
    "text",
    ["swap the bridge for my green N", "swap my green N for the bridge", "swap card one",
     "exchange the bridge N for the green night", "trade my bridge for card 1",
     "swap the bridge at place four for letter n"],
)  # fmt: skip
def test_ses_12_a_swap_names_what_goes_in_or_what_comes_out(text: str) -> None:
    assert understood(text) == Swap(0, HAND[0], 0, 3, ROWS[0][3])


@pytest.mark.parametrize(
    "text", ["swap Dan's Ali Baba for the blue emerald", "swap ali baba on dan's row for card 4"]
)
def test_ses_12_a_swap_in_another_row_names_its_owner(text: str) -> None:
    assert understood(text) == Swap(3, HAND[3], 3, 2, ALI_BABA)


@pytest.mark.parametrize(
    "text",
    ["take Ben's orange E with my take card", "steal Ben's E emerald with take E",
     "take the orange E from Ben's hand with my take card", "take Ben's card one with card two",
     "use my take card on Ben's orange emerald"],
)  # fmt: skip
def test_ses_17_a_take_names_the_card_its_owner_and_the_taker(text: str) -> None:
    assert understood(text) == Take(1, HAND[1], 1, 0, OTHERS[0][0])


def test_ses_17_the_same_card_in_two_hands_is_a_choice() -> None:
    reading = read("take the orange E with my take card")
    assert isinstance(reading, Ambiguous)
    assert {getattr(each, "owner", None) for each in reading.moves} == {1, 2}


def test_ses_17_ali_baba_takes_only_when_he_is_named_or_nothing_else_can() -> None:
    orange_s = OTHERS[0][1]
    assert understood("take Ben's orange sand") == Take(4, ALI_BABA, 1, 1, orange_s)
    assert understood("take Ben's orange emerald") == Take(1, HAND[1], 1, 0, OTHERS[0][0])
    by_name = Take(4, ALI_BABA, 1, 0, OTHERS[0][0])
    assert understood("take Ben's orange emerald with Ali Baba") == by_name


def test_ses_18_a_row_is_taken_apart_from_its_end() -> None:
    end = Take(4, ALI_BABA, 1, None, letter(O, "P"))
    assert understood("take Ben's last card with Ali Baba") == end
    assert understood("take the orange pearl from Ben's row with Ali Baba") == end


def test_ses_10_a_card_is_built_on_the_own_row_unless_another_is_named() -> None:
    seen = table(rows=(ROWS[0][:2], *ROWS[1:]))
    assert understood("build the bridge", seen) == Build(5, HAND[5], 0)
    assert understood("put the bridge E on Ben's row") == Build(5, HAND[5], 1)


def test_ses_10_a_row_without_a_card_is_a_choice_of_what_fits_it() -> None:
    reading = read("build on Cara's row", table(hands=(HAND[:4] + HAND[5:], *OTHERS)))
    assert isinstance(reading, Refused | Ambiguous)
    fitting = read("build on Ben's row")
    assert isinstance(fitting, Ambiguous)
    assert {getattr(each, "slot", None) for each in fitting.moves} == {4, 5}
    assert {getattr(each, "row", None) for each in fitting.moves} == {1}


def test_a_card_named_without_a_verb_is_no_move() -> None:
    assert understood("card three") == OnlyNamed(2, HAND[2])
    assert understood("the blue pearl") == OnlyNamed(2, HAND[2])


def test_ses_29_the_shout_counts_in_the_same_breath_or_alone() -> None:
    complete = tuple(letter(G, each) for each in SEQUENCE)
    seen = table(rows=(complete, *ROWS[1:3], ()))
    assert understood("open sesame", seen) == PlaceAliBaba(True)
    assert understood("open sesame and I place Ali Baba", seen) == PlaceAliBaba(True)
    assert understood("place Ali Baba", seen) == PlaceAliBaba(False)
    assert isinstance(read("open sesame"), Refused)


def test_ses_4_a_draw_names_its_source() -> None:
    seen = table(hands=(HAND[:5], *OTHERS))
    assert understood("from the pile", seen) == Draw(Source.PILE)
    assert understood("draw a card", seen) == Draw(Source.PILE)
    for text in ("take the purple S", "from the discard pile", "draw sand", "the top card"):
        assert understood(text, seen) == Draw(Source.DISCARD)


@pytest.mark.parametrize(
    ("text", "asked"),
    [("my hand", Asked(Topic.HAND, 0)), ("Ben's hand", Asked(Topic.HAND, 1)),
     ("the rows", Asked(Topic.ROWS)), ("Cara's row", Asked(Topic.ROW, 2)),
     ("what can I do", Asked(Topic.CAN_DO)), ("what do I need", Asked(Topic.NEED)),
     ("thieves", Asked(Topic.THIEVES)), ("the discard pile", Asked(Topic.DISCARD_PILE)),
     ("teach me", Asked(Topic.TEACH))],
)  # fmt: skip
def test_questions_are_understood_beside_moves(text: str, asked: Asked) -> None:
    assert understood(text) == asked


@pytest.mark.parametrize("text", ["not the bridge", "hello", "don't discard card three", "seven"])
def test_what_is_no_order_is_none(text: str) -> None:
    assert read(text) == NotUnderstood()


@pytest.fixture(scope="module")
def model() -> Model:
    return load_model(bundled_model())


def test_the_model_knows_every_word_but_some_names(model: Model) -> None:
    words = LetterWords(NAMES, model.knows)
    seen = table()
    phrases = (*words.legal(seen), *words.refused(seen))
    unknown = {word for each in phrases for word in each.words if not model.knows(word)}
    assert unknown == set()
    listened = {word for text in recogniser_phrases(phrases, model.knows) for word in text.split()}
    assert {"pearl", "night", "sesame", "thieves", "four"} <= listened
    assert not {"for", "to", "too", "a"} & listened  # one spelling for each sound


def test_a_name_that_the_model_does_not_know_goes_by_its_seat_too(model: Model) -> None:
    words = LetterWords(("Ana", "Xqzt"), model.knows, ())
    assert words.strangers == [1]
    seen = table(hands=(HAND, OTHERS[0]), rows=ROWS[:2], scores=(0, 0))
    spoken = as_words(["player", "two", "hand"])
    assert match(spoken, words.legal(seen), words.wording) == Understood(Asked(Topic.HAND, 1), 0.0)


def test_the_words_of_every_house_are_in_one_file() -> None:
    text = data_path("grammars", "letters.toml").read_text(encoding="utf-8")
    for code in ("oasis", "pearl", "emerald", "night", "sand", "amber", "moon"):
        assert f'code = "{code}"' in text
