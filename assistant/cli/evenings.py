"""``alibaba evenings``: what was played in one sitting, and who won how many games."""

from __future__ import annotations

import json
from pathlib import Path

import click

from assistant.cli.keeping import data_option, day_of, folder_of
from assistant.hosting.lines import Lines, counted, listing
from assistant.hosting.night_talk import points_told, won
from assistant.journal.evenings import Evening, points
from assistant.journal.evenings import evenings as evenings_in
from assistant.journal.folder import Folder


@click.command()
@data_option
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def evenings(data: Path | None, as_json: bool) -> None:
    """List the evenings, the latest first: when, the games, who won how many, and the points."""
    folder = folder_of(data)
    held = evenings_in(folder)
    if as_json:
        click.echo(json.dumps({"evenings": [_plain(each, folder) for each in held]}, indent=2))
        return
    for each in held:
        click.echo(_line(each, folder))
    if not held:
        click.echo("There were no evenings yet: alibaba begins one.")


def _line(evening: Evening, folder: Folder) -> str:
    finished = evening.finished
    kinds = listing([each.header.game for each in finished])
    games = f"{counted(len(finished), 'game', 'games')} ({kinds})" if finished else "no game"
    line = f"{day_of(evening.began)}: {games} finished"
    if (left := len(evening.games) - len(finished)) > 0:
        line += f", {left} open"
    if finished:
        line += f"; won by {listing([won(*each) for each in evening.standings.items()])}"
    return f"{line}. {points_told(Lines('night'), points(folder, evening.games))}".rstrip()


def _plain(evening: Evening, folder: Folder) -> dict[str, object]:
    return {
        "began": evening.began,
        "games": [each.number for each in evening.games],
        "won": dict(evening.standings),
        "points": points(folder, evening.games),
    }
