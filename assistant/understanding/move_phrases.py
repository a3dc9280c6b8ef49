"""Heard words to moves: the ways to say each move, and which move was said, if it was just one.

A game gives a :class:`Phrase` for each move that is legal now, and further ones for moves that
players may name though they are not. :func:`match` aligns the heard words with each phrase, word by
word; additions, omissions and words that sound alike cost something. The cheapest move wins if it
is cheap enough and no other move comes near; otherwise nothing is played.

Words that carry the meaning (``keys``: colours, treasures, letters) are never added, left out or
exchanged, unless the game itself lists two of them as sounding alike; and within a group that the
game keeps ``apart``, such as the colours, not even then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import dropwhile
from typing import Generic, TypeVar

from rapidfuzz import fuzz, process

from assistant.hearing.turn import Heard, Progress, Want
from assistant.hearing.words import UNKNOWN, Word
from assistant.understanding.expression import (
    Expression,
    InOrder,
    OneOf,
    Said,
    expansions,
    neighbours,
    parse,
    words_of,
)
from assistant.understanding.typed import as_words, typed_words
from assistant.understanding.walks import sentences_of

M = TypeVar("M")

DEAREST = 0.9
"""A reading that costs more is no reading."""

SURE = 0.25
"""A reading that costs more is asked back before it counts."""

MARGIN = 0.3
"""Moves this much dearer than the cheapest, or less, are as likely meant."""

INCOMPLETE_PAUSE_S = 1.5
"""Seconds of quiet that end an answer which is not one move yet; a move ends after less."""

NEGATIONS = frozenset({"no", "not", "don't", "nope", "never"})
"""Whoever says one of these does not order the move named with it."""

FILLERS = frozenset(
    {"a", "an", "the", "of", "please", "uh", "um", "er", "well", "okay", "and", "then"}
)

_SPELLING_OUT = frozenset({"as", "in", "for", "four"})
_ADDED, _OMITTED = 0.6, 0.5  # a word too many, a word too few
_STRANGE, _FAINT_STRANGE = 0.6, 0.1  # speech that is no word of the game; a breath
_STRANGE_S = 0.25
_FAINTNESS = 0.75  # what a key word heard with no confidence at all would cost
_MENDED = 0.6  # confidence of a typed word whose spelling was mended
_SHORTEST_MENDED, _MEND_SCORE, _MEND_MARGIN = 4, 78.0, 8.0
_NEVER = float("inf")


@dataclass(frozen=True)
class Phrase(Generic[M]):
    """One expression, in the notation of :mod:`~assistant.understanding.expression`, for a move.

    A word of the move's name that is not needed is optional; then "the carpet" fits each carpet,
    and is understood where there is only one.
    """

    text: str
    move: M

    @cached_property
    def expression(self) -> Expression:
        """The text, parsed."""
        return parse(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that may occur in it."""
        return _words_of(self.text)

    @property
    def example(self) -> str:
        """The fullest way to say it, for help."""
        return " ".join(next(iter(expansions(self.expression))))


@dataclass(frozen=True, slots=True)
class Wording:
    """How strictly the words of a game are taken.

    ``alike``: what it costs to take a heard word for another: ``alike[heard][meant]``; 0 for two
    spellings of one sound. Raises ValueError where that crosses a group of ``apart``.
    """

    keys: frozenset[str]
    alike: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    apart: tuple[frozenset[str], ...] = ()
    fillers: frozenset[str] = FILLERS
    letters: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    """Names of letters and the words that spell them out: before "amber" or "for amber" it is no
    matter how clear the "a" was."""

    def __post_init__(self) -> None:
        for heard, others in self.alike.items():
            for meant, group in ((each, group) for each in others for group in self.apart):
                if heard != meant and heard in group and meant in group:
                    raise ValueError(f'"{heard}" must never be taken for "{meant}"')

    def is_key(self, text: str) -> bool:
        """Whether a word may be neither added nor left out."""
        return text in self.keys or text in NEGATIONS

    @property
    def in_print(self) -> Wording:
        """The same for typed words: other spellings are as good, other sounds are other words."""
        free = {
            written: {meant: 0.0 for meant, cost in others.items() if not cost}
            for written, others in self.alike.items()
        }
        return replace(self, alike={written: others for written, others in free.items() if others})


