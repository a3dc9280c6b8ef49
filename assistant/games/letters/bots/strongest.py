"""A player who weighs its own prospects against its rivals', to the end of its turn."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.kernel import Chance, replay
from assistant.games.letters.bots.imagining import imagine
from assistant.games.letters.bots.prospects import lead
from assistant.games.letters.commands import (
    Build,
    Command,
    Discard,
    Draw,
    PlaceAliBaba,
    Source,
    Swap,
    Take,
)
from assistant.games.letters.deciding import decide
from assistant.games.letters.evolving import evolve
from assistant.games.letters.legal import legal_commands
from assistant.games.letters.state import State
from assistant.games.letters.views import View

PLAYS_AHEAD = 3
"""How many swaps and takes in a row are looked through."""

PLAYING_ON = 0.3
"""What it is worth that a build does not end the turn, but brings a new card."""

LEAST_GAIN = 0.2
"""What a card on the discard pile must bring to be preferred to a hidden one."""

WINNING = 100.0


def choose_strongly(view: View, chance: Chance) -> tuple[Command, Chance]:
    """The command that leads to the best position before the next draw or the turn's end.

    That looks through public cards only: a draw from the pile is never foreseen.
    """
    commands = legal_commands(view)
    if len(commands) == 1:
        return commands[0], chance
    state, chance = imagine(view, chance)
    if Draw(Source.DISCARD) in commands:
        return Draw(_better_source(state)), chance
    return max(_distinct(commands), key=lambda each: _worth(state, each, PLAYS_AHEAD)), chance


def _better_source(state: State) -> Source:
    """The top of the discard pile, if it helps more than merely being at hand for the next."""
    taken = _after(state, Draw(Source.DISCARD))
    gain = lead(taken, state.turn) - lead(state, state.turn)
    return Source.DISCARD if gain > LEAST_GAIN else Source.PILE


def _worth(state: State, command: Command, ahead: int) -> float:
    match command:
        case PlaceAliBaba(shouted):
            return WINNING if shouted else -WINNING
        case Build():
            return lead(_after(state, command), state.turn) + PLAYING_ON
        case Swap() | Take() if ahead > 0:
            after = _after(state, command)
            return max(_worth(after, each, ahead - 1) for each in _distinct(legal_commands(after)))
    return lead(_after(state, command), state.turn)


def _after(state: State, command: Command) -> State:
    return replay(evolve, state, decide(state, command))


def _distinct(commands: Sequence[Command]) -> list[Command]:
    """One command of those that do the same with equal cards (SES-1)."""
    return list({_effect(command): command for command in reversed(commands)}.values())[::-1]


def _effect(command: Command) -> tuple[object, ...]:
    match command:
        case Build(_, card, row):
            return "build", card, row
        case Swap(_, card, row, position):
            return "swap", card, row, position
        case Take(_, card, owner, place, taken):
            return "take", card, owner, place is None, taken
        case Discard(_, card):
            return "discard", card
    return (command,)
