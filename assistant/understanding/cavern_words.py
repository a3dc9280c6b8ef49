"""The words of a recitation: what to listen for, and how heard words become mentions.

The recogniser's grammar is a word list with bigram hints, so phrases are written the way thieves
speak ("a lion and a lion"); what is heard may still combine freely, and reading is forgiving.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from rapidfuzz import fuzz, process

from assistant.games.cavern.deck import CHIEF
from assistant.hearing.words import UNKNOWN, Word
from assistant.understanding.deck_file import NUMBER_WORDS, DeckFile, DeckProblem, Treasure
from assistant.understanding.spelling import spoken_form

ENDINGS = ("that's all", "that is all", "done", "finished", "i'm done", "i'm finished")
"""Said by a thief whose list is at its end (ALI-15)."""

GIVING_UP = ("i give up",)

CORRECTIONS = ("no i mean", "no i meant", "i mean", "i meant", "sorry", "no")
"""Take back the item before, where ``correction_grace`` is on (ALI-11)."""

_FORMULA = (
    "in the cavern there is a", "in the cavern there is an", "in the cavern there are two",
    "in the cavern there are three", "in the cavern there's a", "in the cavern there's an",
    "in the cavern there's two", "there is a", "there is two", "there are a",
    "and a", "and an", "and two", "and three", "and",
)  # fmt: skip

_HOMOPHONES = {
    "won": 1, "to": 2, "too": 2, "tu": 2, "tree": 3, "free": 3, "for": 4, "fore": 4, "ate": 8,
    "couple": 2, "pair": 2,
}  # fmt: skip
"""Numbers by their sound; taken as numbers only right before a treasure."""

_NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS) if number}
_FUZZY_SCORE, _FUZZY_MARGIN = 78, 8


class Doubt(Enum):
    """Why an item is not certain. Doubt is never the thief's mistake (ALI-18)."""

    FAINT = "faint"
    """The recogniser itself is unsure of the word."""
    NUMBER = "number"
    """How many was not heard: "lions" alone, or words that contradict each other."""


@dataclass(frozen=True, slots=True)
class Item:
    """One treasure as it was heard, from ``start`` to ``end`` seconds into the turn."""

    kind: str
    count: int
    adjective: str | None
    doubt: Doubt | None
    confidence: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Reading:
    """A recitation as read from words: its items and what else was in it."""

    items: tuple[Item, ...]
    unknown: tuple[tuple[float, float], ...]
    """Stretches of speech (start and end in seconds) that are no word of the game."""
    ended: bool
    """The thief said that the list is at its end."""
    gave_up: bool
    formula: bool
    """The list began with "in the cavern" (ALI-13)."""


@dataclass(frozen=True, slots=True)
class _Form:
    """One way to name a kind."""

    kind: str
    one: bool
    several: bool


CERTAIN = 0.75
"""A treasure heard with less confidence than this is never held against the thief."""

_FAINT_UNKNOWN_S = 0.25