@dataclass(frozen=True, slots=True)
class Understood(Generic[M]):
    """Just one move was said. ``cost`` is 0 when every word was clear and in its place."""

    move: M
    cost: float
    alone: bool = False
    """Whether it rests on a single word; table talk is easily taken for one word of the game."""

    @property
    def sure(self) -> bool:
        """Whether there is no need to ask back."""
        return self.cost <= SURE and not self.alone


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[M]):
    """Several legal moves are as near: a choice to read out, the nearest first."""

    moves: tuple[M, ...]


@dataclass(frozen=True, slots=True)
class Refused(Generic[M]):
    """What was said clearly is not legal now; the rules say why."""

    moves: tuple[M, ...]


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """No move was said, or not clearly."""


Reading = Understood[M] | Ambiguous[M] | Refused[M] | NotUnderstood


def match(
    words: Sequence[Word],
    legal: Iterable[Phrase[M]],
    wording: Wording,
    refused: Iterable[Phrase[M]] = (),
) -> Reading[M]:
    """Which of the ``legal`` moves the heard words are; or which of the ``refused`` ones, if these
    fit better.
    """
    heard = _spelled_out(_once(words), wording)
    if not any(word.text not in UNKNOWN for word in heard):
        return NotUnderstood()
    costs = _costs(heard, legal, wording)
    not_now = _costs(heard, refused, wording)
    cheapest = min(costs.values(), default=_NEVER)
    if min(not_now.values(), default=_NEVER) < min(cheapest, DEAREST):
        return Refused(_near(not_now))
    if cheapest > DEAREST:
        return NotUnderstood()
    near = _near(costs)
    if len(near) > 1:
        return Ambiguous(near)
    telling = [word for word in heard if word.text not in {*UNKNOWN, *wording.fillers}]
    return Understood(near[0], cheapest, alone=len(telling) < 2)


def cost(words: Sequence[Word], expression: Expression, wording: Wording) -> float:
    """What it costs to read all of ``words`` as ``expression``; infinite if it cannot be.

    >>> spoken = as_words(["take", "a", "ring"])
    >>> cost(spoken, parse("[take] the [blue] ring"), Wording(frozenset({"blue", "ring"})))
    0.0
    """
    start = [0.0]
    for word in words:
        start.append(start[-1] + _added(word, wording))
    return _advance(expression, start, words, wording)[-1]


def typed(text: str, vocabulary: Collection[str]) -> tuple[Word, ...]:
    """A typed line as words. A slip of spelling is mended where just one word of ``vocabulary`` is
    near, and doubted a little, so that the move is asked back.
    """
    meant = [_mended(word, vocabulary) for word in typed_words(text)]
    return tuple(
        Word(word.text, word.start, word.end, 1.0 if sure else _MENDED)
        for word, (_, sure) in zip(as_words([each for each, _ in meant]), meant, strict=True)
    )


def recogniser_phrases(
    phrases: Iterable[Phrase[M]], hearable: Callable[[str], bool]
) -> tuple[str, ...]:
    """What to listen for: sentences that together hold every word and every pair of neighbours.

    The recogniser's grammar knows no more than pairs, so a sentence may pass from one phrase to
    another where they have a word in common. Words that are not ``hearable`` are left out.
    """
    texts = dict.fromkeys(phrase.text for phrase in phrases)
    pairs = dict.fromkeys(pair for text in texts for pair in _neighbours_of(text))
    known = {word: hearable(word) for pair in pairs for word in pair if word}
    return sentences_of(pair for pair in pairs if all(known[word] for word in pair if word))


def listen_for(read: Callable[[Sequence[Word]], bool]) -> Callable[[Heard], Progress]:
    """A listener that has heard enough shortly after one move was said (``read`` tells), and a
    little later after any other words.
    """

    def listen(heard: Heard) -> Progress:
        if not any(word.text not in UNKNOWN for word in heard.words):
            return Progress(Want.MORE)
        if read(heard.words):
            return Progress(Want.PAUSE, 1)
        return Progress(Want.PAUSE, 0, INCOMPLETE_PAUSE_S)

    return listen


