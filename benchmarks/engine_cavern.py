"""How many random games of the cavern the rules engine plays in a second.

    python -m benchmarks.engine_cavern [SECONDS]

Seconds are those of the processor. All tables take turns game by game, so that whatever else the
machine does slows them alike, and the ratios hold where the absolute figures do not.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from random import Random

from assistant.games.cavern.deck import Alarm, Deck, Kind
from assistant.games.cavern.moves import (
    Command,
    Recite,
    begin,
    decide,
    evolve,
    legal_commands,
    replay,
)
from assistant.games.cavern.recitation import full_list
from assistant.games.cavern.settings import Settings
from assistant.games.cavern.state import Phase, State

RIGHT_RECITATIONS = 0.85

FORTY_FIVE = Deck(
    "45 cards",
    (
        *(Kind(f"plain {number}", 2) for number in range(12)),
        *(Kind(f"shiny {number}", 3, Alarm.SHINY) for number in range(3)),
        *(Kind(f"noisy {number}", 1, Alarm.NOISY) for number in range(7)),
        *(Kind(f"encumbering {number}", 1, Alarm.ENCUMBERING) for number in range(5)),
    ),
)
FOUR_HUNDRED_FIFTY = Deck(
    "450 cards", tuple(replace(kind, copies=10 * kind.copies) for kind in FORTY_FIVE.kinds)
)


@dataclass
class Tally:
    """What was measured at one table."""

    seats: int
    deck: Deck
    games: int = 0
    commands: int = 0
    seconds: float = 0.0

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def microseconds_per_command(self) -> float:
        return 1e6 * self.seconds / self.commands


def some_command(state: State, luck: Random) -> Command:
    """A random legal command; most recitations are right, so that rounds get long."""
    if state.phase is Phase.RECITE and luck.random() < RIGHT_RECITATIONS:
        return Recite(full_list(state.hand, state.adjectives))
    return luck.choice(legal_commands(state))


def play(deck: Deck, seats: int, seed: int) -> int:
    """Play one random game to its end; how many commands it took."""
    luck = Random(seed)
    state = replay(begin(deck, Settings(), seats, None, seed))
    commands = 0
    while state.phase is not Phase.OVER:
        for event in decide(state, some_command(state, luck)):
            state = evolve(state, event)
        commands += 1
    return commands


def measure(seconds: float) -> list[Tally]:
    """Let all tables play in turn for about so many seconds altogether."""
    tallies = [Tally(seats, FORTY_FIVE) for seats in (4, 3, 5)]
    tallies.append(Tally(4, FOUR_HUNDRED_FIFTY))
    end, seed = time.process_time() + seconds, 0
    while seed == 0 or time.process_time() < end:
        for tally in tallies:
            start = time.process_time()
            tally.commands += play(tally.deck, tally.seats, seed)
            tally.seconds += time.process_time() - start
            tally.games += 1
        seed += 1
    return tallies


def as_markdown(tallies: list[Tally]) -> str:
    """A table of the figures; ratios are to its first line."""
    first = tallies[0]
    lines = [
        "| Players | Deck | Games | Games/s | Ratio | Commands/game | µs/command | Ratio |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for tally in tallies:
        games = tally.games_per_second
        micros = tally.microseconds_per_command
        lines.append(
            f"| {tally.seats} | {tally.deck.name} | {tally.games} | {games:.0f} "
            f"| {games / first.games_per_second:.2f} | {tally.commands / tally.games:.0f} "
            f"| {micros:.1f} | {micros / first.microseconds_per_command:.2f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    print(as_markdown(measure(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0)))
