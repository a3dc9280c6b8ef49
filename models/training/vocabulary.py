"""The words and phrases the three games are played with, as the training texts use them.

The deck of the memory game, tile names and code words come from the game rules. Words of the
shipped grammars are read from their TOML files too (`grammar_words`), so that a deck added
later gets into the model without a change here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")

TREASURES: dict[str, tuple[str, tuple[str, ...]]] = {
    "cushion": ("cushions", ("soft", "velvet", "embroidered", "plump")),
    "hourglass": ("hourglasses", ("ancient", "dusty", "fragile", "slow")),
    "book": ("books", ("secret", "leather", "forbidden", "illustrated")),
    "dagger": ("daggers", ("sharp", "curved", "rusty", "poisoned")),
    "slipper": ("slippers", ("smelly", "pointed", "comfortable", "lost")),
    "necklace": ("necklaces", ("elegant", "tangled", "royal", "coral")),
    "teapot": ("teapots", ("steaming", "chipped", "copper", "silver")),
    "candle": ("candles", ("melted", "scented", "flickering", "crooked")),
    "key": ("keys", ("tiny", "iron", "bent", "mysterious")),
    "umbrella": ("umbrellas", ("striped", "useless", "torn", "orange")),
    "pumpkin": ("pumpkins", ("ripe", "hollow", "carved", "bumpy")),
    "scorpion": ("scorpions", ("black", "venomous", "nervous", "invisible")),
    "diamond": ("diamonds", ("enormous", "flawless", "priceless", "blue")),
    "mirror": ("mirrors", ("magic", "cracked", "oval", "truthful")),
    "crown": ("crowns", ("golden", "stolen", "heavy", "imperial")),
    "goldfish": ("goldfish", ("happy", "lonely", "speckled", "fancy")),
    "lion": ("lions", ("scary", "hungry", "sleepy", "angry")),
    "donkey": ("donkeys", ("stubborn", "clever", "lazy", "obedient")),
    "rooster": ("roosters", ("proud", "early", "feathered", "red")),
    "tambourine": ("tambourines", ("cheerful", "shaking", "painted", "wooden")),
    "elephant": ("elephants", ("polite", "clumsy", "gigantic", "wrinkled")),
    "statue": ("statues", ("marble", "headless", "smiling", "unfinished")),
    "carpet": ("carpets", ("flying", "persian", "faded", "patched")),
}
"""Treasure: plural and adjectives (cavern.md, "The deck")."""

ALIASES: dict[str, str] = {
    "pillow": "pillows", "hour glass": "hour glasses", "sand clock": "sand clocks",
    "sandglass": "sandglasses", "knife": "knives", "shoe": "shoes", "tea pot": "tea pots",
    "parasol": "parasols", "looking glass": "looking glasses", "gold fish": "gold fish",
    "mule": "mules", "cockerel": "cockerels", "sculpture": "sculptures", "rug": "rugs",
    "magic carpet": "magic carpets",
}  # fmt: skip
"""Other names that count as a treasure of the deck, with their plurals."""

CHIEF = ("chief thief", "chief", "captain", "leader", "thief chief")
CHIEF_ADJECTIVES = ("furious", "bearded", "suspicious", "unlucky")

OTHER_OBJECTS = (
    "anchor", "bag", "ball", "bone", "box", "camel", "cape", "chest", "coin", "comb", "cube",
    "drum", "flute", "gem", "jewel", "lamp", "map", "mask", "owl", "rope", "rose", "shell",
    "spear", "torch", "wheel", "ring", "sword", "ruby", "pearl", "emerald", "vase", "basket",
    "bottle", "bowl", "bell", "brush", "button", "cat", "chain", "clock", "cloak", "cup", "desk",
    "dog", "door", "egg", "feather", "fish", "flag", "flower", "fork", "frog", "glove", "goat",
    "hammer", "hat", "helmet", "horn", "horse", "jar", "jug", "kettle", "ladder", "lantern",
    "leaf", "lock", "monkey", "moon", "mouse", "needle", "onion", "parrot", "pen", "pipe",
    "plate", "pot", "purse", "rabbit", "saddle", "scarf", "shield", "ship", "snake", "spoon",
    "star", "stone", "table", "tent", "tiger", "tree", "trumpet", "turban", "turtle", "violin",
    "whistle", "window", "apple", "orange", "arrow", "axe", "banana", "barrel", "bead", "boat",
    "bracelet", "bucket", "cage", "carrot", "chair", "cherry", "compass", "crystal", "dice",
    "dragon", "fan", "fig", "goblet", "grape", "harp", "lemon", "lizard", "melon", "peacock",
)  # fmt: skip
"""Things that decks of other players may hold; they keep the model from knowing one deck."""

KINDS = ("carpet", "statue", "ruby", "crown", "chest", "sword", "diamond", "ring", "lamp",
         "necklace", "magic carpet", "rug", "treasure chest", "aladdin's lamp")  # fmt: skip
COLOURS = ("pink", "blue", "brown", "green", "yellow", "white", "red", "rose", "beige", "tan",
           "grey", "gray", "silver", "orange", "purple", "black", "gold")  # fmt: skip
CODE_WORDS = {"O": "oasis", "P": "pearl", "E": "emerald", "N": "night", "S": "sand",
              "A": "amber", "M": "moon"}  # fmt: skip
LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")
NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    "hundred",
)  # fmt: skip
ANSWERS = (*NUMBERS[:13], "oh", "yes", "no", "go", "stop", "start", "help", "repeat")
"""Single words that are whole answers."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
            "ninth", "tenth", "last", "top", "next")  # fmt: skip
