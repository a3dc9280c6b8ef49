"""``alibaba play``: a game at the table."""

from __future__ import annotations

import math
import secrets
from pathlib import Path

import click

from assistant.cli.deck import own_decks
from assistant.cli.house_rules import house_rules, settings_from
from assistant.cli.keeping import (
    cavern_words,
    data_option,
    folder_of,
    go_on,
    joined,
    keep_audio_option,
    new_book,
    offer_open_game,
    refuse_unseen_treasures,
)
from assistant.cli.known_players import people_of, treat_as_they_like
from assistant.cli.output import thinking_time
from assistant.cli.room import (
    device_options,
    open_hearing,
    open_table,
    push_to_talk_option,
)
from assistant.cli.veil import veil_screen
from assistant.games.cavern.bots import Temper
from assistant.games.cavern.settings import AliBaba, Settings
from assistant.games.kernel import Seat
from assistant.hosting.cavern import CavernHost, Evening, Role
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.opening import (
    BadTable,
    ask_first,
    ask_names,
    read_names,
    seat_players,
)
from assistant.hosting.saving import header_of
from assistant.hosting.table import LONGEST_THINKING_S, Stopped, Table
from assistant.understanding.deck_file import DeckFile, read_deck
from assistant.understanding.deck_shelf import find_deck


@click.group()
def play() -> None:
    """Play a game: cavern, tiles or letters."""


@play.command()
@click.option("--players", "names", metavar="NAMES", help="Who plays, like Ana,Ben,Caro.")
@click.option(
    "--ali",
    type=click.Choice([each.value for each in AliBaba]),
    default=AliBaba.HOST.value,
    show_default=True,
    help="Who is Ali Baba: the laptop (everybody is a thief), or the players in turn.",
)
@click.option("--first", metavar="NAME", help="The youngest, who is Ali Baba first (rotate).")
@click.option(
    "--temper",
    type=click.Choice([temper.name.lower() for temper in Temper]),
    default=Temper.STEADY.name.lower(),
    show_default=True,
    help="How daring the laptop is as Ali Baba.",
)
@click.option("--keyboard", is_flag=True, help="Type the answers; the microphone stays off.")
@click.option("--no-tts", is_flag=True, help="Print only, do not speak.")
@device_options
@push_to_talk_option
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@click.option(
    "--deck",
    default="cavern",
    metavar="DECK",
    help="A name from alibaba deck list, or a TOML file.",
)
@click.option("--seed", type=int, help="Play this very shuffle.")
@click.option(
    "--thinking",
    type=thinking_time,
    metavar="SECONDS",
    default="4",
    show_default=True,
    help='Seconds a thief may think between two treasures, or "none": all questions wait for ever.',
)
@click.option("--new", is_flag=True, help="Do not offer to go on with an open game.")
@data_option
@keep_audio_option
@house_rules
def cavern(
    names: str | None,
    ali: str,
    first: str | None,
    temper: str,
    keyboard: bool,
    no_tts: bool,
    mic: str | None,
    loudspeaker: str | None,
    push_to_talk: bool,
    model: Path | None,
    deck: str,
    seed: int | None,
    thinking: float,
    new: bool,
    data: Path | None,
    keep_audio: bool,
    **rules: object,
) -> None:
    """The memory game: recite what is in the cavern, treasure by treasure.

    The laptop draws and names each treasure. The thief on turn says the whole list, in any order,
    equal treasures together: "In the cavern there is a lion, two cushions and an hourglass."
    Speak, or type and press Enter. Say "help" at any time.
    """
    settings = settings_from(rules, AliBaba(ali))
    if thinking == math.inf and settings.time_limit_s is not None:
        raise click.UsageError("--time-limit and --thinking none exclude each other.")
    refuse_unseen_treasures(settings)
    deck_file = read_deck(find_deck(deck, own_decks(data)))
    given = read_names(names) if names is not None else None
    if given is not None:
        seat_players(given, settings.ali, cassim=settings.cassim)  # refused before anything starts
    hearing = open_hearing(mic, model, data, keyboard=keyboard)
    with open_table(
        hearing,
        tts=not no_tts,
        loudspeaker=loudspeaker,
        push_to_talk=push_to_talk,
        data=data,
    ) as table:
        folder = folder_of(data)
        try:
            offered = None if new or seed is not None else offer_open_game(table, folder, "cavern")
            if offered is not None:
                go_on(table, *offered, hearing.model, keep_audio=keep_audio)
                return
            evening = _evening(table, deck_file, settings, given, first, temper, seed, thinking)
            words = cavern_words(deck_file, settings, hearing.model)
            treat_as_they_like(table, folder, people_of(evening.players))
            veil_screen(table)
            header = joined(table, folder, header_of(evening))
            with new_book(table, folder, header, keep_audio=keep_audio) as book:
                CavernHost(table, evening, words, book=book).play()
        except (Stopped, NoMoreAnswers):
            table.tell("goodbye")


def _evening(
    table: Table,
    deck: DeckFile,
    settings: Settings,
    names: tuple[str, ...] | None,
    first: str | None,
    temper: str,
    seed: int | None,
    thinking_s: float,
) -> Evening:
    """Who plays, asked where the command line does not tell. Raises BadTable."""
    while True:
        try:
            players = seat_players(names or ask_names(table), settings.ali, cassim=settings.cassim)
            break
        except BadTable as problem:
            if names:
                raise
            table.voice.say(str(problem))
    seat: Seat | None
    if settings.ali is AliBaba.HOST:
        seat = next(seat for seat, player in enumerate(players) if player.role is Role.HOST)
    else:
        known = {player.name.casefold(): at for at, player in enumerate(players)}
        if first is not None and first.casefold() not in known:
            raise BadTable(f"Nobody here is called {first}: --first must name a player.")
        seat = known[first.casefold()] if first else ask_first(table, players)
    return Evening(
        deck=deck,
        players=players,
        settings=settings,
        seed=secrets.randbits(32) if seed is None else seed,
        first=seat,
        temper=Temper[temper.upper()],
        thinking_s=min(thinking_s, LONGEST_THINKING_S),
    )
