"""Manifests: which stretch of which audio file is which utterance.

A TSV file with a header; audio files lie beside it, times are in seconds.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from .features import SAMPLE_RATE

Row = dict[str, str]

COLUMNS = ("file", "start", "end", "transcript", "speaker", "source")


class _Table(csv.Dialect):
    delimiter = "\t"
    quoting = csv.QUOTE_NONE
    quotechar = None
    lineterminator = "\n"


def read_manifest(path: Path) -> list[Row]:
    """The rows of a manifest; raises OSError if it cannot be read."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, dialect=_Table))


def append_rows(file: TextIO, rows: Iterable[Row]) -> None:
    """Write rows behind what the file holds, and the header if it holds nothing."""
    table = csv.DictWriter(file, COLUMNS, dialect=_Table)
    if file.tell() == 0:
        table.writeheader()
    table.writerows(rows)


def span(row: Row) -> slice:
    """The samples of a row's utterance in its file at 16 kHz."""
    begin, end = (round(float(row[key]) * SAMPLE_RATE) for key in ("start", "end"))
    return slice(begin, end)
