"""``alibaba evaluate``: how well the program hears a set of recordings."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from assistant.cli.keeping import data_option
from assistant.cli.output import echo, is_plain
from assistant.cli.record_examples import examples_of
from assistant.evaluation import moves, person
from assistant.evaluation.manifest import Manifest, read_manifest
from assistant.evaluation.measuring import Failure, Measuring, Result
from assistant.evaluation.noise import read_noise
from assistant.evaluation.report import Report
from assistant.hearing.models import choose_model, load_model


@click.command()
@click.argument("manifest", metavar="MANIFEST", type=click.Path(path_type=Path))
@click.option("--noise", type=click.Path(path_type=Path), help="A recording to mix in.")
@click.option(
    "--snr",
    type=float,
    metavar="DB",
    help="How far speech is above the noise, in decibels (speech: without its pauses).",
)
@click.option("--json", "out", type=click.Path(path_type=Path), help="Write all results here.")
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@data_option
def evaluate(
    manifest: Path,
    noise: Path | None,
    snr: float | None,
    out: Path | None,
    model: Path | None,
    data: Path | None,
) -> None:
    """Measure the recogniser and the judge over the recordings that MANIFEST names.

    MANIFEST may be the name of a player with recorded examples (alibaba record-examples): then the
    report ends with how well that player is understood, and which words to avoid.

    A manifest has a JSON object a line, with "audio" relative to it, of three kinds that may be
    mixed: a recitation ("hand", "verdict", "deck": "cavern" or a file, or "treasures",
    "adjectives", "speech_end"), a phrase ("phrases", "expected"), or something not meant for the
    game (both of these null). Each clip is heard in blocks of 0.1 s, as from a microphone, and
    judged as in a game.

    In the summary, agree, false_accept, false_mistake and asked are counts that add up to clips;
    "rates" has them as fractions. A phrase heard as another, and anything done about a clip that
    is not for us, is a false_accept. decided_s is the place in the clip, in seconds, where the
    verdict was given; compute_s is processor time.

    A set of spoken moves ("plies" in its lines; see fixtures/audio) goes through the host of its
    game instead: a move is right at once, right once confirmed, asked for again, or wrong.

    The exit code is 1 if a line or a recording could not be used; the others still count.
    """
    if (noise is None) != (snr is None):
        raise click.UsageError("--noise and --snr go together: name both or neither.")
    if snr is not None and not math.isfinite(snr):
        raise click.UsageError("--snr must be a number of decibels.")
    if not manifest.exists() and (recorded := examples_of(str(manifest), data).manifest).is_file():
        manifest = recorded
    if moves.is_of_moves(manifest):
        _evaluate_moves(manifest, noise, snr, out, model)
        return
    lines = read_manifest(manifest)
    if out is not None:
        _check_writable(out, manifest)
    mixed = read_noise(noise, snr) if noise is not None and snr is not None else None
    choice = choose_model(model)
    for sentence in choice.skipped:
        click.echo(sentence, err=True)
    loaded = load_model(choice.path)
    settings = {"manifest": manifest.name, "model": choice.path.name}
    if noise is not None:
        settings |= {"noise": noise.name, "snr_db": f"{snr:g}"}
    report = Report(loaded.load_s, settings, problems=list(lines.problems))
    for sentence in lines.problems:
        click.echo(sentence, err=True)
    _measure(Measuring(loaded, mixed), lines, report)
    if out is not None:
        _write(out, report.as_json())
    echo(report.as_text())
    if lines.player is not None:
        echo(f"\n{person.summary(lines.player, report.results)}")
    if report.problems:
        raise click.ClickException(f"{len(report.problems)} of the lines could not be run.")


def _evaluate_moves(
    manifest: Path, noise: Path | None, snr: float | None, out: Path | None, model: Path | None
) -> None:
    if out is not None:
        _check_writable(out, manifest)
    mixed = read_noise(noise, snr) if noise is not None and snr is not None else None
    results = list(moves.measure(manifest, load_model(choose_model(model).path), mixed))
    if out is not None:
        clips = [{**asdict(each), "score": each.score.value} for each in results]
        _write(out, {"summary": moves.figures(results), "clips": clips})
    echo(moves.as_text(results))


def _measure(measuring: Measuring, lines: Manifest, report: Report) -> None:
    """Fills the report; shows progress where a person is watching."""
    failures: list[Failure] = []
    with _progress(len(lines.clips)) as bar:
        for each in measuring.run(lines):
            if isinstance(each, Result):
                report.results.append(each)
            else:
                failures.append(each)
            if bar is not None:
                bar.update(1)
    for failure in failures:
        report.problems.append(failure.problem)
        click.echo(failure.problem, err=True)
    for sentence in measuring.warnings:
        click.echo(sentence, err=True)


def _progress(length: int) -> AbstractContextManager[Any]:
    if is_plain() or not sys.stderr.isatty():
        return nullcontext()
    return click.progressbar(length=length, label="Listening", file=sys.stderr)


def _check_writable(out: Path, manifest: Path) -> None:
    """Refuses an output that could only fail after the long run, and leaves no trace."""
    if out.resolve() == manifest.resolve():
        raise click.UsageError("--json would overwrite the manifest.")
    fresh = not out.exists()
    try:
        with out.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror}.") from None
    if fresh:
        out.unlink()


def _write(out: Path, report: Mapping[str, Any]) -> None:
    text = json.dumps(report, indent=1, ensure_ascii=False)
    try:
        out.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror}.") from None
