"""The chart of progress can be read by people who see contrasts badly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from assistant.cli.progress_chart import _PAGE, figure_of
from assistant.games.cavern.recitation import Mention
from assistant.games.practice.progress import Session
from assistant.games.practice.scoring import score
from assistant.games.practice.session import Trial
from assistant.games.practice.settings import Mode
from assistant.hosting.practice_report import figures

Colour = tuple[float, float, float]

TEXT, MARK = 4.5, 3.0
"""The least contrasts of WCAG 2.2 (1.4.3 and 1.4.11), level AA."""


def luminance(colour: Colour) -> float:
    """The relative luminance of WCAG 2.2."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: object, alpha: float | None, paper: Colour) -> float:
    """How far a colour stands out from the paper, which shines through it."""
    *solid, own = to_rgba(colour)  # type: ignore[arg-type]
    share = own if alpha is None else alpha
    seen = [share * ink + (1 - share) * under for ink, under in zip(solid, paper, strict=True)]
    dark, light = sorted((luminance((seen[0], seen[1], seen[2])), luminance(paper)))
    return (light + 0.05) / (dark + 0.05)


def test_the_contrast_is_that_of_the_standard() -> None:
    assert contrast("black", None, (1.0, 1.0, 1.0)) == pytest.approx(21.0)
    assert contrast("#777777", None, (1.0, 1.0, 1.0)) == pytest.approx(4.48, abs=0.01)
    assert contrast("black", 0.0, (1.0, 1.0, 1.0)) == 1.0


@pytest.fixture(scope="module")
def figure() -> Figure:
    """Two sessions in every mode, so that every colour is used."""
    lion, key = Mention("lion"), Mention("key")
    lists = [((lion, key), (lion,)), ((lion, key), (lion, key)), ((lion, key), (key, lion))]
    trials = tuple(
        Trial(shown, named, score(Mode.PLAIN, shown, named, 0)) for shown, named in lists
    )
    days = range(739_000, 739_000 + 2 * len(Mode))
    modes = [*Mode, *Mode]
    sessions = [Session(day, mode, trials) for day, mode in zip(days, modes, strict=True)]
    drawn: Figure = figure_of(figures("Ana", sessions, days[-1]), ["One.", "Two."])
    drawn.savefig(BytesIO())
    return drawn


def paper_of(figure: Figure) -> Colour:
    red, green, blue, _ = to_rgba(figure.get_facecolor())
    return red, green, blue


def marks(figure: Figure) -> Iterator[tuple[str, object, float | None]]:
    """Lines, points and bars of the data, and the edges they stand on; not the grid."""
    for axes in figure.axes:
        for line in axes.get_lines():
            yield "line", line.get_color(), line.get_alpha()
        for bars in axes.collections:
            assert isinstance(bars, LineCollection)
            yield "error", bars.get_color()[0], bars.get_alpha()
        for bar in axes.patches:
            assert isinstance(bar, Rectangle)
            yield "bar", bar.get_facecolor(), bar.get_alpha()
        for edge in axes.spines.values():
            if edge.get_visible():
                yield "edge", edge.get_edgecolor(), edge.get_alpha()


def test_every_word_of_the_chart_stands_out(figure: Figure) -> None:
    paper = paper_of(figure)
    texts = [each for each in figure.findobj(Text) if isinstance(each, Text)]
    words = [each for each in texts if each.get_visible() and each.get_text().strip()]
    assert {"plain lists", "walks", "key", "33 %"} <= {each.get_text() for each in words}
    for each in words:
        found = contrast(each.get_color(), each.get_alpha(), paper)
        assert found >= TEXT, f"{each.get_text()!r}: {found:.2f}"


def test_every_mark_of_the_chart_stands_out(figure: Figure) -> None:
    found = list(marks(figure))
    assert {kind for kind, _, _ in found} == {"line", "error", "bar", "edge"}
    assert len({str(colour) for kind, colour, _ in found if kind == "line"}) == len(Mode)
    for kind, colour, alpha in found:
        seen = contrast(colour, alpha, paper_of(figure))
        assert seen >= MARK, f"{kind} {colour}: {seen:.2f}"


def test_the_page_around_it_stands_out_too(figure: Figure) -> None:
    ink, paper = re.findall(r"#[0-9a-f]{6}", _PAGE)
    assert contrast(ink, None, to_rgba(paper)[:3]) >= TEXT
    assert to_rgba(paper)[:3] == pytest.approx(paper_of(figure))


def test_modes_are_told_apart_without_colour(figure: Figure) -> None:
    lines = [line for line in figure.axes[0].get_lines() if isinstance(line, Line2D)]
    names = {each.get_text() for each in figure.axes[0].texts}
    assert len(lines) == len(Mode)
    assert {"plain lists", "groups", "lists in order", "walks"} <= names
