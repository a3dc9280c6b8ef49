"""The words of a recitation: what to listen for, and how heard words become mentions.

The recogniser's grammar is a word list with bigram hints, so phrases are written the way thieves
speak ("a lion and a lion"); what is heard may still combine freely, and reading is forgiving.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from rapidfuzz import fuzz, process

from assistant.games.cavern.deck import CHIEF
from assistant.hearing.words import UNKNOWN, Word
from assistant.understanding.deck_file import NUMBER_WORDS, DeckFile, DeckProblem, Treasure
from assistant.understanding.spelling import spoken_form, spoken_plural
from assistant.understanding.typed import as_words, typed_words

ENDINGS = ("that's all", "that is all", "done", "finished", "i'm done", "i'm finished")
"""Said by a thief whose list is at its end (ALI-15)."""

_TYPED_ENDINGS = ("thats all", "that's it", "thats it", "all done", "im done", "i am done")

GIVING_UP = ("i give up",)

CORRECTIONS = ("no i mean", "no i meant", "i mean", "i meant", "sorry", "no")
"""Take back the item before, where ``correction_grace`` is on (ALI-11)."""

RESTARTS = ("from the beginning", "start again", "start over")
"""Take back the whole list, where ``correction_grace`` is on (ALI-11)."""

_FORMULA = (
    "in the cavern there is a", "in the cavern there is an", "in the cavern there are two",
    "in the cavern there are three", "in the cavern there's a", "in the cavern there's an",
    "in the cavern there's two", "there is a", "there is two", "there are a",
    "and a", "and an", "and two", "and three", "and",
    "we have a", "we have two", "a couple of", "a pair of", "number two", "number three",
    "and then a", "and i think a", "so there is a", "and finally a", "let me think", "wait",
)  # fmt: skip

_HOMOPHONES = {
    "won": 1, "to": 2, "too": 2, "tu": 2, "tree": 3, "free": 3, "for": 4, "fore": 4, "ate": 8,
    "couple": 2, "pair": 2,
}  # fmt: skip
"""Numbers by their sound; taken as numbers only right before a treasure."""

_NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS) if number}
_MOST_DIGITS = 4
_FUZZY_SCORE, _FUZZY_MARGIN = 78, 8
_SHORTEST_MENDED = 4
_GENERAL = frozenset({"treasure", "treasures", "thing", "things", "card", "cards"})


class Doubt(Enum):
    """Why an item is not certain. Doubt is never the thief's mistake (ALI-18)."""

    FAINT = "faint"
    """The recogniser itself is unsure of the word."""
    NUMBER = "number"
    """How many was not heard: "lions" alone, or words that contradict each other."""
    PLURAL = "plural"
    """One by its article, more by its ending ("a lions"): slips of the tongue and noise both add
    an s, so it is one, and doubted only where one is wrong."""
    BEFORE = "before"
    """What stood before the treasure was not understood, or faint: a number or adjective may be
    lost. The kind is not in doubt."""


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
    restarted: bool = False
    """The list was begun anew: what was said in answers before does not count (ALI-11)."""
    begun: bool = False
    """Somewhere an article or a number leads to no treasure: what it announced is lost."""


@dataclass(frozen=True, slots=True)
class _Lead:
    """What was said since the last treasure that bears on the next; numbers are confidences."""

    number: tuple[int, float] | None = None
    article: float | None = None
    adjective: tuple[str, float] | None = None
    blurred: bool = False
    """Something not understood stood there."""
    opened: Word | None = None
    """The word that announces a treasure."""


@dataclass(frozen=True, slots=True)
class _Form:
    """One way to name a kind."""

    kind: str
    one: bool
    several: bool


CERTAIN = 0.75
"""A word heard with less confidence than this is doubted."""

_MENDED = 0.6
"""Confidence of a typed word whose spelling was mended: it may fit, but never be a mistake."""

_FAINT_UNKNOWN_S = 0.25

_RUN_ON, _RUN_ON_S, _RUN_ON_GAP_S = 0.6, 0.3, 0.1
"""At most the confidence of an announced treasure so short and so close to the next one, which
nothing announces: "a knife hourglass" may be the sound of "an hourglass"."""

