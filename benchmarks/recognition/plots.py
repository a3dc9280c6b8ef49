"""The plots beside the page. Raises ModuleNotFoundError where matplotlib is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from assistant.evaluation.measuring import Score
from benchmarks.recognition.measured import Measured
from benchmarks.recognition.tables import by_noise, noise_name

_SIZE_IN = (7.0, 3.2)
_DPI = 110
_MARKS = "osD^v"


def accuracy(programs: Mapping[str, Sequence[Measured]], file: Path) -> None:
    """How many verdicts agree, and how many are wrong, against noise."""
    from matplotlib.figure import Figure

    figure = Figure(_SIZE_IN, dpi=_DPI, layout="constrained")
    agreeing, wrong = figure.subplots(1, 2, sharey=True)
    for (name, measured), mark in zip(programs.items(), _MARKS, strict=False):
        found = by_noise(measured)
        names = ["quiet" if snr is None else noise_name(snr) for snr in found]
        agreeing.plot(names, [100 * each.share(Score.AGREE) for each in found.values()], mark + "-")
        false = [
            100 * (each.share(Score.FALSE_ACCEPT) + each.share(Score.FALSE_MISTAKE))
            for each in found.values()
        ]
        wrong.plot(names, false, mark + "-", label=name)
    beside = "speech above babble by"
    agreeing.set(title="right verdicts, %", ylim=(-3, 104), xlabel=beside)
    wrong.set(title="wrong verdicts, %", xlabel=beside)
    wrong.legend(frameon=False)
    for axes in (agreeing, wrong):
        axes.grid(axis="y", alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file)


def latency(programs: Mapping[str, Sequence[Measured]], file: Path) -> None:
    """How many right lists in quiet are confirmed within how many seconds."""
    from matplotlib.figure import Figure

    figure = Figure(_SIZE_IN, dpi=_DPI, layout="constrained")
    axes = figure.subplots()
    for name, measured in programs.items():
        found = sorted(
            each.latency_s
            for each in measured
            if each.snr_db is None and each.latency_s is not None
        )
        share = 100 * np.arange(1, len(found) + 1) / max(len(found), 1)
        axes.step([0.0, *found], [0.0, *share], where="post", label=name)
    axes.set(
        title="right lists confirmed within, % (quiet)",
        xlabel="seconds after the last word",
        xlim=(0, None),
        ylim=(0, 102),
    )
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    figure.savefig(file)
