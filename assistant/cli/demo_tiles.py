"""``alibaba demo tiles``: a recorded tile game, heard and matched by the real recogniser."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from assistant.cli.demo import recorded_table
from assistant.cli.house_rules import options_in
from assistant.cli.keeping import data_option, folder_of, new_book
from assistant.cli.play_tiles import go_on_with_tiles, screen, settings_from, tile_rules
from assistant.data import data_path
from assistant.hearing.models import choose_model, load_model
from assistant.hosting.book import Book, NoBook
from assistant.hosting.lines import Lines
from assistant.hosting.move_host import Player
from assistant.hosting.recorded import read_game
from assistant.hosting.tile_saving import header_of
from assistant.hosting.tiles import TilesEvening, TilesHost
from assistant.journal.folder import Folder, OpenGame
from assistant.journal.story import Story
from assistant.understanding.tile_words import TileWords

DEMO = "demo_tiles"
"""The folder of the recorded game."""


@click.command("tiles")
@click.option("--fast", is_flag=True, help="Neither speak nor play the clips, and do not wait.")
@click.option("--no-tts", is_flag=True, help="Do not speak; still play the clips.")
@click.option(
    "--plain", is_flag=True, envvar="ALIBABA_PLAIN", help="The board as sentences, nothing drawn."
)
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@data_option
def demo_tiles(
    fast: bool, no_tts: bool, plain: bool, model: Path | None, data: Path | None
) -> None:
    """A whole tile game by two recorded players, with all six kinds of magic.

    Every answer is a clip that goes through the recogniser and the matcher as a voice at the table
    would. Lines that begin with a bar tell what was heard and how it was understood.
    """
    play_recorded_tiles(
        fast=fast, tts=not (fast or no_tts), plain=plain, model=model, folder=folder_of(data)
    )


def play_recorded_tiles(
    *, fast: bool, tts: bool, plain: bool, model: Path | None, folder: Folder | None = None
) -> None:
    """Plays the recorded game to its end, and keeps a journal of it if there is a ``folder``."""
    game = read_game(data_path("fixtures", "audio", DEMO))
    heard = load_model(choose_model(model).path)
    evening = recorded_evening(game.players, game.rules, game.seed)
    with (
        recorded_table(game, heard, fast=fast, tts=tts, used=0, lines=Lines("tiles")) as at,
        ExitStack() as kept,
    ):
        table, ears = at
        book: Book = NoBook()
        if folder is not None:
            header = header_of(evening, DEMO)
            keeps = new_book(table, folder, header, keeps=lambda: {"clips": ears.used})
            book = kept.enter_context(keeps)
        display = screen(table, plain=plain)
        TilesHost(table, evening, TileWords(), display, book=book).play()


def resume_recorded_tiles(
    opened: OpenGame, story: Story, *, fast: bool, tts: bool, model: Path | None
) -> None:
    """Goes on with a recorded game at the clip where it was broken off."""
    game = read_game(data_path("fixtures", "audio", story.content.header.host["demo"]))
    heard = load_model(choose_model(model).path)
    used = story.keeps.get("clips", 0)
    lines = Lines("tiles")
    with recorded_table(game, heard, fast=fast, tts=tts, used=used, lines=lines) as (table, ears):
        go_on_with_tiles(table, opened, story, plain=True, keeps=lambda: {"clips": ears.used})


def recorded_evening(names: tuple[str, ...], rules: tuple[str, ...], seed: int) -> TilesEvening:
    """The evening of a recorded game; the first player begins."""
    players = tuple(Player(name) for name in names)
    return TilesEvening(players, settings_from(options_in(rules, tile_rules)), seed, start=0)
