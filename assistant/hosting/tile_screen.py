"""The board for the eyes: four layers with colour, letter and symbol, or the same in sentences."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from assistant.games.tiles.geometry import Place
from assistant.games.tiles.places import layer_name
from assistant.games.tiles.treasures import Colour, Tile, Treasure
from assistant.games.tiles.views import View
from assistant.hosting.lines import Lines
from assistant.hosting.tile_board import describe, takeable

SYMBOLS = {
    Treasure.CARPET: "▤",
    Treasure.STATUE: "♟",
    Treasure.RUBY: "◆",
    Treasure.CROWN: "♛",
    Treasure.CHEST: "▣",
    Treasure.SWORD: "†",
    Treasure.DIAMOND: "◇",
    Treasure.RING: "○",
    Treasure.LAMP: "☼",
    Treasure.NECKLACE: "∞",
}

LETTERS = {
    Colour.PINK: "P",
    Colour.BLUE: "B",
    Colour.BROWN: "N",
    Colour.GREEN: "G",
    Colour.YELLOW: "Y",
    Colour.WHITE: "W",
}
"""N is for brown, whose other letters are taken."""

_STYLES = {
    Colour.PINK: "#000000 on #ff87d7",
    Colour.BLUE: "#ffffff on #0000d7",
    Colour.BROWN: "#ffffff on #875f00",
    Colour.GREEN: "#000000 on #00af00",
    Colour.YELLOW: "#000000 on #ffd700",
    Colour.WHITE: "#000000 on #ffffff",
}
"""Colours that look alike on all terminals, each with a contrast of 4.5 to 1 at least."""

_WIDTH = 13


def draw(console: Console, view: View) -> None:
    """Draws the board: from the top layer down, a star where a tile may be taken."""
    symbols, coloured = _can_show(console), has_true_colours(console)
    for layer in reversed(range(len(view.settings.layout.sizes))):
        if any(place[0] == layer for place in (*view.face_up, *view.face_down)):
            console.print(_layer(view, layer, symbols, coloured))
    key = "  ".join(f"{LETTERS[colour]} {colour.value}" for colour in Colour)
    console.print(Text(f"* may be taken   ## face down   {key}"))


def tell(show: Callable[[str], None], view: View, lines: Lines) -> None:
    """The same as sentences, one a line."""
    for line in describe(view, lines):
        show(line)


def _layer(view: View, layer: int, symbols: bool, coloured: bool) -> RenderableType:
    rows, columns = view.settings.layout.sizes[layer]
    grid = Grid(
        title=layer_name((layer, 0, 0)),
        title_justify="left",
        show_header=False,
        box=None,
        padding=(0, 1, 0, 0),
    )
    for _ in range(columns):
        grid.add_column(width=_WIDTH, no_wrap=True)
    for row in range(rows):
        places = [(layer, row, column) for column in range(columns)]
        grid.add_row(*(_cell(view, place, symbols, coloured) for place in places))
    return grid


def _cell(view: View, place: Place, symbols: bool, coloured: bool) -> Text:
    if place in view.face_down:
        return Text("## " + " " * (_WIDTH - 3))
    tile = view.face_up.get(place)
    if tile is None:
        return Text("." + " " * (_WIDTH - 1))
    star = "*" if place in takeable(view) else " "
    style = _STYLES[tile.colour] if coloured else ""
    return Text(f"{star}{_name(tile, symbols)}".ljust(_WIDTH), style=style)


def _name(tile: Tile, symbols: bool) -> str:
    sign = f"{SYMBOLS[tile.treasure]} " if symbols else ""
    return f"{LETTERS[tile.colour]} {sign}{tile.treasure.value}"


def has_true_colours(console: Console) -> bool:
    """Whether colours are what they are called: the first sixteen are as the terminal likes."""
    return not console.no_color and console.color_system in ("256", "truecolor")


def _can_show(console: Console) -> bool:
    try:
        "".join(SYMBOLS.values()).encode(console.encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True
