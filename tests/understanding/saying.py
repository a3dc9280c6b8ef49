"""Speech as words, and what the judge says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.games.cavern.settings import Adjectives, Settings
from assistant.hearing.words import Word
from assistant.understanding.cavern_words import CavernWords, Item, Reading
from assistant.understanding.recitation import Opinion, judge_reading
from tests.understanding.decks import ADJECTIVES, PLAIN

STRANGE = "[unk]"
WITH_ADJECTIVES = Settings(adjectives=Adjectives.THIEVES)


def heard(text: str, faint: Sequence[str] = (), faintness: float = 0.5) -> tuple[Word, ...]:
    """``text`` as a recogniser hands it on: half a second a word; ``faint`` words are unsure."""
    return tuple(
        Word(word, at / 2, at / 2 + 0.4, faintness if word in faint else 0.99)
        for at, word in enumerate(text.split())
    )


def read(text: str, words: CavernWords = PLAIN) -> Reading:
    """``text`` as if heard."""
    return words.read(heard(text))


def said(items: Sequence[Item]) -> list[str]:
    """Items in short: "2 lion", or "2 soft cushion" with an adjective."""
    return [" ".join(filter(None, [str(i.count), i.adjective, i.kind])) for i in items]


def judged(
    text: str,
    hand: str,
    settings: Settings | None = None,
    adjectives: Mapping[str, str] | None = None,
    *,
    words: CavernWords | None = None,
    faint: Sequence[str] = (),
    ended: bool = False,
    unheard_s: float = 0.0,
) -> Opinion:
    """What the judge says of ``text`` as heard; ``hand`` has its treasures after commas."""
    settings = settings or Settings()
    plain = settings.adjectives is Adjectives.OFF
    words = words or (PLAIN if plain else ADJECTIVES)
    return judge_reading(
        words.read(heard(text, faint)),
        hand.split(", "),
        settings,
        adjectives or {},
        ended=ended,
        unheard_s=unheard_s,
    )
