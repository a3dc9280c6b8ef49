"""``alibaba demo practice``: three recorded sessions on three days, through the real recogniser."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from assistant.cli.demo import recorded_table
from assistant.cli.practice import evenly_by, practise
from assistant.cli.progress import show_progress
from assistant.data import data_path
from assistant.games.practice.settings import Mode
from assistant.hearing.models import Model, choose_model, load_model
from assistant.hosting.lines import Lines
from assistant.hosting.practice import Presenter
from assistant.hosting.practice_saving import GAME
from assistant.hosting.recorded import read_game
from assistant.hosting.table import Table
from assistant.journal.folder import Folder
from assistant.understanding.deck_file import read_deck

DEMO = "demo_practice"
"""The folder of the recorded sessions."""


@dataclass(frozen=True, slots=True)
class Day:
    """One recorded session: when it was, and what was practised."""

    begins: datetime
    mode: Mode
    lists: int


@click.command("practice")
@click.option("--fast", is_flag=True, help="Neither speak nor play the clips, and do not wait.")
@click.option("--no-tts", is_flag=True, help="Do not speak; still play the clips.")
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
def demo_practice(fast: bool, no_tts: bool, model: Path | None) -> None:
    """Three sessions of practice by one recorded player, on three days.

    Every answer is a clip that goes through the recogniser as a voice at the table would. Lines
    that begin with a bar tell what was heard and how it was understood. Nothing of it is kept.
    """
    where = data_path("fixtures", "audio", DEMO)
    game, days = read_game(where), read_days(where)
    heard = load_model(choose_model(model).path)
    tts = not (fast or no_tts)
    lines = Lines(GAME)
    with (
        TemporaryDirectory() as data,
        recorded_table(game, heard, fast=fast, tts=tts, used=0, lines=lines) as (table, _ears),
    ):
        present = together_by(table) if fast else evenly_by(table)
        play_days(table, Path(data), game.players[0], game.seed, days, heard, present)


def play_days(
    table: Table,
    data: Path,
    name: str,
    seed: int,
    days: Sequence[Day],
    model: Model | None,
    present: Presenter,
) -> None:
    """Plays the sessions into the journal under ``data``, each on its day, and tells the progress
    of the last day.
    """
    deck = read_deck(data_path("grammars", "cavern.toml"))
    for number, day in enumerate(days):

        def clock(moment: datetime = day.begins) -> datetime:
            return moment

        table.show(f"== {day.begins.day} {day.begins:%B %Y} ==")
        practise(
            table,
            Folder(data, clock),
            name,
            day.mode,
            deck,
            model,
            present=present,
            lists=day.lists,
            seed=seed + number,
            clock=clock,
        )
    table.show("== Progress ==")
    show_progress(Folder(data), name, table.voice.say, plain=True, clock=lambda: days[-1].begins)


def read_days(folder: Path) -> tuple[Day, ...]:
    """The sessions that the first line of ``script.jsonl`` lists."""
    with (folder / "script.jsonl").open(encoding="utf-8") as script:
        head: Mapping[str, list[Mapping[str, str]]] = json.loads(script.readline())
    return tuple(
        Day(datetime.fromisoformat(row["begins"]), Mode(row["mode"]), int(row["lists"]))
        for row in head["sessions"]
    )


def together_by(table: Table) -> Presenter:
    """Lists as one printed line each, without their pace."""
    return lambda items, _every_s: table.show(", ".join(items))
