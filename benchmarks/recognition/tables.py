"""The tables of the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from assistant.evaluation.measuring import Score
from benchmarks.recognition.latency import Wait
from benchmarks.recognition.measured import Figures, Measured, figures, median_and_p95

_SIDE_BY_SIDE = (
    "noise", "program", "clips", "agree", "false accepts", "false mistakes", "asked",
    "latency median / 95 %", "real-time factor",
)  # fmt: skip
_OWN = (
    "set", "noise", "clips", "agree", "false accepts", "false mistakes", "asked",
    "latency median / 95 %",
)  # fmt: skip
_WAITS = (
    "answer", "answers", "waiting for the pause", "decoding", "second hearing", "rendering",
    "all, median", "all, 95 %",
)  # fmt: skip


def noise_name(snr_db: float | None) -> str:
    """A level of babble in words."""
    return "none" if snr_db is None else f"{snr_db:g} dB"


def by_noise(measured: Iterable[Measured]) -> dict[float | None, Figures]:
    """The figures at each level of noise, in the order in which they come."""
    levels: dict[float | None, list[Measured]] = {}
    for each in measured:
        levels.setdefault(each.snr_db, []).append(each)
    return {snr_db: figures(group) for snr_db, group in levels.items()}


def side_by_side(programs: Mapping[str, Sequence[Measured]]) -> str:
    """A row for each program at each level of noise."""
    levels = {name: by_noise(measured) for name, measured in programs.items()}
    rows = [
        (noise_name(snr_db), name, *_cells(found[snr_db]), f"{found[snr_db].real_time_factor:.2f}")
        for snr_db in dict.fromkeys(level for found in levels.values() for level in found)
        for name, found in levels.items()
        if snr_db in found
    ]
    return _table(_SIDE_BY_SIDE, rows)


def memory(programs: Mapping[str, Sequence[Measured]]) -> str:
    """The most memory that each program took."""
    rows = [(name, f"{figures(each).peak_mb:.0f} MB") for name, each in programs.items()]
    return _table(("program", "most memory of its process"), rows)


def own(sets: Mapping[str, Sequence[Measured]]) -> str:
    """A row for each of our sets at each level of noise."""
    return _table(
        _OWN,
        [
            (name.replace("_", " "), noise_name(snr_db), *_cells(found))
            for name, measured in sets.items()
            for snr_db, found in by_noise(measured).items()
        ],
    )


def latency(waits: Sequence[Wait], rendering_s: Mapping[str, float], player_s: float) -> str:
    """A row for each kind of answer; the parts are medians."""
    rows = []
    for kind in dict.fromkeys(wait.kind for wait in waits):
        these = [wait for wait in waits if wait.kind == kind]
        parts = [
            [wait.pause_s for wait in these],
            [wait.decoding_s for wait in these],
            [wait.again_s for wait in these],
            [rendering_s[wait.line] for wait in these],
        ]
        whole = [sum(each) + player_s for each in zip(*parts, strict=True)]
        cells = [f"{median_and_p95(part)[0]:.3f} s" for part in parts]
        both = [f"{each:.2f} s" for each in median_and_p95(whole)]
        rows.append((kind, str(len(these)), *cells, *both))
    return _table(_WAITS, rows)


def _cells(found: Figures) -> tuple[str, ...]:
    wrong = (
        f"{found.counts[score]} ({found.share(score):.1%})" if found.counts[score] else "0"
        for score in (Score.FALSE_ACCEPT, Score.FALSE_MISTAKE, Score.ASKED)
    )
    times = ""
    if found.latencies_s:
        times = "{:.2f} / {:.2f} s".format(*median_and_p95(found.latencies_s))
    agree = f"{found.counts[Score.AGREE]} ({found.share(Score.AGREE):.1%})"
    return str(found.clips), agree, *wrong, times


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
