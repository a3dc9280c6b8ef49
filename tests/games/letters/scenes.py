"""Tables set up by hand, in the notation of the scenarios.

``bO`` is a blue O (b, g, p, o), ``T-E`` a Take card, ``B-E`` a Bridge, ``T40-E`` a Thieves card and
``A`` Ali Baba.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.games.kernel import NotAllowed, Seat, replay
from assistant.games.letters import (
    Build,
    Command,
    Deal,
    Discard,
    Draw,
    Event,
    Phase,
    PlaceAliBaba,
    PlayThief,
    Settings,
    Source,
    State,
    Swap,
    Take,
    begin,
    decide,
    evolve,
    forced,
    verify,
)
from assistant.games.letters.cards import ALI_BABA, SEQUENCE, Card, Colour, Kind, deck

_COLOURS = {"b": Colour.BLUE, "g": Colour.GREEN, "p": Colour.PURPLE, "o": Colour.ORANGE}
_KINDS = {"T": Kind.TAKE, "B": Kind.BRIDGE, "T40": Kind.THIEF}


def card(text: str) -> Card:
    """One card."""
    if text == "A":
        return ALI_BABA
    if "-" in text:
        kind, letter = text.split("-")
        return Card(_KINDS[kind], letter)
    return Card(Kind.LETTER, text[1], _COLOURS[text[0]])


def cards(text: str) -> tuple[Card, ...]:
    """Several cards, with spaces between."""
    return tuple(card(each) for each in text.split())


def notation(one: Card) -> str:
    """A card as the scenarios write it: the inverse of :func:`card`."""
    if one.kind is Kind.LETTER:
        return f"{str(one.colour)[0]}{one.letter}"
    prefix = {kind: text for text, kind in _KINDS.items()}.get(one.kind)
    return f"{prefix}-{one.letter}" if prefix else "A"


def row(colour: str, size: int = 10) -> str:
    """The first ``size`` Letters of a colour."""
    return " ".join(colour + letter for letter in SEQUENCE[:size])


def all_cards(state: State) -> Counter[Card]:
    """Every card of a dealt game, wherever it lies."""
    places = (*state.hands, *state.rows, state.draw, state.discard)
    found = Counter(each for place in places for each in place)
    found.update(Card(Kind.THIEF, letter) for letter in SEQUENCE[: state.thieves])
    return found


def table(
    hands: Sequence[str],
    rows: Sequence[str] = (),
    *,
    thieves: int = 0,
    discard: str | None = None,
    turn: Seat = 0,
    settings: Settings | None = None,
) -> State:
    """A game under way; every card not named lies in the draw pile, in the order of the deck.

    Without ``discard`` the last of those cards lies face up.
    """
    blank = begin(len(hands), seed=1, settings=settings)
    state = replace(
        blank,
        phase=Phase.PLAYING,
        game=1,
        dealer=len(hands) - 1,
        turn=turn,
        hands=tuple(cards(hand) for hand in hands),
        rows=tuple(cards(each) for each in (*rows, *[""] * (len(hands) - len(rows)))),
        thieves=thieves,
        discard=cards(discard or ""),
    )
    rest = Counter(deck(len(hands), state.settings.left_out))
    rest.subtract(all_cards(state))
    assert min(rest.values()) >= 0, "a card was named too often"
    pile = tuple(rest.elements())
    if discard is None:
        return replace(state, draw=pile[:-1], discard=pile[-1:])
    return replace(state, draw=pile)


def act(state: State, command: Command) -> State:
    """The state after a command."""
    return replay(evolve, state, decide(state, command))


def caused(state: State, command: Command) -> tuple[tuple[Event, ...], State]:
    """The events of a command and the state after them."""
    events = decide(state, command)
    return events, replay(evolve, state, events)


def refusal(state: State, command: Command) -> NotAllowed:
    """Why a command is not allowed; fails if it is."""
    refused = verify(state, command)
    assert refused is not None, f"{command} is allowed"
    return refused


def deal(seats: int, seed: int = 1, settings: Settings | None = None) -> State:
    """A match whose first game was just dealt."""
    return act(begin(seats, seed, settings), Deal())


def draw_up(state: State) -> State:
    """Draw from the pile until six cards are in hand."""
    while len(state.hands[state.turn]) < 6:
        state = act(state, Draw(Source.PILE))
    return state


def _slot(state: State, text: str) -> int:
    return state.hands[state.turn].index(card(text))


def build(state: State, text: str, onto: Seat) -> Build:
    """Build a card of the hand onto the row of ``onto``."""
    return Build(_slot(state, text), card(text), onto)


def swap(state: State, text: str, onto: Seat, position: int) -> Swap:
    """Swap a card of the hand for whatever lies at ``position``."""
    out = state.rows[onto][position]
    return Swap(_slot(state, text), card(text), onto, position, out)


def take_from_row(state: State, text: str, owner: Seat, taken: str | None = None) -> Take:
    """Use a card of the hand on the last card of a row (or on the card ``taken`` named)."""
    target = card(taken) if taken else state.rows[owner][-1]
    return Take(_slot(state, text), card(text), owner, None, target)


def take_from_hand(state: State, text: str, owner: Seat, taken: str) -> Take:
    """Use a card of the hand on a card of an opponent's hand."""
    place = state.hands[owner].index(card(taken))
    return Take(_slot(state, text), card(text), owner, place, card(taken))


def discard(state: State, text: str) -> Discard:
    """Discard a card of the hand."""
    return Discard(_slot(state, text), card(text))


def thief(state: State, text: str) -> PlayThief:
    """Play a Thieves card of the hand."""
    return PlayThief(_slot(state, text), card(text))


SHOUT_AND_PLACE = PlaceAliBaba(shouted=True)
PLACE_SILENTLY = PlaceAliBaba(shouted=False)


def is_forced(state: State, command: Command) -> bool:
    """Whether ``command`` is all that is allowed."""
    return forced(state) == command


def same_cards(hand: Iterable[Card], text: str) -> bool:
    """Whether a hand holds just these cards, in any order."""
    return Counter(hand) == Counter(cards(text))
