"""What a journal costs: for each event, to list and to go on with, and on the disk.

    python -m benchmarks.journal [FOLDER]

``FOLDER`` is where to write, a temporary folder by default. Milliseconds are those of the wall
clock, since what is measured is mostly the disk. Ways to write take turns game by game, and folders
of all sizes look by look, so the ratios hold where the absolute figures do not.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from assistant.data import data_path
from assistant.games.cavern.moves import Recite, begin, decide, evolve, legal_commands
from assistant.games.cavern.recitation import full_list
from assistant.games.cavern.settings import AliBaba, Settings
from assistant.games.cavern.state import Event, Phase, State
from assistant.games.kernel import fingerprint, to_record
from assistant.hosting.evening import Evening
from assistant.hosting.opening import seat_players
from assistant.hosting.saving import header_of
from assistant.journal.folder import Folder, Happened, OpenGame
from assistant.understanding.deck_file import read_deck

SIZES = (1, 100, 10_000)
GAMES = 4
LOOKS = 9
DIFFERENT = 20
"""Finished games that are really written; a big folder holds hard links to them."""

Step = list[tuple[Event, State]]


def evening(seed: int) -> Evening:
    """Three thieves and the host as Ali Baba, with the deck that ships."""
    settings = Settings(ali=AliBaba.HOST)
    players = seat_players(("Ana", "Ben", "Caro"), settings.ali, cassim=False)
    return Evening(read_deck(data_path("grammars", "cavern.toml")), players, settings, seed, 3)


def steps_of(chosen: Evening) -> Iterator[Step]:
    """A whole game step by step, each event with the state after it."""
    rng = Random(chosen.seed)
    events = begin(chosen.deck.deck, chosen.settings, 4, chosen.first, chosen.seed)
    state: State | None = None
    while True:
        step: Step = []
        for event in events:
            state = evolve(state, event)
            step.append((event, state))
        yield step
        assert state is not None
        if state.phase is Phase.OVER:
            return
        commands = list(legal_commands(state))
        if state.phase is Phase.RECITE and rng.random() < 0.85:
            commands = [Recite(full_list(state.hand, state.adjectives))]
        events = decide(state, rng.choice(commands))


def prepared(step: Step) -> list[Happened]:
    """A step's events as they are handed to the journal."""
    return [Happened(to_record(event), fingerprint(state)) for event, state in step]


def write(game: OpenGame, chosen: Evening, step: Step) -> None:
    """Writes a step, and then that it was told, as a host does."""
    result = step[-1][1].result
    names = [player.name for player in chosen.players]
    winners = None if result is None else [names[seat] for seat in result.winners]
    game.file.happened(None, prepared(step), {"luck": 1}, winners)
    game.file.told()


def written(folder: Folder, seed: int, most: int | None = None) -> None:
    """Writes a game, or its first steps."""
    chosen = evening(seed)
    with closing(folder.new(header_of(chosen))) as game:
        for number, step in enumerate(steps_of(chosen)):
            if number == most:
                break
            write(game, chosen, step)


def ms(act: Callable[[], Any]) -> float:
    """Milliseconds that ``act`` takes."""
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def costs_of_events(place: Path) -> dict[str, list[float]]:
    """Milliseconds for each event, by way of writing."""
    costs: dict[str, list[float]] = {"records and hashes": [], "no sync": [], "as it is": []}
    for seed in range(GAMES):
        chosen = evening(seed)
        steps = list(steps_of(chosen))
        for step in steps:
            costs["records and hashes"] += [ms(partial(prepared, step)) / len(step)] * len(step)
        for way in ("no sync", "as it is"):
            with closing(Folder(place / way).new(header_of(chosen))) as game:
                if way == "no sync":
                    game.file._database.execute("PRAGMA synchronous=OFF")
                for step in steps:
                    spent = ms(partial(write, game, chosen, step))
                    costs[way] += [spent / len(step)] * len(step)
    return costs


@dataclass
class Looks:
    """Milliseconds to look at a folder of so many games."""

    folder: Folder
    open_game: int
    offer: list[float]
    go_on: list[float]
    latest: list[float]

    def look(self) -> None:
        """Looks once in each way."""
        self.offer.append(ms(self.folder.open_games))
        self.go_on.append(ms(lambda: self.folder.open(self.open_game)[0].close()))
        self.latest.append(ms(lambda: self.folder.listing(20)))


def filled(place: Path, size: int, finished: list[Path]) -> Looks:
    """A folder of ``size`` games, one of them open and half played."""
    folder = Folder(place / str(size))
    for number in range(1, size):
        path = folder.path / "games/finished" / f"{number:06}.db"
        path.parent.mkdir(parents=True, exist_ok=True)
        os.link(finished[number % len(finished)], path)
    written(folder, 3, 60)
    return Looks(folder, size, [], [], [])


def main() -> None:
    """Prints the tables of ``results/journal.md``."""
    with TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as temporary:
        place = Path(temporary)
        print("| Way | Median ms/event | 95 % below | Ratio |\n|---|---|---|---|")
        costs = costs_of_events(place)
        whole = median(costs["as it is"])
        for way, each in costs.items():
            high = quantiles(each, n=20)[-1]
            print(f"| {way} | {median(each):.2f} | {high:.2f} | {median(each) / whole:.2f} |")

        base = Folder(place / "base")
        for seed in range(DIFFERENT):
            written(base, seed)
        finished = sorted((base.path / "games/finished").glob("*.db"))
        events = [each.summary.events for each in base.listing()[0] if each.summary]
        sizes = [path.stat().st_size / 1024 for path in finished]
        print(
            f"\n{DIFFERENT} finished games: {min(sizes):.0f} to {max(sizes):.0f} KiB, median "
            f"{median(sizes):.0f} KiB for {median(events):.0f} events\n"
        )

        all_looks = [filled(place, size, finished) for size in SIZES]
        for _ in range(LOOKS):
            for looks in all_looks:
                looks.look()
        print("| Games | Find open ones, ms | Go on with one, ms | List the latest 20, ms |")
        print("|---|---|---|---|")
        for size, looks in zip(SIZES, all_looks, strict=True):
            found, gone_on, latest = map(median, (looks.offer, looks.go_on, looks.latest))
            print(f"| {size} | {found:.1f} | {gone_on:.1f} | {latest:.1f} |")
        spent = ms(all_looks[-1].folder.listing)
        print(f"\nAll {SIZES[-1]} games listed, once: {spent / 1000:.1f} s")


if __name__ == "__main__":
    main()