class CavernWords:
    """The vocabulary of one deck.

    ``knows`` tells whether the speech model can hear a word; without it (typed play) all words
    count. Raises :class:`DeckProblem` when the model lacks a word that a treasure cannot be named
    without, naming its line and suggesting what to listen for instead.
    """

    def __init__(
        self,
        deck: DeckFile,
        *,
        adjectives: bool = False,
        correction: bool = False,
        knows: Callable[[str], bool] | None = None,
        vocabulary: Iterable[str] = (),
    ) -> None:
        self.deck = deck
        self.with_adjectives = adjectives
        self.correction = correction
        self._knows = knows or (lambda _word: True)
        self._adjectives = (
            {word for treasure in deck.treasures.values() for word in treasure.adjectives}
            if adjectives
            else set()
        )
        self._forms = dict(self._all_forms())
        self._longest = max(len(form) for form in self._forms)
        if knows is not None:
            self._check_model(vocabulary)

    def phrases(self) -> tuple[str, ...]:
        """What to listen for while a thief recites, as phrases for the recogniser."""
        most = max(kind.copies for kind in self.deck.deck.kinds) + 1
        phrases: list[str] = []
        for treasure in self.deck.treasures.values():
            for one, several in self._sayable(treasure):
                for article, before in self._leads(treasure, one):
                    single = f"{before}{one}"
                    phrases.append(f"{article} {single} and {article} {single} {article} {single}")
                    phrases.append(single)
                    if treasure.kind == CHIEF:
                        phrases.append(f"the {single}")
                        continue
                    for number in NUMBER_WORDS[2 : most + 1]:
                        group = f"{number} {before}{several}"
                        phrases.append(f"{group} and {group} {article}")
        phrases += [*_FORMULA, *ENDINGS, *GIVING_UP]
        if self.correction:
            phrases += [f"{words} a" for words in CORRECTIONS]
        return tuple(dict.fromkeys(phrase for phrase in phrases if self._hearable(phrase)))

    def names(self) -> tuple[str, ...]:
        """Phrases that name one treasure each, as for sharing ("the crown")."""
        return tuple(
            phrase
            for treasure in self.deck.treasures.values()
            for one, _ in self._sayable(treasure)
            for phrase in (f"the {one}", one)
            if self._hearable(phrase)
        )

    def read(self, words: Sequence[Word]) -> Reading:
        """The items of a recitation, in the order they were named.

        Articles, "and" and the formula carry nothing (ALI-13, ALI-14); a number before a treasure
        counts it; adjectives are read where the variant is on.
        """
        tokens = list(words)
        items: list[Item] = []
        unknown: list[tuple[float, float]] = []
        ended = gave_up = corrected = False
        number: tuple[int, float] | None = None
        article = False
        adjective: str | None = None
        at = 0
        while at < len(tokens):
            word = tokens[at]
            form, length = self._form_at(tokens, at)
            if form is not None:
                run = tokens[at : at + length]
                item = self._item(form, run, number, article, adjective)
                if corrected and items:
                    items.pop()
                items.append(item)
                number, article, adjective, corrected, ended = None, False, None, False, False
                at += length
                continue
            if ending := _phrase_at(tokens, at, (*ENDINGS, *GIVING_UP)):
                gave_up = gave_up or ending in GIVING_UP
                ended = True
                at += len(ending.split())
                continue
            if self.correction and (taken_back := _phrase_at(tokens, at, CORRECTIONS)):
                corrected = True
                number, article, adjective = None, False, None
                at += len(taken_back.split())
                continue
            counted = self._number_at(tokens, at)
            if counted is not None:
                number = (counted, word.confidence)
            elif word.text in ("a", "an"):
                article = True
            elif word.text in self._adjectives:
                adjective = word.text
            elif word.text in UNKNOWN and word.end - word.start >= _FAINT_UNKNOWN_S:
                unknown.append((word.start, word.end))
                number, article, adjective = None, False, None
            at += 1
        texts = [word.text for word in tokens]
        return Reading(
            tuple(items), tuple(unknown), ended, gave_up, texts[:3] == ["in", "the", "cavern"]
        )

    def mend(self, words: Sequence[str]) -> list[str]:
        """Typed words with slips of spelling mended where only one treasure is near.

        Numbers are never touched, and two candidates that are about as near leave a word alone.
        """
        single = {word: word for form in self._forms for word in form}
        known = {*single, *self._adjectives, *_NUMBERS, *_HOMOPHONES, *_small_words()}
        mended = []
        for word in words:
            if word not in known and len(word) > 3:
                near = process.extract(word, list(single), scorer=fuzz.ratio, limit=6)
                kinds = {self._owner(match): score for match, score, _ in reversed(near)}
                ranked = sorted(kinds.values(), reverse=True)
                margin = ranked[0] - ranked[1] if len(ranked) > 1 else 100.0
                if near[0][1] >= _FUZZY_SCORE and margin >= _FUZZY_MARGIN:
                    word = near[0][0]
            mended.append(word)
        return mended

    def kinds_named(self, words: Sequence[Word]) -> tuple[str, ...]:
        """The kinds named in ``words``, each once ("I take the crown")."""
        return tuple(dict.fromkeys(item.kind for item in self.read(words).items))

    @cached_property
    def grammar_words(self) -> frozenset[str]:
        """All single words of :meth:`phrases`."""
        return frozenset(word for phrase in self.phrases() for word in phrase.split())

    def _item(
        self,
        form: _Form,
        run: Sequence[Word],
        number: tuple[int, float] | None,
        article: bool,
        adjective: str | None,
    ) -> Item:
        confidence = min(word.confidence for word in run)
        doubt = Doubt.FAINT if confidence < CERTAIN else None
        if number is not None:
            count = number[0]
            slipped = (count == 1 and not form.one) or (count > 1 and not form.several)
            if number[1] < CERTAIN or (slipped and doubt):
                doubt = Doubt.NUMBER
        else:
            count = 1
            if not form.one:
                doubt = Doubt.NUMBER
        return Item(form.kind, count, adjective, doubt, confidence, run[0].start, run[-1].end)

    def _form_at(self, tokens: Sequence[Word], at: int) -> tuple[_Form | None, int]:
        for length in range(min(self._longest, len(tokens) - at), 0, -1):
            form = self._forms.get(tuple(word.text for word in tokens[at : at + length]))
            if form is not None:
                return form, length
        return None, 0

    def _number_at(self, tokens: Sequence[Word], at: int) -> int | None:
        text = tokens[at].text
        if text.isdigit() and int(text):
            return int(text)
        if text in _NUMBERS:
            return _NUMBERS[text]
        if text in _HOMOPHONES:
            after = at + 1
            skipped = {"of", *self._adjectives}
            while after < len(tokens) and tokens[after].text in skipped:
                after += 1
            if self._form_at(tokens, after)[0] is not None:
                return _HOMOPHONES[text]
        return None

    def _owner(self, word: str) -> str:
        return next(form.kind for words, form in self._forms.items() if word in words)

    def _all_forms(self) -> Iterator[tuple[tuple[str, ...], _Form]]:
        found: dict[tuple[str, ...], _Form] = {}
        for treasure in self.deck.treasures.values():
            wordings = [(each.one, each.several) for each in treasure.wordings()]
            if treasure.kind == CHIEF:
                wordings += [(words, words) for words in self.deck.mishearings]
            for one, several in wordings:
                if one.split()[0] in self._adjectives:
                    continue  # "magic carpet" is an adjective and a carpet in this variant
                for words in (one, several):
                    form = found.get(tuple(words.split()), _Form(treasure.kind, False, False))
                    found[tuple(words.split())] = _Form(
                        treasure.kind, form.one or words == one, form.several or words == several
                    )
        yield from found.items()

    def _sayable(self, treasure: Treasure) -> Iterator[tuple[str, str]]:
        """The wordings to listen for: one spelling for each sound, nothing the model lacks."""
        shown = treasure.spoken or treasure.wording
        yield shown.one, shown.several if self._hearable(shown.several) else shown.one
        for alias in treasure.aliases:
            same_sound = alias.one.replace(" ", "") == shown.one.replace(" ", "")
            if same_sound or not self._hearable(f"{alias.one} {alias.several}"):
                continue
            yield alias.one, alias.several

    def _leads(self, treasure: Treasure, one: str) -> Iterator[tuple[str, str]]:
        """Articles with the adjective that may stand before a treasure, none among them."""
        own = "an" if one[0] in "aeiou" else "a"
        yield (treasure.article if one == treasure.wording.one else own), ""
        if self.with_adjectives:
            for adjective, article in treasure.adjectives.items():
                yield article, f"{adjective} "

    def _hearable(self, phrase: str) -> bool:
        return all(self._knows(word) for word in phrase.split())

    def _check_model(self, vocabulary: Iterable[str]) -> None:
        for treasure in self.deck.treasures.values():
            shown = treasure.spoken or treasure.wording
            for word in (*shown.one.split(), *treasure.adjectives):
                if not self._knows(word):
                    hint = spoken_form(word, vocabulary, self._knows)
                    listen = f'spoken = ["{hint}", "{hint}s"]' if hint else "another word"
                    raise DeckProblem(
                        self.deck.path,
                        treasure.line,
                        f'the speech model does not know "{word}" (for "{treasure.kind}"): '
                        f"add {listen} to that treasure.",
                    )


def _phrase_at(tokens: Sequence[Word], at: int, phrases: Iterable[str]) -> str | None:
    for phrase in phrases:
        words = phrase.split()
        if [word.text for word in tokens[at : at + len(words)]] == words:
            return phrase
    return None


def _small_words() -> frozenset[str]:
    spoken = (*_FORMULA, *ENDINGS, *GIVING_UP, *CORRECTIONS)
    return frozenset(word for phrase in spoken for word in phrase.split())
