"""The pronouncing dictionary: CMUdict, the games' words, plurals, names, British variants.

    python -m training.lexicon --work WORK [--grammars FOLDER]

Words that CMUdict lacks are put together from known halves or spelled out by eSpeak NG's
rules. The result is WORK/lexicon.txt: a word, a tab, phones; one line per pronunciation.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from .parts import dictionary_path, frequent_words, given_names
from .phones import ARPABET
from .vocabulary import WORD, game_words, grammar_words

Pronunciation = tuple[str, ...]
Lexicon = dict[str, list[Pronunciation]]

VOWELS = frozenset(
    ("AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW")
)
NAME_COUNT = 2000
FREQUENT_COUNT = 20000
BRITISH_COUNT = 2500
"""How many of the most frequent words get a British variant (the games' words all do)."""

BY_HAND: dict[str, tuple[str, ...]] = {
    "a": ("AH", "EY"),
    "a.": ("EY",),
    "an": ("AE N", "AH N"),
    "the": ("DH AH", "DH IY"),
    "and": ("AE N D", "AH N D", "AH N", "AE N"),
    "are": ("AA R", "ER", "AA", "AH"),
    "is": ("IH Z",),
    "in": ("IH N", "AH N"),
    "there": ("DH EH R", "DH EH", "DH EH AH"),
    "there's": ("DH EH R Z", "DH EH Z", "DH EH AH Z"),
    "of": ("AH V", "AH"),
    "to": ("T UW", "T AH"),
    "for": ("F AO R", "F ER", "F AO", "F AH"),
    "four": ("F AO R", "F AO"),
    "that's": ("DH AE T S",),
    "cavern": ("K AE V ER N", "K AE V AH N"),
    "hour": ("AW ER", "AW R", "AW AH"),
    "sesame": ("S EH S AH M IY",),
    "statue": ("S T AE CH UW", "S T AE T Y UW"),
    "statues": ("S T AE CH UW Z", "S T AE T Y UW Z"),
    "tambourine": ("T AE M B ER IY N", "T AE M B AH R IY N"),
    "tambourines": ("T AE M B ER IY N Z", "T AE M B AH R IY N Z"),
    "necklace": ("N EH K L AH S", "N EH K L IH S"),
    "necklaces": ("N EH K L AH S AH Z", "N EH K L AH S IH Z", "N EH K L IH S IH Z"),
    "hourglass": ("AW ER G L AE S", "AW R G L AE S", "AW AH G L AA S"),
    "hourglasses": ("AW ER G L AE S IH Z", "AW R G L AE S AH Z", "AW AH G L AA S IH Z"),
    "looking": ("L UH K IH NG",),
    "zero": ("Z IH R OW", "Z IY R OW", "Z IH ER OW"),
    "oasis": ("OW EY S IH S", "OW EY S AH S"),
    "mirror": ("M IH R ER", "M IH R AH", "M IH R"),
    "mirrors": ("M IH R ER Z", "M IH R AH Z", "M IH R Z"),
    "ali": ("AA L IY", "AE L IY"),
    "baba": ("B AA B AA", "B AA B AH"),
    "alibaba": ("AA L IY B AA B AH", "AE L IY B AA B AH"),
    "cassim": ("K AE S IH M", "K AH S IY M"),
    "z": ("Z IY", "Z EH D"),
    "cockerel": ("K AA K ER AH L", "K AA K R AH L"),
    "parasol": ("P AE R AH S AO L", "P EH R AH S AO L"),
}
"""Words whose weak and strong forms or accents matter most; these replace the dictionary's."""

BROAD_A = (
    "glass", "grass", "class", "pass", "past", "last", "fast", "mast", "bath", "path", "half",
    "calf", "laugh", "ask", "task", "mask", "basket", "castle", "plant", "dance", "chance",
    "answer", "after", "can't", "branch", "aunt", "staff", "draught", "plaster", "master",
    "brass", "flask", "clasp", "grasp", "raft", "craft", "shaft",
)  # fmt: skip
"""Beginnings or parts of words that have a broad a in the south of England."""

IPA_TO_ARPABET = {
    "tʃ": "CH", "dʒ": "JH", "aɪ": "AY", "aʊ": "AW", "eɪ": "EY", "oʊ": "OW", "əʊ": "OW",
    "ɔɪ": "OY", "ɔː": "AO", "ɑː": "AA", "iː": "IY", "uː": "UW", "ɜː": "ER", "ɪə": "IH AH",
    "eə": "EH", "ʊə": "UH", "aɪə": "AY AH", "aɪɚ": "AY ER", "oːɹ": "AO R", "ɔːɹ": "AO R",
    "ɑːɹ": "AA R", "ɪɹ": "IH R", "ɛɹ": "EH R", "ʊɹ": "UH R", "əl": "AH L", "ɐ": "AH", "ɚ": "ER",
    "ɝ": "ER", "ə": "AH", "ʌ": "AH", "æ": "AE", "a": "AE", "ɛ": "EH", "e": "EH", "ɪ": "IH",
    "ᵻ": "IH", "i": "IY", "ʊ": "UH", "u": "UW", "ɒ": "AA", "ɔ": "AO", "ɑ": "AA", "o": "OW",
    "oː": "AO", "b": "B", "d": "D", "ð": "DH", "f": "F", "ɡ": "G", "g": "G", "h": "HH", "k": "K",
    "l": "L", "m": "M", "n": "N", "ŋ": "NG", "p": "P", "ɹ": "R", "r": "R", "s": "S", "ʃ": "SH",
    "t": "T", "ɾ": "T", "θ": "TH", "v": "V", "w": "W", "j": "Y", "z": "Z", "ʒ": "ZH", "x": "K",
    "ʔ": "T", "n̩": "AH N", "l̩": "AH L",
}  # fmt: skip
_IPA_KEYS = sorted(IPA_TO_ARPABET, key=len, reverse=True)


def read_dictionary(path: Path) -> Lexicon:
    """A CMUdict-like file without stress marks: `word(2) PH PH`."""
    lexicon: Lexicon = {}
    for line in path.read_text("utf-8").splitlines():
        word, _, phones = line.partition(" ")
        word = re.sub(r"\(\d+\)$", "", word)
        if WORD.fullmatch(word) and phones.strip():
            add(lexicon, word, tuple(phones.split()))
    return lexicon


def add(lexicon: Lexicon, word: str, pronunciation: Pronunciation) -> None:
    """Add a pronunciation unless it is there already."""
    known = lexicon.setdefault(word, [])
    if pronunciation and pronunciation not in known:
        known.append(pronunciation)


def arpabet(ipa: str) -> Pronunciation:
    """ARPAbet phones of eSpeak NG's IPA output; unknown signs are left out."""
    text = re.sub(r"[ˈˌ\s_\-ʲ\u0303]", "", ipa.replace("\u200d", ""))
    phones: list[str] = []
    while text:
        key = next((k for k in _IPA_KEYS if text.startswith(k)), None)
        if key is not None:
            phones += IPA_TO_ARPABET[key].split()
        text = text[len(key) if key else 1 :]
    return tuple(phones)


def espeak_pronunciations(words: list[str], voice: str = "en-us") -> dict[str, Pronunciation]:
    """What eSpeak NG's letter-to-sound rules make of words, all in one run of the program."""
    if not words:
        return {}
    done = subprocess.run(
        ["espeak-ng", "-q", "--ipa", "-v", voice],
        input="\n".join(f"{word}." for word in words) + "\n",
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    if len(lines) != len(words):
        raise RuntimeError(f"eSpeak NG gave {len(lines)} lines for {len(words)} words")
    return {word: arpabet(line) for word, line in zip(words, lines, strict=True)}


def plural_spelling(word: str) -> str:
    """The regular plural."""
    if re.search(r"(s|x|z|ch|sh)$", word):
        return word + "es"
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + "s"


def plural_sound(singular: Pronunciation) -> Pronunciation:
    """The regular plural's pronunciation."""
    if singular[-1] in {"S", "Z", "SH", "ZH", "CH", "JH"}:
        return (*singular, "IH", "Z")
    return (*singular, "S" if singular[-1] in {"P", "T", "K", "F", "TH"} else "Z")


def british(word: str, american: Pronunciation) -> Pronunciation:
    """A rough southern English pronunciation: no r before consonants, broad a."""
    phones: list[str] = []
    for i, phone in enumerate(american):
        following = american[i + 1] if i + 1 < len(american) else ""
        if phone == "R" and following not in VOWELS:
            continue
        if phone == "ER" and following not in VOWELS and i > 1:
            phone = "AH"
        elif phone == "ER" and following in VOWELS:
            phones.append("AH" if i > 1 else "ER")
            phone = "R"
        if phone == "AE" and any(part in word for part in BROAD_A):
            phone = "AA"
        phones.append(phone)
    return tuple(phones)


def compound(lexicon: Lexicon, word: str) -> Pronunciation:
    """Two dictionary words written as one, the halves as even as may be; else empty."""
    cuts = sorted(range(3, len(word) - 2), key=lambda cut: abs(cut - len(word) / 2))
    for cut in cuts:
        if word[:cut] in lexicon and word[cut:] in lexicon:
            return lexicon[word[:cut]][0] + lexicon[word[cut:]][0]
    return ()


def build_lexicon(
    dictionary: Lexicon, wanted: Iterable[str], frequent: list[str], names: list[str]
) -> Lexicon:
    """The whole lexicon.

    `wanted` are words that must be in; `frequent` is ordered, most frequent first.
    """
    lexicon = {word: list(pronunciations) for word, pronunciations in dictionary.items()}
    for word, forms in BY_HAND.items():
        lexicon[word] = [tuple(form.split()) for form in forms]
    wanted = set(wanted)
    unknown = []
    for word in sorted(wanted):
        if word not in lexicon and (sound := compound(lexicon, word)):
            add(lexicon, word, sound)
        elif word not in lexicon:
            unknown.append(word)
    unknown += [name for name in names if name not in lexicon and name not in wanted]
    unknown += [word for word in frequent if word not in lexicon]
    unknown = list(dict.fromkeys(unknown))
    for word, sound in espeak_pronunciations(unknown).items():
        add(lexicon, word, sound)
    for word in [*wanted, *frequent]:
        if word in lexicon and len(word) > 2 and not word.endswith("s"):
            plural = plural_spelling(word)
            if plural not in lexicon:
                for sound in list(lexicon[word]):
                    add(lexicon, plural, plural_sound(sound))
    for word in sorted(wanted | set(frequent[:BRITISH_COUNT])):
        if word not in BY_HAND:
            for sound in list(lexicon.get(word, []))[:2]:
                add(lexicon, word, british(word, sound))
    allowed = set(ARPABET)
    return {
        word: [p for p in pronunciations if set(p) <= allowed]
        for word, pronunciations in sorted(lexicon.items())
        if any(set(p) <= allowed for p in pronunciations)
    }


def write_lexicon(lexicon: Lexicon, path: Path) -> None:
    """One line per pronunciation."""
    lines = [f"{w}\t{' '.join(p)}\n" for w, ps in lexicon.items() for p in ps]
    path.write_text("".join(lines), "utf-8")


def read_lexicon(path: Path) -> Lexicon:
    """What `write_lexicon` wrote."""
    lexicon: Lexicon = {}
    for line in path.read_text("utf-8").splitlines():
        word, _, phones = line.partition("\t")
        add(lexicon, word, tuple(phones.split()))
    return lexicon


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Build the pronouncing dictionary.")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--grammars", type=Path, help="folder of TOML grammars to cover")
    options = parser.parse_args()
    wanted = game_words()
    if options.grammars:
        wanted |= grammar_words(options.grammars)
    frequent = frequent_words(FREQUENT_COUNT)
    names = given_names(NAME_COUNT)
    lexicon = build_lexicon(read_dictionary(dictionary_path()), wanted, frequent, names)
    write_lexicon(lexicon, options.work / "lexicon.txt")
    sounds = sum(map(len, lexicon.values()))
    print(f"{len(lexicon)} words, {sounds} pronunciations")


if __name__ == "__main__":
    main()
