"""What the host tells of evenings: who won last time, and how tonight stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.hosting.lines import Lines, counted, listing
from assistant.journal.evenings import standings
from assistant.journal.gamefile import Summary


def last_time(
    lines: Lines, game: Summary | None, day: str, scored: Mapping[str, Mapping[str, int]]
) -> str:
    """Who won the game that was finished last, and with how many points. ``day``: when, as people
    say it.
    """
    if game is None or not game.winners:
        return lines("nobody_won_yet")
    called = _called(game.header.game)
    won_by = lines("won_last_time", day=day, names=listing(game.winners), game=called)
    return f"{won_by} {points_told(lines, scored)}".rstrip()


def tonight(lines: Lines, games: Sequence[Summary], scored: Mapping[str, Mapping[str, int]]) -> str:
    """The standings after the games that were finished tonight, and the points in each kind."""
    if not games:
        return lines("tonight_nothing")
    table = [won(name, number) for name, number in standings(games).items()]
    told = lines("tonight", games=counted(len(games), "game", "games"), standings=listing(table))
    return f"{told} {points_told(lines, scored)}".rstrip()


def won(name: str, number: int) -> str:
    """How many games somebody won: "Ana two games"."""
    return f"{name} {counted(number, 'game', 'games')}"


def points_told(lines: Lines, scored: Mapping[str, Mapping[str, int]]) -> str:
    """What was scored in each kind of game, as in "At the tile game: Ben 53 points" for one."""
    told = {
        game: [f"{name} {counted(each, 'point', 'points')}" for name, each in of_each.items()]
        for game, of_each in scored.items()
    }
    return " ".join(
        lines("points", game=_called(game), points=listing(each)) for game, each in told.items()
    )


def _called(game: str) -> str:
    return {"letters": "letter", "tiles": "tile"}.get(game, game)
