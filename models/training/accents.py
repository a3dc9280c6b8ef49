"""English as it is spoken by people whose own language has fewer sounds.

eSpeak NG can speak given phonemes with the voice of any of its languages. Its English ones are made
simpler here: five vowels and what goes with them, and some consonants replaced, as many a speaker
does.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from random import Random

LANGUAGES = ("bg", "cs", "de", "el", "es", "et", "fi", "fr-fr", "hi", "hr", "hu", "id", "it", "ka",
             "nl", "pl", "pt-br", "ro", "ru", "sv", "sw", "tr")  # fmt: skip

_VOWELS = {
    "a": "a", "aa": "a", "a#": "a", "A:": "a", "A@": "ar", "aI": "ai", "aI@": "aie", "aI3": "aier",
    "aU": "au", "aU@": "aue", "V": "a", "0": "o", "O": "o", "O:": "o", "O2": "o", "O@": "or",
    "o@": "or", "oU": "o", "OI": "oi", "E": "e", "E2": "e", "e@": "er", "eI": "ei", "3:": "er",
    "I": "i", "I2": "i", "i": "i", "i:": "i", "i@": "ie", "i@3": "ir", "I#": "i",
    "U": "u", "u:": "u", "u": "u", "U@": "ur", "@2": "e", "@5": "e", "@L": "el",
}  # fmt: skip
_CONSONANTS = {each: each for each in ("p", "b", "t", "d", "k", "g", "f", "v", "s", "z", "S", "Z",
                                       "tS", "dZ", "m", "n", "N", "l", "j", "h")}  # fmt: skip
_HABITS = {"T": ("T", "t", "s"), "D": ("D", "d", "z"), "w": ("w", "v"), "@": ("e", "a"),
           "3": ("er", "e", "a"), "r": ("r", "r", "")}  # fmt: skip


def simplified(phonemes: str, habits: Mapping[str, str]) -> str:
    """One clause of eSpeak NG's English phonemes, each parted from the next by a low line, as
    somebody says it who makes other sounds of some (`habits`).
    """
    sounds = {"?": "t", **_VOWELS, **_CONSONANTS, **habits}
    words = []
    for word in phonemes.split():
        spoken = ""
        for mark in word.split("_"):
            sound = mark.lstrip("',")
            stress = "'" if mark.startswith("'") else ""
            spoken += stress + sounds.get(sound, sounds.get(sound.rstrip("-#2:"), ""))
        words.append(spoken)
    return "[[" + " ".join(words) + "]]"


def foreign(text: str, random: Random) -> str:
    """Input for one of eSpeak NG's foreign voices that makes it say an English text."""
    done = subprocess.run(
        ["espeak-ng", "-q", "-x", "--sep=_", "-v", "en-us", "--", text],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    habits = {sound: random.choice(ways) for sound, ways in _HABITS.items()}
    return ", ".join(simplified(line, habits) for line in done.stdout.splitlines() if line.strip())
