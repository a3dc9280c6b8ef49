"""Progress as a picture. Needs matplotlib, which is an optional extra."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click

from assistant.games.practice.settings import Mode
from assistant.hosting.practice_report import MODE_NAMES

_SESSIONS_DRAWN = 15
_BARS = 5  # room for so many treasures

KINDS = (".png", ".svg", ".html")
_COLOURS = ("#0b6e69", "#b3432b", "#8a6100", "#4a5899", "#4f7337", "#8d5a97")
_INK, _EDGE, _PALE, _PAPER = "#26323a", "#87826f", "#d9d4c7", "#fbf9f4"

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 1.1rem/1.5 sans-serif; color: #26323a; background: #fbf9f4;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
svg {{ width: 100%; height: auto }}
</style>
<h1>{title}</h1>
<p>{summary}</p>
<div role="img" aria-label="{summary}">{picture}</div>
"""


def check_chart(path: Path) -> None:
    """Raises ClickException where no chart can be drawn into ``path``."""
    if path.suffix.lower() not in KINDS:
        raise click.ClickException(f"A chart ends in {', '.join(KINDS)}; {path.name} does not.")
    if not path.absolute().parent.is_dir():
        raise click.ClickException(f"There is no folder {path.absolute().parent} for the chart.")
    try:
        import matplotlib  # noqa: F401
    except ImportError as problem:
        raise click.ClickException(
            'Charts need matplotlib, which is missing: pip install "assistant[charts]"'
        ) from problem


def draw_chart(path: Path, found: dict[str, Any], sentences: Sequence[str]) -> None:
    """Draws ``found`` (``practice_report.figures``) into ``path``, with its two sentences.

    Raises ClickException if the file cannot be written.
    """
    picture = io.BytesIO()
    kind = path.suffix.lower()
    figure_of(found, sentences, titled=kind != ".html").savefig(
        picture, format="svg" if kind == ".html" else kind[1:], dpi=160
    )
    content = picture.getvalue()
    if kind == ".html":
        svg = content.decode()
        page = _PAGE.format(
            title=html.escape(_title(found)),
            summary=html.escape(" ".join(sentences)),
            picture=svg[svg.index("<svg") :],
        )
        content = page.encode()
    try:
        path.write_bytes(content)
    except OSError as problem:
        reason = problem.strerror or "it cannot be opened"
        raise click.ClickException(f"{path} cannot be written: {reason}.") from problem


def _title(found: dict[str, Any]) -> str:
    return f"{found['name']}: remembering lists of treasures"


def figure_of(found: dict[str, Any], sentences: Sequence[str], *, titled: bool = True) -> Any:
    """The figure that :func:`draw_chart` saves; not ``titled`` where the page around it is."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    style: dict[Any, Any] = {
        "font.size": 11,
        "text.color": _INK,
        "axes.edgecolor": _EDGE,
        "axes.labelcolor": _INK,
        "xtick.color": _INK,
        "ytick.color": _INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titlelocation": "left",
        "axes.titleweight": "bold",
        "axes.titlesize": 12,
        "figure.constrained_layout.w_pad": 0.15,
        "figure.constrained_layout.h_pad": 0.12,
        "svg.hashsalt": "alibaba",
    }
    with rc_context(style):
        figure = Figure(figsize=(10, 7.5), facecolor=_PAPER, layout="constrained")
        parts = figure.subplot_mosaic(
            [["span", "span"], ["forgotten", "places"]], height_ratios=(3, 2)
        )
        for axes in parts.values():
            axes.set_facecolor(_PAPER)
            axes.tick_params(length=0)
        if titled:
            figure.suptitle(_title(found), x=0.015, ha="left", fontsize=17, fontweight="bold")
        figure.supxlabel("\n".join(sentences), x=0.015, ha="left", fontsize=10.5)
        _spans(parts["span"], found)
        _forgotten(parts["forgotten"], found["most_forgotten"])
        _places(parts["places"], found["errors_by_position"])
    return figure


def _spans(axes: Any, found: dict[str, Any]) -> None:
    """The mean span of the last sessions, a line for each mode."""
    sessions = [each for each in found["sessions"] if each["mean_span"] is not None]
    sessions = sessions[-_SESSIONS_DRAWN:]
    axes.set_title("Mean span: the list that comes back half of the time, and its standard error")
    axes.set_ylabel("treasures")
    modes = list(dict.fromkeys(each["mode"] for each in sessions))
    for mode, colour in zip(modes, _COLOURS, strict=False):
        own = [(at, each) for at, each in enumerate(sessions) if each["mode"] == mode]
        at = [place for place, _ in own]
        means = [each["mean_span"] for _, each in own]
        errors = [each["standard_error"] for _, each in own]
        lows = [mean - error for mean, error in zip(means, errors, strict=True)]
        highs = [mean + error for mean, error in zip(means, errors, strict=True)]
        axes.vlines(at, lows, highs, color=colour, linewidth=1.2)
        axes.plot(at, means, "o-", color=colour, linewidth=2, markersize=8)
        for place, mean, high in zip(at, means, highs, strict=True):
            axes.annotate(
                f"{mean:.1f}",
                (place, high),
                (0, 4),
                textcoords="offset points",
                ha="center",
                color=colour,
            )
        axes.annotate(
            MODE_NAMES[Mode(mode)],
            (at[-1], means[-1]),
            (12, -4),
            textcoords="offset points",
            color=colour,
            fontweight="bold",
        )
    axes.set_xticks(range(len(sessions)), [_day(each["day"]) for each in sessions])
    axes.set_xlim(-0.4, 1.14 * len(sessions) - 0.4)  # room for the name of a line at its end
    axes.grid(axis="y", color=_PALE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.margins(y=0.12)
    axes.yaxis.get_major_locator().set_params(integer=True)


def _forgotten(axes: Any, rows: Sequence[dict[str, Any]]) -> None:
    axes.set_title("Forgotten most often")
    names = [each["treasure"] for each in rows][::-1]
    counts = [each["forgotten"] for each in rows][::-1]
    bars = axes.barh(names, counts, color=_COLOURS[1], height=0.6)
    shown = [f"{each['forgotten']} of {each['shown']}" for each in rows][::-1]
    axes.bar_label(bars, shown, padding=5)
    axes.set_xlim(0, 1.25 * max(counts, default=1))
    axes.set_ylim(len(rows) - _BARS - 0.5, len(rows) - 0.5)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    if not rows:
        axes.set_yticks([])
        axes.text(0.0, 0.5, "Nothing so far.", transform=axes.transAxes)


def _places(axes: Any, rows: Sequence[dict[str, Any]]) -> None:
    axes.set_title("Missed by place in the list")
    places = [each["position"] for each in rows]
    shares = [100 * each["missed"] / each["shown"] for each in rows]
    bars = axes.bar(places, shares, color=_COLOURS[3], width=0.7)
    axes.bar_label(bars, [f"{share:.0f} %" for share in shares], padding=3)
    axes.set_ylim(0, max(10, *shares, 0) * 1.2)
    axes.set_xticks(places)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)


def _day(text: str) -> str:
    day = date.fromisoformat(text)
    return f"{day.day} {day:%b}"
