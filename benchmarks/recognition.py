"""How well the program hears and judges, in quiet and in babble.

    python benchmarks/recognition.py [FOLDER]

FOLDER (default: ``../shared/audio`` beside the project) holds ``recitations``, ``phrases`` and
``not_for_us``, each with a ``manifest.jsonl``, and ``noise/babble.flac``. Runs what ``alibaba
evaluate`` runs and writes ``results/recognition.md`` beside this file.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assistant.evaluation.manifest import read_manifest
from assistant.evaluation.measuring import Measuring, Result
from assistant.evaluation.noise import read_noise
from assistant.evaluation.report import figures, peak_mb
from assistant.hearing.models import Model, bundled_model, load_model

HERE = Path(__file__).parent
SHARED = HERE.parents[1] / "shared" / "audio"
SNRS_DB = (None, 20.0, 15.0, 10.0, 5.0)

_HEAD = """# Recognition

What `alibaba evaluate` gives with the bundled model ({model}), streamed in blocks of 0.1 s; made by
`python benchmarks/recognition.py`. Babble is six people talking at once, mixed in at the given
signal-to-noise ratio (speech without its pauses, against the stretch of babble). Asked: the game
would ask again. A false accept of a phrase is another phrase than was said; of a clip not for us,
any command or a list found right. A false mistake of a clip not for us is a treasure counted as
extra. Latency: from the end of the last word of a right list to its confirmation.

| set | noise | clips | agree | false accept | false mistake | asked | latency median / 95 % |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


def main(arguments: Sequence[str]) -> int:
    """Measures and writes the page; returns the exit code."""
    folder = Path(arguments[0]) if arguments else SHARED
    if not (folder / "recitations" / "manifest.jsonl").is_file():
        print(f"There are no test sets in {folder}: name the folder with them.", file=sys.stderr)
        return 1
    model = load_model(bundled_model())
    rows: list[str] = []
    compute = seconds = 0.0
    for name in ("recitations", "phrases", "not_for_us"):
        for snr_db in SNRS_DB if name == "recitations" else (None,):
            results = measured(model, folder, name, snr_db)
            rows.append(row(name, snr_db, figures(results)))
            print(rows[-1], flush=True)
            compute += sum(each.compute_s for each in results)
            seconds += sum(each.seconds for each in results)
    page = _HEAD.format(model=model.path.name) + "\n".join(rows)
    page += (
        f"\n\nProcessor time per second of sound: {compute / seconds:.3f} s. "
        f"Loading the model: {model.load_s:.2f} s. Largest memory: {peak_mb() or 0:.0f} MB.\n"
    )
    (HERE / "results" / "recognition.md").write_text(page, encoding="utf-8")
    return 0


def measured(model: Model, folder: Path, name: str, snr_db: float | None) -> list[Result]:
    """The results of one set; ``snr_db`` None is quiet."""
    babble = folder / "noise" / "babble.flac"
    noise = None if snr_db is None else read_noise(babble, snr_db)
    manifest = read_manifest(folder / name / "manifest.jsonl")
    return [each for each in Measuring(model, noise).run(manifest) if isinstance(each, Result)]


def row(name: str, snr_db: float | None, found: dict[str, Any]) -> str:
    """One row of the table."""
    noise = "none" if snr_db is None else f"babble, {snr_db:g} dB"
    latency = found["latency_s"]
    times = f"{latency['median']:.2f} / {latency['p95']:.2f} s" if latency else ""
    counts = [f"{found['agree']} ({found['rates']['agree']:.1%})"]
    counts += [str(found[key]) for key in ("false_accept", "false_mistake", "asked")]
    cells = [name.replace("_", " "), noise, str(found["clips"]), *counts, times]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
