"""Computer players of the tile game, in three strengths."""

from assistant.games.kernel import Strength
from assistant.games.tiles.bots.strengths import BOTS, Bot

__all__ = ["BOTS", "Bot", "Strength"]
