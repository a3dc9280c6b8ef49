"""The words to listen for in each clip of a set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from assistant.data import data_path
from assistant.evaluation.manifest import Recitation
from assistant.games.cavern.deck import BELOW_CHIEF, CHIEF, Deck, Kind
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.deck_file import DeckFile, Treasure, Wording, read_deck
from assistant.understanding.english import article_of, plural_of

_COPIES = 3  # as many as the cavern deck has of its commonest treasures


class Decks:
    """Makes the vocabulary of a clip, each deck only once.

    ``knows`` tells whether a recogniser can hear a word; without it all words count.
    """

    def __init__(self, knows: Callable[[str], bool] | None = None) -> None:
        self._knows = knows
        self._files: dict[Path | None, DeckFile] = {}
        self._known: dict[object, tuple[CavernWords, tuple[str, ...]]] = {}

    def of(self, clip: Recitation, source: Path) -> tuple[CavernWords, tuple[str, ...]]:
        """The vocabulary and its phrases for a clip of manifest ``source``; see :meth:`words`."""
        return self.words(clip.treasures, clip.adjectives, source, clip.number, clip.deck)

    def words(
        self,
        treasures: tuple[str, ...] | None,
        adjectives: Mapping[str, str] | None,
        source: Path,
        line: int,
        file: Path | None = None,
    ) -> tuple[CavernWords, tuple[str, ...]]:
        """The vocabulary and its phrases: of ``treasures``, of a deck ``file``, or of the cavern
        deck if both are None.

        Raises ``DeckProblem`` naming ``source`` and ``line`` for a treasure that the model does
        not know.
        """
        deck = plain_deck(treasures, source, line) if treasures else self._deck(file)
        if adjectives:
            deck = _with_adjectives(deck, adjectives)
        taken = {kind: tuple(each.adjectives) for kind, each in deck.treasures.items()}
        key = (treasures, file, tuple(taken.items()) if adjectives is not None else None)
        if key not in self._known:
            words = CavernWords(deck, adjectives=adjectives is not None, knows=self._knows)
            self._known[key] = (words, words.phrases())
        return self._known[key]

    def _deck(self, file: Path | None) -> DeckFile:
        if file not in self._files:
            self._files[file] = read_deck(file or data_path("grammars", "cavern.toml"))
        return self._files[file]


def plain_deck(names: Sequence[str], source: Path, line: int) -> DeckFile:
    """A deck of these treasures with English plurals, and no adjectives or aliases.

    >>> deck = plain_deck(["knife", "box", "owl"], Path("a.jsonl"), 1)
    >>> deck.phrase("knife", 2), deck.phrase("owl")
    ('two knives', 'an owl')
    """
    treasures = {}
    for name in names:
        treasures[name] = Treasure(
            kind=name,
            wording=Wording(name, plural_of(name)),
            article=article_of(name),
            adjectives={},
            aliases=(),
            spoken=None,
            line=line,
        )
    kinds = [name for name in names if name != CHIEF]
    copies = max(_COPIES, BELOW_CHIEF // max(len(kinds), 1) + 1)
    deck = Deck("plain", tuple(Kind(name, copies) for name in kinds))
    return DeckFile(source, deck, treasures, ())


def _with_adjectives(deck: DeckFile, bound: Mapping[str, str]) -> DeckFile:
    """The deck with bound adjectives that its treasures did not have yet."""
    treasures = dict(deck.treasures)
    for kind, adjective in bound.items():
        treasure = treasures.get(kind)
        if treasure is not None and adjective not in treasure.adjectives:
            article = "an" if adjective[:1] in "aeiou" else "a"
            treasures[kind] = replace(
                treasure, adjectives={**treasure.adjectives, adjective: article}
            )
    return replace(deck, treasures=treasures)