_DOUBLED_GAP_S = 0.05
"""Between two words of the same sound that are closer nothing can have been said."""


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
                    listing = f"{article} {single} {article} {single} and {article} {single}"
                    phrases.append(f"{listing} {listing}")
                    phrases.append(single)
                    if treasure.kind == CHIEF:
                        phrases.append(f"the {single}")
                        continue
                    for number in NUMBER_WORDS[2 : most + 1]:
                        group = f"{number} {before}{several}"
                        phrases.append(f"and {group} {article}")
        phrases += [*_FORMULA, *ENDINGS, *GIVING_UP]
        if self.correction:
            phrases += [f"{words} a" for words in CORRECTIONS]
            phrases += RESTARTS
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
        ended = gave_up = corrected = begun = restarted = announced = False
        lead = _Lead()
        at = 0
        while at < len(tokens):
            word = tokens[at]
            form, length = self._form_at(tokens, at)
            if form is not None:
                if corrected and items:
                    items.pop()
                    announced = False
                item = _item(form, tokens[at : at + length], lead)
                if announced and lead == _Lead() and _runs_on(items[-1], item):
                    confidence = min(items[-1].confidence, _RUN_ON)
                    items[-1] = replace(items[-1], doubt=Doubt.FAINT, confidence=confidence)
                items.append(item)
                announced = lead.opened is not None
                lead = _Lead()
                corrected = ended = False
                at += length
                continue
            if ending := _phrase_at(tokens, at, (*ENDINGS, *_TYPED_ENDINGS, *GIVING_UP)):
                # A faint "done" is no reason to hold a list against the thief (ALI-18).
                length = len(ending.split())
                if min(each.confidence for each in tokens[at : at + length]) >= CERTAIN:
                    gave_up = gave_up or ending in GIVING_UP
                    ended = True
                lead = _Lead()
                at += length
                continue
            if self.correction and (anew := _phrase_at(tokens, at, RESTARTS)):
                items.clear()
                unknown.clear()
                corrected = begun = announced = False
                restarted = True
                lead = _Lead()
                at += len(anew.split())
                continue
            if items and word.text == "number" and self._is_number(tokens[at + 1 : at + 2]):
                at += 2  # "lion number two" is one lion, the second of its kind
                continue
            if self.correction and (taken_back := _phrase_at(tokens, at, CORRECTIONS)):
                corrected = True
                lead = _Lead()
                at += len(taken_back.split())
                continue
            if self._is_unknown(tokens, at):
                unknown.append((word.start, word.end))
                lead = _Lead(blurred=True)
            elif word.text not in UNKNOWN:
                opened = lead.opened
                lead = self._lead(lead, tokens, at)
                lost = lead.opened is not opened and word.text not in _GENERAL
                begun = begun or (opened is not None and lost and not _doubled(opened, word))
            at += 1
        texts = [word.text for word in tokens]
        return Reading(
            tuple(items),
            tuple(unknown),
            ended,
            gave_up,
            formula=texts[:3] == ["in", "the", "cavern"],
            restarted=restarted,
            begun=begun or lead.opened is not None,
        )

    def typed(self, text: str) -> tuple[Word, ...]:
        """A typed line as words to :meth:`read`: slips of spelling mended, and doubted a little."""
        texts = list(self._parted(typed_words(text)))
        return tuple(
            word if word.text == as_typed else replace(word, confidence=_MENDED)
            for word, as_typed in zip(as_words(self.mend(texts)), texts, strict=True)
        )

    def mend(self, words: Sequence[str]) -> list[str]:
        """Typed words with slips of spelling mended where only one treasure is near.

        Numbers are never touched, and two candidates that are about as near leave a word alone.
        """
        return [self._mended(word) for word in self._parted(words)]

    def _parted(self, words: Iterable[str]) -> Iterator[str]:
        """Words with a hyphen as two, unless the deck writes them so ("hour-glass")."""
        for word in words:
            yield from [word] if word in self._spelled else word.split("-")

    def _mended(self, word: str) -> str:
        if word in self._spelled or len(word) < _SHORTEST_MENDED or not word.isalpha():
            return word
        near = process.extract(word, list(self._owners), scorer=fuzz.ratio, limit=12)
        scores: dict[str, float] = {}
        for match, score, _ in near:
            for owner in self._owners[match]:
                scores.setdefault(owner, score)
        ranked = sorted(scores.values(), reverse=True)
        margin = ranked[0] - ranked[1] if len(ranked) > 1 else 100.0
        best = near[0][0]
        if best in _NUMBERS or ranked[0] < _FUZZY_SCORE or margin < _FUZZY_MARGIN:
            return word
        return best

    @cached_property
    def _owners(self) -> Mapping[str, frozenset[str]]:
        """What each word stands for that a slip may be near: kinds, an adjective, or a number."""
        owners = {word: frozenset([f"{word} ..."]) for word in (*_NUMBERS, *self._adjectives)}
        for words, form in self._forms.items():
            for word in words:
                owners[word] = owners.get(word, frozenset()) | {form.kind}
        return owners

    @cached_property
    def _spelled(self) -> frozenset[str]:
        """Words that are right as they are."""
        return frozenset({*self._owners, *_HOMOPHONES, *_small_words()})

    def kinds_named(self, words: Sequence[Word]) -> tuple[str, ...]:
        """The kinds named in ``words``, each once ("I take the crown")."""
        return tuple(dict.fromkeys(item.kind for item in self.read(words).items))

    def kinds_surely_named(self, words: Sequence[Word]) -> tuple[str, ...]:
        """The kinds that were heard clearly, and nothing strange beside them."""
        reading = self.read(words)
        if reading.unknown or any(item.doubt is Doubt.FAINT for item in reading.items):
            return ()
        return tuple(dict.fromkeys(item.kind for item in reading.items))

    @cached_property
    def grammar_words(self) -> frozenset[str]:
        """All single words of :meth:`phrases`."""
        return frozenset(word for phrase in self.phrases() for word in phrase.split())

    def _lead(self, lead: _Lead, tokens: Sequence[Word], at: int) -> _Lead:
        """What stands before a treasure, with one more word that is no treasure."""
        word = tokens[at]
        counted = self._number_at(tokens, at)
        if counted is not None:
            # "a couple of": the article opened it
            opened = word if lead.number else lead.opened or word
            return _Lead(number=(counted, word.confidence), opened=opened)
        if word.text in ("a", "an"):
            return replace(lead, article=word.confidence, blurred=False, opened=word)
        if word.text in self._adjectives:
            adjective = (word.text, word.confidence)
            return replace(lead, adjective=adjective, opened=lead.opened or word)
        if self._is_free_adjective(tokens, at):
            return replace(lead, adjective=(word.text, _MENDED))
        if word.text == "of":
            return lead
        if word.text not in self._known_words:
            return replace(lead, blurred=lead.number is None and lead.article is None)
        return _Lead(blurred=lead.blurred and word.text == "and")

    def _is_unknown(self, tokens: Sequence[Word], at: int) -> bool:
        """Whether a word is none of the game: heard so, or typed where a treasure should stand."""
        word = tokens[at]
        if word.text in UNKNOWN:
            return word.end - word.start >= _FAINT_UNKNOWN_S
        if at == 0 or word.text in self._known_words or self._counts(word.text):
            return False
        after = at + 1
        while after < len(tokens) and tokens[after].text not in self._known_words:
            after += 1
        if self._form_at(tokens, after)[0] is not None:
            return False
        before = tokens[at - 1].text
        if before == "and":  # "and then a lion" is no matter, "and a lion and sugar" is
            return after == len(tokens) or tokens[after].text == "and"
        return before in ("a", "an", "the") or self._counts(before)

    def _is_number(self, tokens: Sequence[Word]) -> bool:
        return any(self._counts(each.text) or each.text in _HOMOPHONES for each in tokens)

    def _counts(self, text: str) -> bool:
        return text in _NUMBERS or (text.isascii() and text.isdecimal())

    def _is_free_adjective(self, tokens: Sequence[Word], at: int) -> bool:
        """Any adjective will do in the variant (ALI-37), though speech models know only some."""
        return (
            self.with_adjectives
            and tokens[at].text.isalpha()
            and tokens[at].text not in self._known_words
            and self._form_at(tokens, at + 1)[0] is not None
        )

    @cached_property
    def _known_words(self) -> frozenset[str]:
        return self._spelled | _GENERAL | {"of", "the", *UNKNOWN}

    def _form_at(self, tokens: Sequence[Word], at: int) -> tuple[_Form | None, int]:
        for length in range(min(self._longest, len(tokens) - at), 0, -1):
            form = self._forms.get(tuple(word.text for word in tokens[at : at + length]))
            if form is not None:
                return form, length
        return None, 0

    def _number_at(self, tokens: Sequence[Word], at: int) -> int | None:
        text = tokens[at].text
        if text.isascii() and text.isdecimal():
            return int(text.lstrip("0")[:_MOST_DIGITS] or "0") or None
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

    def _all_forms(self) -> Iterator[tuple[tuple[str, ...], _Form]]:
        found: dict[tuple[str, ...], _Form] = {}
        for treasure in self.deck.treasures.values():
            wordings = [(each.one, each.several) for each in treasure.wordings()]
            aliases = {alias.one for alias in treasure.aliases}
            if treasure.kind == CHIEF:
                wordings += [(words, words) for words in self.deck.mishearings]
            for one, several in wordings:
                if one in aliases and self._is_adjective_and_name(one):
                    continue
                for words in (one, several):
                    form = found.get(tuple(words.split()), _Form(treasure.kind, False, False))
                    found[tuple(words.split())] = _Form(
                        treasure.kind, form.one or words == one, form.several or words == several
                    )
        yield from found.items()

    def _is_adjective_and_name(self, wording: str) -> bool:
        """As "magic carpet" is where the adjective variant is on."""
        first, _, rest = wording.partition(" ")
        return bool(rest) and first in self._adjectives

    def _sayable(self, treasure: Treasure) -> Iterator[tuple[str, str]]:
        """The wordings to listen for: one spelling for each sound, nothing the model lacks."""
        shown = treasure.spoken or treasure.wording
        yield shown.one, shown.several if self._hearable(shown.several) else shown.one
        for alias in treasure.aliases:
            same_sound = alias.one.replace(" ", "") == shown.one.replace(" ", "")
            hearable = self._hearable(f"{alias.one} {alias.several}")
            if same_sound or not hearable or self._is_adjective_and_name(alias.one):
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
        vocabulary = tuple(vocabulary)
        for treasure in self.deck.treasures.values():
            shown = treasure.spoken or treasure.wording
            for word in shown.one.split():
                if not self._knows(word):
                    raise self._unknown_name(treasure, word, vocabulary)
            for word in treasure.adjectives if self.with_adjectives else ():
                if not self._knows(word):
                    raise DeckProblem(
                        self.deck.path,
                        treasure.line_of("adjectives"),
                        f'the speech model does not know the adjective "{word}" of '
                        f'"{treasure.kind}": choose another adjective.',
                    )

    def _unknown_name(
        self, treasure: Treasure, word: str, vocabulary: Iterable[str]
    ) -> DeckProblem:
        hint = spoken_form(word, vocabulary, self._knows)
        advice = "add spoken with words that sound like it to that treasure."
        if hint:
            parts = treasure.wording.one.split()
            one = " ".join(hint if part == word else part for part in parts)
            several = spoken_plural(one, self._knows)
            advice = f'add spoken = ["{one}", "{several}"] to that treasure.'
        return DeckProblem(
            self.deck.path,
            treasure.line_of("spoken" if treasure.spoken else "name"),
            f'the speech model does not know "{word}" (for "{treasure.kind}"): {advice}',
        )


