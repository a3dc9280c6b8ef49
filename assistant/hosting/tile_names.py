"""How tiles, kinds and restrictions are called in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.tiles.treasures import Colour, Restriction, Tile, Treasure
from assistant.hosting.lines import counted, listing

PLURALS = {
    treasure: {"ruby": "rubies"}.get(treasure.value, f"{treasure.value}s") for treasure in Treasure
}
"""Several of each treasure."""


def the(tile: Tile) -> str:
    """A tile in a sentence: "the blue carpet"."""
    return f"the {tile}"


def restricted(restriction: Restriction) -> str:
    """What a white tile forbids.

    >>> restricted(Restriction(treasure=Treasure.RUBY))
    'rubies'
    """
    if restriction.colour is not None:
        return f"{restriction.colour.value} tiles"
    assert restriction.treasure is not None
    return PLURALS[restriction.treasure]


def by_colour(tiles: Iterable[Tile]) -> str:
    """Tiles grouped by colour, for what is open on the board.

    >>> by_colour([Tile(Colour.BLUE, Treasure.RING), Tile(Colour.BLUE, Treasure.LAMP)])
    'blue ring and lamp'
    """
    held = list(tiles)
    groups = [
        f"{colour.value} {listing(found)}"
        for colour in Colour
        if (found := [tile.treasure.value for tile in held if tile.colour is colour])
    ]
    return "; ".join(groups)


def by_treasure(tiles: Iterable[Tile]) -> str:
    """Tiles grouped by kind, the largest sets first, for what somebody has.

    >>> by_treasure([Tile(Colour.BLUE, Treasure.RING), Tile(Colour.PINK, Treasure.RING)])
    'two rings, blue and pink'
    """
    held = list(tiles)
    found = {kind: [t.colour.value for t in held if t.treasure is kind] for kind in Treasure}
    sets = sorted((colours, kind) for kind, colours in found.items() if colours)
    sets.sort(key=lambda entry: -len(entry[0]))
    parts = [
        f"{counted(len(colours), kind.value, PLURALS[kind])}, {listing(colours)}"
        for colours, kind in sets
    ]
    return "; ".join(parts)
