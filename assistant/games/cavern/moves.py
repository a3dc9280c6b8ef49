"""What may be done in a game of the cavern, why not, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from assistant.games.cavern.deck import Deck
from assistant.games.cavern.evolution import evolve
from assistant.games.cavern.recitation import Mention, judge
from assistant.games.cavern.scoring import result
from assistant.games.cavern.settings import Adjectives, AliBaba, Judge, Settings
from assistant.games.cavern.sharing import pick_order
from assistant.games.cavern.state import (
    CardRevealed,
    Event,
    GameBegan,
    GameEnded,
    OpenedSesame,
    Overruled,
    Phase,
    Recited,
    RoundBegan,
    Ruled,
    SharingBegan,
    State,
    Took,
)
from assistant.games.kernel import Chance, NotAllowed, Seat, clockwise

__all__ = [
    "Command",
    "Draw",
    "OpenSesame",
    "Overrule",
    "Recite",
    "Rule",
    "Take",
    "begin",
    "can",
    "consequences",
    "decide",
    "evolve",
    "legal_commands",
    "replay",
    "verify",
]


@dataclass(frozen=True, slots=True)
class Draw:
    """Ali Baba draws and reveals the top card (ALI-2, ALI-7)."""


@dataclass(frozen=True, slots=True)
class Recite:
    """The whole list of the thief so far; ``ended`` is false while there may be more (ALI-15).

    An empty list that has ended is giving up.
    """

    mentions: tuple[Mention, ...]
    ended: bool = True


@dataclass(frozen=True, slots=True)
class Rule:
    """The table decides: a human Ali Baba of a list that was judged (ALI-16), or Ali Baba or a
    vote of one that could not be understood (ALI-18).
    """

    correct: bool


@dataclass(frozen=True, slots=True)
class Overrule:
    """The table turns the verdict of the judge into its contrary, before anything else happens:
    a mistake before the hand is laid open, a right list before the next card (ALI-16, ALI-18).
    """


@dataclass(frozen=True, slots=True)
class OpenSesame:
    """Ali Baba leaves the cavern (ALI-7)."""


@dataclass(frozen=True, slots=True)
class Take:
    """The next to pick takes one card of this kind (ALI-24)."""

    kind: str


Command = Draw | Recite | Rule | Overrule | OpenSesame | Take


def begin(
    deck: Deck, settings: Settings, seats: int, ali: Seat | None, seed: int
) -> tuple[Event, ...]:
    """The events that open a game; without ``ali`` the first Ali Baba is drawn by lot (ALI-32).

    ``seats`` counts Cassim. Raises NotAllowed for a table that the rules have no game for: see
    ALI-35 for two people, ALI-37 for a deck without adjectives.
    """
    if settings.cassim and seats != 3:
        raise NotAllowed("Cassim only joins a table of two.", "ALI-35")
    if settings.ali is AliBaba.ROTATE and not 3 <= seats <= 5:
        raise NotAllowed("The cavern is for three to five players.", "ALI-35")
    if settings.ali is AliBaba.HOST and not 2 <= seats <= 6:
        raise NotAllowed("Ali Baba plays with one to five thieves.", "ALI-35")
    people = seats - settings.cassim
    if ali is not None and not 0 <= ali < people:
        raise NotAllowed("Ali Baba must be one of the players.", "ALI-32")
    if settings.adjectives is not Adjectives.OFF:
        bare = [kind.name for kind in deck.named.values() if not kind.adjectives]
        if bare:
            raise NotAllowed(f"This deck has no adjective for the {bare[0]}.", "ALI-37")
    chance = Chance.seeded(seed)
    if ali is None:
        ali, chance = chance.below(people)
    pile, chance = deck.shuffled(chance)
    return _with_consequences(None, GameBegan(deck, settings, seats, ali, pile, chance))


def replay(events: Iterable[Event]) -> State:
    """The state that a log leads to. Raises ValueError for a log that starts with no game."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("an empty log has no state")
    return state


def verify(state: State, command: Command) -> NotAllowed | None:
    """Why ``command`` is not allowed now, or None."""
    if state.phase is Phase.OVER:
        return NotAllowed("The game is over.", "ALI-28")
    match command:
        case Overrule():
            return _verify_overruling(state)
        case Draw() if state.phase not in (Phase.DRAW_FIRST, Phase.DECIDE):
            return _not_now(state)
        case OpenSesame() if state.phase is Phase.DRAW_FIRST:
            return NotAllowed("Ali Baba must draw at least one card.", "ALI-2")
        case OpenSesame() if state.phase is not Phase.DECIDE:
            return _not_now(state)
        case Recite() if state.phase is not Phase.RECITE:
            return _not_now(state)
        case Rule() if state.phase not in (Phase.RECITE, Phase.RULE):
            return _not_now(state)
        case Take() if state.phase is not Phase.SHARE:
            return _not_now(state)
        case Recite(mentions):
            for mention in mentions:
                if mention.kind not in state.deck.named:
                    return NotAllowed(f"This deck has no {mention.kind}.", "ALI-18")
        case Take(kind) if kind not in state.hand:
            return NotAllowed(f"There is no {kind} left to take.", "ALI-24")
    return None