COMMANDS = (
    "yes", "no", "okay", "correct", "wrong", "right", "stop", "start", "go", "help", "repeat",
    "again", "slower", "faster", "louder", "quieter", "score", "whose turn", "what did you hear",
    "undo", "pause", "resume", "continue", "quit", "open sesame", "draw", "draw a card", "take",
    "take another", "pass", "done", "that's all", "that is all", "finished", "i give up", "skip",
    "cancel", "say again", "repeat please", "how many cards", "what is left", "new game",
    "next player", "the end", "left", "right", "up", "down", "on", "off", "save", "load",
    "never mind", "i mean", "no i mean", "sorry", "please", "thank you", "ready", "not yet",
    "keep going", "another card", "i stop", "leave the cavern", "what are the tokens",
    "rub out", "erase", "enter", "wait", "begin", "restart", "exit", "back", "forward", "more",
    "less", "menu", "rules", "hint", "swap", "discard", "build", "place", "win", "show", "tell",
)  # fmt: skip
GAME_WORDS = (
    "sesame", "cavern", "treasure", "treasures", "thieves", "thief", "alarm", "alarms", "shiny",
    "noisy", "encumbering", "bulky", "token", "tokens", "card", "cards", "tile", "tiles", "hand",
    "pile", "player", "players", "alibaba", "ali", "baba", "cassim", "sequence", "bridge",
    "forty", "slot", "cheap", "there's", "undo", "recite", "recitation", "rhinoceroses",
)  # fmt: skip
FORMULA = ("in the cavern there is", "in the cavern there are", "in the cavern there's",
           "there is", "there are", "there's")  # fmt: skip


def words_of(text: str) -> list[str]:
    """The lower-case words of a text, punctuation left out."""
    return WORD.findall(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def grammar_words(folder: Path) -> set[str]:
    """Every word in the strings and keys of the TOML files below `folder`."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.toml")):
        for text in _strings(tomllib.loads(path.read_text("utf-8"))):
            found.update(words_of(text.replace("_", " ").replace("-", " ")))
    return found


def game_words() -> set[str]:
    """Every word that this module's lists contain."""
    texts: list[str] = [*ALIASES, *ALIASES.values(), *CHIEF, *CHIEF_ADJECTIVES, *OTHER_OBJECTS,
                        *KINDS, *COLOURS, *CODE_WORDS.values(), *LETTERS, *NUMBERS, *ORDINALS,
                        *COMMANDS, *GAME_WORDS, *FORMULA, "a an and the"]  # fmt: skip
    for treasure, (plural, adjectives) in TREASURES.items():
        texts += [treasure, plural, *adjectives]
    return {word for text in texts for word in words_of(text)}
