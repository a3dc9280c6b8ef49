"""``alibaba play letters``: the letter-card game OPEN SESAME at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from assistant.cli.play_moves import (
    MoveGame,
    drawing_on,
    move_options,
    play_moves,
    seat_called,
    with_options,
)
from assistant.games.letters import Event, Settings, State, View
from assistant.games.letters.cards import Colour
from assistant.hearing.models import Model
from assistant.hosting import move_saving
from assistant.hosting.book import Book
from assistant.hosting.course import Saved
from assistant.hosting.letters import COMPUTERS, LettersEvening, LettersHost
from assistant.hosting.letters_names import Naming
from assistant.hosting.letters_screen import draw, tell
from assistant.hosting.move_host import Player
from assistant.hosting.opening import BadTable
from assistant.hosting.table import Table
from assistant.understanding.letter_words import LetterWords

_HOUSE_RULES = (
    click.option(
        "--left-out",
        type=click.Choice([each.value for each in Colour]),
        default=Colour.ORANGE.value,
        show_default=True,
        help="The color that stays in the box with two or three players (SES-2).",
    ),
    click.option("--win-first", is_flag=True, help="A win comes before a forced thief (SES-24)."),
    click.option(
        "--discard-ali-baba",
        is_flag=True,
        help="Whoever holds Ali Baba must discard him to end a turn (SES-26).",
    ),
    click.option(
        "--play-on",
        is_flag=True,
        help="A forgotten shout costs the Ali Babas, but not the turn (SES-30).",
    ),
    click.option("--remind", is_flag=True, help="The host reminds you to shout (SES-30)."),
    click.option("--false-shout", is_flag=True, help="A false shout costs the Ali Babas (SES-31)."),
    click.option(
        "--cumulative", is_flag=True, help="Points double again for each thieves' win (SES-36)."
    ),
    click.option("--open-discard", is_flag=True, help="The discard pile lies open (SES-40)."),
)


letter_rules = with_options(*_HOUSE_RULES)
"""Gives a click command all house rules of the letter-card game as options."""


def settings_from(rules: Mapping[str, Any], first_dealer: int | None = None) -> Settings:
    """The settings that the options stand for."""
    return Settings(
        left_out=Colour(rules["left_out"]),
        first_dealer=first_dealer,
        win_beats_thieves=rules["win_first"],
        discard_ali_baba=rules["discard_ali_baba"],
        turn_goes_on_without_shout=rules["play_on"],
        remind_shout=rules["remind"],
        false_shout_costs=rules["false_shout"],
        cumulative_doubling=rules["cumulative"],
        open_discard=rules["open_discard"],
    )


@click.command()
@click.option("--dealer", metavar="NAME", help="Who deals first; drawn by default.")
@move_options
@letter_rules
def letters(dealer: str | None, **options: Any) -> None:
    """The letter-card game: build OPEN SESAME in one color, hold Ali Baba, and shout.

    Name a card by its number ("card three"), or by color and letter with its code word ("blue P
    as in pearl"). Speak, or type and press Enter. Say "help" at any time, and "teach me" for the
    rules.
    """

    def evening(players: tuple[Player, ...], seed: int) -> LettersEvening:
        count = len(players)
        if not 2 <= count <= 4:
            raise BadTable(f"Open Sesame is for two to four players, not for {count}.")
        settings = settings_from(options, seat_called(dealer, players, "--dealer"))
        return LettersEvening(players, settings, seed)

    play_moves(LETTERS, evening, options)


def seat_host(
    table: Table,
    evening: LettersEvening,
    model: Model | None,
    *,
    plain: bool,
    book: Book,
    saved: Saved[State, Event] | None = None,
) -> LettersHost:
    """The host of an evening, with the words that the speech model can hear."""
    names = [player.name for player in evening.players]
    words = LetterWords(names, model.knows if model else None, model.vocabulary() if model else ())
    naming = Naming(words, names)
    console = drawing_on(plain=plain)

    def display(view: View) -> None:
        if console is None:
            tell(table.show, view, naming, table.lines)
        else:
            draw(console, view, naming)

    return LettersHost(table, evening, words, display, book=book, saved=saved)


LETTERS = MoveGame(move_saving.LETTERS, seat_host, COMPUTERS)
