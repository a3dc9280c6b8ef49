"""The treasure cards: kinds, copies, alarms and adjectives, and the pile made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from assistant.games.kernel import Chance

CHIEF = "chief thief"
"""The kind of the single card that announces the last round (ALI-26 to ALI-28)."""

BELOW_CHIEF = 8
"""How many treasure cards lie below the chief thief at the start (ALI-34)."""


class Alarm(Enum):
    """What may give Ali Baba away when a card is revealed (ALI-4 to ALI-6)."""

    SHINY = "shiny"
    NOISY = "noisy"
    ENCUMBERING = "encumbering"


@dataclass(frozen=True, slots=True)
class Kind:
    """One treasure as printed: its name, copies in the deck, alarm, and adjectives (ALI-37)."""

    name: str
    copies: int
    alarm: Alarm | None = None
    adjectives: tuple[str, ...] = ()


@dataclass(frozen=True)
class Deck:
    """All treasure kinds of a game. The chief thief is not listed: each deck has exactly one.

    Raises ValueError for a deck that no game can be played with: a name used twice, a kind
    without copies, or too few cards to lay any above the chief thief (ALI-34).
    """

    name: str
    kinds: tuple[Kind, ...]
    chief_adjectives: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = [kind.name for kind in self.kinds]
        if CHIEF in names:
            raise ValueError(f"{CHIEF!r} is added to each deck and cannot be a treasure of it")
        if len(set(names)) < len(names):
            raise ValueError("two kinds of a deck have the same name")
        if any(kind.copies < 1 for kind in self.kinds):
            raise ValueError("each kind of a deck needs at least one copy")
        if self.size <= BELOW_CHIEF:
            raise ValueError(f"a deck needs more than {BELOW_CHIEF} treasure cards")

    @cached_property
    def named(self) -> Mapping[str, Kind]:
        """Each kind under its name, the chief thief included: one copy, no alarm (ALI-26)."""
        chief = Kind(CHIEF, 1, None, self.chief_adjectives)
        return {kind.name: kind for kind in (*self.kinds, chief)}

    @property
    def size(self) -> int:
        """How many treasure cards the deck has, without the chief thief.

        >>> Deck("nine books", (Kind("book", 9),)).size
        9
        """
        return sum(kind.copies for kind in self.kinds)

    def shuffled(self, chance: Chance) -> tuple[tuple[str, ...], Chance]:
        """A pile, top card first, with the chief thief on the bottom eight (ALI-34)."""
        cards, chance = chance.shuffled(
            kind.name for kind in self.kinds for _ in range(kind.copies)
        )
        return (*cards[:-BELOW_CHIEF], CHIEF, *cards[-BELOW_CHIEF:]), chance
