"""The words of the tile game: names, parts of names, places, questions, and what is refused."""

from __future__ import annotations

from itertools import product

import pytest

from assistant.games.kernel import Chance, replay
from assistant.games.tiles import (
    ALL_RESTRICTIONS,
    UNDEALT,
    Colour,
    Forbid,
    KeepLamp,
    LeaveNeighbours,
    Settings,
    Show,
    State,
    Step,
    SwapLamp,
    Take,
    TakeNeighbour,
    TakeShown,
    Tile,
    Treasure,
    Variant,
    begin,
    evolve,
    legal_commands,
    play,
    to_act,
    view,
)
from assistant.games.tiles.places import spots
from assistant.hearing.models import Model, bundled_model, load_model
from assistant.understanding.move_phrases import (
    Ambiguous,
    NotUnderstood,
    Phrase,
    Reading,
    Refused,
    Understood,
    match,
    recogniser_phrases,
    typed,
)
from assistant.understanding.tile_words import OnPlace, OnTile, Sayable, TileWords, Under, Where
from tests.games.tiles.scenes import after, layer, scene, tile

WORDS = TileWords()


@pytest.fixture(scope="module")
def model() -> Model:
    return load_model(bundled_model())


def read(state: State, text: str) -> Reading[Sayable]:
    seen = view(state, to_act(state))
    words = typed(text, WORDS.vocabulary)
    return match(words, WORDS.legal(seen), WORDS.wording, WORDS.refused(seen))


def understood(state: State, text: str) -> Sayable:
    reading = read(state, text)
    assert isinstance(reading, Understood), (text, reading)
    return reading.move


def top() -> State:
    board = {
        (3, 0, 0): "blue carpet", (3, 0, 1): "green ring",
        (3, 1, 0): "pink carpet", (3, 1, 1): "white crown",
    }  # fmt: skip
    return scene(board=board, present=layer(Settings(), 0, 1, 2))


@pytest.mark.parametrize(
    "text",
    ["the blue carpet", "blue carpet", "I take the blue carpet, please", "give me the blue rug",
     "the blue magic carpet", "the blue one", "top left", "at the top left of the top layer",
     "the tile next to the green ring", "take the one left of the green ring"],
)  # fmt: skip
def test_a_tile_is_named_by_both_names_by_one_or_by_its_place(text: str) -> None:
    state = top()
    if "next to" in text:  # two tiles are next to the ring
        assert isinstance(read(state, text), Ambiguous)
        text = "the one above the pink carpet"
    assert understood(state, text) == Take(0, tile("blue carpet"))


@pytest.mark.parametrize(
    ("text", "name"),
    [("the gray crown", "white crown"), ("grey crown", "white crown"),
     ("silver crown", "white crown"), ("the red carpet", "pink carpet"),
     ("rose rug", "pink carpet"), ("ring", "green ring")],
)  # fmt: skip
def test_aliases_are_understood(text: str, name: str) -> None:
    """BABA-2."""
    assert understood(top(), text) == Take(0, tile(name))


def test_a_name_that_fits_two_tiles_is_a_choice_and_numbers_and_colours_choose() -> None:
    reading = read(top(), "the carpet")
    assert reading == Ambiguous((Take(0, tile("blue carpet")), Take(0, tile("pink carpet"))))
    choices = WORDS.narrowing(reading.moves)
    said = {"the second one": "pink carpet", "first": "blue carpet", "pink one": "pink carpet"}
    for text, name in said.items():
        found = match(typed(text, WORDS.vocabulary), choices, WORDS.wording)
        assert isinstance(found, Understood) and found.move == Take(0, tile(name))


def test_what_lies_covered_or_is_gone_is_refused_and_never_read_as_another() -> None:
    assert read(top(), "the yellow sword") == Refused((Take(0, tile("yellow sword")),))
    reading = read(top(), "a diamond")
    assert isinstance(reading, Refused) and len(reading.moves) == 6


@pytest.mark.parametrize("treasure", Treasure)
def test_no_colour_is_ever_taken_for_another(treasure: Treasure) -> None:
    for colour, said in product(Colour, Colour):
        if colour is said:
            continue
        wanted = Take(0, Tile(colour, treasure))
        phrase: Phrase[Sayable] = Phrase(WORDS._fill("take", tile=WORDS._tile(wanted.tile)), wanted)
        spoken = typed(f"the {said} {treasure}", WORDS.vocabulary)
        assert match(spoken, [phrase], WORDS.wording) == NotUnderstood()