def _item(form: _Form, run: Sequence[Word], lead: _Lead) -> Item:
    confidence = min(word.confidence for word in run)
    adjective, adjective_confidence = lead.adjective or (None, 1.0)
    count, number_confidence = lead.number or (1, 1.0)
    doubt = Doubt.FAINT if confidence < CERTAIN else None
    article_confidence = 1.0 if lead.article is None else lead.article
    if lead.blurred or min(adjective_confidence, article_confidence) < CERTAIN:
        doubt = doubt or Doubt.BEFORE
    if lead.number is None:
        if not form.one:
            doubt = Doubt.NUMBER if lead.article is None else doubt or Doubt.PLURAL
    else:
        slipped = (count == 1 and not form.one) or (count > 1 and not form.several)
        contradicted = count > 1 and lead.article is not None and not form.several
        if number_confidence < CERTAIN or (slipped and doubt) or contradicted:
            doubt = Doubt.NUMBER
    return Item(form.kind, count, adjective, doubt, confidence, run[0].start, run[-1].end)


def _runs_on(item: Item, following: Item) -> bool:
    short = item.end - item.start < _RUN_ON_S
    return short and following.start - item.end < _RUN_ON_GAP_S


def _doubled(word: Word, following: Word) -> bool:
    """Whether one word was heard as two of itself."""
    return word.text == following.text and following.start - word.end < _DOUBLED_GAP_S


def _phrase_at(tokens: Sequence[Word], at: int, phrases: Iterable[str]) -> str | None:
    for phrase in phrases:
        words = phrase.split()
        if [word.text for word in tokens[at : at + len(words)]] == words:
            return phrase
    return None


def _small_words() -> frozenset[str]:
    spoken = (*_FORMULA, *ENDINGS, *_TYPED_ENDINGS, *GIVING_UP, *CORRECTIONS, *RESTARTS)
    return frozenset(word for phrase in spoken for word in phrase.split())
