"""What the host tells of evenings: who won last time, and how tonight stands."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.hosting.lines import Lines, counted, listing
from assistant.journal.evenings import standings
from assistant.journal.gamefile import Summary


def last_time(lines: Lines, game: Summary | None, day: str) -> str:
    """Who won the game that was finished last. ``day``: when, as people say it."""
    if game is None or not game.winners:
        return lines("nobody_won_yet")
    return lines(
        "won_last_time", day=day, names=listing(game.winners), game=_called(game.header.game)
    )


def tonight(lines: Lines, games: Sequence[Summary]) -> str:
    """The standings after the games that were finished tonight."""
    if not games:
        return lines("tonight_nothing")
    table = [won(name, number) for name, number in standings(games).items()]
    return lines("tonight", games=counted(len(games), "game", "games"), standings=listing(table))


def won(name: str, number: int) -> str:
    """How many games somebody won: "Ana two games"."""
    return f"{name} {counted(number, 'game', 'games')}"


def _called(game: str) -> str:
    return {"letters": "letter", "tiles": "tile"}.get(game, game)
