"""``alibaba play tiles``: the tile game at the table."""

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
from assistant.games.tiles import Settings, Treasure, Variant, View, verify_setup
from assistant.games.tiles.bots import Strength
from assistant.hearing.models import choose_model, load_model
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.lines import Lines
from assistant.hosting.opening import BadTable, ask_names, read_names
from assistant.hosting.table import Stopped, Table
from assistant.hosting.tile_saving import evening_of, header_of, saved_game
from assistant.hosting.tile_screen import draw, tell
from assistant.hosting.tiles import COMPUTERS, Player, TilesEvening, TilesHost
from assistant.journal.folder import OpenGame
from assistant.journal.story import Story
from assistant.understanding.tile_words import TileWords

F = TypeVar("F", bound=Callable[..., Any])

_HOUSE_RULES = (
    click.option(
        "--variant",
        type=click.Choice([each.value for each in Variant]),
        default=Variant.BASE.value,
        show_default=True,
        help="Aladdin's Lamp, Equal Treasures or the Smaller Cave (BABA-31, 36, 37).",
    ),
    click.option(
        "--without",
        type=click.Choice([each.value for each in Treasure]),
        help="Equal Treasures: the kind to leave out; drawn if not given (BABA-36).",
    ),
    click.option(
        "--green-optional", is_flag=True, help="A green tile's second tile may be left (BABA-6)."
    ),
    click.option(
        "--brown-uncounted",
        is_flag=True,
        help="Do not tell how many of the kind a brown tile counted (BABA-12).",
    ),
    click.option(
        "--hidden-tiles", is_flag=True, help="Keep secret what players have taken (BABA-29)."
    ),
    click.option(
        "--lamps-leave",
        is_flag=True,
        help="Aladdin's Lamp: swapped lamps leave the game (BABA-32).",
    ),
)


def tile_rules(command: F) -> F:
    """Gives a click command all house rules of the tile game as options."""
    for option in reversed(_HOUSE_RULES):
        command = option(command)
    return command


def settings_from(rules: Mapping[str, Any]) -> Settings:
    """The settings that the options stand for."""
    without = rules["without"]
    return Settings(
        variant=Variant(rules["variant"]),
        removed=None if without is None else Treasure(without),
        green_optional=rules["green_optional"],
        announce_brown_count=not rules["brown_uncounted"],
        open_tiles=not rules["hidden_tiles"],
        swapped_lamps_leave=rules["lamps_leave"],
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
@click.option("--first", metavar="NAME", help="Who begins, the youngest say; drawn by default.")
@click.option("--keyboard", is_flag=True, help="Type the answers; the microphone stays off.")
@click.option("--no-tts", is_flag=True, help="Print only, do not speak.")
@click.option(
    "--plain",
    is_flag=True,
    envvar="ALIBABA_PLAIN",
    help="The board as sentences, nothing drawn (or set ALIBABA_PLAIN=1).",
)
@device_options
@push_to_talk_option
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@click.option("--seed", type=int, help="Play this very shuffle.")
@click.option("--new", is_flag=True, help="Do not offer to go on with an open game.")
@data_option
@keep_audio_option
@tile_rules
def tiles(
    names: str | None,
    computers: int | None,
    strength: str,
    first: str | None,
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
    """The tile game: take treasures from a pyramid, whose colours work magic.

    Name a tile by its colour and treasure: "the blue carpet". Speak, or type and press Enter.
    Say "help" at any time, and "teach me" for the rules.
    """
    settings = settings_from(rules)
    level = Strength(strength)
    given = None if names is None else read_names(names)
    if given is not None:  # refused before anything starts
        _beginner(first, seat(given, computers, level, settings))
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
        lines=Lines("tiles"),
        loudspeaker=loudspeaker,
        push_to_talk=push_to_talk,
        data=data,
    ) as table:
        if problem:
            table.tell("no_microphone", problem=problem)
        elif microphone is not None:
            table.show(table.lines("listening"))
        try:
            offered = None if new or seed is not None else offer_open_game(table, folder, "tiles")
            if offered is not None:
                go_on_with_tiles(table, *offered, plain=plain, keep_audio=keep_audio)
                return
            players = seat(given or ask_names(table), computers, level, settings)
            start = _beginner(first, players)
            luck = secrets.randbits(32) if seed is None else seed
            evening = TilesEvening(players, settings, luck, start)
            with new_book(table, folder, header_of(evening), keep_audio=keep_audio) as book:
                display = screen(table, plain=plain)
                TilesHost(table, evening, TileWords(), display, book=book).play()
        except (Stopped, NoMoreAnswers):
            table.tell("goodbye")


def go_on_with_tiles(
    table: Table,
    game: OpenGame,
    story: Story,
    *,
    plain: bool,
    keeps: Callable[[], Mapping[str, Any]] = dict,
    keep_audio: bool = False,
) -> None:
    """Plays an open game to its end, and closes it in any case."""
    with kept(table, game, keeps, keep_audio=keep_audio) as book:
        evening, saved = evening_of(story.content.header), saved_game(story)
        display = screen(table, plain=plain)
        TilesHost(table, evening, TileWords(), display, book=book, saved=saved).play()


def seat(
    names: Sequence[str], computers: int | None, strength: Strength, settings: Settings
) -> tuple[Player, ...]:
    """People first, then computer players; raises what is wrong with the table, in a sentence.

    Whoever plays alone is joined by one computer player unless told otherwise.
    """
    joining = (1 if len(names) == 1 else 0) if computers is None else computers
    clash = {name.casefold() for name in names} & {name.casefold() for name in COMPUTERS}
    if clash and joining:
        raise BadTable("A player has the name of a computer player: choose another name.")
    players = (
        *(Player(name) for name in names),
        *(Player(name, strength) for name in COMPUTERS[:joining]),
    )
    refusal = verify_setup(settings, len(players))
    if refusal is not None:
        raise BadTable(refusal.reason)
    return players


def screen(table: Table, *, plain: bool) -> Callable[[View], None]:
    """What shows the board before a turn: drawn on a terminal, else in sentences."""
    console = Console(file=sys.stdout, highlight=False)
    if plain or not console.is_terminal or os.environ.get("TERM") == "dumb":
        return lambda view: tell(table.show, view, table.lines)
    return lambda view: draw(console, view)


def _beginner(first: str | None, players: Sequence[Player]) -> int | None:
    if first is None:
        return None
    for at, player in enumerate(players):
        if player.name.casefold() == first.casefold():
            return at
    raise BadTable(f"Nobody here is called {first}: --first must name a player.")
