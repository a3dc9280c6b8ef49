"""The state of a game and the events that lead from one state to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import get_args

from assistant.games.cavern.deck import Alarm, Deck
from assistant.games.cavern.recitation import Judgement, Mention
from assistant.games.cavern.scoring import Result
from assistant.games.cavern.settings import Settings
from assistant.games.cavern.tokens import Capture, Tokens
from assistant.games.kernel import Chance, Seat, clockwise


class Phase(Enum):
    """What the table waits for."""

    DRAW_FIRST = "draw first"
    """Ali Baba must draw the first card of the round (ALI-2)."""
    RECITE = "recite"
    """The thief must recite (ALI-15)."""
    RULE = "rule"
    """A human Ali Baba must say whether the list was right (ALI-16)."""
    DECIDE = "decide"
    """Ali Baba draws again or says "open sesame" (ALI-7)."""
    SHARE = "share"
    """The hand lies open and is shared, one pick each (ALI-24)."""
    OVER = "over"


class Case(Enum):
    """The three ways a round ends, numbered as in the rulebook."""

    SESAME = 1
    """Ali Baba left, or had to because the pile was empty (ALI-19, ALI-29)."""
    MISTAKE = 2
    """A thief was wrong (ALI-20, ALI-21)."""
    CAPTURE = 3
    """The alarm tokens gave Ali Baba away (ALI-23)."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """A sharing under way: ``takers`` still have to pick, the next one first, one card each."""

    case: Case
    fault: Seat | None
    """The thief who was wrong, in case 2."""
    takers: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a game, secrets included. Show people a view of it (views.py) instead."""

    deck: Deck
    settings: Settings
    seats: int
    """All seats, Cassim's included."""
    ali: Seat
    thief: Seat
    """Who recites the latest card, or will recite the next one (ALI-1, ALI-8)."""
    round_number: int
    phase: Phase
    pile: tuple[str, ...]
    """Cards to draw, top first."""
    hand: tuple[str, ...]
    """Ali Baba's cards in the order of their reveal; during the sharing, those left."""
    tokens: Tokens
    piles: tuple[tuple[str, ...], ...]
    """What each seat collected, face down until the end (ALI-25)."""
    final_round: bool
    """Whether the chief thief was revealed (ALI-28)."""
    adjectives: Mapping[str, str]
    """Adjectives bound to kinds in this round (ALI-37)."""
    recitation: Judgement | None
    """The judgement of the list being spoken, or of the last one, as long as the table can still
    rule on it: until the next card or the sharing (ALI-16)."""
    sharing: Sharing | None
    result: Result | None
    chance: Chance

    @property
    def cassim(self) -> Seat | None:
        """The silent seat, if there is one: always the last (ALI-35)."""
        return self.seats - 1 if self.settings.cassim else None

    def next_thief(self, after: Seat) -> Seat:
        """The next to recite: clockwise, neither Ali Baba nor Cassim (ALI-8, ALI-35)."""
        silent = (self.ali, self.cassim)
        return next(seat for seat in clockwise(after + 1, self.seats) if seat not in silent)

    @property
    def to_move(self) -> Seat | None:
        """The only seat that is listened to now (ALI-17); None when the game is over."""
        match self.phase:
            case Phase.RECITE:
                return self.thief
            case Phase.SHARE:
                return self.sharing.takers[0] if self.sharing and self.sharing.takers else None
            case Phase.OVER:
                return None
        return self.ali


@dataclass(frozen=True, slots=True)
class GameBegan:
    """The deck was shuffled and the pile laid out (ALI-34)."""

    deck: Deck
    settings: Settings
    seats: int
    ali: Seat
    pile: tuple[str, ...]
    chance: Chance


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A new Ali Baba, an empty hand, no tokens, no adjectives (ALI-1, ALI-6, ALI-32)."""

    number: int
    ali: Seat
    thief: Seat


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """Ali Baba showed the top card to all and put it in his hand (ALI-3)."""

    card: str
    alarm: Alarm | None
    adjective: str | None
    """What the host calls it, when the host gives the adjectives (ALI-37)."""
    tokens: Tokens
    """After this card."""
    capture: Capture | None
    thief: Seat
    """Who must recite, unless Ali Baba is captured (ALI-4)."""
    chance: Chance


@dataclass(frozen=True, slots=True)
class Recited:
    """A thief's list so far, and what the judge says of it (ALI-15)."""

    thief: Seat
    mentions: tuple[Mention, ...]
    ended: bool
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Ruled:
    """The table decided about a recitation (ALI-16, ALI-18)."""

    thief: Seat
    correct: bool


@dataclass(frozen=True, slots=True)
class Overruled:
    """The table heard a recitation otherwise than the judge (ALI-16, ALI-18)."""

    thief: Seat
    correct: bool


@dataclass(frozen=True, slots=True)
class OpenedSesame:
    """Ali Baba chose to leave the cavern (ALI-7)."""

    ali: Seat


@dataclass(frozen=True, slots=True)
class SharingBegan:
    """The round ended and the hand was laid open (ALI-19 to ALI-24)."""

    case: Case
    order: tuple[Seat, ...]
    """Who picks, one entry for each card."""
    fault: Seat | None


@dataclass(frozen=True, slots=True)
class Took:
    """A seat picked a card and laid it face down (ALI-25)."""

    seat: Seat
    card: str
    chance: Chance


@dataclass(frozen=True, slots=True)
class GameEnded:
    """All collections were counted (ALI-28, ALI-33)."""

    result: Result


Event = (
    GameBegan
    | RoundBegan
    | CardRevealed
    | Recited
    | Ruled
    | Overruled
    | OpenedSesame
    | SharingBegan
    | Took
    | GameEnded
)

EVENTS: tuple[type, ...] = get_args(Event)
"""All kinds of event, for reading a record (``kernel.from_record``)."""
