"""``alibaba demo letters``: a recorded letter-card game, heard by the real recogniser."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from assistant.cli.demo import recorded_table
from assistant.cli.house_rules import options_in
from assistant.cli.keeping import data_option, folder_of, new_book
from assistant.cli.play_letters import go_on_with_letters, host_of, letter_rules, settings_from
from assistant.data import data_path
from assistant.games.letters.bots import Strength
from assistant.hearing.models import choose_model, load_model
from assistant.hosting.book import Book, NoBook
from assistant.hosting.letters import COMPUTERS, LettersEvening
from assistant.hosting.letters_saving import header_of
from assistant.hosting.lines import Lines
from assistant.hosting.move_host import Player
from assistant.hosting.recorded import read_game
from assistant.hosting.table import Stopped
from assistant.journal.folder import Folder, OpenGame
from assistant.journal.story import Story

DEMO = "demo_letters"
"""The folder of the recorded game."""


@click.command("letters")
@click.option("--fast", is_flag=True, help="Neither speak nor play the clips, and do not wait.")
@click.option("--no-tts", is_flag=True, help="Do not speak; still play the clips.")
@click.option(
    "--plain", is_flag=True, envvar="ALIBABA_PLAIN", help="The table as sentences, nothing drawn."
)
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@data_option
def demo_letters(
    fast: bool, no_tts: bool, plain: bool, model: Path | None, data: Path | None
) -> None:
    """A whole letter-card game by two recorded players, from the deal to the shout.

    There is a swap, a row taken apart, a thief that must be played, and a shout that somebody
    forgets. Every answer is a clip that goes through the recogniser and the matcher as a voice at
    the table would. Lines that begin with a bar tell what was heard and how it was understood.
    """
    play_recorded_letters(
        fast=fast, tts=not (fast or no_tts), plain=plain, model=model, folder=folder_of(data)
    )


def play_recorded_letters(
    *, fast: bool, tts: bool, plain: bool, model: Path | None, folder: Folder | None = None
) -> None:
    """Plays the recorded game to its end, and keeps a journal of it if there is a ``folder``."""
    game = read_game(data_path("fixtures", "audio", DEMO))
    heard = load_model(choose_model(model).path)
    evening = recorded_evening(game.players, game.rules, game.seed)
    with (
        recorded_table(game, heard, fast=fast, tts=tts, used=0, lines=Lines("letters")) as at,
        ExitStack() as kept,
    ):
        table, ears = at
        book: Book = NoBook()
        if folder is not None:
            header = header_of(evening, DEMO)
            keeps = new_book(table, folder, header, keeps=lambda: {"clips": ears.used})
            book = kept.enter_context(keeps)
        try:
            host_of(table, evening, heard, plain=plain, book=book).play()
        except Stopped:
            table.tell("goodbye")


def resume_recorded_letters(
    opened: OpenGame, story: Story, *, fast: bool, tts: bool, model: Path | None
) -> None:
    """Goes on with a recorded game at the clip where it was broken off."""
    game = read_game(data_path("fixtures", "audio", story.content.header.host["demo"]))
    heard = load_model(choose_model(model).path)
    used = story.keeps.get("clips", 0)
    lines = Lines("letters")
    with recorded_table(game, heard, fast=fast, tts=tts, used=used, lines=lines) as (table, ears):
        try:
            go_on_with_letters(
                table, opened, story, heard, plain=True, keeps=lambda: {"clips": ears.used}
            )
        except Stopped:
            table.tell("goodbye")


def recorded_evening(names: tuple[str, ...], rules: tuple[str, ...], seed: int) -> LettersEvening:
    """The evening of a recorded game; the last player deals, so the first begins.

    Who has the name of a computer player is one, of medium strength.
    """
    settings = settings_from(options_in(rules, letter_rules), first_dealer=len(names) - 1)
    players = (Player(name, Strength.MEDIUM if name in COMPUTERS else None) for name in names)
    return LettersEvening(tuple(players), settings, seed)
