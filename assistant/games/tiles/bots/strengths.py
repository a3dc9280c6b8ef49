"""Computer players of three strengths. They know a view, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.games.kernel import Chance, Seat, Strength
from assistant.games.tiles.bots.imagining import imagine
from assistant.games.tiles.bots.worth import best, worths
from assistant.games.tiles.commands import Command
from assistant.games.tiles.events import TurnBegan
from assistant.games.tiles.legality import legal_commands
from assistant.games.tiles.scoring import sets_total
from assistant.games.tiles.state import Phase, State
from assistant.games.tiles.turn import play
from assistant.games.tiles.views import View

Bot = Callable[[View, Chance], tuple[Command, Chance]]
"""Chooses one of ``view.legal`` (ValueError if it is empty); returns the generator to use next."""

IMAGINED_GAMES = 8
"""How many possible truths the strongest player tries each of its choices on."""

ROUNDS_AHEAD = 2
"""How many turns of each seat it plays out in each of them, its own running turn apart."""


def play_at_random(view: View, chance: Chance) -> tuple[Command, Chance]:
    """Any legal choice, each equally likely."""
    return chance.choose(view.legal)


def play_greedily(view: View, chance: Chance) -> tuple[Command, Chance]:
    """A choice that promises most points at once; equals are drawn."""
    promised = worths(view, view.legal)
    top = max(promised)
    return chance.choose(
        [command for command, worth in zip(view.legal, promised, strict=True) if worth == top]
    )


def play_looking_ahead(view: View, chance: Chance) -> tuple[Command, Chance]:
    """The choice after which the own lead is largest on average over imagined games.

    What may be flipped is drawn at random; in each imagined game all seats then play greedily
    for :data:`ROUNDS_AHEAD` rounds. Every choice is tried on the same imagined games.
    """
    if len(view.legal) == 1:
        return view.legal[0], chance
    leads = [0.0] * len(view.legal)
    for _ in range(IMAGINED_GAMES):
        imagined, chance = imagine(view, chance)
        for number, command in enumerate(view.legal):
            leads[number] += _lead_after(imagined, command)
    return view.legal[leads.index(max(leads))], chance


BOTS: Mapping[Strength, Bot] = {
    Strength.EASY: play_at_random,
    Strength.MEDIUM: play_greedily,
    Strength.HARD: play_looking_ahead,
}


def _lead_after(state: State, command: Command) -> float:
    seat = command.seat
    turns_to_begin = ROUNDS_AHEAD * state.players + 1
    while True:
        state, events = play(state, command)
        turns_to_begin -= any(isinstance(event, TurnBegan) for event in events)
        if turns_to_begin == 0 or state.phase is Phase.OVER:
            return _lead(state, seat)
        command = best(state, legal_commands(state))


def _lead(state: State, seat: Seat) -> float:
    """Points ahead of the best opponent, with a share of a point for fewer tiles (BABA-27)."""
    totals = [
        had + sets_total(tiles) - len(tiles) / 1000
        for had, tiles in zip(state.track, state.screens, strict=True)
    ]
    own = totals.pop(seat)
    return own - max(totals)