@lru_cache(maxsize=2048)  # from one question to the next most phrases stay as they are
def _words_of(text: str) -> frozenset[str]:
    return words_of(parse(text))


@lru_cache(maxsize=2048)
def _neighbours_of(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(neighbours(parse(text))))


def _costs(heard: Sequence[Word], phrases: Iterable[Phrase[M]], wording: Wording) -> dict[M, float]:
    """The least cost of each move that the words can be read as."""
    keys = {word.text for word in heard if wording.is_key(word.text)}
    costs: dict[M, float] = {}
    for phrase in phrases:
        if all(key in phrase.words or key in wording.alike for key in keys):
            needed = cost(heard, phrase.expression, wording)
            if needed < costs.get(phrase.move, _NEVER):
                costs[phrase.move] = needed
    return costs


def _near(costs: Mapping[M, float]) -> tuple[M, ...]:
    ranked = sorted(costs.items(), key=lambda entry: entry[1])
    return tuple(move for move, needed in ranked if needed <= ranked[0][1] + MARGIN)


def _advance(
    expression: Expression, costs: list[float], words: Sequence[Word], wording: Wording
) -> list[float]:
    """``costs[n]``: the least cost of having read the first ``n`` words so far."""
    match expression:
        case Said(text):
            omitted = _NEVER if wording.is_key(text) else _omitted(text, wording)
            after = [costs[0] + omitted]
            for at, word in enumerate(words):
                after.append(
                    min(
                        costs[at] + _taken_for(word, text, wording),
                        costs[at + 1] + omitted,
                        after[at] + _added(word, wording),
                    )
                )
            return after
        case InOrder(parts):
            for part in parts:
                costs = _advance(part, costs, words, wording)
            return costs
        case OneOf(options):
            each = [_advance(option, costs, words, wording) for option in options]
            return [min(column) for column in zip(*each, strict=True)]


def _taken_for(word: Word, text: str, wording: Wording) -> float:
    base = 0.0 if word.text == text else wording.alike.get(word.text, {}).get(text, _NEVER)
    if not wording.is_key(text):
        return base
    return base + _FAINTNESS * (1.0 - word.confidence)


def _added(word: Word, wording: Wording) -> float:
    if word.text in UNKNOWN:
        return _STRANGE if word.end - word.start >= _STRANGE_S else _FAINT_STRANGE
    if wording.is_key(word.text):
        return _NEVER
    return 0.0 if word.text in wording.fillers else _ADDED


def _omitted(text: str, wording: Wording) -> float:
    return 0.0 if text in wording.fillers else _OMITTED


def _once(words: Sequence[Word]) -> Sequence[Word]:
    """What was said twice in full counts once."""
    half = len(words) // 2
    texts = [word.text for word in words]
    return words[:half] if half and texts[:half] == texts[half:] else words


def _spelled_out(words: Sequence[Word], wording: Wording) -> Sequence[Word]:
    """Each letter that a code word follows is as sure as that word."""
    spelled = list(words)
    for at, word in enumerate(words):
        if word.text in wording.letters:
            rest = dropwhile(lambda each: each.text in _SPELLING_OUT, words[at + 1 :])
            code = next(rest, word)
            if code.text in wording.codes:
                spelled[at] = replace(word, confidence=max(word.confidence, code.confidence))
    return spelled


def _mended(word: str, vocabulary: Collection[str]) -> tuple[str, bool]:
    if word in vocabulary or len(word) < _SHORTEST_MENDED or not word.isalpha():
        return word, True
    near = process.extract(word, list(vocabulary), scorer=fuzz.ratio, limit=4)
    if not near or near[0][1] < _MEND_SCORE:
        return word, True
    best, score = near[0][:2]
    rivals = [each for text, each, _ in near[1:] if not text.startswith(best)]  # but for "rings"
    if rivals and score - rivals[0] < _MEND_MARGIN:
        return word, True
    return best, False
