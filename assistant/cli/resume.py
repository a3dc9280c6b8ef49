"""``alibaba resume``: goes on with a game where it was broken off."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from assistant.cli.demo import GoingOn, resume_recording
from assistant.cli.keeping import data_option, folder_of, go_on, keep_audio_option
from assistant.cli.known_players import treat_as_they_like
from assistant.cli.play_letters import LETTERS
from assistant.cli.play_moves import go_on_with
from assistant.cli.play_tiles import TILES
from assistant.cli.practice import go_on_with_practice
from assistant.cli.room import (
    device_options,
    open_hearing,
    open_table,
    push_to_talk_option,
)
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.lines import Lines
from assistant.hosting.table import Stopped
from assistant.journal.folder import Folder
from assistant.journal.problems import NoSuchGame


@click.command()
@click.argument("number", metavar="[ID]", type=int, required=False)
@data_option
@click.option("--keyboard", is_flag=True, help="Type the answers; the microphone stays off.")
@click.option("--no-tts", is_flag=True, help="Print only, do not speak.")
@click.option(
    "--plain", is_flag=True, envvar="ALIBABA_PLAIN", help="The board as sentences, nothing drawn."
)
@device_options
@push_to_talk_option
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@click.option("--fast", is_flag=True, help="A recorded game: neither speak nor play the clips.")
@keep_audio_option
def resume(
    number: int | None,
    data: Path | None,
    keyboard: bool,
    no_tts: bool,
    plain: bool,
    mic: str | None,
    loudspeaker: str | None,
    push_to_talk: bool,
    model: Path | None,
    fast: bool,
    keep_audio: bool,
) -> None:
    """Go on with a game that was not finished: the latest one, or the game of this number.

    "alibaba games" lists them.
    """
    folder = folder_of(data)
    game, story = folder.open(_latest(folder) if number is None else number)
    try:
        header = story.content.header
        by_game: dict[str, GoingOn] = {
            "cavern": go_on,
            "tiles": partial(go_on_with, TILES, plain=plain),
            "letters": partial(go_on_with, LETTERS, plain=plain),
            "practice": go_on_with_practice,
        }
        going_on = by_game[header.game]
        if header.host.get("demo"):
            tts = not (fast or no_tts)
            resume_recording(going_on, game, story, fast=fast, tts=tts, model=model)
            return
        hearing = open_hearing(mic, model, data, keyboard=keyboard)
        with open_table(
            hearing,
            tts=not no_tts,
            lines=Lines(header.game),
            loudspeaker=loudspeaker,
            push_to_talk=push_to_talk,
            data=data,
        ) as table:
            treat_as_they_like(table, folder, header.people)
            try:
                going_on(table, game, story, hearing.model, keep_audio=keep_audio)
            except (Stopped, NoMoreAnswers):
                table.tell("goodbye")
    finally:
        game.close()


def _latest(folder: Folder) -> int:
    """The open game that was played last."""
    games = [each for each in folder.open_games() if each.is_open and not each.being_played]
    if not games:
        raise NoSuchGame("There is no open game to go on with.")
    return max(games, key=lambda each: (each.summary and each.summary.last) or "").number