def _verify_overruling(state: State) -> NotAllowed | None:
    if state.settings.judge is Judge.HUMAN:
        return NotAllowed("Ali Baba is the judge, and his word stands.", "ALI-16")
    if state.phase not in (Phase.DECIDE, Phase.SHARE):
        return NotAllowed("There is no verdict to overrule.", "ALI-16")
    if state.recitation is None:
        return NotAllowed("It is too late to overrule a verdict.", "ALI-16")
    return None


def _not_now(state: State) -> NotAllowed:
    match state.phase:
        case Phase.RECITE:
            return NotAllowed("First the thief must recite.", "ALI-7")
        case Phase.RULE:
            return NotAllowed("First Ali Baba must say whether the list was right.", "ALI-16")
        case Phase.SHARE:
            return NotAllowed("First the treasures must be shared.", "ALI-24")
        case Phase.DRAW_FIRST:
            return NotAllowed("First Ali Baba must draw a card.", "ALI-2")
    return NotAllowed("First Ali Baba must draw a card or say: open sesame.", "ALI-7")


def can(state: State, command: Command) -> bool:
    """Whether ``command`` is allowed now."""
    return verify(state, command) is None


def legal_commands(state: State) -> tuple[Command, ...]:
    """What may be said now; empty only when the game is over.

    Of the endlessly many recitations it names giving up alone, so that nothing built from it can
    tell what is in the hand. Any list of kinds of the deck may be recited. Overruling is left out
    too: it is no move of a player's.
    """
    match state.phase:
        case Phase.DRAW_FIRST:
            return (Draw(),)
        case Phase.RECITE:
            return (Recite(()), Rule(True), Rule(False))
        case Phase.RULE:
            return (Rule(True), Rule(False))
        case Phase.DECIDE:
            return (Draw(), OpenSesame())
        case Phase.SHARE:
            return tuple(Take(kind) for kind in dict.fromkeys(state.hand))
        case Phase.OVER:
            return ()


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """All that ``command`` causes, up to the next command. Raises NotAllowed as ``verify`` says."""
    refusal = verify(state, command)
    if refusal is not None:
        raise refusal
    return _with_consequences(state, _caused(state, command))


def consequences(state: State) -> tuple[Event, ...]:
    """What happens next without anybody's command; most often nothing.

    ``decide`` returns it after the event of the command, so it is for those who take a decision
    event by event, as a host does to let the table overrule a verdict, or after a power cut.
    """
    event = _forced(state)
    return () if event is None else _with_consequences(state, event)


def _with_consequences(state: State | None, event: Event | None) -> tuple[Event, ...]:
    events = []
    while event is not None:
        events.append(event)
        state = evolve(state, event)
        event = _forced(state)
    return tuple(events)


def _caused(state: State, command: Command) -> Event:
    match command:
        case Draw():
            return _reveal(state)
        case Recite(mentions, ended):
            judgement = judge(state.hand, mentions, state.settings, state.adjectives, ended)
            return Recited(state.thief, mentions, ended, judgement)
        case Rule(correct):
            return Ruled(state.thief, correct)
        case Overrule():
            wrong = state.phase is Phase.SHARE
            return Overruled(state.thief if wrong else _last_thief(state), correct=wrong)
        case OpenSesame():
            return OpenedSesame(state.ali)
        case Take(kind):
            return Took(_taker(state), kind, state.chance)


def _reveal(state: State) -> CardRevealed:
    kind = state.deck.named[state.pile[0]]
    tokens = state.tokens.plus(kind.alarm)
    adjective, chance = None, state.chance
    if state.settings.adjectives is Adjectives.HOST:
        adjective = state.adjectives.get(kind.name)
        if adjective is None:
            adjective, chance = chance.choose(kind.adjectives)
    return CardRevealed(
        kind.name, kind.alarm, adjective, tokens, tokens.capture, state.thief, chance
    )


def _forced(state: State) -> Event | None:
    """What happens next without anybody's command."""
    if state.round_number == 0:
        return _next_round(state, state.ali)
    if state.phase is not Phase.SHARE or state.sharing is None:
        return None
    if not state.hand:
        if state.final_round:
            return GameEnded(result(state.piles, state.deck, state.settings, state.cassim))
        return _next_round(state, _next_ali(state))
    case, fault, takers = state.sharing.case, state.sharing.fault, state.sharing.takers
    if not takers:
        order = pick_order(case, len(state.hand), state.seats, state.ali, fault, state.settings)
        return SharingBegan(case, order, fault)
    if takers[0] == state.cassim:
        card, chance = state.chance.choose(state.hand)
        return Took(takers[0], card, chance)
    return None


def _taker(state: State) -> Seat:
    seat = state.to_move
    assert seat is not None, "a sharing with cards left has somebody to pick"
    return seat


def _last_thief(state: State) -> Seat:
    """Who recited before the thief whose turn it is now (ALI-8)."""
    silent = (state.ali, state.cassim)
    thieves = [seat for seat in range(state.seats) if seat not in silent]
    return next(seat for seat in thieves if state.next_thief(seat) == state.thief)


def _next_ali(state: State) -> Seat:
    if state.settings.ali is AliBaba.HOST:
        return state.ali
    return next(seat for seat in clockwise(state.ali + 1, state.seats) if seat != state.cassim)


def _next_round(state: State, ali: Seat) -> RoundBegan:
    thief = replace(state, ali=ali).next_thief(ali)
    return RoundBegan(state.round_number + 1, ali, thief)
