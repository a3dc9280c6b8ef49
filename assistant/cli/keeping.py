"""What the commands share that have to do with saved games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import click
import platformdirs

from assistant.cli.output import refuse_unseen
from assistant.cli.veil import veil_screen
from assistant.games.cavern.settings import Adjectives, Naming, Settings
from assistant.hearing.models import Model
from assistant.hearing.turn import Samples
from assistant.hosting.book import Book, JournalBook, NoBook
from assistant.hosting.cavern import CavernHost
from assistant.hosting.lines import listing
from assistant.hosting.saving import evening_of, saved_game
from assistant.hosting.table import Table
from assistant.journal.evenings import same_evening
from assistant.journal.folder import Folder, Listed, OpenGame
from assistant.journal.gamefile import utc_now
from assistant.journal.header import Header
from assistant.journal.problems import CannotSave, JournalProblem
from assistant.journal.story import Story
from assistant.speaking import Player, Sound, SpeakingError
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.deck_file import DeckFile

F = TypeVar("F", bound=Callable[..., Any])

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="ALIBABA_DATA",
    help="The folder of saved games (or set ALIBABA_DATA).",
)
keep_audio_option = click.option(
    "--keep-audio", is_flag=True, help="Keep recordings of what players say beside the saved game."
)


def data_folder(data: Path | None) -> Path:
    """The data folder, by default where the system keeps such things."""
    return data or platformdirs.user_data_path("alibaba", appauthor=False)


GAMES = {"cavern": "cavern", "tiles": "tile", "letters": "letter"}
"""The games of an evening, each as it is called in "the ... game"."""


def folder_of(data: Path | None) -> Folder:
    """The folder of saved games."""
    return Folder(data_folder(data))


def joined(table: Table, folder: Folder, header: Header) -> Header:
    """The header of a game, which counts for the evening that the same people hold today."""
    try:
        began = same_evening(folder, header.people, utc_now())
    except JournalProblem:
        return header  # saving will say what is wrong with the folder
    if began is None:
        return header
    table.tell("joins_evening")
    return replace(header, host={**header.host, "evening": began})


@contextmanager
def new_book(
    table: Table,
    folder: Folder,
    header: Header,
    *,
    keeps: Callable[[], Mapping[str, Any]] = dict,
    keep_audio: bool = False,
) -> Iterator[Book]:
    """A book for a new game; one that keeps nothing, after a word of warning, if need be."""
    try:
        game = folder.new(header)
    except CannotSave as problem:
        table.tell("unsaved", problem=str(problem))
        yield NoBook()
        return
    with kept(table, game, keeps, keep_audio=keep_audio) as book:
        yield book


@contextmanager
def kept(
    table: Table, game: OpenGame, keeps: Callable[[], Mapping[str, Any]], *, keep_audio: bool
) -> Iterator[Book]:
    """A book for an open game, which is closed afterwards."""

    def trouble(sentence: str | None) -> None:
        if sentence is None:
            table.tell("saved_again")
        else:
            table.tell("unsaved", problem=sentence)

    try:
        yield JournalBook(game, trouble, keeps, keep_audio=keep_audio)
    except BaseException:
        table.show(table.lines("keep_number", number=game.number))
        raise
    finally:
        game.close()


def go_on(
    table: Table,
    game: OpenGame,
    story: Story,
    model: Model | None,
    *,
    keeps: Callable[[], Mapping[str, Any]] = dict,
    keep_audio: bool = False,
) -> None:
    """Plays an open game to its end, and closes it in any case."""
    with kept(table, game, keeps, keep_audio=keep_audio) as book:
        evening = evening_of(story.content.header)
        refuse_unseen_treasures(evening.settings)
        words = cavern_words(evening.deck, evening.settings, model)
        saved = saved_game(story, game.sounds)
        veil_screen(table)
        CavernHost(table, evening, words, book=book, saved=saved).play()


def refuse_unseen_treasures(settings: Settings) -> None:
    """Raises UsageError for treasures that are not said, if nothing is printed."""
    if settings.naming is Naming.PICTURE:
        refuse_unseen("With --naming picture treasures are named")


def cavern_words(deck: DeckFile, settings: Settings, model: Model | None) -> CavernWords:
    """The vocabulary of a game, as far as the speech model knows it."""
    return CavernWords(
        deck,
        adjectives=settings.adjectives is not Adjectives.OFF,
        correction=settings.correction_grace,
        knows=model.knows if model else None,
        vocabulary=model.vocabulary() if model else (),
    )


def offer_open_game(
    table: Table, folder: Folder, game: str | None = None
) -> tuple[OpenGame, Story] | None:
    """Asks whether to go on with the latest open game, of this kind if one is told, and opens
    it.
    """
    try:
        latest = next((each for each in folder.open_games() if _is_offered(each, game)), None)
    except JournalProblem:
        return None  # saving will say what is wrong with the folder
    if latest is None or latest.summary is None:
        return None
    persons = latest.summary.header.people
    prompt = table.lines(
        "offer_resume",
        game=GAMES[latest.summary.header.game],
        players=listing(persons),
        day=day_of(latest.summary.last),
    )
    command = table.offer(prompt, table.named("yes", "no"))
    if command is None:
        return None
    try:
        opened, story = folder.open(latest.number)
    except JournalProblem as problem:
        table.voice.say(str(problem))
        return None
    if command.name == "yes":
        return opened, story
    with closing(opened), suppress(CannotSave):
        opened.file.set_aside(True)
    return None


def _is_offered(listed: Listed, game: str | None) -> bool:
    summary = listed.summary
    return (
        summary is not None
        and listed.is_open
        and not listed.being_played
        and not summary.set_aside
        and (summary.header.game == game if game else summary.header.game in GAMES)
        and not summary.header.host.get("demo")
        and summary.events > 0
    )


def day_of(time_text: str | None) -> str:
    """A time of the journal as people say it, in local time: "29 November, 21:15"."""
    if time_text is None:
        return "today"
    moment = datetime.fromisoformat(time_text).astimezone()
    return f"{moment.day} {moment:%B, %H:%M}"


def play_aloud(samples: Samples, rate: int, player: Player | None = None) -> None:
    """Plays a recording, or waits as long where there is no loudspeaker."""
    try:
        (player or Player()).play(Sound(samples, rate), Event())
    except SpeakingError:
        time.sleep(len(samples) / rate)
