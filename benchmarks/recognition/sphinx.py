"""PocketSphinx with the English model that it brings along and a grammar made from the deck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from assistant.hearing.hush import Samples
from assistant.understanding.cavern_words import ENDINGS, CavernWords
from assistant.understanding.deck_file import NUMBER_WORDS, Treasure
from benchmarks.recognition.peer import RATE

_WORD_BEAMS = (1e-15, 1e-18)
"""How wide it searches, and again where it found nothing. With its own 7e-29 this grammar takes it
longer than the sound lasts, and it heard those clips that were tried no better.
"""

_OPENINGS = ("there is", "there are", "there's")
_HISSING = frozenset({"S", "Z", "SH", "ZH", "CH", "JH"})
_VOICELESS = frozenset({"P", "T", "K", "F", "TH"})


class Sphinx:
    """Decodes the whole recitation at its end, for it hears better once it has fitted itself to the
    speaker. Raises ModuleNotFoundError where the package is missing.
    """

    def __init__(self) -> None:
        from pocketsphinx import Decoder

        self._quick, self._thorough = (
            _Decoding(Decoder(lm=None, samprate=RATE, loglevel="FATAL", wbeam=beam))
            for beam in _WORD_BEAMS
        )

    def prepare(self, words: CavernWords) -> None:
        self._quick.prepare(words)
        self._thorough.prepare(words)

    def hear(self, samples: Samples) -> str:
        return self._quick.hear(samples) or self._thorough.hear(samples)


class _Decoding:
    def __init__(self, decoder: Any) -> None:
        self._decoder = decoder
        self._grammars: dict[str, str] = {}

    def prepare(self, words: CavernWords) -> None:
        text = grammar(words, self._knows)
        if text not in self._grammars:
            self._grammars[text] = f"deck{len(self._grammars)}"
            self._decoder.add_jsgf_string(self._grammars[text], text)
        self._decoder.activate_search(self._grammars[text])

    def hear(self, samples: Samples) -> str:
        self._decoder.start_utt()
        self._decoder.process_raw(samples.tobytes(), full_utt=True)
        self._decoder.end_utt()
        best = self._decoder.hyp()
        return best.hypstr if best else ""

    def _knows(self, word: str) -> bool:
        """Whether its dictionary has a word; a plural that it lacks is told from the singular."""
        if self._decoder.lookup_word(word) is not None:
            return True
        singular = self._decoder.lookup_word(word.removesuffix("s"))
        if singular is None or not word.endswith("s"):
            return False
        self._decoder.add_word(word, f"{singular} {_plural_sounds(singular)}", True)
        return True


def grammar(words: CavernWords, knows: Callable[[str], bool]) -> str:
    """A JSGF grammar of all recitations from the deck, with the words that the dictionary has."""
    deck = words.deck

    def wordings(form: Callable[[Treasure], Sequence[str]]) -> Iterable[str]:
        for treasure in deck.treasures.values():
            for phrase in form(treasure):
                if all(map(knows, phrase.split())):
                    yield phrase

    most = max(kind.copies for kind in deck.deck.kinds) + 1
    adjective = "[<adjective>] " if words.with_adjectives else ""
    rules = {
        "public <recitation>": "[<opening>] <group>+ [<ending>]",
        "<opening>": f"[in the cavern] ({' | '.join(_OPENINGS)})",
        "<group>": f"[and] ([a | an | the] {adjective}<one> | <number> {adjective}<several>)",
        "<one>": _choice(wordings(lambda each: [way.one for way in each.wordings()])),
        "<several>": _choice(wordings(lambda each: [way.several for way in each.wordings()])),
        "<number>": _choice(NUMBER_WORDS[2 : most + 1]),
        "<ending>": _choice(ENDINGS),
    }
    if words.with_adjectives:
        rules["<adjective>"] = _choice(wordings(lambda each: list(each.adjectives)))
    lines = [f"{name} = {rule};" for name, rule in rules.items()]
    return "\n".join(["#JSGF V1.0;", "grammar recitation;", *lines, ""])


def _choice(phrases: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(phrases))


def _plural_sounds(singular: str) -> str:
    last = singular.split()[-1]
    if last in _HISSING:
        return "AH Z"
    return "S" if last in _VOICELESS else "Z"
