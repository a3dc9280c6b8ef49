"""Computer players of the tile game, in three strengths."""

from assistant.games.tiles.bots.strengths import BOTS, Bot, Strength

__all__ = ["BOTS", "Bot", "Strength"]
