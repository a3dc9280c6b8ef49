"""The state of a match and the public part of it that the rules look at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from assistant.games.kernel import Chance, Seat
from assistant.games.letters.cards import Card
from assistant.games.letters.rows import Row
from assistant.games.letters.settings import Settings

Hand = tuple[Card, ...]


class Phase(StrEnum):
    """Where a match stands."""

    READY = "ready"
    """The next game waits to be dealt."""

    PLAYING = "playing"

    FINISHED = "finished"
    """Somebody has reached 1001 points (SES-38)."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A card taken this turn from the end of a row, which may not return there (SES-16)."""

    row: Seat
    position: int
    card: Card


class Table(Protocol):
    """What lies open on the table: all that decides whether a command is allowed.

    The full state offers it and so does every seat's view, so that players and rules use the same
    functions.
    """

    @property
    def settings(self) -> Settings:
        """The choices of the match."""

    @property
    def phase(self) -> Phase:
        """Where the match stands."""

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""

    @property
    def hands(self) -> tuple[Hand, ...]:
        """All hands, which lie face up."""

    @property
    def rows(self) -> tuple[Row, ...]:
        """The row of each seat."""

    @property
    def thieves(self) -> int:
        """How many cards the thieves' row has."""

    @property
    def placed(self) -> frozenset[tuple[Seat, int]]:
        """Rows and positions where a card was put this turn (SES-15)."""

    @property
    def removed(self) -> tuple[Removed, ...]:
        """What was taken from the ends of rows this turn (SES-16)."""

    @property
    def draw_count(self) -> int:
        """Cards in the draw pile."""

    @property
    def discard_count(self) -> int:
        """Cards in the discard pile."""

    @property
    def discard_top(self) -> Card | None:
        """The top card of the discard pile."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a match, secrets included. Of each pile the last card is the top one."""

    settings: Settings
    chance: Chance
    scores: tuple[int, ...]
    phase: Phase = Phase.READY
    game: int = 0
    """The number of the game, from 1; 0 before the first."""
    multiplier: int = 1
    dealer: Seat | None = None
    turn: Seat = 0
    hands: tuple[Hand, ...] = ()
    rows: tuple[Row, ...] = ()
    thieves: int = 0
    draw: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    placed: frozenset[tuple[Seat, int]] = frozenset()
    removed: tuple[Removed, ...] = ()

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.scores)

    @property
    def draw_count(self) -> int:
        """Cards in the draw pile."""
        return len(self.draw)

    @property
    def discard_count(self) -> int:
        """Cards in the discard pile."""
        return len(self.discard)

    @property
    def discard_top(self) -> Card | None:
        """The top card of the discard pile (SES-4)."""
        return self.discard[-1] if self.discard else None


def begin(seats: int, seed: int, settings: Settings | None = None) -> State:
    """A match that waits for its first deal.

    Raises ValueError unless 2 to 4 play and the first dealer, if chosen, is one of them.

    >>> begin(2, seed=7).phase.value
    'ready'
    """
    chosen = settings or Settings()
    if not 2 <= seats <= 4:
        raise ValueError("2 to 4 players are needed")
    if chosen.first_dealer is not None and not 0 <= chosen.first_dealer < seats:
        raise ValueError("the first dealer must be one of the players")
    return State(settings=chosen, chance=Chance.seeded(seed), scores=(0,) * seats)
