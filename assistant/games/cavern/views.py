"""What people may know. Nothing that a view's reader must not know fits into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from assistant.games.cavern.scoring import Result
from assistant.games.cavern.state import Phase, Sharing, State
from assistant.games.cavern.tokens import Tokens
from assistant.games.kernel import NotAllowed, Seat


@dataclass(frozen=True, slots=True)
class TableView:
    """What everybody at the table sees, at any time."""

    seats: int
    cassim: Seat | None
    ali: Seat
    thief: Seat
    to_move: Seat | None
    round_number: int
    final_round: bool
    phase: Phase
    hand_size: int
    """Cards in Ali Baba's hand, never their names (ALI-41)."""
    tokens: Tokens
    pile_size: int
    collected: tuple[int, ...]
    """How many cards lie face down before each seat (ALI-25)."""
    shown: Mapping[str, int]
    """Cards that the thief has named already, for young players (ALI-36)."""
    open_hand: tuple[str, ...]
    """What is left to pick; empty except during a sharing (ALI-24)."""
    sharing: Sharing | None
    collections: tuple[tuple[str, ...], ...]
    """All collected cards, seat by seat; empty until the game is over (ALI-25)."""
    result: Result | None


@dataclass(frozen=True, slots=True)
class AliView:
    """What a human Ali Baba sees on a private screen; never to be read aloud (ALI-40)."""

    table: TableView
    hand: tuple[str, ...]
    adjectives: Mapping[str, str]


def table_view(state: State) -> TableView:
    """The public view (ALI-24, ALI-25, ALI-41)."""
    over, sharing = state.phase is Phase.OVER, state.phase is Phase.SHARE
    return TableView(
        seats=state.seats,
        cassim=state.cassim,
        ali=state.ali,
        thief=state.thief,
        to_move=state.to_move,
        round_number=state.round_number,
        final_round=state.final_round,
        phase=state.phase,
        hand_size=len(state.hand),
        tokens=state.tokens,
        pile_size=len(state.pile),
        collected=tuple(len(pile) for pile in state.piles),
        shown=_shown(state),
        open_hand=state.hand if sharing else (),
        sharing=state.sharing,
        collections=state.piles if over else (),
        result=state.result,
    )


def _shown(state: State) -> Mapping[str, int]:
    """Kinds named with their full number: all copies at once, and none of a part (ALI-36)."""
    reciting = state.phase in (Phase.RECITE, Phase.RULE)
    if not state.settings.young or not reciting or state.recitation is None:
        return {}
    held = Counter(state.hand)
    counted = state.recitation.counted
    return {kind: number for kind, number in counted.items() if number == held[kind]}


def ali_view(state: State, seat: Seat) -> AliView:
    """Ali Baba's private view. Raises NotAllowed for any other seat (ALI-40)."""
    if seat != state.ali:
        raise NotAllowed("Only Ali Baba may look at the hand.", "ALI-40")
    return AliView(table_view(state), state.hand, state.adjectives)


def own_collection(state: State, seat: Seat) -> tuple[str, ...]:
    """What a seat has collected. Raises NotAllowed before the end of the game, unless the house
    rules let players ask (ALI-25).
    """
    if state.phase is not Phase.OVER and not state.settings.own_collection:
        raise NotAllowed("Collected cards stay face down until the end.", "ALI-25")
    return state.piles[seat]
