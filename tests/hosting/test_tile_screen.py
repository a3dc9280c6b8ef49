"""The board for the eyes, and the same as sentences."""

from __future__ import annotations

import io

from rich.console import Console

from assistant.games.tiles import Colour, Restriction, Settings, State, view
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
    text = drawn("utf-8", force_terminal=True, color_system="standard")
    assert "\x1b[37;44m*B ▤ carpet" in text


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
