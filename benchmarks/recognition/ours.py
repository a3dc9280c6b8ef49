"""Our own program in a process of its own, so that its memory is its own.

    python -m benchmarks.recognition.ours FOLDER EVERY "20 15" FILE

writes to FILE a line of JSON for every so manieth clip of each set: the set, and what was measured.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from assistant.evaluation.manifest import read_manifest
from assistant.evaluation.measuring import Failure, Measuring, Result, Score
from assistant.evaluation.report import peak_mb
from assistant.hearing.models import Model, bundled_model, load_model
from benchmarks.recognition.clips import QUIET, levels, manifest_of, noise_of
from benchmarks.recognition.measured import Measured

RECITATIONS = "recitations"
SETS = (RECITATIONS, "phrases", "not_for_us")
"""Only recitations are heard in babble, too."""


def measured(
    model: Model, folder: Path, name: str, every: int, snrs_db: Sequence[float | None]
) -> Iterator[Measured]:
    """Every so manieth clip of the set ``name`` at these levels of babble."""
    manifest = read_manifest(manifest_of(folder, name))
    manifest = replace(manifest, clips=manifest.clips[::every])
    for snr_db in snrs_db:
        for each in Measuring(model, noise_of(folder, snr_db)).run(manifest):
            if isinstance(each, Failure):
                print(each.problem, file=sys.stderr)
            else:
                yield _measured(each, snr_db)


def _measured(result: Result, snr_db: float | None) -> Measured:
    latency_s = result.latency_s
    return Measured(
        audio=result.clip.audio,
        snr_db=snr_db,
        score=result.score,
        latency_s=None if latency_s is None else latency_s + result.lag_s,
        compute_s=result.compute_s,
        seconds=result.seconds,
        peak_mb=peak_mb() or 0.0,
    )


def read(file: Path) -> dict[str, list[Measured]]:
    """What was written to ``file``, by set."""
    sets: dict[str, list[Measured]] = {name: [] for name in SETS}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        name = row.pop("set")
        sets[name].append(Measured(**row | {"score": Score(row["score"])}))
    return sets


def main(arguments: Sequence[str]) -> None:
    """Measures all sets."""
    folder, every, snrs_db, file = arguments
    model = load_model(bundled_model())
    with Path(file).open("w", encoding="utf-8") as out:
        for name in SETS:
            noise = levels(snrs_db) if name == RECITATIONS else (QUIET,)
            for each in measured(model, Path(folder), name, int(every), noise):
                row = {"set": name} | asdict(each) | {"score": each.score.value}
                out.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
