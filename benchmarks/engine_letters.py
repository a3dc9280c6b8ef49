"""Speed of the letter-card game's rules, and strength of its computer players.

    python -m benchmarks.engine_letters [--games 500] [--hard-games 100] [--speed-games 100]

prints the report that is kept in ``benchmarks/results/engine_letters.md``. Every game is seeded, so
all but the times comes out the same everywhere; times are processor time on the machine at hand,
and tables take turns game by game, so that their ratios hold under changing load.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.games.kernel import Chance, replay
from assistant.games.letters import (
    Deal,
    Phase,
    Settings,
    begin,
    decide,
    evolve,
    legal_commands,
    view,
)
from assistant.games.letters.bots import BOTS, Strength
from assistant.games.letters.events import GameUnwon, GameWon, Reshuffled, TurnEnded

LONGEST_GAME = 20_000
"""Commands after which a game is given up and counted as open."""

PAIRINGS = [
    (Strength.MEDIUM, Strength.EASY),
    (Strength.HARD, Strength.EASY),
    (Strength.HARD, Strength.MEDIUM),
]


@dataclass
class Played:
    """What one game came to."""

    seats: tuple[Strength, ...]
    seconds: float = 0.0
    commands: int = 0
    turns: int = 0
    reshuffles: int = 0
    winner: int | None = None
    points: int = 0
    thieves: bool = False


def play(seats: Sequence[Strength], seed: int) -> Played:
    """One game, the first of a match, dealt by each seat in turn."""
    played = Played(tuple(seats))
    chance = Chance.seeded(1_000_000 + seed)
    began = time.process_time()
    state = begin(len(seats), seed, Settings(first_dealer=seed % len(seats)))
    state = replay(evolve, state, decide(state, Deal()))
    while state.phase is Phase.PLAYING and played.commands < LONGEST_GAME:
        seen = view(state, state.turn)
        command, chance = BOTS[seats[state.turn]](seen, chance)
        played.commands += 1
        for event in decide(state, command):
            state = evolve(state, event)
            match event:
                case TurnEnded():
                    played.turns += 1
                case Reshuffled():
                    played.reshuffles += 1
                case GameWon(seat, points):
                    played.winner, played.points = seat, points
                case GameUnwon():
                    played.thieves = True
    played.seconds = time.process_time() - began
    return played


def random_play(games: int) -> Iterator[str]:
    """Speed of games in which every command is drawn."""
    tables: dict[int, list[Played]] = {2: [], 3: [], 4: []}
    for seed in range(games):
        for players, table in tables.items():
            table.append(play([Strength.EASY] * players, seed))
    first = sum(each.seconds for each in tables[2]) / games
    first_command = first * games / sum(each.commands for each in tables[2])
    yield "| players | games/s | time a game, ratio | commands a game | time a command, ratio |"
    yield "|---|---|---|---|---|"
    for players, table in tables.items():
        seconds = sum(each.seconds for each in table)
        commands = sum(each.commands for each in table)
        yield (
            f"| {players} | {games / seconds:.0f} | {seconds / games / first:.2f} "
            f"| {commands / games:.0f} | {seconds / commands / first_command:.2f} |"
        )


def choosing_time() -> Iterator[str]:
    """What listing the allowed commands costs as more rows lie on the table."""
    yield "| players | time of `legal_commands` in games of `medium` players, ratio |"
    yield "|---|---|"
    means = {}
    for players in (2, 3, 4):
        spent, calls = 0.0, 0
        for seed in range(10):
            chance = Chance.seeded(seed)
            state = begin(players, seed)
            state = replay(evolve, state, decide(state, Deal()))
            while state.phase is Phase.PLAYING:
                command, chance = BOTS[Strength.MEDIUM](view(state, state.turn), chance)
                began = time.process_time()
                legal_commands(state)
                spent += time.process_time() - began
                calls += 1
                state = replay(evolve, state, decide(state, command))
        means[players] = spent / calls
        yield f"| {players} | {means[players] / means[2]:.2f} |"


def time_of_strongest(games: int) -> Iterator[str]:
    """How long a ``hard`` player thinks where there is a choice, among its like."""
    yield "| players | moves | median | p95 | longest |"
    yield "|---|---|---|---|---|"
    for players in (2, 3, 4):
        spent = []
        for seed in range(games):
            chance = Chance.seeded(seed)
            state = begin(players, seed)
            state = replay(evolve, state, decide(state, Deal()))
            while state.phase is Phase.PLAYING:
                seen = view(state, state.turn)
                began = time.process_time()
                command, chance = BOTS[Strength.HARD](seen, chance)
                if len(legal_commands(seen)) > 1:
                    spent.append(1000 * (time.process_time() - began))
                state = replay(evolve, state, decide(state, command))
        p95 = statistics.quantiles(spent, n=20)[-1]
        yield (
            f"| {players} | {len(spent)} | {statistics.median(spent):.0f} | {p95:.0f} "
            f"| {max(spent):.0f} |"
        )


def pairings(games: int) -> Iterator[str]:
    """Two strengths against each other."""
    yield "| first | second | games | first wins | second wins | thieves win | open |"
    yield "|---|---|---|---|---|---|---|"
    for first, second in PAIRINGS:
        won: Counter[Strength | None] = Counter()
        thieves = 0
        for seed in range(games):
            seats = (first, second) if seed // 2 % 2 == 0 else (second, first)
            played = play(seats, seed)
            won[None if played.winner is None else seats[played.winner]] += 1
            thieves += played.thieves
        yield (
            f"| {first} | {second} | {games} | {won[first] / games:.1%} "
            f"| {won[second] / games:.1%} | {thieves / games:.1%} | {won[None] - thieves} |"
        )


def tables(games: int, hard_games: int) -> Iterator[str]:
    """Equal players among themselves."""
    yield (
        "| strength | players | games | somebody wins | thieves win | open | turns per player "
        "| reshuffles | mean points of a win (max) |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for strength in Strength:
        count = games if strength is Strength.MEDIUM else hard_games
        for players in (2, 3, 4):
            table = [play([strength] * players, seed) for seed in range(count)]
            points = [each.points for each in table if each.winner is not None]
            thieves = sum(each.thieves for each in table)
            mean = f"{statistics.mean(points):.0f} ({max(points)})" if points else "-"
            yield (
                f"| {strength} | {players} | {count} | {len(points) / count:.1%} "
                f"| {thieves / count:.1%} | {count - len(points) - thieves} "
                f"| {statistics.mean(each.turns for each in table) / players:.1f} "
                f"| {statistics.mean(each.reshuffles for each in table):.1f} | {mean} |"
            )


def one_among_others(games: int) -> Iterator[str]:
    """One strongest player among greedy ones."""
    yield "| players | games | hard wins | a fair share would be | thieves win |"
    yield "|---|---|---|---|---|"
    for players in (3, 4):
        won = thieves = 0
        for seed in range(games):
            seats = [Strength.MEDIUM] * players
            place = seed // players % players
            seats[place] = Strength.HARD
            played = play(seats, seed)
            won += played.winner == place
            thieves += played.thieves
        fair = (games - thieves) / games / players
        yield (f"| {players} | {games} | {won / games:.1%} | {fair:.1%} | {thieves / games:.1%} |")


def report(games: int, hard_games: int, speed_games: int) -> Iterator[str]:
    """The whole report, line by line."""
    yield "# Letter-card game: rules and computer players"
    yield ""
    yield (
        f"Made by `python -m benchmarks.engine_letters --games {games} --hard-games {hard_games} "
        f"--speed-games {speed_games}` on Python {platform.python_version()}, one process of a "
        "shared machine. `easy` draws its commands, `medium` minds its own row only, `hard` weighs "
        "its prospects against its rivals'. All play from their views, by the default settings."
    )
    yield from ("", "## Strength: two players", "")
    yield "Seats change every second game, the dealer every game."
    yield ""
    yield from pairings(games)
    yield from ("", "## Equal players, and how often the thieves win", "")
    yield from tables(games, hard_games)
    yield from ("", "## One `hard` among `medium` players", "")
    yield from one_among_others(hard_games)
    yield from ("", "## Speed", "")
    yield (
        f"{speed_games} random games at each table, taken in turn; views, the list of allowed "
        "commands and all checks included. Ratios are to two players, within this run."
    )
    yield ""
    yield from random_play(speed_games)
    yield ""
    yield from choosing_time()
    yield from ("", "Time of a `hard` move with a choice, in milliseconds:", "")
    yield from time_of_strongest(hard_games // 10)


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--hard-games", type=int, default=100)
    parser.add_argument("--speed-games", type=int, default=100)
    options = parser.parse_args()
    for line in report(options.games, options.hard_games, options.speed_games):
        print(line, flush=True)


if __name__ == "__main__":
    main()
