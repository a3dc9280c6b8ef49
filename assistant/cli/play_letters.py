"""``alibaba play letters``: the letter-card game OPEN SESAME at the table."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console

from assistant.cli.keeping import (
    data_option,
    folder_of,
    keep_audio_option,
    kept,
    new_book,
    offer_open_game,
)
from assistant.cli.room import (
    device_options,
    open_microphone,
    open_table,
    push_to_talk_option,
)
from assistant.games.letters import Event, Settings, State, View
from assistant.games.letters.bots import Strength
from assistant.games.letters.cards import Colour
from assistant.hearing.models import Model, choose_model, load_model
from assistant.hosting.book import Book
from assistant.hosting.course import Saved
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.letters import COMPUTERS, LettersEvening, LettersHost, Player
from assistant.hosting.letters_names import Naming
from assistant.hosting.letters_saving import evening_of, header_of, saved_game
from assistant.hosting.letters_screen import draw, tell
from assistant.hosting.lines import Lines
from assistant.hosting.opening import BadTable, ask_names, read_names
from assistant.hosting.table import Stopped, Table
from assistant.journal.folder import OpenGame
from assistant.journal.story import Story
from assistant.understanding.letter_words import LetterWords

F = TypeVar("F", bound=Callable[..., Any])

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


def letter_rules(command: F) -> F:
    """Gives a click command all house rules of the letter-card game as options."""
    for option in reversed(_HOUSE_RULES):
        command = option(command)
    return command


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
@click.option(
    "--players", "names", metavar="NAMES", help="Who plays, like Ana,Ben; one plays against me."
)
@click.option(
    "--computers",
    type=click.IntRange(0, 3),
    help="How many computer players join; one by default if you play alone.",
)
@click.option(
    "--strength",
    type=click.Choice([each.value for each in Strength]),
    default=Strength.MEDIUM.value,
    show_default=True,
    help="How well computer players play.",
)
@click.option("--dealer", metavar="NAME", help="Who deals first; drawn by default.")
@click.option("--keyboard", is_flag=True, help="Type the answers; the microphone stays off.")
@click.option("--no-tts", is_flag=True, help="Print only, do not speak.")
@click.option(
    "--plain",
    is_flag=True,
    envvar="ALIBABA_PLAIN",
    help="The table as sentences, nothing drawn (or set ALIBABA_PLAIN=1).",
)
@device_options
@push_to_talk_option
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@click.option("--seed", type=int, help="Play this very shuffle.")
@click.option("--new", is_flag=True, help="Do not offer to go on with an open game.")
@data_option
@keep_audio_option
@letter_rules
def letters(
    names: str | None,
    computers: int | None,
    strength: str,
    dealer: str | None,
    keyboard: bool,
    no_tts: bool,
    plain: bool,
    mic: str | None,
    loudspeaker: str | None,
    push_to_talk: bool,
    model: Path | None,
    seed: int | None,
    new: bool,
    data: Path | None,
    keep_audio: bool,
    **rules: object,
) -> None:
    """The letter-card game: build OPEN SESAME in one color, hold Ali Baba, and shout.

    Name a card by its number ("card three"), or by color and letter with its code word ("blue P
    as in pearl"). Speak, or type and press Enter. Say "help" at any time, and "teach me" for the
    rules.
    """
    level = Strength(strength)
    given = None if names is None else read_names(names)
    if given is not None:  # refused before anything starts
        _dealer(dealer, seat(given, computers, level))
    microphone, problem = (None, None) if keyboard else open_microphone(mic, data)
    heard = None
    if microphone is not None or model is not None:
        heard = load_model(choose_model(model).path)  # a wrong folder is told even when not needed
    listening = heard if microphone is not None else None
    folder = folder_of(data)
    with open_table(
        listening,
        microphone,
        tts=not no_tts,
        lines=Lines("letters"),
        loudspeaker=loudspeaker,
        push_to_talk=push_to_talk,
        data=data,
    ) as table:
        if problem:
            table.tell("no_microphone", problem=problem)
        elif microphone is not None:
            table.show(table.lines("listening"))
        try:
            offered = None if new or seed is not None else offer_open_game(table, folder, "letters")
            if offered is not None:
                go_on_with_letters(table, *offered, listening, plain=plain, keep_audio=keep_audio)
                return
            players = seat(given or ask_names(table), computers, level)
            settings = settings_from(rules, _dealer(dealer, players))
            luck = secrets.randbits(32) if seed is None else seed
            evening = LettersEvening(players, settings, luck)
            with new_book(table, folder, header_of(evening), keep_audio=keep_audio) as book:
                host_of(table, evening, listening, plain=plain, book=book).play()
        except (Stopped, NoMoreAnswers):
            table.tell("goodbye")


def host_of(
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
    display = screen(table, Naming(words, names), plain=plain)
    return LettersHost(table, evening, words, display, book=book, saved=saved)


def go_on_with_letters(
    table: Table,
    game: OpenGame,
    story: Story,
    model: Model | None,
    *,
    plain: bool,
    keeps: Callable[[], Mapping[str, Any]] = dict,
    keep_audio: bool = False,
) -> None:
    """Plays an open match to its end, and closes it in any case."""
    with kept(table, game, keeps, keep_audio=keep_audio) as book:
        evening, saved = evening_of(story.content.header), saved_game(story)
        host_of(table, evening, model, plain=plain, book=book, saved=saved).play()


def seat(names: Sequence[str], computers: int | None, strength: Strength) -> tuple[Player, ...]:
    """People first, then computer players; raises what is wrong with the table, in a sentence.

    Whoever plays alone is joined by one computer player unless told otherwise.
    """
    joining = (1 if len(names) == 1 else 0) if computers is None else computers
    clash = {name.casefold() for name in names} & {name.casefold() for name in COMPUTERS}
    if clash and joining:
        raise BadTable("A player has the name of a computer player: choose another name.")
    if not 2 <= len(names) + joining <= 4:
        raise BadTable(f"Open Sesame is for two to four players, not for {len(names) + joining}.")
    return (
        *(Player(name) for name in names),
        *(Player(name, strength) for name in COMPUTERS[:joining]),
    )


def screen(table: Table, naming: Naming, *, plain: bool) -> Callable[[View], None]:
    """What shows the table before a turn: drawn on a terminal, else in sentences."""
    console = Console(file=sys.stdout, highlight=False)
    if plain or not console.is_terminal or os.environ.get("TERM") == "dumb":
        return lambda view: tell(table.show, view, naming, table.lines)
    return lambda view: draw(console, view, naming)


def _dealer(dealer: str | None, players: Sequence[Player]) -> int | None:
    if dealer is None:
        return None
    for at, player in enumerate(players):
        if player.name.casefold() == dealer.casefold():
            return at
    raise BadTable(f"Nobody here is called {dealer}: --dealer must name a player.")
