"""Sentences to be spoken: the three games' phrases and general English, at random."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from . import vocabulary as v
from .lexicon import Lexicon
from .parts import FORTUNES, MissingPart, frequent_words, given_names

COUNT_WORDS = ("two", "three", "four", "five")
MOST_ITEMS = 9
FORTUNE_FILES = ("literature", "wisdom", "riddles", "people", "science", "food", "sports",
                 "education", "love", "pets", "work", "platitudes", "magic", "kids", "medicine",
                 "miscellaneous", "humorists", "cookie", "fortunes", "news")  # fmt: skip


def article(word: str) -> str:
    """a or an, good enough for the words used here."""
    return "an" if (word[0] in "aeiou" and not word.startswith(("use", "uni", "one"))) or (
        word.startswith("hour")
    ) else "a"  # fmt: skip


def _plural(noun: str) -> str:
    if noun in v.TREASURES:
        return v.TREASURES[noun][0]
    if noun in v.ALIASES:
        return v.ALIASES[noun]
    irregular = {"fish": "fish", "dice": "dice", "mouse": "mice", "leaf": "leaves",
                 "torch": "torches", "box": "boxes", "brush": "brushes", "scarf": "scarves",
                 "ruby": "rubies", "cherry": "cherries", "compass": "compasses",
                 "captain": "captains", "thief": "thieves"}  # fmt: skip
    return irregular.get(noun, noun + "s")


def _item(noun: str, adjective: str, count: int) -> str:
    described = f"{adjective} {noun}".strip()
    if count == 1:
        return f"{article(described)} {described}"
    return f"{COUNT_WORDS[count - 2]} {adjective} {_plural(noun)}".replace("  ", " ")


def recitation(random: Random) -> str:
    """A list as a thief recites it; nouns of the deck, its aliases, or any objects."""
    own_deck = random.random() < 0.7
    nouns: list[str] = list(v.TREASURES)
    if own_deck and random.random() < 0.35:
        nouns += list(v.ALIASES)
    if not own_deck:
        nouns = list(v.OTHER_OBJECTS)
    length = min(MOST_ITEMS, 1 + int(random.expovariate(1 / 3.2)))
    chosen = random.sample(nouns, length)
    adjectives = random.random() < 0.25
    every = [a for _, group in v.TREASURES.values() for a in group]
    bare = not adjectives and random.random() < 0.2
    items = []
    for noun in chosen:
        adjective = ""
        if adjectives:
            own = v.TREASURES.get(noun, ("", ()))[1]
            adjective = (
                random.choice(own) if own and random.random() < 0.7 else random.choice(every)
            )
        count = random.choice((1, 1, 1, 2, 2, 3)) if random.random() < 0.9 else 4
        items.append(noun if bare and count == 1 else _item(noun, adjective, count))
    if random.random() < 0.12:
        chief = random.choice(v.CHIEF)
        adjective = random.choice(v.CHIEF_ADJECTIVES) + " " if adjectives else ""
        items.insert(
            random.randrange(len(items) + 1), f"{random.choice(('a', 'the'))} {adjective}{chief}"
        )
    if len(items) > 1 and random.random() < 0.5:
        items[-1] = "and " + items[-1]
    start = random.choice(v.FORMULA) + " " if random.random() < 0.7 else ""
    end = random.choice((", that's all", ", done")) if random.random() < 0.05 else ""
    return start + ", ".join(items) + end


def _place(random: Random) -> str:
    """Where a tile lies."""
    row = random.choice(("top", "upper", "middle", "bottom", "lower"))
    column = random.choice(("left", "right", "middle", "far left", "far right"))
    layer = random.choice(("top", "bottom", "middle", "first", "second", "third"))
    return f"{row} {column}" + (f" of the {layer} layer" if random.random() < 0.4 else "")


def tile_phrase(random: Random) -> str:
    """A move of the tile game."""
    colour, kind = random.choice(v.COLOURS), random.choice(v.KINDS)
    tile = random.choice((f"the {colour} {kind}", f"{colour} {kind}", f"the {colour} one",
                          f"the {kind}", f"the tile at the {_place(random)}"))  # fmt: skip
    polite = ", please" if random.random() < 0.2 else ""
    return random.choice((
        f"{tile}", f"take {tile}", f"i take {tile}", f"i'll take {tile}", f"give me {tile}",
        f"i want {tile}", f"show {tile}", f"i'll show {tile}", f"swap for {tile}",
        f"name {colour}", f"i name the {kind}", f"i name the color {colour}", f"forbid {colour}",
        f"forbid the {_plural(kind)}", f"nobody takes the {colour}", f"not the {kind}",
        f"{colour}", f"{kind}", f"the {_place(random)}", f"at the {_place(random)}",
        f"the one beside {tile}", f"the one left of {tile}", f"what is next to {tile}",
    )) + polite  # fmt: skip


def letter_phrase(random: Random, given: list[str]) -> str:
    """A move of the letter-card game, in which rows and cards belong to people."""
    capital, code = random.choice(list(v.CODE_WORDS.items()))
    letter = capital.lower()
    number = random.choice(v.NUMBERS[1:11])
    colour = random.choice((*v.COLOURS[:5], "purple", "orange", "green", "blue", "bridge", "take"))
    spelled = random.choice((code, letter, f"{letter} {code}", f"{letter} for {code}",
                             f"{letter} as in {code}"))  # fmt: skip
    card = random.choice((f"the {colour} {spelled}", f"card {number}", "ali baba",
                          f"the bridge {spelled}", f"letter {spelled}", f"my {colour} {spelled}",
                          "my take card"))  # fmt: skip
    other = random.choice((f"the {colour} {spelled}", f"card {number}", "the last card",
                           "the bridge", "ali baba"))  # fmt: skip
    owner = random.choice(("my", "ben's", "anna's", f"{random.choice(given)}'s"))
    whose = f"{owner} {other.removeprefix('the ')}"
    return random.choice((
        f"build {card} on {owner} row", f"put {card} on {owner} row", f"build {card}",
        f"discard {card}", f"throw away {card}", f"draw {other}", f"take {other}",
        f"take {whose} with {card}", f"steal {whose} with {card}", f"use {card} on {whose}",
        f"swap {card} for {whose}", f"swap {whose} for {card}", f"exchange {whose} for {card}",
        f"take {other} from {owner} row with {card}", f"{other}", f"{colour} {spelled}",
        "draw from the pile", "from the discard pile", "the pile", "open sesame", "forty thieves",
        "ali baba", f"the {random.choice(v.ORDINALS)} card", f"slot {number}", f"{owner} row",
        f"open sesame, {number}", f"place {number} on {random.choice(('mine', 'yours'))}",
    ))  # fmt: skip


def command(random: Random) -> str:
    """One to three control phrases, each said apart."""
    return ", ".join(random.choice(v.COMMANDS) for _ in range(random.choice((1, 1, 2, 3))))


def numbers(random: Random) -> str:
    """Digits, numbers or spelled letters."""
    words = v.LETTERS if random.random() < 0.35 else (*v.NUMBERS, *v.NUMBERS[:11])
    return " ".join(random.choice(words) for _ in range(random.randint(1, 6)))


def names(random: Random, given: list[str]) -> str:
    """Players introducing themselves."""
    one, two = random.choice(given), random.choice(given)
    return random.choice((one, f"{one}, {two}", f"my name is {one}", f"{one} and {two}",
                          f"i am {one}", f"{one} begins", f"it is {one}'s turn"))  # fmt: skip


def random_words(random: Random, frequent: list[str]) -> str:
    """Words without sense, frequent ones more often: every sound next to every other."""
    count = random.randint(3, 8)
    return " ".join(frequent[int(len(frequent) * random.random() ** 2)] for _ in range(count))


def fortunes() -> list[str]:
    """Short sentences of Debian's `fortunes`; raises MissingPart without the package."""
    if not FORTUNES.is_dir():
        raise MissingPart("Debian package fortunes is not installed")
    sentences = []
    for name in FORTUNE_FILES:
        path = FORTUNES / name
        text = path.read_text("utf-8", "replace") if path.exists() else ""
        for saying in text.split("\n%\n"):
            flat = " ".join(saying.split())
            sentences += re.split(r"(?<=[.!?;:])\s+|\s--\s|\"", flat)
    return [s for s in sentences if re.fullmatch(r"[A-Za-z' ,.!?;:-]+", s)]


def make_sentences(count: int, lexicon: Lexicon, random: Random) -> list[str]:
    """Sentences whose every word is in the lexicon, games and general English mixed."""
    given = [n for n in given_names(2000) if n in lexicon]
    frequent = [w for w in frequent_words(20000) if w in lexicon and len(w) > 1]
    sayings = fortunes()
    kinds: list[tuple[float, Callable[[], str]]] = [
        (0.40, lambda: recitation(random)),
        (0.08, lambda: tile_phrase(random)),
        (0.12, lambda: letter_phrase(random, given)),
        (0.08, lambda: command(random)),
        (0.04, lambda: numbers(random)),
        (0.03, lambda: names(random, given)),
        (0.10, lambda: random_words(random, frequent)),
        (0.15, lambda: random.choice(sayings)),
    ]
    weights = [weight for weight, _ in kinds]
    sentences: list[str] = []
    while len(sentences) < count:
        sentence = random.choices(kinds, weights)[0][1]().replace("-", " ")
        words = v.words_of(sentence)
        if 0 < len(words) <= 24 and all(word in lexicon for word in words):
            sentences.append(sentence)
    return sentences
