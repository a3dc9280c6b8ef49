"""The board for the eyes, and the same as sentences."""

from __future__ import annotations

import io
import re

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style

from assistant.games.tiles import Colour, Restriction, Settings, State, view
from assistant.hosting import letters_screen, tile_screen
from assistant.hosting.lines import Lines
from assistant.hosting.tile_screen import LETTERS, SYMBOLS, draw, tell
from tests.games.tiles.scenes import layer, scene


def board() -> State:
    return scene(
        board={
            (3, 0, 0): "blue carpet",
            (3, 1, 1): "brown ring",
            (3, 0, 1): "pink ruby",
            (3, 1, 0): "white ring",
        },
        present=layer(Settings(), 0, 1, 2),
        named={1: Restriction(colour=Colour.BROWN)},
    )


def drawn(encoding: str, **options: object) -> str:
    raw = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
    console = Console(file=raw, width=100, **options)  # type: ignore[arg-type]
    draw(console, view(board(), 0))
    raw.seek(0)
    return raw.read()


def test_a_tile_shows_its_colour_by_letter_its_treasure_by_symbol_and_word() -> None:
    text = drawn("utf-8", no_color=True)
    assert "*B ▤ carpet" in text
    assert "*P ◆ ruby" in text
    assert " N ○ ring" in text and "*N" not in text  # forbidden, so no star
    assert text.count("## ") == 25 + 16 + 9 + 1  # and the key
    for name in ("top layer", "third layer", "second layer", "bottom layer"):
        assert name in text


def test_colour_is_drawn_besides_on_a_colour_terminal() -> None:
    text = drawn("utf-8", force_terminal=True, color_system="256")
    assert "\x1b[38;5;231;48;5;20m*B ▤ carpet" in text


def test_sixteen_colours_look_as_the_terminal_likes_so_none_is_used() -> None:
    text = drawn("utf-8", force_terminal=True, color_system="standard")
    assert "*B ▤ carpet" in text and not re.search(r"\x1b\[[0-9;]*[34][0-7]", text)


@pytest.mark.parametrize("style", [*tile_screen._STYLES.values(), *letters_screen._STYLES.values()])
@pytest.mark.parametrize("system", [ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT])
def test_letters_stand_out_from_their_colour_on_any_terminal(
    style: str, system: ColorSystem
) -> None:
    parsed = Style.parse(style)
    assert parsed.color is not None and parsed.bgcolor is not None  # whatever lies behind both
    ink, paper = (luminance(each.downgrade(system)) for each in (parsed.color, parsed.bgcolor))
    assert (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05) >= 4.5


def luminance(colour: Color) -> float:
    """Relative luminance (WCAG 2)."""
    parts = [part / 255 for part in colour.get_truecolor()]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_letters_and_symbols_are_each_their_own() -> None:
    assert len({*LETTERS.values()}) == 6
    assert len({*SYMBOLS.values()}) == 10


def test_a_terminal_without_the_symbols_gets_words_alone() -> None:
    assert "*B carpet" in drawn("ascii", no_color=True)


def test_the_same_is_told_in_sentences() -> None:
    told: list[str] = []
    tell(told.append, view(board(), 0), Lines("tiles"))
    assert told == [
        "Three tiles can be taken.",
        "Top layer: top left blue carpet, top right pink ruby, bottom left white ring, "
        "bottom right brown ring (forbidden).",
        "Third layer: nine tiles face down.",
        "Second layer: 16 tiles face down.",
        "Bottom layer: 25 tiles face down.",
    ]
