"""Speed of the tile game's rules, and speed and strength of its computer players.

    python benchmarks/engine_tiles.py [--games 500] [--speed-games 300]

prints the report that is kept in ``benchmarks/results/engine_tiles.md``. Every game is seeded, so
the strength table comes out the same everywhere; times are process time on the machine at hand,
and tables of games are taken in turn, so that their ratios hold under changing load.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assistant.games.kernel import Chance, replay
from assistant.games.tiles import (
    UNDEALT,
    Settings,
    State,
    Take,
    Variant,
    begin,
    evolve,
    legal_commands,
    play,
    to_act,
    view,
)
from assistant.games.tiles.bots import BOTS, Strength
from assistant.games.tiles.bots.strengths import IMAGINED_GAMES, ROUNDS_AHEAD
from assistant.games.tiles.events import GameEnded, LastTileTurned

TABLES = [
    (Variant.BASE, 2),
    (Variant.BASE, 3),
    (Variant.BASE, 4),
    (Variant.EQUAL, 2),
    (Variant.LAMP, 2),
    (Variant.SMALL, 2),
]
PAIRINGS = [
    (Strength.MEDIUM, Strength.EASY),
    (Strength.HARD, Strength.EASY),
    (Strength.HARD, Strength.MEDIUM),
]


@dataclass
class RandomPlay:
    """Figures of random games at one kind of table."""

    seconds: float = 0.0
    games: int = 0
    commands: int = 0
    turns: list[int] = field(default_factory=list)
    left_at_trigger: list[int] = field(default_factory=list)
    emptied: int = 0


def dealt(variant: Variant, players: int, seed: int, start: int | None = None) -> State:
    return replay(evolve, UNDEALT, begin(Settings(variant), players, seed, start))


def random_game(variant: Variant, players: int, seed: int, figures: RandomPlay) -> None:
    chance = Chance.seeded(seed)
    turns = 0
    began = time.process_time()
    state = dealt(variant, players, seed)
    while commands := legal_commands(state):
        command, chance = chance.choose(commands)
        state, events = play(state, command)
        figures.commands += 1
        turns += isinstance(command, Take)
        for event in events:
            if isinstance(event, LastTileTurned):
                figures.left_at_trigger.append(len(state.face_up))
            elif isinstance(event, GameEnded):
                figures.emptied += event.board_empty
    figures.seconds += time.process_time() - began
    figures.games += 1
    figures.turns.append(turns)


def random_play(games: int) -> Iterator[str]:
    figures = {table: RandomPlay() for table in TABLES}
    for seed in range(games):
        for (variant, players), each in figures.items():
            random_game(variant, players, seed, each)
    first = figures[TABLES[0]]
    yield (
        "| board | players | games/s | time per game, ratio | commands per game | turns "
        "| tiles left when the last is turned | board emptied |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for (variant, players), each in figures.items():
        ratio = (each.seconds / each.games) / (first.seconds / first.games)
        yield (
            f"| {variant} | {players} | {each.games / each.seconds:.0f} | {ratio:.2f} "
            f"| {each.commands / each.games:.1f} | {statistics.mean(each.turns):.1f} "
            f"| {statistics.mean(each.left_at_trigger):.1f} | {each.emptied / each.games:.0%} |"
        )


@dataclass
class Match:
    """Two strengths against each other; seats and start change from game to game."""

    wins: Counter[Strength | None] = field(default_factory=Counter)
    points: Counter[Strength] = field(default_factory=Counter)
    seconds: dict[Strength, list[float]] = field(
        default_factory=lambda: {strength: [] for strength in Strength}
    )


def match_game(pairing: Sequence[Strength], seed: int, match: Match) -> None:
    seats = pairing if seed % 2 == 0 else pairing[::-1]
    state = dealt(Variant.BASE, len(seats), seed, start=(seed // 2) % len(seats))
    chance = Chance.seeded(1_000_000 + seed)
    while (seat := to_act(state)) is not None:
        seen = view(state, seat)
        began = time.process_time()
        command, chance = BOTS[seats[seat]](seen, chance)
        if len(seen.legal) > 1:
            match.seconds[seats[seat]].append(time.process_time() - began)
        state, _ = play(state, command)
    winners = [seats[each.seat] for each in state.results if each.rank == 1]
    match.wins[winners[0] if len(winners) == 1 else None] += 1
    for each in state.results:
        match.points[seats[each.seat]] += each.total


def matches(games: int) -> Iterator[str]:
    times: list[float] = []
    yield "| first | second | first wins | second wins | shared | mean points |"
    yield "|---|---|---|---|---|---|"
    for pairing in PAIRINGS:
        match = Match()
        for seed in range(games):
            match_game(pairing, seed, match)
        first, second = pairing
        yield (
            f"| {first} | {second} | {match.wins[first] / games:.1%} "
            f"| {match.wins[second] / games:.1%} | {match.wins[None] / games:.1%} "
            f"| {match.points[first] / games:.1f} : {match.points[second] / games:.1f} |"
        )
        times += match.seconds[Strength.HARD]
    yield ""
    yield "Time of a `hard` move with a choice, in milliseconds:"
    yield ""
    yield "| players | moves | median | p95 | longest |"
    yield "|---|---|---|---|---|"
    yield move_times(2, times)
    for players in (3, 4):
        crowd = Match()
        for seed in range(max(1, games // 50)):
            match_game([Strength.HARD] * players, seed, crowd)
        yield move_times(players, crowd.seconds[Strength.HARD])


def move_times(players: int, seconds: Sequence[float]) -> str:
    cuts = statistics.quantiles(seconds, n=20)
    return (
        f"| {players} | {len(seconds)} | {1000 * statistics.median(seconds):.0f} "
        f"| {1000 * cuts[-1]:.0f} | {1000 * max(seconds):.0f} |"
    )


def report(games: int, speed_games: int) -> Iterator[str]:
    yield "# Tile game: rules and computer players"
    yield ""
    yield (
        f"Made by `python benchmarks/engine_tiles.py --games {games} --speed-games {speed_games}` "
        f"on Python {platform.python_version()}, one process of a shared machine."
    )
    yield ""
    yield "## Random games"
    yield ""
    yield (
        f"{speed_games} games each, all choices drawn; rules, deal and list of legal choices "
        "included. The tables take turns game by game, so the ratios belong to one run."
    )
    yield ""
    yield from random_play(speed_games)
    yield ""
    yield "## Strength"
    yield ""
    yield (
        f"{games} two-player games for each pair on the big board, open tiles; seats change every "
        "game, the start player every second. `easy` draws, `medium` takes what promises most "
        f"points at once, `hard` tries every choice on {IMAGINED_GAMES} imagined deals of what it "
        f"cannot see and plays them on greedily for {ROUNDS_AHEAD} rounds."
    )
    yield ""
    yield from matches(games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--speed-games", type=int, default=300)
    options = parser.parse_args()
    for line in report(options.games, options.speed_games):
        print(line, flush=True)


if __name__ == "__main__":
    main()
