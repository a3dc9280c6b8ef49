"""What ``alibaba play tiles`` and ``alibaba play letters`` have in common."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import click
from rich.console import Console

from assistant.cli.keeping import (
    data_option,
    folder_of,
    joined,
    keep_audio_option,
    kept,
    new_book,
    offer_open_game,
)
from assistant.cli.known_players import treat_as_they_like
from assistant.cli.output import prints_nothing
from assistant.cli.room import (
    device_options,
    open_hearing,
    open_table,
    push_to_talk_option,
)
from assistant.games.kernel import Seat, Strength
from assistant.hearing.models import Model
from assistant.hosting.book import Book
from assistant.hosting.course import Saved
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.lines import Lines
from assistant.hosting.move_host import MoveEvening, Player
from assistant.hosting.move_saving import Saving
from assistant.hosting.opening import BadTable, ask_names, read_names
from assistant.hosting.table import Stopped, Table
from assistant.journal.folder import OpenGame
from assistant.journal.story import Story

F = TypeVar("F", bound=Callable[..., Any])
Ev = TypeVar("Ev", bound=MoveEvening[Any])
Ev_contra = TypeVar("Ev_contra", bound=MoveEvening[Any], contravariant=True)


class Host(Protocol):
    """Whatever hosts a game."""

    def play(self) -> object:
        """Plays it to its end."""


class HostMaker(Protocol[Ev_contra]):
    """Seats a host at a table; ``plain`` for an evening of which nothing is drawn."""

    def __call__(
        self,
        table: Table,
        evening: Ev_contra,
        model: Model | None,
        *,
        plain: bool,
        book: Book,
        saved: Saved[Any, Any] | None = None,
    ) -> Host: ...


@dataclass(frozen=True)
class MoveGame(Generic[Ev]):
    """A game of moves as the commands know it. ``computers``: names of computer players."""

    saving: Saving[Ev]
    host: HostMaker[Ev]
    computers: tuple[str, ...]

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return self.saving.game


_OPTIONS = (
    click.option(
        "--players", "names", metavar="NAMES", help="Who plays, like Ana,Ben; one plays against me."
    ),
    click.option(
        "--computers",
        type=click.IntRange(0, 3),
        help="How many computer players join; one by default if you play alone.",
    ),
    click.option(
        "--strength",
        type=click.Choice([each.value for each in Strength]),
        default=Strength.MEDIUM.value,
        show_default=True,
        help="How well computer players play.",
    ),
    click.option("--keyboard", is_flag=True, help="Type the answers; the microphone stays off."),
    click.option("--no-tts", is_flag=True, help="Print only, do not speak."),
    click.option(
        "--plain",
        is_flag=True,
        envvar="ALIBABA_PLAIN",
        help="The board as sentences, nothing drawn (or set ALIBABA_PLAIN=1).",
    ),
    device_options,
    push_to_talk_option,
    click.option(
        "--model", type=click.Path(path_type=Path), help="A folder with another Vosk model."
    ),
    click.option("--seed", type=int, help="Play this very shuffle."),
    click.option("--new", is_flag=True, help="Do not offer to go on with an open game."),
    data_option,
    keep_audio_option,
)


def with_options(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Gives a click command these options, listed in this order."""

    def decorated(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


move_options = with_options(*_OPTIONS)
"""The options of both commands, but for house rules and who begins."""


def play_moves(
    game: MoveGame[Ev],
    evening_of: Callable[[tuple[Player, ...], int], Ev],
    options: Mapping[str, Any],
) -> None:
    """A game from the command's options to the goodbye, or an open one gone on with.

    ``evening_of`` makes the evening of players and a seed; raises BadTable where none can be.
    """
    seed = secrets.randbits(32) if options["seed"] is None else options["seed"]

    def evening(names: Sequence[str]) -> Ev:
        return evening_of(_seated(names, game.computers, options), seed)

    names = None if options["names"] is None else read_names(options["names"])
    given = None if names is None else evening(names)  # refused before anything starts
    keyboard, chosen, keep_audio = options["keyboard"], options["model"], options["keep_audio"]
    data = options["data"]
    hearing = open_hearing(options["mic"], chosen, data, keyboard=keyboard)
    folder, plain = folder_of(data), options["plain"]
    lines = Lines(game.name)
    with open_table(
        hearing,
        tts=not options["no_tts"],
        lines=lines,
        loudspeaker=options["loudspeaker"],
        push_to_talk=options["push_to_talk"],
        data=data,
    ) as table:
        try:
            is_new = options["new"] or options["seed"] is not None
            offered = None if is_new else offer_open_game(table, folder, game.name)
            if offered is not None:
                go_on_with(game, table, *offered, hearing.model, plain=plain, keep_audio=keep_audio)
                return
            begun = given or evening(ask_names(table))
            people = [each.name for each in begun.players if each.strength is None]
            treat_as_they_like(table, folder, people)
            header = joined(table, folder, game.saving.header_of(begun))
            with new_book(table, folder, header, keep_audio=keep_audio) as book:
                game.host(table, begun, hearing.model, plain=plain, book=book).play()
        except (Stopped, NoMoreAnswers):
            table.tell("goodbye")


def go_on_with(
    game: MoveGame[Ev],
    table: Table,
    opened: OpenGame,
    story: Story,
    model: Model | None,
    *,
    plain: bool,
    keeps: Callable[[], Mapping[str, Any]] = dict,
    keep_audio: bool = False,
) -> None:
    """Plays an open game to its end, and closes it in any case."""
    with kept(table, opened, keeps, keep_audio=keep_audio) as book:
        evening, saved = game.saving.evening_of(story.content.header), game.saving.saved_game(story)
        game.host(table, evening, model, plain=plain, book=book, saved=saved).play()


def seat_called(name: str | None, players: Sequence[Player], option: str) -> Seat | None:
    """The seat of the player whom an option names; BadTable if there is none of that name."""
    if name is None:
        return None
    for seat, player in enumerate(players):
        if player.name.casefold() == name.casefold():
            return seat
    raise BadTable(f"Nobody here is called {name}: {option} must name a player.")


def drawing_on(*, plain: bool) -> Console | None:
    """Where the table is drawn before a turn; None if it is to be told in sentences."""
    console = Console(file=sys.stdout, highlight=False)
    draws = console.is_terminal and not console.is_dumb_terminal
    return console if draws and not (plain or prints_nothing()) else None


def _seated(
    names: Sequence[str], computers: Sequence[str], options: Mapping[str, Any]
) -> tuple[Player, ...]:
    """People first, then computer players. Whoever plays alone is joined by one unless told
    otherwise.
    """
    wanted = options["computers"]
    joining = (1 if len(names) == 1 else 0) if wanted is None else wanted
    if joining and {name.casefold() for name in names} & {each.casefold() for each in computers}:
        raise BadTable("A player has the name of a computer player: choose another name.")
    strength = Strength(options["strength"])
    return (
        *(Player(name) for name in names),
        *(Player(name, strength) for name in computers[:joining]),
    )
