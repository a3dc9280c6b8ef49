"""Whether a deck can be played by voice: what the speech model knows, and what sounds alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from assistant.understanding.cavern_words import ENDINGS, GIVING_UP
from assistant.understanding.deck_file import NUMBER_WORDS, DeckFile, Treasure, Wording
from assistant.understanding.sounds import Apart, apart, dictionary_words, pronunciations
from assistant.understanding.spelling import spoken_form, spoken_plural

_OF_THE_GAME = (*NUMBER_WORDS[1:5], "and", *ENDINGS, *GIVING_UP)


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about the deck file's ``line``. With a ``serious`` one the deck cannot be played
    by voice, or not with adjectives; any other is a warning."""

    line: int
    sentence: str
    serious: bool


def words_of(treasure: Treasure) -> tuple[str, ...]:
    """All single words that name or describe a treasure, each once."""
    phrases = (phrase for wording in treasure.wordings() for phrase in _both(wording))
    words = " ".join((*phrases, *treasure.adjectives)).split()
    return tuple(dict.fromkeys(words))


def check_deck(
    deck: DeckFile, knows: Callable[[str], bool], vocabulary: Iterable[str] = ()
) -> tuple[Finding, ...]:
    """What is wrong with the deck, by line. Suggestions come from ``vocabulary``, the model's
    words; of a model that does not list them, from what it knows of the dictionary.
    """
    vocabulary = tuple(vocabulary) or tuple(filter(knows, dictionary_words()))
    taken = {word for treasure in deck.treasures.values() for word in words_of(treasure)}
    free = [word for word in vocabulary if word not in taken]
    found = [
        finding
        for treasure in deck.treasures.values()
        for finding in _unknown(treasure, knows, free)
    ]
    found += _sound_alikes(deck, knows)
    return tuple(sorted(found, key=lambda each: (each.line, not each.serious)))


def _unknown(
    treasure: Treasure, knows: Callable[[str], bool], free: Sequence[str]
) -> Iterator[Finding]:
    """What the model lacks of one treasure; ``free``: known words that may stand for its name."""
    heard = treasure.spoken or treasure.wording
    shown = "spoken" if treasure.spoken else "name"
    if unknown := _unknown_words(heard.one, knows):
        hints = {word: spoken_form(word, free, knows) for word in unknown}
        advice = "give it spoken words that sound like it, or choose another treasure"
        if all(hints.values()):
            one = " ".join(hints.get(word) or word for word in heard.one.split())
            several = spoken_plural(one, knows)
            advice = f'write spoken = ["{one}", "{several}"] in its table'
        yield Finding(
            treasure.line_of(shown), f"the model does not know {_quoted(unknown)}: {advice}.", True
        )
    elif unknown := _unknown_words(heard.several, knows):
        yield Finding(
            treasure.line_of("spoken" if treasure.spoken else "plural"),
            f'the model does not know {_quoted(unknown)}: of several, "{heard.one}" is listened '
            "for.",
            False,
        )
    for adjective in treasure.adjectives:
        if not knows(adjective):
            yield Finding(
                treasure.line_of("adjectives"),
                f'the model does not know the adjective "{adjective}": choose another.',
                True,
            )
    unknown = [word for alias in treasure.aliases for word in _unknown_words(_whole(alias), knows)]
    if unknown:
        yield Finding(
            treasure.line_of("aliases"),
            f"the model does not know {_quoted(unknown)}: such an alias can only be typed.",
            False,
        )


def _sound_alikes(deck: DeckFile, knows: Callable[[str], bool]) -> Iterator[Finding]:
    """The nearest words of each two treasures, and of each treasure and the game itself."""
    listened = {each.kind: _listened_for(each, knows) for each in deck.treasures.values()}
    for one, other in combinations(deck.treasures.values(), 2):
        if nearest := _nearest(listened[one.kind], listened[other.kind]):
            yield _alike(*nearest, f' of "{one.kind}"', other)
    for treasure in deck.treasures.values():
        if nearest := _nearest(_OF_THE_GAME, listened[treasure.kind]):
            yield _alike(*nearest, ", a word of the game", treasure)


def _nearest(first: Iterable[str], second: Iterable[str]) -> tuple[str, str, Apart] | None:
    pairs = ((one, other, apart(one, other)) for one, other in product(first, second))
    near = [(one, other, far) for one, other, far in pairs if far is not None and far.is_near]
    return min(near, key=lambda pair: pair[2].differing, default=None)


def _alike(one: str, other: str, far: Apart, owner: str, treasure: Treasure) -> Finding:
    return Finding(
        treasure.line_of("adjectives" if other in treasure.adjectives else "name"),
        f'"{other}" of "{treasure.kind}" sounds much like "{one}"{owner}: '
        f"they differ in {far.differing} of {far.longest} sounds.",
        False,
    )


def unsounded(deck: DeckFile) -> tuple[str, ...]:
    """Names whose sound no dictionary tells, so that nothing can be said of what is like them."""
    return tuple(
        heard.one
        for treasure in deck.treasures.values()
        if not pronunciations((heard := treasure.spoken or treasure.wording).one)
    )


def _listened_for(treasure: Treasure, knows: Callable[[str], bool]) -> tuple[str, ...]:
    wordings = (treasure.spoken or treasure.wording, *treasure.aliases)
    phrases = (phrase for wording in wordings for phrase in _both(wording))
    return tuple(
        phrase
        for phrase in dict.fromkeys((*phrases, *treasure.adjectives))
        if not _unknown_words(phrase, knows)
    )


def _both(wording: Wording) -> tuple[str, str]:
    return wording.one, wording.several


def _whole(wording: Wording) -> str:
    return f"{wording.one} {wording.several}"


def _unknown_words(phrase: str, knows: Callable[[str], bool]) -> list[str]:
    return [word for word in dict.fromkeys(phrase.split()) if not knows(word)]


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)
