"""``alibaba demo``: a recorded game, heard and judged by the real recogniser."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from assistant.cli.house_rules import house_rules, options_in, settings_from
from assistant.cli.keeping import (
    cavern_words,
    data_option,
    folder_of,
    new_book,
    play_aloud,
)
from assistant.cli.output import Unprinted, is_plain, printed_to
from assistant.data import data_path
from assistant.games.cavern.settings import AliBaba
from assistant.hearing.models import Model, choose_model, load_model
from assistant.hearing.recordings import Recording
from assistant.hosting.book import Book, NoBook
from assistant.hosting.cavern import CavernHost, Evening
from assistant.hosting.lines import Lines
from assistant.hosting.opening import seat_players
from assistant.hosting.recorded import RecordedEars, RecordedGame, read_game
from assistant.hosting.saving import header_of
from assistant.hosting.table import Stopped, Table
from assistant.journal.folder import Folder, OpenGame
from assistant.journal.header import Header
from assistant.journal.story import Story
from assistant.speaking import open_speaker
from assistant.understanding.deck_file import read_deck

Ev = TypeVar("Ev")


@click.group()
def demo() -> None:
    """Play a recorded game, without a microphone: cavern, tiles or letters; or practice."""


@demo.command()
@click.option("--fast", is_flag=True, help="Neither speak nor play the clips, and do not wait.")
@click.option("--no-tts", is_flag=True, help="Do not speak; still play the clips.")
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@data_option
def cavern(fast: bool, no_tts: bool, model: Path | None, data: Path | None) -> None:
    """A whole game of the cavern by four recorded thieves.

    Every answer is a clip that goes through the recogniser and the judge as a voice at the table
    would. Lines that begin with a bar tell what was heard and how it was understood.
    """
    play_recorded(fast=fast, tts=not (fast or no_tts), model=model, folder=folder_of(data))


def play_recorded(
    *, fast: bool, tts: bool, model: Path | None, folder: Folder | None = None
) -> None:
    """Plays the recorded game of the cavern to its end, and keeps a journal if there is a
    ``folder``.
    """
    recording = partial(play_recording, "cavern", _evening, header_of, _play)
    recording(fast=fast, tts=tts, model=model, folder=folder)


def _evening(game: RecordedGame) -> Evening:
    settings = settings_from(options_in(game.rules, house_rules), AliBaba.HOST)
    deck = read_deck(data_path("grammars", "cavern.toml"))
    players = seat_players(game.players, settings.ali, cassim=settings.cassim)
    return Evening(deck, players, settings, game.seed, first=len(players) - 1)


def _play(table: Table, evening: Evening, model: Model, book: Book) -> None:
    words = cavern_words(evening.deck, evening.settings, model)
    CavernHost(table, evening, words, book=book).play()


class GoingOn(Protocol):
    """Plays an open game to its end."""

    def __call__(
        self,
        table: Table,
        game: OpenGame,
        story: Story,
        model: Model | None,
        /,
        *,
        keeps: Callable[[], Mapping[str, Any]] = ...,
        keep_audio: bool = ...,
    ) -> object: ...


def play_recording(
    name: str,
    evening_of: Callable[[RecordedGame], Ev],
    header_of: Callable[[Ev, str], Header],
    play: Callable[[Table, Ev, Model, Book], object],
    *,
    fast: bool,
    tts: bool,
    model: Path | None,
    folder: Folder | None = None,
) -> None:
    """Plays the recorded game of this name to its end, and keeps a journal of it if there is a
    ``folder``.
    """
    demo = f"demo_{name}"
    game = read_game(data_path("fixtures", "audio", demo))
    evening, heard = evening_of(game), load_model(choose_model(model).path)
    recorded = recorded_table(game, heard, fast=fast, tts=tts, used=0, lines=Lines(name))
    with recorded as (table, ears), ExitStack() as kept:
        book: Book = NoBook()
        if folder is not None:
            header = header_of(evening, demo)
            keeps = new_book(table, folder, header, keeps=lambda: {"clips": ears.used})
            book = kept.enter_context(keeps)
        play(table, evening, heard, book)


def resume_recording(
    go_on: GoingOn, opened: OpenGame, story: Story, *, fast: bool, tts: bool, model: Path | None
) -> None:
    """Goes on with a recorded game at the clip where it was broken off."""
    header = story.content.header
    game = read_game(data_path("fixtures", "audio", header.host["demo"]))
    heard, used = load_model(choose_model(model).path), story.keeps.get("clips", 0)
    lines = Lines(header.game)
    with recorded_table(game, heard, fast=fast, tts=tts, used=used, lines=lines) as (table, ears):
        go_on(table, opened, story, heard, keeps=lambda: {"clips": ears.used})


@contextmanager
def recorded_table(
    game: RecordedGame,
    model: Model,
    *,
    fast: bool,
    tts: bool,
    used: int,
    lines: Lines,
) -> Iterator[tuple[Table, RecordedEars]]:
    """A table at which recorded clips answer, beginning after those ``used``."""

    out, plain = printed_to(tts=tts), is_plain()

    def show(line: str) -> None:
        print(line, file=out, flush=True)

    def note(line: str) -> None:
        show(f"| {line}")

    problems = out.voice_failed if isinstance(out, Unprinted) else None
    with open_speaker(out, tts=tts, problems=problems, plain=plain) as speaker:
        sound: Callable[[Recording], None] = _silently if fast else _aloud
        ears = RecordedEars(model, game.clips, sound, note, used)
        table = Table(speaker, ears, show, knows=model.knows, explain=note, lines=lines)
        if not fast:
            table.playback = play_aloud
        try:
            yield table, ears
        except Stopped:
            table.tell("goodbye")


def demo_instead(problem: str | None, folder: Folder | None = None) -> None:
    """The demo in place of a game, saying why."""
    reason = problem or "This is no terminal."
    click.echo(f"{reason} So here is the recorded demo game, heard by the real recogniser.")
    if problem and sys.stdin.isatty():
        click.echo("To play with the keyboard: ./play --keyboard")
    quick = not sys.stdout.isatty()
    play_recorded(fast=quick, tts=not quick, model=None, folder=folder)


def _silently(_recording: Recording) -> None:
    return None


def _aloud(recording: Recording) -> None:
    play_aloud(recording.samples, recording.rate)
