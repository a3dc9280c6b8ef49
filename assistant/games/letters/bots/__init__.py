"""Computer players of the letter-card game, in three strengths. They know a view, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.games.kernel import Chance, Strength
from assistant.games.letters.bots.greedy import choose_greedily
from assistant.games.letters.bots.strongest import choose_strongly
from assistant.games.letters.bots.uniform import choose_any
from assistant.games.letters.commands import Command
from assistant.games.letters.views import View

Bot = Callable[[View, Chance], tuple[Command, Chance]]
"""Chooses an allowed command for ``view.turn``; returns the generator to use next."""


BOTS: Mapping[Strength, Bot] = {
    Strength.EASY: choose_any,
    Strength.MEDIUM: choose_greedily,
    Strength.HARD: choose_strongly,
}
"""The random, the greedy and the strongest player."""

__all__ = ["BOTS", "Bot", "Strength"]