@pytest.mark.parametrize("variant", Variant)
def test_every_choice_of_whole_games_is_understood_by_its_name(variant: Variant) -> None:
    settings = Settings(variant=variant, green_optional=variant is Variant.EQUAL)
    for seed in range(2):
        for state in _game(settings, seed):
            for command in legal_commands(state):
                assert understood(state, _named(command)) == command


def test_every_place_that_names_one_tile_is_understood() -> None:
    state = scene(present=layer(Settings(), 0))
    seen = view(state, 0)
    for spot in spots(seen):
        assert understood(state, f"the one at the {spot.position}") == Take(0, spot.tile)


def test_questions_name_tiles_and_places() -> None:
    state = top()
    blue = tile("blue carpet")
    assert understood(state, "where is the blue carpet") == Where(blue)
    assert understood(state, "what is under the blue carpet") == Under(blue)
    assert understood(state, "what is on top of the blue carpet") == OnTile(blue)
    assert understood(state, "what is on the middle of the third layer") == OnPlace(((2, 1, 1),))
    middles = understood(state, "what is on top of the middle")
    assert middles == OnPlace(((2, 1, 1), (0, 2, 2)))


def test_all_that_is_listened_for_is_known_to_the_model(model: Model) -> None:
    """No word may be dropped from the grammar unnoticed."""
    for settings in (Settings(), Settings(variant=Variant.LAMP)):
        for state in _game(settings, 5):
            seen = view(state, to_act(state))
            phrases = (*WORDS.legal(seen), *WORDS.refused(seen))
            words = {word for phrase in phrases for word in phrase.words}
            asked = [say for each in WORDS.questions.values() for say in each.say]
            said = {word for say in asked for word in say.split()}
            decoys = {word for phrase in WORDS.decoys for word in phrase.split()}
            assert {word for word in words | decoys | said if not model.knows(word)} == set()
            assert len(recogniser_phrases(phrases, model.knows)) < 900


def test_one_sound_has_one_spelling_among_the_words_listened_for() -> None:
    twins = [("grey", "gray"), ("color", "colour"), ("two", "to"), ("right", "write")]
    seen = view(top(), 0)
    words = {word for phrase in (*WORDS.legal(seen), *WORDS.refused(seen)) for word in phrase.words}
    assert all(not {*pair} <= words for pair in twins)


def test_a_lamp_is_kept_or_swapped() -> None:
    board = {(0, 2, 2): "blue lamp"}
    state = scene(
        board=board,
        present=[(0, 0, 0)],
        beside="pink ring",
        settings=Settings(variant=Variant.LAMP),
    )
    state = after(state, Take(0, tile("blue lamp")))
    assert understood(state, "keep it") == KeepLamp(0)
    assert understood(state, "swap it for the pink ring") == SwapLamp(0, tile("pink ring"))


def test_white_is_named_by_colour_or_by_treasure_in_either_number() -> None:
    state = scene(board={(0, 0, 0): "white ring"}, present=layer(Settings(), 0))
    state = after(state, Take(0, tile("white ring")))
    assert state.step is Step.FORBID
    for restriction in ALL_RESTRICTIONS:
        assert understood(state, f"nobody takes {restriction}") == Forbid(0, restriction)
    assert understood(state, "rubies") == Forbid(0, ALL_RESTRICTIONS[2])


def _game(settings: Settings, seed: int) -> list[State]:
    """Every third state of a game played at random, and each that asks for a choice of magic."""
    state, chance = replay(evolve, UNDEALT, begin(settings, 2, seed, 0)), Chance.seeded(seed)
    states = []
    while to_act(state) is not None:
        states.append(state)
        command, chance = chance.choose(legal_commands(state))
        state, _ = play(state, command)
    return [each for at, each in enumerate(states) if at % 3 == 0 or each.step is not Step.TAKE]


def _named(command: object) -> str:
    match command:
        case Take(_, wanted) | TakeNeighbour(_, wanted) | Show(_, wanted) | TakeShown(_, wanted):
            return f"the {wanted}"
        case SwapLamp(_, wanted):
            return f"swap it for the {wanted}"
        case Forbid(_, restriction):
            return str(restriction)
        case KeepLamp():
            return "keep the lamp"
        case LeaveNeighbours():
            return "nothing"
    raise AssertionError(command)
