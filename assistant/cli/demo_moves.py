"""``alibaba demo tiles`` and ``alibaba demo letters``: recorded games, heard for real."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from assistant.cli.demo import play_recording
from assistant.cli.house_rules import options_in
from assistant.cli.keeping import data_option, folder_of
from assistant.cli.play_letters import LETTERS, letter_rules
from assistant.cli.play_letters import settings_from as letter_settings
from assistant.cli.play_moves import Ev, MoveGame, with_options
from assistant.cli.play_tiles import TILES, tile_rules
from assistant.cli.play_tiles import settings_from as tile_settings
from assistant.games.kernel import Strength
from assistant.hearing.models import Model
from assistant.hosting.book import Book
from assistant.hosting.letters import COMPUTERS, LettersEvening
from assistant.hosting.move_host import Player
from assistant.hosting.recorded import RecordedGame
from assistant.hosting.table import Table
from assistant.hosting.tiles import TilesEvening

_options = with_options(
    click.option("--fast", is_flag=True, help="Neither speak nor play the clips, and do not wait."),
    click.option("--no-tts", is_flag=True, help="Do not speak; still play the clips."),
    click.option(
        "--plain", is_flag=True, envvar="ALIBABA_PLAIN", help="All as sentences, nothing drawn."
    ),
    click.option(
        "--model", type=click.Path(path_type=Path), help="A folder with another Vosk model."
    ),
    data_option,
)


@click.command("tiles")
@_options
def demo_tiles(**options: Any) -> None:
    """A whole tile game by two recorded players, with all six kinds of magic.

    Every answer is a clip that goes through the recogniser and the matcher as a voice at the table
    would. Lines that begin with a bar tell what was heard and how it was understood.
    """
    _play(TILES, tiles_evening, options)


@click.command("letters")
@_options
def demo_letters(**options: Any) -> None:
    """A whole letter-card game by two recorded players, from the deal to the shout.

    There is a swap, a row taken apart, a thief that must be played, and a shout that somebody
    forgets. Every answer is a clip that goes through the recogniser and the matcher as a voice at
    the table would. Lines that begin with a bar tell what was heard and how it was understood.
    """
    _play(LETTERS, letters_evening, options)


def tiles_evening(game: RecordedGame) -> TilesEvening:
    """The evening of a recorded game; the first player begins."""
    settings = tile_settings(options_in(game.rules, tile_rules))
    return TilesEvening(tuple(map(Player, game.players)), settings, game.seed, start=0)


def letters_evening(game: RecordedGame) -> LettersEvening:
    """The evening of a recorded game; the last player deals, so the first begins.

    Who has the name of a computer player is one, of medium strength.
    """
    names, rules = game.players, options_in(game.rules, letter_rules)
    players = (Player(name, Strength.MEDIUM if name in COMPUTERS else None) for name in names)
    settings = letter_settings(rules, first_dealer=len(names) - 1)
    return LettersEvening(tuple(players), settings, game.seed)


def _play(
    game: MoveGame[Ev], evening_of: Callable[[RecordedGame], Ev], options: dict[str, Any]
) -> None:
    def play(table: Table, evening: Ev, model: Model, book: Book) -> None:
        game.host(table, evening, model, plain=options["plain"], book=book).play()

    play_recording(
        game.name,
        evening_of,
        game.saving.header_of,
        play,
        fast=options["fast"],
        tts=not (options["fast"] or options["no_tts"]),
        model=options["model"],
        folder=folder_of(options["data"]),
    )
