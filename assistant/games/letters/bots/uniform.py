"""A player without a plan."""

from __future__ import annotations

from assistant.games.kernel import Chance
from assistant.games.letters.commands import Command
from assistant.games.letters.legal import legal_commands
from assistant.games.letters.views import View


def choose_any(view: View, chance: Chance) -> tuple[Command, Chance]:
    """Any allowed command, each equally likely."""
    return chance.choose(legal_commands(view))
