"""The project's deck, and tables set up in the middle of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.games import kernel
from assistant.games.cavern.deck import Alarm, Deck, Kind
from assistant.games.cavern.moves import Command, Take, begin, decide, evolve, replay
from assistant.games.cavern.recitation import Mention
from assistant.games.cavern.settings import Settings
from assistant.games.cavern.state import Phase, State
from assistant.games.cavern.tokens import Tokens
from assistant.games.kernel import Seat

SHINY, NOISY, ENCUMBERING = Alarm.SHINY, Alarm.NOISY, Alarm.ENCUMBERING

DECK = Deck(
    "treasures",
    (
        Kind("cushion", 3, None, ("soft", "velvet", "embroidered", "plump")),
        Kind("hourglass", 2, None, ("ancient", "dusty", "fragile", "slow")),
        Kind("book", 3, None, ("secret", "leather", "forbidden", "illustrated")),
        Kind("dagger", 2, None, ("sharp", "curved", "rusty", "poisoned")),
        Kind("slipper", 3, None, ("smelly", "pointed", "comfortable", "lost")),
        Kind("necklace", 2, None, ("elegant", "tangled", "royal", "coral")),
        Kind("teapot", 2, None, ("steaming", "chipped", "copper", "silver")),
        Kind("candle", 2, None, ("melted", "scented", "flickering", "crooked")),
        Kind("key", 2, None, ("tiny", "iron", "bent", "mysterious")),
        Kind("umbrella", 1, None, ("striped", "useless", "torn", "orange")),
        Kind("pumpkin", 1, None, ("ripe", "hollow", "carved", "bumpy")),
        Kind("scorpion", 1, None, ("black", "venomous", "nervous", "invisible")),
        Kind("diamond", 2, SHINY, ("enormous", "flawless", "priceless", "blue")),
        Kind("mirror", 3, SHINY, ("magic", "cracked", "oval", "truthful")),
        Kind("crown", 3, SHINY, ("golden", "stolen", "heavy", "imperial")),
        Kind("goldfish", 1, SHINY, ("happy", "lonely", "speckled", "fancy")),
        Kind("lion", 2, NOISY, ("scary", "hungry", "sleepy", "angry")),
        Kind("donkey", 3, NOISY, ("stubborn", "clever", "lazy", "obedient")),
        Kind("rooster", 1, NOISY, ("proud", "early", "feathered", "red")),
        Kind("tambourine", 1, NOISY, ("cheerful", "shaking", "painted", "wooden")),
        Kind("elephant", 1, ENCUMBERING, ("polite", "clumsy", "gigantic", "wrinkled")),
        Kind("statue", 2, ENCUMBERING, ("marble", "headless", "smiling", "unfinished")),
        Kind("carpet", 2, ENCUMBERING, ("flying", "Persian", "faded", "patched")),
    ),
    ("furious", "bearded", "suspicious", "unlucky"),
)

RULEBOOK = Settings()

SIX_PLAIN = ("cushion", "hourglass", "book", "dagger", "slipper", "necklace")


def table(
    seats: int = 4,
    ali: Seat = 0,
    hand: Sequence[str] = (),
    *,
    tokens: tuple[int, int, int] = (0, 0, 0),
    thief: Seat | None = None,
    phase: Phase = Phase.DECIDE,
    top: Sequence[str] = (),
    pile: Sequence[str] | None = None,
    settings: Settings = RULEBOOK,
) -> State:
    """A game with these cards in hand and ``top`` next in the pile, or with just ``pile`` left."""
    state = replay(begin(DECK, settings, seats, ali, seed=1))
    left = list(state.pile)
    for card in (*hand, *top):
        left.remove(card)
    return replace(
        state,
        hand=tuple(hand),
        tokens=Tokens(*tokens),
        thief=state.thief if thief is None else thief,
        phase=phase,
        pile=(*top, *left) if pile is None else tuple(pile),
    )


def reciting(hand: Sequence[str], settings: Settings = RULEBOOK) -> State:
    """P0 is Ali Baba and P1 must recite this hand."""
    return table(4, 0, hand, thief=1, phase=Phase.RECITE, settings=settings)


def after(state: State, *commands: Command) -> State:
    """The state after all these commands."""
    for command in commands:
        state = kernel.replay(evolve, state, decide(state, command))
    return state


def said(*items: str | tuple[str, int] | tuple[str, int, str]) -> tuple[Mention, ...]:
    """Mentions: "lion", ("lion", 2) or ("lion", 2, "scary")."""
    return tuple(Mention(item) if isinstance(item, str) else Mention(*item) for item in items)


def shared_out(state: State) -> tuple[list[Seat], State]:
    """Who picked, in turn, when each takes the first card of the open hand, and what follows."""
    pickers = []
    assert state.phase is Phase.SHARE
    while state.phase is Phase.SHARE:
        assert state.to_move is not None
        pickers.append(state.to_move)
        state = after(state, Take(state.hand[0]))
    return pickers, state


def gains(state: State) -> tuple[int, ...]:
    """How many cards lie before each seat."""
    return tuple(len(pile) for pile in state.piles)
