"""How well the program hears and judges, in quiet and in babble, and beside other programs.

    python -m benchmarks.recognition [--every 2] [--own-every 1] [--kept FOLDER] [CLIPS]

CLIPS (default: ``../shared/audio`` beside the project) holds ``recitations``, ``phrases`` and
``not_for_us``, each with a ``manifest.jsonl``, and ``noise/babble.flac``. Writes
``benchmarks/results/recognition.md`` and its plots.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from assistant.evaluation.decks import Decks
from assistant.hearing.models import bundled_model, load_model
from assistant.speaking.problems import SpeakingError
from benchmarks.recognition import hear, latency, ours, plots
from benchmarks.recognition.clips import SHARED, SNRS_DB, levels, manifest_of, recitations
from benchmarks.recognition.judging import Judge, measured
from benchmarks.recognition.measured import Measured
from benchmarks.recognition.page import Findings, page
from benchmarks.recognition.peer import Transcript

RESULTS = Path(__file__).parents[1] / "results"
OURS = "Ali Baba"
_HOW_TO_INSTALL = 'python -m pip install -e ".[bench]"'


@click.command(help="Measure how well the program hears, beside other programs.")
@click.argument("clips", type=click.Path(path_type=Path), default=SHARED)
@click.option(
    "--every",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Compare the programs on every so manieth recitation.",
)
@click.option(
    "--own-every",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Measure our own program on every so manieth clip of all sets.",
)
@click.option(
    "--babble",
    type=float,
    multiple=True,
    metavar="DB",
    default=SNRS_DB,
    help="How far speech is above the babble; may be given more than once (default: all).",
)
@click.option(
    "--kept",
    type=click.Path(path_type=Path),
    help="A folder that keeps what the others heard, so that they hear only what is missing.",
)
def main(
    clips: Path, every: int, own_every: int, babble: tuple[float, ...], kept: Path | None
) -> None:
    """Measures and writes the page."""
    if every % own_every:
        raise click.UsageError("--every must be a multiple of --own-every, or there is no match.")
    for name in ours.SETS:
        if not manifest_of(clips, name).is_file():
            raise click.ClickException(
                f"there is no set {name} in {clips}: name the folder with the sets of recordings."
            )
    noise = " ".join(f"{snr_db:g}" for snr_db in babble)
    with TemporaryDirectory() as temporary:
        folder = kept or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        installed = dict(_installed())
        heard = {name: _heard(name, clips, every, noise, folder) for name in installed}
        own = _ours(clips, own_every, noise, Path(temporary) / "ours.jsonl")
    compared = {clip.audio for clip in recitations(clips, every)}
    by_rules, with_doubts = (
        {name: _judged(each, clips, every, noise, judge) for name, each in heard.items()}
        for judge in (Judge.BY_THE_RULES, Judge.WITH_DOUBTS)
    )
    programs = {
        OURS: [each for each in own[ours.RECITATIONS] if each.audio in compared],
        **by_rules,
    }
    model = load_model(bundled_model())
    waits = list(latency.waits(model, clips, own_every))
    found = Findings(
        every=every,
        own_every=own_every,
        command=" ".join(
            [f"python -m benchmarks.recognition --every {every} --own-every {own_every}"]
            + [f"--babble {snr_db:g}" for snr_db in babble]
        ),
        model=model.path.name,
        versions=installed,
        programs=programs,
        with_doubts=with_doubts,
        own=own,
        waits=waits,
        renderings_s=_renderings_s(waits),
        player_s=latency.player_start_s(),
    )
    (RESULTS / "recognition.md").write_text(page(found), encoding="utf-8")
    try:
        plots.accuracy(programs, RESULTS / "recognition_accuracy.png")
        plots.latency(programs, RESULTS / "recognition_latency.png")
    except ModuleNotFoundError:
        click.echo(f"There are no plots without matplotlib: {_HOW_TO_INSTALL}", err=True)


def _installed() -> Iterator[tuple[str, str]]:
    """The other programs that are there, with their versions; tells what is missing."""
    for name, needed in hear.NEEDS.items():
        try:
            versions = [version(package) for package in needed]
        except PackageNotFoundError as missing:
            click.echo(
                f"{name} is left out, for {missing.name} is not installed: {_HOW_TO_INSTALL}",
                err=True,
            )
            continue
        yield name, versions[0]


def _heard(name: str, clips: Path, every: int, noise: str, folder: Path) -> list[Transcript]:
    file = folder / f"{name}.jsonl"
    _run("hear", name, str(clips), str(every), noise, str(file))
    return hear.read_transcripts(file)


def _ours(clips: Path, every: int, noise: str, file: Path) -> Mapping[str, list[Measured]]:
    _run("ours", str(clips), str(every), noise, str(file))
    return ours.read(file)


def _run(module: str, *arguments: str) -> None:
    command = [sys.executable, "-m", f"{__package__}.{module}", *arguments]
    if code := subprocess.run(command).returncode:
        raise click.ClickException(f"the part {module} ({arguments[0]}) broke off ({code}).")


def _judged(
    transcripts: list[Transcript], folder: Path, every: int, noise: str, judge: Judge
) -> list[Measured]:
    """What was heard in the compared clips, judged."""
    decks = Decks()
    source = manifest_of(folder, "recitations")
    clips = {clip.audio: clip for clip in recitations(folder, every)}
    return [
        measured(each, clip, decks.of(clip, source)[0], judge)
        for each in transcripts
        if (clip := clips.get(each.audio)) is not None and each.snr_db in levels(noise)
    ]


def _renderings_s(waits: list[latency.Wait]) -> Mapping[str, float]:
    try:
        return latency.renderings_s(wait.line for wait in waits)
    except SpeakingError as error:
        raise click.ClickException(error.problem.sentence) from None


if __name__ == "__main__":
    main()
