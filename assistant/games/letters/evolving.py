"""The state after an event. Chance is never used here: events carry their outcomes."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from assistant.games.letters.cards import ALI_BABA
from assistant.games.letters.commands import Source
from assistant.games.letters.events import (
    AliBabasLost,
    Built,
    Dealt,
    Discarded,
    Drew,
    Event,
    GameUnwon,
    GameWon,
    MatchWon,
    Passed,
    Reshuffled,
    ShoutedInVain,
    ShoutForgotten,
    Swapped,
    ThiefPlayed,
    Took,
    TurnEnded,
)
from assistant.games.letters.state import Hand, Phase, Removed, State

T = TypeVar("T")


def evolve(state: State, event: Event) -> State:
    """The state after ``event``."""
    match event:
        case Dealt():
            return _dealt(state, event)
        case Drew():
            return _drew(state, event)
        case Reshuffled(draw, discard, chance):
            return replace(state, draw=draw, discard=discard, chance=chance)
        case Built():
            return _built(state, event)
        case Swapped():
            return _swapped(state, event)
        case Took():
            return _took(state, event)
        case AliBabasLost(seat, count):
            hand = tuple(card for card in state.hands[seat] if card != ALI_BABA)
            discard = state.discard + (ALI_BABA,) * count
            return replace(state, hands=_with(state.hands, seat, hand), discard=discard)
        case Discarded(seat, slot, card):
            hands = _with(state.hands, seat, _without(state.hands[seat], slot))
            return replace(state, hands=hands, discard=(*state.discard, card))
        case ThiefPlayed(seat, slot):
            hands = _with(state.hands, seat, _without(state.hands[seat], slot))
            return replace(state, hands=hands, thieves=state.thieves + 1)
        case TurnEnded(then):
            return replace(state, turn=then, placed=frozenset(), removed=())
        case GameWon(seat, points):
            scores = _with(state.scores, seat, state.scores[seat] + points)
            return replace(state, phase=Phase.READY, scores=scores, multiplier=1)
        case GameUnwon(multiplier=multiplier):
            return replace(state, phase=Phase.READY, multiplier=multiplier)
        case MatchWon():
            return replace(state, phase=Phase.FINISHED)
        case ShoutForgotten() | ShoutedInVain() | Passed():
            return state


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _without(hand: Hand, slot: int) -> Hand:
    return hand[:slot] + hand[slot + 1 :]


def _dealt(state: State, event: Dealt) -> State:
    return replace(
        state,
        chance=event.chance,
        phase=Phase.PLAYING,
        game=state.game + 1,
        dealer=event.dealer,
        turn=(event.dealer + 1) % state.seats,
        hands=event.hands,
        rows=((),) * state.seats,
        thieves=0,
        draw=event.draw,
        discard=event.discard,
        placed=frozenset(),
        removed=(),
    )


def _drew(state: State, event: Drew) -> State:
    hand = (*state.hands[event.seat], event.card)
    hands = _with(state.hands, event.seat, hand)
    if event.source is Source.DISCARD:
        return replace(state, hands=hands, discard=state.discard[:-1])
    return replace(state, hands=hands, draw=state.draw[:-1])


def _built(state: State, event: Built) -> State:
    row = state.rows[event.row]
    return replace(
        state,
        hands=_with(state.hands, event.seat, _without(state.hands[event.seat], event.slot)),
        rows=_with(state.rows, event.row, (*row, event.card)),
        placed=state.placed | {(event.row, len(row))},
    )


def _swapped(state: State, event: Swapped) -> State:
    hand = (*_without(state.hands[event.seat], event.slot), event.out)
    row = _with(state.rows[event.row], event.position, event.card)
    return replace(
        state,
        hands=_with(state.hands, event.seat, hand),
        rows=_with(state.rows, event.row, row),
        placed=state.placed | {(event.row, event.position)},
    )


def _took(state: State, event: Took) -> State:
    hand = (*_without(state.hands[event.seat], event.slot), event.taken)
    hands = _with(state.hands, event.seat, hand)
    rows, removed = state.rows, state.removed
    if event.place is None:
        row = rows[event.owner]
        removed = (*removed, Removed(event.owner, len(row) - 1, event.taken))
        rows = _with(rows, event.owner, row[:-1])
    else:
        hands = _with(hands, event.owner, _without(hands[event.owner], event.place))
    discard = (*state.discard, event.card)
    return replace(state, hands=hands, rows=rows, discard=discard, removed=removed)
