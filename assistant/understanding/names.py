"""Players' names: which can be chosen by voice, and which were said."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path

from assistant.hearing.words import UNKNOWN, Word
from assistant.understanding.sounds import pronunciations

_AND = "and"  # more words would be heard where names are: "i'm" for Ana
_STRANGE_S = 0.25


@dataclass(frozen=True, slots=True)
class Said:
    """The names in an answer, and whether something else was said that may be a name too."""

    names: tuple[str, ...]
    stranger: bool = False


class NameWords:
    """The names that can be heard. Of names that sound the same the first is meant."""

    def __init__(self, names: Iterable[str], knows: Callable[[str], bool] | None = None) -> None:
        """``names``: as they are written, remembered players first. ``knows``: whether the speech
        model knows a word; None if everything is typed.
        """
        self._by_phrase: dict[str, str] = {}
        taken: set[str] = set()
        for name in names:
            phrase = name.casefold()
            ways = set(pronunciations(phrase))
            if taken & ways or (knows and not all(map(knows, phrase.split()))):
                continue
            taken |= ways
            self._by_phrase.setdefault(phrase, name)
        self._most = max((len(phrase.split()) for phrase in self._by_phrase), default=1)

    @property
    def by_phrase(self) -> Mapping[str, str]:
        """How each name is written, by the words that it is heard as."""
        return self._by_phrase

    def without(self, names: Iterable[str]) -> NameWords:
        """The same names but these."""
        left = copy(self)
        left._by_phrase = {
            phrase: name for phrase, name in self._by_phrase.items() if name not in set(names)
        }
        return left

    def phrases(self, *, several: bool = True) -> tuple[str, ...]:
        """What to listen for; "and", which is taken for Ana easily, only where there are several
        names.
        """
        return (*self._by_phrase, _AND) if several else tuple(self._by_phrase)

    def heard(self, words: Sequence[Word]) -> Said:
        """The names that were said, each once, in that order."""
        texts = [word.text for word in words]
        names: dict[str, None] = {}
        stranger, at = False, 0
        while at < len(texts):
            for length in range(self._most, 0, -1):
                name = self._by_phrase.get(" ".join(texts[at : at + length]))
                if name is not None:
                    names[name] = None
                    at += length
                    break
            else:
                word = words[at]
                long = word.end - word.start >= _STRANGE_S
                stranger = stranger or (long if word.text in UNKNOWN else word.text != _AND)
                at += 1
        return Said(tuple(names), stranger)


def read_names_to_choose_from(path: Path) -> tuple[str, ...]:
    """The names in ``grammars/names.toml``."""
    return tuple(tomllib.loads(path.read_text(encoding="utf-8"))["names"])
