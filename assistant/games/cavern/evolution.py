"""What each event does to the state. Nothing here draws lots or refuses anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assistant.games.cavern.deck import CHIEF
from assistant.games.cavern.recitation import Outcome
from assistant.games.cavern.settings import Judge
from assistant.games.cavern.state import (
    CardRevealed,
    Case,
    Event,
    GameBegan,
    GameEnded,
    OpenedSesame,
    Overruled,
    Phase,
    Recited,
    RoundBegan,
    Ruled,
    Sharing,
    SharingBegan,
    State,
    Took,
)
from assistant.games.cavern.tokens import Tokens


def evolve(state: State | None, event: Event) -> State:
    """The state after ``event``; only :class:`GameBegan` needs none before it.

    Raises ValueError for any other event without a state.
    """
    if isinstance(event, GameBegan):
        return _laid_out(event)
    if state is None:
        raise ValueError("a game starts with GameBegan")
    match event:
        case RoundBegan():
            return _round_begun(state, event)
        case CardRevealed():
            return _card_added(state, event)
        case Recited():
            return _recited(state, event)
        case Ruled():
            bound = state.recitation.bound if state.recitation else {}
            return _verdict(replace(state, recitation=None), event.correct, bound)
        case Overruled():
            return _overruled(state, event)
        case OpenedSesame():
            return _must_share(state, Case.SESAME)
        case SharingBegan():
            sharing = Sharing(event.case, event.fault, event.order)
            return replace(state, recitation=None, sharing=sharing)
        case Took():
            return _taken(state, event)
        case GameEnded():
            return replace(state, phase=Phase.OVER, sharing=None, result=event.result)


def _laid_out(event: GameBegan) -> State:
    return State(
        deck=event.deck,
        settings=event.settings,
        seats=event.seats,
        ali=event.ali,
        thief=event.ali,  # until the first round says who
        round_number=0,
        phase=Phase.DRAW_FIRST,
        pile=event.pile,
        hand=(),
        tokens=Tokens(),
        piles=((),) * event.seats,
        final_round=False,
        adjectives={},
        recitation=None,
        sharing=None,
        result=None,
        chance=event.chance,
    )


def _round_begun(state: State, event: RoundBegan) -> State:
    return replace(
        state,
        ali=event.ali,
        thief=event.thief,
        round_number=event.number,
        phase=Phase.DRAW_FIRST,
        tokens=Tokens(),
        adjectives={},
        sharing=None,
    )


def _card_added(state: State, event: CardRevealed) -> State:
    adjectives = state.adjectives
    if event.adjective is not None:
        adjectives = {**adjectives, event.card: event.adjective}
    state = replace(
        state,
        thief=event.thief,
        phase=Phase.RECITE,
        pile=state.pile[1:],
        hand=(*state.hand, event.card),
        tokens=event.tokens,
        final_round=state.final_round or event.card == CHIEF,
        adjectives=adjectives,
        recitation=None,
        chance=event.chance,
    )
    return state if event.capture is None else _must_share(state, Case.CAPTURE)


def _recited(state: State, event: Recited) -> State:
    outcome = event.judgement.outcome
    finished = event.ended or outcome is Outcome.MISTAKE
    if outcome is Outcome.COMPLETE and not state.settings.say_done:
        finished = True
    state = replace(state, recitation=event.judgement)
    if finished and state.settings.judge is Judge.REFEREE:
        return _verdict(state, outcome is Outcome.COMPLETE, event.judgement.bound)
    return replace(state, phase=Phase.RULE if finished else Phase.RECITE)


def _overruled(state: State, event: Overruled) -> State:
    """As if the judge had said the contrary. Adjectives heard before the mistake are bound."""
    bound = state.recitation.bound if state.recitation else {}
    undecided = replace(state, thief=event.thief, sharing=None, recitation=None)
    return _verdict(undecided, event.correct, bound)


def _verdict(state: State, correct: bool, bound: Mapping[str, str]) -> State:
    if not correct:
        return replace(_must_share(state, Case.MISTAKE), recitation=state.recitation)
    state = replace(
        state,
        thief=state.next_thief(state.thief),
        phase=Phase.DECIDE,
        adjectives={**state.adjectives, **bound},
    )
    # With nothing left to draw Ali Baba has no choice (ALI-29).
    return state if state.pile else _must_share(state, Case.SESAME)


def _must_share(state: State, case: Case) -> State:
    """The round is over; SharingBegan will say in which order the hand is shared."""
    fault = state.thief if case is Case.MISTAKE else None
    sharing = Sharing(case, fault, ())
    return replace(state, phase=Phase.SHARE, recitation=None, sharing=sharing)


def _taken(state: State, event: Took) -> State:
    if state.sharing is None:
        raise ValueError("nobody can take a card outside a sharing")
    place = state.hand.index(event.card)
    piles = list(state.piles)
    piles[event.seat] = (*piles[event.seat], event.card)
    return replace(
        state,
        hand=state.hand[:place] + state.hand[place + 1 :],
        piles=tuple(piles),
        sharing=replace(state.sharing, takers=state.sharing.takers[1:]),
        chance=event.chance,
    )
