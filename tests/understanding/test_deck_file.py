"""Deck files: the shipped one is the deck of the rules page, and bad ones are refused by line."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from assistant.games.cavern.deck import CHIEF, Alarm
from assistant.understanding.deck_file import DeckProblem, number_word, read_deck
from tests.understanding.decks import DECK, FARM, SHIPPED, line_of, written

# The deck table of the rules page: treasure, plural, article, copies, alarm, adjectives, aliases.
TABLE = """\
cushion|cushions|a|3|-|a soft, a velvet, an embroidered, a plump|pillow
hourglass|hourglasses|an|2|-|an ancient, a dusty, a fragile, a slow|hour glass, sand clock, sandglass
book|books|a|3|-|a secret, a leather, a forbidden, an illustrated|-
dagger|daggers|a|2|-|a sharp, a curved, a rusty, a poisoned|knife, knives
slipper|slippers|a|3|-|a smelly, a pointed, a comfortable, a lost|shoe, shoes
necklace|necklaces|a|2|-|an elegant, a tangled, a royal, a coral|-
teapot|teapots|a|2|-|a steaming, a chipped, a copper, a silver|tea pot
candle|candles|a|2|-|a melted, a scented, a flickering, a crooked|-
key|keys|a|2|-|a tiny, an iron, a bent, a mysterious|-
umbrella|umbrellas|an|1|-|a striped, a useless, a torn, an orange|parasol
pumpkin|pumpkins|a|1|-|a ripe, a hollow, a carved, a bumpy|-
scorpion|scorpions|a|1|-|a black, a venomous, a nervous, an invisible|-
diamond|diamonds|a|2|shiny|an enormous, a flawless, a priceless, a blue|-
mirror|mirrors|a|3|shiny|a magic, a cracked, an oval, a truthful|looking glass
crown|crowns|a|3|shiny|a golden, a stolen, a heavy, an imperial|-
goldfish|goldfish|a|1|shiny|a happy, a lonely, a speckled, a fancy|gold fish
lion|lions|a|2|noisy|a scary, a hungry, a sleepy, an angry|-
donkey|donkeys|a|3|noisy|a stubborn, a clever, a lazy, an obedient|mule
rooster|roosters|a|1|noisy|a proud, an early, a feathered, a red|cockerel
tambourine|tambourines|a|1|noisy|a cheerful, a shaking, a painted, a wooden|-
elephant|elephants|an|1|encumbering|a polite, a clumsy, a gigantic, a wrinkled|-
statue|statues|a|2|encumbering|a marble, a headless, a smiling, an unfinished|sculpture
carpet|carpets|a|2|encumbering|a flying, a persian, a faded, a patched|rug, magic carpet
chief thief|-|the|1|-|a furious, a bearded, a suspicious, an unlucky|chief, thief chief, captain, leader
"""  # noqa: E501
ROWS = [line.split("|") for line in TABLE.splitlines()]
SHIPPED_TEXT = SHIPPED.read_text(encoding="utf-8")


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_shipped_treasure_is_the_one_of_the_rules_page(row: list[str]) -> None:
    name, plural, article, copies, alarm, adjectives, aliases = row
    treasure, kind = DECK.treasures[name], DECK.deck.named[name]
    assert treasure.article == article
    assert plural in ("-", treasure.wording.several)
    assert kind.copies == int(copies)
    assert (kind.alarm.value if kind.alarm else "-") == alarm
    assert ", ".join(f"{a} {word}" for word, a in treasure.adjectives.items()) == adjectives
    accepted = {words for alias in treasure.aliases for words in (alias.one, alias.several)}
    assert accepted >= ({*aliases.split(", ")} - {"-"})
    shown = {alias.one for alias in treasure.aliases} - {*aliases.split(", ")}
    assert not shown


def test_shipped_deck_has_the_sums_of_the_rules_page() -> None:
    kinds = DECK.deck.kinds
    assert [kind.name for kind in kinds] == [row[0] for row in ROWS[:-1]]
    assert DECK.deck.size == 45
    cards = Counter(dict.fromkeys((None, *Alarm), 0))
    for kind in kinds:
        cards[kind.alarm] += kind.copies
    assert cards == {None: 24, Alarm.SHINY: 9, Alarm.NOISY: 7, Alarm.ENCUMBERING: 5}
    assert Counter(kind.copies for kind in kinds) == {1: 7, 2: 10, 3: 6}
    assert len(kinds) == 23


def test_all_adjectives_differ_and_none_is_a_treasure() -> None:
    of_treasures = [
        word for kind, each in DECK.treasures.items() if kind != CHIEF for word in each.adjectives
    ]
    assert len(of_treasures) == len(set(of_treasures)) == 92
    chiefs = DECK.treasures[CHIEF].adjectives
    assert not set(chiefs) & set(of_treasures)
    names = {words.one for each in DECK.treasures.values() for words in each.wordings()}
    assert not names & {*of_treasures, *chiefs}


def test_mishearings_of_the_chief_thief() -> None:
    assert DECK.mishearings == ("cheap thief", "chief chief")


@pytest.mark.parametrize(
    ("kind", "count", "adjective", "said"),
    [
        ("lion", 1, None, "a lion"),
        ("hourglass", 1, None, "an hourglass"),
        ("hourglass", 1, "dusty", "a dusty hourglass"),
        ("lion", 1, "angry", "an angry lion"),
        ("cushion", 2, "soft", "two soft cushions"),
        ("goldfish", 3, None, "three goldfish"),
        (CHIEF, 1, None, "the chief thief"),
        (CHIEF, 1, "unlucky", "an unlucky chief thief"),
        ("book", 13, None, "13 books"),
    ],
)
def test_phrases_of_the_host(kind: str, count: int, adjective: str | None, said: str) -> None:
    assert DECK.phrase(kind, count, adjective) == said


def test_number_words_end_at_twelve() -> None:
    assert [number_word(n) for n in (1, 12, 13, 45)] == ["one", "twelve", "13", "45"]


# A deck of one's own


def test_plurals_and_articles_are_english_unless_the_file_has_its_own(tmp_path: Path) -> None:
    bare = FARM.replace('plural = "oxen"\n', "").replace('article = "an"\n', "")
    bare = bare.replace('plural = "geese"\n', "").replace("milk can", "wolf")
    farm = read_deck(written(tmp_path, bare.replace('plural = "wolfs"', 'plural = "wolfies"')))
    assert [farm.phrase("ox"), farm.phrase("ox", 2)] == ["an ox", "two oxen"]
    assert [farm.phrase("goose", 2), farm.phrase("wolf", 2)] == ["two geese", "two wolfies"]


def test_a_deck_of_ones_own_is_read(tmp_path: Path) -> None:
    farm = read_deck(written(tmp_path, FARM))
    assert farm.deck.name == "farm"
    assert farm.deck.size == 45
    assert farm.deck.named["cow"].alarm is Alarm.NOISY
    assert farm.phrase("ox") == "an ox"
    assert farm.phrase("ox", 2) == "two oxen"
    assert farm.phrase("cow", 1, "old") == "an old cow"
    assert farm.phrase(CHIEF) == "the farmer"
    assert [alias.one for alias in farm.treasures["ox"].aliases] == ["bull", "bullock"]


def test_capitals_a_byte_order_mark_and_windows_lines_are_fine(tmp_path: Path) -> None:
    text = FARM.replace('"cow"', '"Cow"').replace("\n", "\r\n")
    farm = read_deck(written(tmp_path, b"\xef\xbb\xbf" + text.encode()))
    assert "cow" in farm.treasures
    with pytest.raises(DeckProblem) as refused:
        read_deck(written(tmp_path, text.replace('article = "an"', 'article = "le"')))
    assert refused.value.line == line_of(FARM, 'article = "an"')


def test_a_deck_without_a_word_about_the_chief_has_one(tmp_path: Path) -> None:
    text = re.sub(r"\[chief\].*?\n\n", "", FARM, flags=re.DOTALL)
    assert read_deck(written(tmp_path, text)).phrase(CHIEF) == "the chief thief"


# Refusals: (what to replace in FARM, by what, on which line it is refused, words of the sentence)

REFUSED = {
    "name missing": ('name = "ox"\n', "", "[[treasure]]@2", "name is missing"),
    "article not English": ('"an"', '"le"', '"le"', '"a" or "an"'),
    "copies missing": ("copies = 9\n", "", "[[treasure]]", 'cow" needs copies'),
    "copies in words": ("copies = 9", 'copies = "two"', '"two"', "whole number from 1 to 9"),
    "copies with a point": ("copies = 9", "copies = 9.0", "9.0", "whole number"),
    "copies true": ("copies = 9", "copies = true", "true", "whole number"),
    "no copies": ("copies = 9", "copies = 0", "copies = 0", "from 1 to 9"),
    "alarm unknown": ('"shiny"', '"shinny"', '"shinny"', '"shiny", "noisy" or "encumbering"'),
    "alarm a list": ('"shiny"', '["shiny"]', '["shiny"]', '"shiny", "noisy" or "encumbering"'),
    "key unknown": ("copies = 9", "copies = 9\ncolour = 1", "colour", '"colour" is not something'),
    "key of the deck unknown": ('name = "farm"', 'title = "farm"', "title", '"title" is not'),
    "table unknown": ("[chief]", "[thief]", "[thief]", '"thief" is not something a deck has'),
    "key of the chief unknown": ('article = "the"', "copies = 1", "copies = 1", "not for the"),
    "adjective without article": ('"an old"', '"old"', '"old"', "with its article"),
    "adjective of two words": ('"an old"', '"a very old"', "very", "with its article"),
    "adjective a number": ('"an old"', "3", "adjectives@2", "words in quotation marks"),
    "adjectives no list": ('["a woolly"]', '"a woolly"', '"a woolly"', "list in square brackets"),
    "adjective is a treasure": ('"a woolly"', '"a goose"', '"a goose"', "is also a treasure"),
    "name twice": ('name = "sheep"', 'name = "cow"', 'name = "cow"@2', "already the treasure"),
    "name of the chief": ('name = "sheep"', 'name = "chief thief"', "[[treasure]]@3", "[chief]"),
    "alias of two": ('["bull", "bulls"]', '["cow", "cows"]', "[[treasure]]@2", "names both"),
    "alias of the chief": ('["bull", "bulls"]', '"boss"', "[chief]", "names both"),
    "alias of three words": ('["bull", "bulls"]', '["a", "b", "c"]', "aliases = [@2", "knives"),
    "aliases no list": ('["boss"]', '"boss"', '"boss"', "list in square brackets"),
    "name empty": ('"goose"', '""', 'name = ""', "words in quotation marks"),
    "name with digits": ('"goose"', '"goose 2"', "goose 2", "words in quotation marks"),
    "name not text": ('name = "goose"', "name = 2", "name = 2", "words in quotation marks"),
    "chief empty": ('"farmer"', '""', 'name = ""', "words in quotation marks"),
    "chief no text": ('"farmer"', "7", "name = 7", "words in quotation marks"),
    "article of the chief": ('"the"', "7", "article = 7", '"a" or "the"'),
    "chief twice": ("[chief]", "[[chief]]", "[[chief]]", "begins [chief]"),
    "mishearings no list": ('"the"', '"the"\nmishearings = 1', "mishearings", "square brackets"),
    "deck without name": ('"farm"', "5", "name = 5", "name of the deck must be in quotes"),
    "spoken no pair": ("copies = 9", "copies = 9\nspoken = 4", "spoken", "knives"),
    "not TOML": ('name = "ox"', 'name = "ox', 'name = "ox', "not TOML"),
    "not TOML at the end": ('"geese"', '["geese"', "copies", "not TOML"),
    "key twice": ('article = "an"', 'article = "an"\narticle = "an"', 'article = "an"@2', "TOML"),
    "a number too long": ("copies = 9", f"copies = {'9' * 5000}", None, "not TOML"),
    "brackets without end": ('["a woolly"]', "[" * 5000, None, "not TOML"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_deck_is_refused_with_file_and_line(name: str, tmp_path: Path) -> None:
    old, new, place, words = REFUSED[name]
    assert old in FARM
    text = FARM.replace(old, new, 1)
    path = written(tmp_path, text)
    with pytest.raises(DeckProblem) as refused:
        read_deck(path)
    line = refused.value.line
    message = str(refused.value)
    assert message.startswith(f"{path}:{line}: ")
    assert words in message
    assert message.endswith(".") and "\n" not in message
    if name == "not TOML at the end":
        assert line in (line_of(text, '["geese"'), line_of(text, '["geese"') + 1)
    elif place is not None:
        part, _, nth = place.partition("@")
        assert line == line_of(text, part, int(nth or 1)), message


@pytest.mark.parametrize(("copies", "advice"), [(8, "44 .* add 1 "), (7, "43 .* add 2 ")])
def test_too_few_cards_are_refused(copies: int, advice: str, tmp_path: Path) -> None:
    text = FARM.replace("copies = 9", f"copies = {copies}", 1)
    with pytest.raises(DeckProblem, match=f"the deck has {advice}by changing the copies"):
        read_deck(written(tmp_path, text))


def test_too_many_cards_are_refused(tmp_path: Path) -> None:
    text = SHIPPED_TEXT.replace("copies = 1", "copies = 2", 1)
    with pytest.raises(DeckProblem, match=r"46 treasure cards.* take away 1 "):
        read_deck(written(tmp_path, text))


def test_a_plain_list_of_treasures_is_refused(tmp_path: Path) -> None:
    for text in ("treasure = [1, 2]", "treasure = 3", "[treasure]\nname = 'ox'", 'name = "x"', ""):
        with pytest.raises(DeckProblem, match=r"\[\[treasure\]\]") as refused:
            read_deck(written(tmp_path, text))
        assert refused.value.line == 1


def test_inline_treasures_are_read(tmp_path: Path) -> None:
    row = '{{name = "{0}", plural = "{0}s", article = "a", copies = 9}}'
    rows = ", ".join(row.format(name) for name in ("cow", "hen", "pig", "dog", "cat"))
    assert read_deck(written(tmp_path, f"treasure = [{rows}]")).deck.size == 45


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, FARM.replace("farm", "bauernhöfe").encode("latin-1"))
    with pytest.raises(DeckProblem, match="not UTF-8"):
        read_deck(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DeckProblem, match=r"none\.toml:1: .*cannot be opened: No such file"):
        read_deck(tmp_path / "none.toml")
    with pytest.raises(DeckProblem, match="cannot be opened: Is a directory"):
        read_deck(tmp_path)


_PIECES = st.one_of(
    st.sampled_from(
        [
            "",
            '"',
            "'",
            "[",
            "]",
            "=",
            "\n",
            ",",
            "[[treasure]]\n",
            "[chief]\n",
            "#",
            "{",
            "}",
            "\x0c",
        ]
    ),
    st.sampled_from(["name", "copies", "alarm", "9", "-1", "true", "1e5", "[[1]]", "ß", "\u2028"]),
    st.text(max_size=4),
)


@settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), _PIECES), min_size=1, max_size=3))
@example([(0.0, 0, "\n")])
@example([(1.0, 0, "x")])
def test_a_damaged_deck_loads_or_names_a_line_of_the_file(
    tmp_path: Path, damages: list[tuple[float, int, str]]
) -> None:
    text = SHIPPED_TEXT
    for where, length, piece in damages:
        at = int(where * len(text))
        text = text[:at] + piece + text[at + length :]
    path = written(tmp_path, text.encode("utf-8", "surrogatepass"))
    try:
        deck = read_deck(path)
    except DeckProblem as problem:
        assert 1 <= problem.line <= max(1, len(re.findall(r"\r\n?|\n|[^\n\r]$", text)))
        message = str(problem).removeprefix(f"{path}:{problem.line}: ")
        assert message.endswith(".")
    else:
        assert deck.deck.size == 45
