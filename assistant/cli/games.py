"""``alibaba games``: what was played, and what can be gone on with."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from assistant.cli.keeping import data_option, day_of, folder_of
from assistant.cli.output import echo
from assistant.hosting.lines import counted, listing
from assistant.journal.folder import Listed
from assistant.journal.gamefile import Summary

_FINISHED_SHOWN = 20


@click.command()
@data_option
@click.option("--all", "everything", is_flag=True, help="All finished games, not only the latest.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def games(data: Path | None, everything: bool, as_json: bool) -> None:
    """List the saved games, open ones first: number, players, winner and length."""
    listed, left_out = folder_of(data).listing(None if everything else _FINISHED_SHOWN)
    if as_json:
        document = {"games": [_plain(each) for each in listed], "left_out": left_out}
        click.echo(json.dumps(document, indent=2))
        return
    for each in listed:
        echo(_line(each))
    if not listed:
        click.echo("There are no saved games.")
    if left_out:
        click.echo(f"And {counted(left_out, 'game', 'games')} more: alibaba games --all")


def _line(listed: Listed) -> str:
    summary = listed.summary
    if summary is None:
        return f"{listed.number:4}  {listed.problem}"
    header = summary.header
    kind = f"{header.game}, recorded" if header.host.get("demo") else header.game
    return (
        f"{listed.number:4}  {_status(listed, summary)}: {kind}, {listing(header.names)}; "
        f"{day_of(summary.began)}, {_length(summary)}."
    )


def _status(listed: Listed, summary: Summary) -> str:
    if listed.being_played:
        return "being played"
    if summary.winners is None:
        return "open"
    if not summary.winners:
        return "finished"
    return f"won by {listing(summary.winners)}"


def _length(summary: Summary) -> str:
    minutes = round((_seconds(summary) or 0) / 60)
    return (
        f"{counted(summary.events, 'event', 'events')} in {counted(minutes, 'minute', 'minutes')}"
    )


def _seconds(summary: Summary) -> float | None:
    if summary.began is None or summary.last is None:
        return None
    span = datetime.fromisoformat(summary.last) - datetime.fromisoformat(summary.began)
    return span.total_seconds()


def _plain(listed: Listed) -> dict[str, Any]:
    summary = listed.summary
    if summary is None:
        return {"number": listed.number, "problem": listed.problem}
    header = summary.header
    return {
        "number": listed.number,
        "game": header.game,
        "open": listed.is_open,
        "being_played": listed.being_played,
        "players": list(header.names),
        "winners": None if summary.winners is None else list(summary.winners),
        "began": summary.began,
        "last": summary.last,
        "seconds": _seconds(summary),
        "events": summary.events,
        "recorded": bool(header.host.get("demo")),
        "program": header.program,
        "rules": header.rules,
    }
