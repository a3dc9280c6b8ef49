"""``alibaba progress``: how somebody's practice goes, told, printed, as JSON or as a chart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from datetime import date
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from assistant.cli.keeping import data_option, folder_of
from assistant.cli.known_players import manner_to
from assistant.cli.output import Unprinted, printed_to
from assistant.cli.progress_chart import check_chart, draw_chart
from assistant.games.practice.settings import Mode
from assistant.hosting.lines import Lines, counted, listing
from assistant.hosting.practice_report import MODE_NAMES, figures, summary
from assistant.hosting.practice_saving import GAME, day_number, past_of, people
from assistant.journal.folder import Folder
from assistant.journal.gamefile import Clock, utc_now
from assistant.speaking import open_speaker

_SESSIONS_SHOWN = 8
_RETURNS_SHOWN = 6
_LARGEST_ERROR = 1.0  # in items: a fit that is less sure says nothing
_BAR = 20  # characters of the longest bar

Figures = dict[str, Any]


@click.command()
@click.argument("name", required=False)
@data_option
@click.option("--plain", is_flag=True, envvar="ALIBABA_PLAIN", help="Sentences, nothing drawn.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document, and nothing said.")
@click.option(
    "--chart",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also draw it into a .png, .svg or .html file.",
)
@click.option("--no-tts", is_flag=True, help="Print only, do not speak.")
def progress(
    name: str | None,
    data: Path | None,
    plain: bool,
    as_json: bool,
    chart: Path | None,
    no_tts: bool,
) -> None:
    """Tell how the practice of NAME goes: the mean span and its trend, and what is forgotten.

    The mean span is the length of list that comes back half of the time. It is about this task and
    nothing else.
    """
    if chart is not None:
        check_chart(chart)
    tts = not (no_tts or as_json)
    out = printed_to(tts=tts)
    problems = out.voice_failed if isinstance(out, Unprinted) else None
    manner = manner_to(data, *([name] if name else []))
    with (
        open_speaker(
            out, tts=tts, problems=problems, rate=manner.rate, volume=manner.volume
        ) as speaker,
        redirect_stdout(out),
    ):
        show_progress(folder_of(data), name, speaker.say, plain=plain, as_json=as_json, chart=chart)


def show_progress(
    folder: Folder,
    name: str | None,
    say: Callable[[str], object],
    *,
    plain: bool,
    as_json: bool = False,
    chart: Path | None = None,
    clock: Clock = utc_now,
) -> None:
    """Tells the progress of ``name``, or of the only one who has practised; ``say`` says the two
    sentences.
    """
    lines = Lines(GAME)
    name = name_of(lines, folder, name)
    sessions = past_of(folder, name).sessions
    found = figures(name, sessions, day_number(clock()))
    told = summary(lines, name, sessions)
    sentences = told or (lines("no_span_yet", name=name),)
    if chart is not None:
        if told is None:
            raise click.ClickException(sentences[0])
        draw_chart(chart, found, sentences)
    if as_json:
        click.echo(json.dumps({**found, "summary": list(sentences)}, indent=2))
        return
    for sentence in sentences:
        say(sentence)
    if plain:
        for line in in_words(found):
            click.echo(line)
    else:
        for table in tables(found):
            Console().print(table)
    if chart is not None:
        click.echo(f"The chart is in {chart}.")


def name_of(lines: Lines, folder: Folder, name: str | None) -> str:
    """The person as spelled in the journal. Raises ClickException with what to do instead."""
    known = people(folder)
    if name is not None:
        spelled = next((each for each in known if each.casefold() == name.casefold()), None)
        if spelled is None:
            raise click.ClickException(lines("never_practised", name=name))
        return spelled
    if not known:
        raise click.ClickException(lines("nobody_practised"))
    if len(known) > 1:
        names = listing(known)
        raise click.ClickException(lines("several_practised", names=names, example=known[0]))
    return known[0]


def in_words(found: Figures) -> Iterator[str]:
    """The figures as lines that read well aloud."""
    for each in found["sessions"][-_SESSIONS_SHOWN:]:
        lists = counted(each["counted"], "list", "lists")
        yield f"{_day(each['day'])}, {_mode(each)}: {_span(each)} over {lists}."
    for each in found["modes"]:
        yield (
            f"Mean span, {_mode(each)}: {each['mean_span']:.1f}, longest list "
            f"{each['longest_whole']}; fitted to every list: {_estimate(each)}."
        )
    if found["most_forgotten"]:
        parts = [
            f"{each['treasure']} {each['forgotten']} of {each['shown']}"
            for each in found["most_forgotten"]
        ]
        yield f"Forgotten most often: {', '.join(parts)}."
    if found["errors_by_position"]:
        parts = [
            f"{each['position']}: {each['missed']} of {each['shown']}"
            for each in found["errors_by_position"]
        ]
        yield f"Missed by place in the list: {', '.join(parts)}."
    if found["coming_back"]:
        parts = [
            f"{each['treasure']} {'now' if each['due'] else _day(each['on'])}"
            for each in found["coming_back"][:_RETURNS_SHOWN]
        ]
        more = len(found["coming_back"]) - len(parts)
        yield f"Coming back: {', '.join(parts)}{f', and {more} more' if more else ''}."


def tables(found: Figures) -> Iterator[Table]:
    """The figures as tables for a terminal."""
    sessions = Table("Day", "Practised", "Lists", "Mean span", "Longest", title="Sessions")
    for each in found["sessions"][-_SESSIONS_SHOWN:]:
        mean, best = each["mean_span"], each["longest_whole"]
        sessions.add_row(
            _day(each["day"]),
            _mode(each),
            str(each["counted"]),
            "" if mean is None else f"{mean:.1f}",
            "" if best is None else str(best),
        )
    yield sessions
    modes = Table("Practised", "Mean span", "Fitted", "Sessions", "Trend", title="Mean span")
    for each in found["modes"]:
        mean, trend = f"{each['mean_span']:.1f}", each["trend"] or ""
        modes.add_row(_mode(each), mean, _estimate(each), str(each["sessions"]), trend)
    yield modes
    if found["most_forgotten"]:
        forgotten = Table("Treasure", "Forgotten", "", title="Forgotten most often")
        for each in found["most_forgotten"]:
            share = each["forgotten"] / each["shown"]
            forgotten.add_row(
                each["treasure"], f"{each['forgotten']} of {each['shown']}", _bar(share)
            )
        yield forgotten
    places = Table("Place", "Missed", "", title="Missed by place in the list")
    for each in found["errors_by_position"]:
        share = each["missed"] / each["shown"]
        places.add_row(str(each["position"]), f"{each['missed']} of {each['shown']}", _bar(share))
    yield places


def _span(session: Figures) -> str:
    if session["mean_span"] is None:
        return "no span"
    return f"mean span {session['mean_span']:.1f}, longest {session['longest_whole']},"


def _estimate(row: Figures) -> str:
    if row["standard_error"] > _LARGEST_ERROR:
        return "too early to tell"
    return f"{row['estimated_span']:.1f}, give or take {row['standard_error']:.1f}"


def _mode(row: Figures) -> str:
    return MODE_NAMES[Mode(row["mode"])]


def _day(text: str) -> str:
    day = date.fromisoformat(text)
    return f"{day.day} {day:%B %Y}"


def _bar(share: float) -> str:
    return "█" * round(share * _BAR)
