"""A deck file to begin with: treasures with their copies, and comments on what can be added."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.understanding.deck_file import CARDS, MOST_COPIES, WORDS
from assistant.understanding.english import article_of, plural_of

FEWEST = -(-CARDS // MOST_COPIES)
"""Treasures that a deck needs at least."""

_HEAD = """\
# A deck of your own, for: alibaba play cavern --deck {name}
# After each change: alibaba deck check {name}
#
# There must be {cards} cards in all. For every treasure:
#   name        as the host says it (one of them)
#   copies      how many cards of it are in the deck, 1 to {most}
# and, each with a # before it while it is not needed:
#   plural      where English makes it in its own way ("mice")
#   article     "a" or "an"
#   alarm       "shiny", "noisy" or "encumbering": about half of the cards have one
#   adjectives  for the adjective variant, four or so, each with its own article
#   aliases     other words a thief may use, as [one, several]
#   spoken      words to listen for instead, where the speech model does not know the name

name = "{name}"

[chief]
name = "chief thief"
article = "the"
# adjectives = ["a furious", "an unlucky"]
aliases = ["chief", "thief chief", "captain", "leader"]
mishearings = ["cheap thief", "chief chief"]
"""

_TREASURE = """
[[treasure]]
name = "{name}"
copies = {copies}
# plural = "{plural}"
# article = "{article}"
# alarm = "noisy"
# adjectives = ["a small", "an old"]
# aliases = [["word", "words"]]
# spoken = ["word", "words"]
"""


def starting_deck(name: str, treasures: Sequence[str]) -> str:
    """The text of a deck file with the cards shared out among ``treasures``.

    Raises ValueError unless there are :data:`FEWEST` to :data:`CARDS` of them, all made of words
    and all different.
    """
    for treasure in treasures:
        if not WORDS.fullmatch(treasure):
            raise ValueError(f'"{treasure}" is not made of words alone')
        if treasures.count(treasure) > 1:
            raise ValueError(f'"{treasure}" is named twice')
    if not FEWEST <= len(treasures) <= CARDS:
        raise ValueError(f"a deck needs {FEWEST} to {CARDS} treasures, not {len(treasures)}")
    copies, over = divmod(CARDS, len(treasures))
    return _HEAD.format(name=name, cards=CARDS, most=MOST_COPIES) + "".join(
        _TREASURE.format(
            name=treasure,
            copies=copies + (at < over),
            plural=plural_of(treasure),
            article=article_of(treasure),
        )
        for at, treasure in enumerate(treasures)
    )
