"""What the journal must know of each game's rules to lead a log of events to a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.games import cavern, letters, practice, tiles
from assistant.games.cavern import moves as cavern_moves
from assistant.games.cavern.state import EVENTS as CAVERN_EVENTS
from assistant.games.cavern.state import GameEnded as CavernEnded
from assistant.games.kernel import Seat, from_plain, from_record
from assistant.games.letters.events import MatchWon
from assistant.games.practice import session as practising
from assistant.games.practice.settings import Settings as PracticeSettings
from assistant.games.tiles.events import GameEnded as TilesEnded
from assistant.journal.header import Header


@dataclass(frozen=True)
class Rules:
    """One game's rules, as far as a log needs them."""

    game: str
    version: int
    """Goes up whenever an old log could lead to another state than before."""
    events: tuple[type, ...]
    evolve: Callable[[Any, Any], Any]
    before: Callable[[Header], Any]
    """The state before the first event."""
    winners: Callable[[Any], Sequence[Seat] | None]
    """Who won, if an event ends the game; None for any other event."""
    points: Callable[[Any], Sequence[int]]
    """The score of each seat in the state at the end; none where nobody plays for points."""

    def read(self, record: Mapping[str, Any]) -> Any:
        """The event of a record. Raises ValueError for what is no event of this game."""
        return from_record(self.events, record)


def _cavern_winners(event: Any) -> Sequence[Seat] | None:
    return event.result.winners if isinstance(event, CavernEnded) else None


def _tiles_winners(event: Any) -> Sequence[Seat] | None:
    if not isinstance(event, TilesEnded):
        return None
    best = min(result.rank for result in event.results)
    return [result.seat for result in event.results if result.rank == best]


def _letters_winners(event: Any) -> Sequence[Seat] | None:
    return [event.seat] if isinstance(event, MatchWon) else None


def _tiles_points(state: Any) -> Sequence[int]:
    return [result.total for result in sorted(state.results, key=lambda each: each.seat)]


def _letters_table(header: Header) -> Any:
    chosen = from_plain(letters.Settings, header.settings)
    return letters.begin(len(header.players), header.seed, chosen)


def _session_before(header: Header) -> Any:
    return practising.begin(from_plain(PracticeSettings, header.settings), header.seed)


def _practice_winners(event: Any) -> Sequence[Seat] | None:
    """Nobody wins at practice, but it ends."""
    return () if isinstance(event, practising.SessionEnded) else None


RULES: Mapping[str, Rules] = {
    rules.game: rules
    for rules in (
        Rules(
            "cavern",
            cavern.RULES_VERSION,
            CAVERN_EVENTS,
            cavern_moves.evolve,
            lambda _header: None,
            _cavern_winners,
            lambda state: state.result.scores,
        ),
        Rules(
            "tiles",
            tiles.RULES_VERSION,
            tiles.EVENTS,
            tiles.evolve,
            lambda _header: tiles.UNDEALT,
            _tiles_winners,
            _tiles_points,
        ),
        Rules(
            "letters",
            letters.RULES_VERSION,
            letters.EVENTS,
            letters.evolve,
            _letters_table,
            _letters_winners,
            lambda state: state.scores,
        ),
        Rules(
            "practice",
            practice.RULES_VERSION,
            practising.EVENTS,
            practising.evolve,
            _session_before,
            _practice_winners,
            lambda _state: (),
        ),
    )
}
"""By the name of the game."""
