"""``alibaba practice``: one person against the host, with lists that grow and shrink."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from assistant.cli.keeping import (
    data_option,
    folder_of,
    keep_audio_option,
    kept,
    new_book,
)
from assistant.cli.known_players import treat_as_they_like
from assistant.cli.room import (
    device_options,
    open_hearing,
    open_table,
    push_to_talk_option,
)
from assistant.data import data_path
from assistant.games.kernel import from_plain
from assistant.games.practice.session import State, begin
from assistant.games.practice.settings import LISTS, Mode, Settings
from assistant.hearing.models import Model
from assistant.hosting.book import Book
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.lines import Lines
from assistant.hosting.opening import BadTable, read_names
from assistant.hosting.practice import CutShort, PracticeHost, Presenter
from assistant.hosting.practice_asking import (
    ask_mode,
    ask_places,
    ask_who,
    places_problem,
    practice_commands,
    read_places,
)
from assistant.hosting.practice_saving import (
    GAME,
    day_number,
    end_sessions_before,
    header_of,
    past_of,
    people,
)
from assistant.hosting.saving import deck_of
from assistant.hosting.table import Stopped, Table
from assistant.journal.folder import Folder, OpenGame
from assistant.journal.gamefile import Clock, utc_now
from assistant.journal.story import Story
from assistant.speaking import Delivery, Speaker
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.deck_file import DeckFile, read_deck


@click.command()
@click.argument("name", required=False)
@click.option("--mode", type=click.Choice([mode.value for mode in Mode]), help="What to practise.")
@click.option("--lists", type=click.IntRange(1, 60), default=LISTS, show_default=True)
@click.option("--places", metavar="PLACES", help="The places of your walk, like hall,stairs,desk.")
@click.option("--new", is_flag=True, help="Begin anew, even if today's session is not finished.")
@click.option("--seed", type=int, help="Draw the same lists again.")
@click.option("--deck", type=click.Path(path_type=Path), help="A deck of your own (TOML).")
@click.option("--keyboard", is_flag=True, help="Type the answers; the microphone stays off.")
@click.option("--no-tts", is_flag=True, help="Print only, do not speak.")
@device_options
@push_to_talk_option
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@data_option
@keep_audio_option
def practice(
    name: str | None,
    mode: str | None,
    lists: int,
    places: str | None,
    new: bool,
    seed: int | None,
    deck: Path | None,
    keyboard: bool,
    no_tts: bool,
    mic: str | None,
    loudspeaker: str | None,
    push_to_talk: bool,
    model: Path | None,
    data: Path | None,
    keep_audio: bool,
) -> None:
    """Practise remembering lists of treasures, alone.

    A list that comes back whole makes the next one longer; two in a row that do not make it
    shorter. "alibaba progress" shows how it goes.
    """
    if name is not None:
        name = _one_name(name)
    deck_file = read_deck(deck or data_path("grammars", "cavern.toml"))
    hearing = open_hearing(mic, model, data, keyboard=keyboard)
    with open_table(
        hearing,
        tts=not no_tts,
        lines=Lines(GAME),
        loudspeaker=loudspeaker,
        push_to_talk=push_to_talk,
        data=data,
    ) as table:
        own_places = read_places(places) if places else ()
        if own_places and (wrong := places_problem(table, own_places)):
            raise BadTable(wrong)
        try:
            practise(
                table,
                folder_of(data),
                name,
                Mode(mode) if mode else None,
                deck_file,
                hearing.model,
                present=evenly_by(table),
                lists=lists,
                places=own_places,
                seed=seed,
                new=new,
                keep_audio=keep_audio,
            )
        except (Stopped, NoMoreAnswers):
            table.tell("goodbye")


def practise(
    table: Table,
    folder: Folder,
    name: str | None,
    mode: Mode | None,
    deck: DeckFile,
    model: Model | None,
    *,
    present: Presenter,
    lists: int = LISTS,
    places: tuple[str, ...] = (),
    seed: int | None = None,
    new: bool = False,
    keep_audio: bool = False,
    clock: Clock = utc_now,
) -> State:
    """One session at ``table``: today's unfinished one, or a new one, asked for what is not given.

    ``clock`` must be the folder's. Raises what :meth:`Table.ask` raises.
    """
    commands = practice_commands()
    name = name or ask_who(table, people(folder), commands)
    treat_as_they_like(table, folder, [name])
    today, past = day_number(clock()), past_of(folder, name)
    here = [number for number, day in past.unfinished if day == today and not new]
    if here:
        game, story = folder.open(here[-1])
        if mode is None or from_plain(Settings, story.content.header.settings).mode is mode:
            return go_on_with_practice(table, game, story, model, present, keep_audio=keep_audio)
        game.close()
    end_sessions_before(folder, past, today + 1)
    mode = mode or ask_mode(table, name, commands)
    if mode is Mode.WALK and not (places or past.places):
        places = ask_places(table, name)
    settings = past.settings(mode, today, places, lists)
    seed = secrets.randbits(32) if seed is None else seed
    header = header_of(name, settings, seed, deck)
    with new_book(table, folder, header, keep_audio=keep_audio) as book:
        state = begin(settings, seed)
        return _host(table, state, name, deck, model, present, book).play()


def go_on_with_practice(
    table: Table,
    game: OpenGame,
    story: Story,
    model: Model | None,
    present: Presenter | None = None,
    *,
    keeps: Callable[[], Mapping[str, Any]] = dict,
    keep_audio: bool = False,
) -> State:
    """Goes on with a session of the journal, and closes it in any case."""
    header = story.content.header
    with closing(game), kept(table, game, keeps, keep_audio=keep_audio) as book:
        deck, name = deck_of(header), header.players[0].name
        evenly = present or evenly_by(table)
        return _host(table, story.state, name, deck, model, evenly, book).play()


def evenly_by(table: Table) -> Presenter:
    """Lists by the voice of a table that :func:`open_table` has opened."""
    assert isinstance(table.voice, Speaker)
    speaker = table.voice

    def evenly(items: Sequence[str], every_s: float) -> None:
        if speaker.say_evenly(items, every_s) is Delivery.INTERRUPTED:
            raise CutShort

    return evenly


def _host(
    table: Table,
    state: State,
    name: str,
    deck: DeckFile,
    model: Model | None,
    present: Presenter,
    book: Book,
) -> PracticeHost:
    words = CavernWords(
        deck,
        adjectives=state.settings.mode is Mode.ADJECTIVES,
        knows=model.knows if model else None,
        vocabulary=model.vocabulary() if model else (),
    )
    return PracticeHost(table, state, name, words, practice_commands(), present, book)


def _one_name(text: str) -> str:
    names = read_names(text)
    if len(names) != 1:
        raise BadTable("Practice is for one person: give one name.")
    return names[0]
