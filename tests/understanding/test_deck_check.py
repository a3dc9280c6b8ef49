"""Checking decks: words that the model lacks, words that sound alike, and the shipped decks."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.games.cavern.deck import Alarm
from assistant.games.cavern.settings import Adjectives, AliBaba, Settings
from assistant.games.cavern.state import Phase
from assistant.hearing.models import Model
from assistant.hearing.recogniser import Recogniser
from assistant.hearing.turn import Heard, Progress, Turn, recitation_budget
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.deck_check import Finding, check_deck, unsounded, words_of
from assistant.understanding.deck_file import DeckFile, parse_deck, read_deck
from assistant.understanding.deck_shelf import SHIPPED, NoSuchDeck, find_deck, shelf
from assistant.understanding.deck_starter import starting_deck
from assistant.understanding.recitation import Opinion, Verdict, judge_reading, progress
from tests.hosting.fakes import is_worded
from tests.playthroughs.director import Director, evening, seated
from tests.rendered import RATE, needs_voices, rendered
from tests.understanding.decks import FARM, line_of, written

NOWHERE = Path("nowhere")
EXTRA = [name for name in SHIPPED if name != "cavern"]
HOST = Settings(ali=AliBaba.HOST)


def shipped(name: str) -> DeckFile:
    return read_deck(find_deck(name, NOWHERE))


def of_words(*treasures: str) -> DeckFile:
    return parse_deck(starting_deck("mine", treasures), Path("mine.toml"))


def findings(text: str, *unknown: str, vocabulary: tuple[str, ...] = ()) -> list[Finding]:
    """What is found in a deck file if the model lacks just the ``unknown`` words of it."""
    deck = parse_deck(text, Path("deck.toml"))
    known = {word for each in deck.treasures.values() for word in words_of(each)} - {*unknown}
    return list(check_deck(deck, {*known, "milk", "can", "cans"}.__contains__, vocabulary))


def test_a_name_that_the_model_lacks_is_a_problem_with_a_spoken_form() -> None:
    text = FARM.replace('"milk can"', '"milkcan"')
    (found,) = [each for each in findings(text, "milkcan") if each.serious]
    assert found.serious
    assert found.line == line_of(text, '"milkcan"')
    assert 'spoken = ["milk can", "milk cans"]' in found.sentence


def test_the_suggested_spoken_form_mends_the_deck(model: Model) -> None:
    """And is what the recogniser listens for."""
    text = FARM.replace('"milk can"', '"sandclock"').replace('"milk cans"', '"sandclocks"')
    deck = parse_deck(text, Path("deck.toml"))
    (problem,) = [
        each for each in check_deck(deck, model.knows, model.vocabulary()) if each.serious
    ]
    spoken = 'spoken = ["sand clock", "sand clocks"]'
    assert spoken in problem.sentence
    mended = parse_deck(text.replace('"sandclocks"', f'"sandclocks"\n{spoken}'), Path("deck.toml"))
    assert not [each for each in check_deck(mended, model.knows) if each.serious]
    words = CavernWords(mended, knows=model.knows)
    Recogniser(model, words.phrases(), 16_000)
    assert "a sand clock" in " | ".join(words.phrases())
    assert not {"sandclock", "sandclocks"} & words.grammar_words


def test_no_word_of_another_treasure_is_suggested(model: Model) -> None:
    """Or the mended deck would have two treasures of one name."""
    deck = of_words("lion", "umbrella", "candle", "griffon", "gryphon")
    (problem,) = [
        each for each in check_deck(deck, model.knows, model.vocabulary()) if each.serious
    ]
    assert '"gryphon"' in problem.sentence
    assert "griffon" not in problem.sentence


def test_a_model_that_does_not_list_its_words_gets_suggestions_too(model: Model) -> None:
    """From the dictionary, as far as the model knows it."""
    deck = of_words("lion", "umbrella", "candle", "bottle", "gryphon")
    (problem,) = check_deck(deck, model.knows)
    assert 'spoken = ["griffon", "griffon"]' in problem.sentence


@pytest.mark.parametrize(
    ("unknown", "part", "serious", "says"),
    [
        ("zyzzyva", '"zyzzyva"', True, "or choose another treasure"),
        ("oxen", '"oxen"', False, 'of several, "ox" is listened for'),
        ("woolly", '"a woolly"', True, 'adjective "woolly": choose another'),
        ("bullocks", "aliases = [", False, "can only be typed"),
    ],
)
def test_what_follows_from_an_unknown_word(
    unknown: str, part: str, serious: bool, says: str
) -> None:
    text = FARM.replace('"goose"', '"zyzzyva"')
    (found,) = [each for each in findings(text, unknown) if unknown in each.sentence]
    assert found.serious is serious
    assert says in found.sentence
    assert found.line == line_of(text, part, 2 if part == "aliases = [" else 1)


def test_sound_alikes_are_warned_of_with_both_names_and_their_distance() -> None:
    deck = of_words("goat", "lion", "umbrella", "coat", "candle")
    (found,) = check_deck(deck, lambda _word: True)
    assert not found.serious
    assert found.sentence == (
        '"coat" of "coat" sounds much like "goat" of "goat": they differ in 1 of 3 sounds.'
    )
    assert found.line == deck.treasures["coat"].line_of("name")


def test_a_word_of_the_game_is_a_sound_alike_too() -> None:
    deck = of_words("fork", "lion", "umbrella", "bottle", "candle")
    (found,) = check_deck(deck, lambda _word: True)
    assert '"fork" of "fork" sounds much like "four", a word of the game' in found.sentence


def test_what_is_not_listened_for_is_no_sound_alike() -> None:
    deck = of_words("goat", "lion", "umbrella", "coat", "candle")
    known = lambda word: word not in ("coat", "coats")  # noqa: E731
    assert not [each for each in check_deck(deck, known) if "sounds much" in each.sentence]


def test_names_of_unknown_sound_are_told() -> None:
    assert unsounded(of_words("goat", "lion", "zyzzyva", "coat", "candle")) == ("zyzzyva",)


# The shipped decks


@pytest.mark.parametrize("name", EXTRA)
def test_the_extra_decks_pass_without_a_warning(model: Model, name: str) -> None:
    assert check_deck(shipped(name), model.knows, model.vocabulary()) == ()
    assert unsounded(shipped(name)) == ()


def test_the_first_deck_has_warnings_but_no_problem(model: Model) -> None:
    found = check_deck(shipped("cavern"), model.knows, model.vocabulary())
    assert found and not any(each.serious for each in found)


@pytest.mark.parametrize("name", EXTRA)
def test_the_extra_decks_have_the_size_and_the_features_of_the_first(name: str) -> None:
    def features(deck: DeckFile) -> object:
        alarms = dict.fromkeys((None, *Alarm), 0)
        for kind in deck.deck.kinds:
            alarms[kind.alarm] += kind.copies
        copies = sorted(kind.copies for kind in deck.deck.kinds)
        return alarms, copies, {len(each.adjectives) for each in deck.treasures.values()}

    assert features(shipped(name)) == features(shipped("cavern"))
    adjectives = [word for each in shipped(name).treasures.values() for word in each.adjectives]
    assert len(adjectives) == len(set(adjectives)) == 96


def test_all_words_of_a_treasure() -> None:
    assert words_of(shipped("animals").treasures["goldfish"]) == (
        "goldfish", "happy", "lonely", "orange", "wet",
    )  # fmt: skip


@pytest.mark.parametrize("adjectives", [Adjectives.OFF, Adjectives.THIEVES])
@pytest.mark.parametrize("name", EXTRA)
def test_a_whole_typed_game_with_an_extra_deck(name: str, adjectives: Adjectives) -> None:
    deck = shipped(name)
    settings = Settings(ali=AliBaba.HOST, adjectives=adjectives)
    host, voice = seated(Director(deck=deck), evening(settings, ("Ana", "Ben", "Caro"), 21, deck))
    host.play()
    assert host.state.phase is Phase.OVER
    assert any(is_worded(line, "right") for line in voice.said)
    assert not any("not clear" in line for line in voice.said)


RECITED = {
    "animals": ("goldfish", "hedgehog", "penguin", "penguin", "wolf", "kangaroo", "frog", "frog"),
    "kitchen": ("ladle", "kettle", "kettle", "apron", "freezer", "stove", "cookie", "cookie"),
}


@needs_voices("flite-slt", "espeak-us-m3")
@pytest.mark.parametrize("voice", ["flite-slt", "espeak-us-m3"])
@pytest.mark.parametrize("name", EXTRA)
def test_an_extra_deck_is_understood(model: Model, name: str, voice: str) -> None:
    """By the real recogniser, of synthetic voices."""
    deck, hand = shipped(name), RECITED[name]
    words = CavernWords(deck, knows=model.knows)
    parts = [deck.phrase(kind, hand.count(kind)) for kind in dict.fromkeys(hand)]
    sound = rendered(f"In the cavern there is {', '.join(parts)}.", voice)

    def opinion(heard: Heard, ended: bool) -> Opinion:
        return judge_reading(words.read(heard.words), hand, HOST, {}, ended=ended)

    def listener(heard: Heard) -> Progress:
        return progress(opinion(heard, False), words.read(heard.words))

    turn = Turn(model, words.phrases(), RATE, listener, recitation_budget(len(hand)))
    for at in range(0, len(sound), RATE // 10):
        turn.feed(sound[at : at + RATE // 10])
    found = opinion(turn.finish().heard, True)
    assert found.verdict is Verdict.COMPLETE, found


# Decks by name


def test_decks_of_ones_own_stand_beside_the_shipped_ones(tmp_path: Path) -> None:
    mine = written(tmp_path, FARM, "farm.toml")
    assert list(shelf(tmp_path)) == [*SHIPPED, "farm"]
    assert find_deck("farm", tmp_path) == mine
    assert find_deck("animals", tmp_path).parent.name == "grammars"
    replaced = written(tmp_path, FARM, "animals.toml")
    assert find_deck("animals", tmp_path) == replaced


@pytest.mark.parametrize("path", ["farm.toml", "./farm", "decks/farm"])
def test_a_path_is_taken_as_it_is(path: str) -> None:
    assert find_deck(path, NOWHERE) == Path(path)


def test_an_unknown_name_lists_the_names_nearest_first(tmp_path: Path) -> None:
    written(tmp_path, FARM, "farm.toml")
    with pytest.raises(NoSuchDeck, match=r'called "kichen"; there is: kitchen, .*farm'):
        find_deck("kichen", tmp_path)
    with pytest.raises(NoSuchDeck, match='called "animal"; there is: animals, '):
        find_deck("animal", tmp_path)


# A deck to begin with


@pytest.mark.parametrize("count", [5, 7, 23, 45])
def test_a_starting_deck_shares_out_all_cards(count: int) -> None:
    names = [f"{a}{b}" for a in ("cat", "dog", "hen", "pig", "cow") for b in "abcdefghi"][:count]
    deck = of_words(*names)
    copies = [kind.copies for kind in deck.deck.kinds]
    assert sum(copies) == 45
    assert max(copies) - min(copies) <= 1


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("cat", "dog"), "5 to 45 treasures, not 2"),
        (("cat", "dog", "pig", "cow", "cat"), '"cat" is named twice'),
        (("cat", "dog", "pig", "cow", "r2d2"), '"r2d2" is not made of words'),
        (("cat", "dog", "pig", "cow", 'a"b'), "not made of words"),
    ],
)
def test_a_deck_that_cannot_be_is_not_begun(names: tuple[str, ...], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        starting_deck("mine", names)


def test_the_comments_of_a_starting_deck_can_be_put_to_use() -> None:
    text = starting_deck("mine", ("mouse", "wolf", "owl", "lion", "key"))
    for key in ("alarm", "adjectives", "plural", "article"):
        text = text.replace(f"# {key} =", f"{key} =", 1 if key != "adjectives" else 2)
    deck = parse_deck(text, Path("mine.toml"))
    assert deck.deck.named["mouse"].alarm is Alarm.NOISY
    assert deck.phrase("mouse", 2, "old") == "two old mice"
    assert deck.phrase("owl") == "an owl"
