"""``alibaba play tiles``: the tile game at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from assistant.cli.output import refuse_unseen
from assistant.cli.play_moves import (
    MoveGame,
    drawing_on,
    move_options,
    play_moves,
    seat_called,
    with_options,
)
from assistant.games.tiles import Event, Settings, State, Treasure, Variant, View, verify_setup
from assistant.hearing.models import Model
from assistant.hosting import move_saving
from assistant.hosting.book import Book
from assistant.hosting.course import Saved
from assistant.hosting.move_host import Player
from assistant.hosting.opening import BadTable
from assistant.hosting.table import Table
from assistant.hosting.tile_screen import draw, tell
from assistant.hosting.tiles import COMPUTERS, TilesEvening, TilesHost
from assistant.understanding.tile_words import TileWords

_HOUSE_RULES = (
    click.option(
        "--variant",
        type=click.Choice([each.value for each in Variant]),
        default=Variant.BASE.value,
        show_default=True,
        help="Aladdin's Lamp, Equal Treasures or the Smaller Cave (BABA-31, 36, 37).",
    ),
    click.option(
        "--without",
        type=click.Choice([each.value for each in Treasure]),
        help="Equal Treasures: the kind to leave out; drawn if not given (BABA-36).",
    ),
    click.option(
        "--green-optional", is_flag=True, help="A green tile's second tile may be left (BABA-6)."
    ),
    click.option(
        "--brown-uncounted",
        is_flag=True,
        help="Do not tell how many of the kind a brown tile counted (BABA-12).",
    ),
    click.option(
        "--hidden-tiles", is_flag=True, help="Keep secret what players have taken (BABA-29)."
    ),
    click.option(
        "--lamps-leave",
        is_flag=True,
        help="Aladdin's Lamp: swapped lamps leave the game (BABA-32).",
    ),
)


tile_rules = with_options(*_HOUSE_RULES)
"""Gives a click command all house rules of the tile game as options."""


def settings_from(rules: Mapping[str, Any]) -> Settings:
    """The settings that the options stand for."""
    without = rules["without"]
    return Settings(
        variant=Variant(rules["variant"]),
        removed=None if without is None else Treasure(without),
        green_optional=rules["green_optional"],
        announce_brown_count=not rules["brown_uncounted"],
        open_tiles=not rules["hidden_tiles"],
        swapped_lamps_leave=rules["lamps_leave"],
    )


@click.command()
@click.option("--first", metavar="NAME", help="Who begins, the youngest say; drawn by default.")
@move_options
@tile_rules
def tiles(first: str | None, **options: Any) -> None:
    """The tile game: take treasures from a pyramid, whose colours work magic.

    Name a tile by its colour and treasure: "the blue carpet". Speak, or type and press Enter.
    Say "help" at any time, and "teach me" for the rules.
    """
    settings = settings_from(options)
    _refuse_unseen(settings)

    def evening(players: tuple[Player, ...], seed: int) -> TilesEvening:
        refusal = verify_setup(settings, len(players))
        if refusal is not None:
            raise BadTable(refusal.reason)
        return TilesEvening(players, settings, seed, seat_called(first, players, "--first"))

    play_moves(TILES, evening, options)


def seat_host(
    table: Table,
    evening: TilesEvening,
    model: Model | None,
    *,
    plain: bool,
    book: Book,
    saved: Saved[State, Event] | None = None,
) -> TilesHost:
    """The host of an evening. The speech model knows all words of this game."""
    _refuse_unseen(evening.settings)
    console = drawing_on(plain=plain)

    def display(view: View) -> None:
        if console is None:
            tell(table.show, view, table.lines)
        else:
            draw(console, view)

    return TilesHost(table, evening, TileWords(), display, book=book, saved=saved)


def _refuse_unseen(settings: Settings) -> None:
    if not settings.open_tiles:
        refuse_unseen("With --hidden-tiles players see what they have")


TILES = MoveGame(move_saving.TILES, seat_host, COMPUTERS)
