"""What one seat may know. A view has no place for a secret: neither the draw pile nor the luck."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.kernel import Seat
from assistant.games.letters.cards import Card
from assistant.games.letters.rows import Row
from assistant.games.letters.settings import Settings
from assistant.games.letters.state import Hand, Phase, Removed, State


@dataclass(frozen=True, slots=True)
class View:
    """The table as ``seat`` sees it; all hands lie open in this game.

    ``discard`` is the discard pile, last card on top, if it lies open, else empty (SES-40).
    """

    seat: Seat
    settings: Settings
    phase: Phase
    game: int
    multiplier: int
    scores: tuple[int, ...]
    dealer: Seat | None
    turn: Seat
    hands: tuple[Hand, ...]
    rows: tuple[Row, ...]
    thieves: int
    draw_count: int
    discard_count: int
    discard_top: Card | None
    discard: tuple[Card, ...]
    placed: frozenset[tuple[Seat, int]]
    removed: tuple[Removed, ...]


def view(state: State, seat: Seat) -> View:
    """What ``seat`` may know of ``state`` (SES-40)."""
    return View(
        seat=seat,
        settings=state.settings,
        phase=state.phase,
        game=state.game,
        multiplier=state.multiplier,
        scores=state.scores,
        dealer=state.dealer,
        turn=state.turn,
        hands=state.hands,
        rows=state.rows,
        thieves=state.thieves,
        draw_count=state.draw_count,
        discard_count=state.discard_count,
        discard_top=state.discard_top,
        discard=state.discard if state.settings.open_discard else (),
        placed=state.placed,
        removed=state.removed,
    )
