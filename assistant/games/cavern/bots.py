"""Players made of arithmetic: Ali Baba's nerve, a taste in treasures, a thief who forgets.

Whatever a bot leaves to luck it draws from a generator of its own that the caller keeps, never
from the game's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import cache
from math import ceil, exp

from assistant.games.cavern.deck import CHIEF, Alarm, Deck
from assistant.games.cavern.moves import Draw, OpenSesame
from assistant.games.cavern.recitation import Mention, full_list
from assistant.games.cavern.risk import Unseen
from assistant.games.cavern.settings import Adjectives, Settings
from assistant.games.cavern.sharing import ALI_FIRST_PICKS
from assistant.games.cavern.state import Phase
from assistant.games.cavern.tokens import Tokens
from assistant.games.cavern.views import TableView
from assistant.games.kernel import Chance

LONGEST_LIST = 20
"""Cards in hand beyond which no thief is expected to be right and no plan is made."""


class Temper(Enum):
    """How many cards Ali Baba must expect from going on, for each one he is sure of now."""

    CAUTIOUS = 1.35
    STEADY = 1.0
    DARING = 0.75


class Memory(Enum):
    """How long a list a computer thief gets right half of the time, in cards."""

    FORGETFUL = 6
    ORDINARY = 9
    SHARP = 12


def miss_chance(cards: int, memory: Memory = Memory.ORDINARY) -> float:
    """How likely a thief is wrong in a list of so many cards.

    Lists of seven or eight objects are where people begin to break down.

    >>> [round(miss_chance(cards), 2) for cards in (1, 3, 5, 7, 9)]
    [0.0, 0.01, 0.04, 0.18, 0.5]
    """
    return 1 / (1 + exp((memory.value - cards) / 1.3))


def leave_or_draw(table: TableView, cards: Unseen, temper: Temper) -> Draw | OpenSesame:
    """Ali Baba's choice: the sure share of the hand now, or the best he can expect from drawing.

    ``cards`` is ``risk.unseen`` of the game. A capture leaves him nothing (ALI-23), a thief's
    mistake three cards and a part of the rest (ALI-20, ALI-21).
    """
    if table.phase is Phase.DRAW_FIRST:
        return Draw()
    sure, hoped = expected_cards(table.hand_size, table.tokens, cards, table.seats)
    return Draw() if hoped > sure * temper.value else OpenSesame()


def expected_cards(
    hand_size: int, tokens: Tokens, cards: Unseen, seats: int
) -> tuple[float, float]:
    """How many cards Ali Baba gets if he leaves now, and how many he may expect if he draws and
    from there on always does what promises more.
    """

    def leaving(size: int) -> float:
        return ceil(size / seats)

    def thief_wrong(size: int) -> float:
        rest = max(0, size - ALI_FIRST_PICKS)
        return min(ALI_FIRST_PICKS, size) + rest // max(1, seats - 1)

    def after_reveal(size: int, tokens: Tokens, cards: Unseen) -> float:
        wrong = miss_chance(size)
        going_on = leaving(size)
        if size < LONGEST_LIST:
            going_on = max(going_on, drawing(size, tokens, cards))
        return wrong * thief_wrong(size) + (1 - wrong) * going_on

    @cache
    def drawing(size: int, tokens: Tokens, cards: Unseen) -> float:
        if cards.before_chief == 0:
            return after_reveal(size + 1, tokens, Unseen(cards.plain, cards.alarms, None))
        hope = 0.0
        for alarm in (None, *Alarm):
            likely = cards.of(alarm)
            if likely and not tokens.captured_by(alarm):
                after = after_reveal(size + 1, tokens.plus(alarm), cards.without(alarm))
                hope += likely / cards.treasures * after
        return hope

    return leaving(hand_size), drawing(hand_size, tokens, cards)


def choose_card(
    open_hand: Sequence[str], own: Collection[str], deck: Deck, settings: Settings
) -> str:
    """The pick of a computer player: first what he lacks, then what is rare (ALI-24, ALI-33)."""

    def dislike(kind: str) -> tuple[bool, bool, int]:
        worthless = kind == CHIEF and not settings.chief_scores
        return kind in own, worthless, deck.named[kind].copies

    return min(open_hand, key=dislike)


def recite(
    hand: Sequence[str],
    adjectives: Mapping[str, str],
    deck: Deck,
    settings: Settings,
    memory: Memory,
    chance: Chance,
) -> tuple[tuple[Mention, ...], Chance]:
    """The list of a computer thief, whole or with gaps, and the generator to use next (ALI-35).

    ``hand`` is what was revealed in this round. A list goes wrong about as often as
    :func:`miss_chance` says; what was last seen longest ago goes first, the newest card never.
    Of copies one is forgotten, of a single card all. A new kind gets an adjective (ALI-37).
    """
    ages = {kind: len(hand) - 1 - place for place, kind in enumerate(hand)}
    oldness = sum(ages.values()) or 1
    said = []
    for mention in full_list(hand, adjectives):
        kind, number = mention.kind, mention.count
        forgetting = miss_chance(len(hand), memory) * ages[kind] / oldness
        forgotten, chance = _happens(forgetting, chance)
        if forgotten and number == 1:
            continue
        adjective = mention.adjective
        if settings.adjectives is not Adjectives.OFF and adjective is None:
            adjective, chance = chance.choose(deck.named[kind].adjectives)
        said.append(Mention(kind, number - forgotten, adjective))
    return tuple(said), chance


def _happens(likelihood: float, chance: Chance) -> tuple[bool, Chance]:
    fine = 1_000_000
    value, chance = chance.below(fine)
    return value < likelihood * fine, chance
