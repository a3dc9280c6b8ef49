"""The header of an OpenFst file: enough to see that the file was cut short.

Vosk loads a model whose graph is truncated, and then crashes in its first turn.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

_MAGIC = 2125659606
_OUTPUT_SYMBOLS = 2
_STATE_BYTES, _ARC_BYTES = 20, 16  # of a "const" FST with standard weights
_TAIL = struct.Struct("<iiQqqq")  # version, flags, properties, start, states, arcs


@dataclass(frozen=True, slots=True)
class Header:
    """What the first bytes of an FST file promise."""

    kind: str
    has_words: bool
    """Whether the table of words is inside this file."""
    least_bytes: int
    """The file cannot be shorter than this."""


def read_header(path: Path) -> Header:
    """The header of an FST file; that of the graph inside, for a lookahead graph.

    Raises ``ValueError`` if the file does not begin like an FST.
    """
    with path.open("rb") as file:
        start = file.read(1024)
    try:
        header, after = _parse(start, 0)
        if header.kind.endswith("label_lookahead"):
            header, _ = _parse(start, after + 4)
    except (struct.error, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not an FST file") from error
    return header


def _parse(data: bytes, at: int) -> tuple[Header, int]:
    (magic,) = struct.unpack_from("<i", data, at)
    if magic != _MAGIC:
        raise struct.error
    kind, at = _text(data, at + 4)
    _, at = _text(data, at)
    _, flags, _, _, states, arcs = _TAIL.unpack_from(data, at)
    least = states * _STATE_BYTES + arcs * _ARC_BYTES if kind == "const" else 0
    return Header(kind, bool(flags & _OUTPUT_SYMBOLS), least), at + _TAIL.size


def _text(data: bytes, at: int) -> tuple[str, int]:
    (length,) = struct.unpack_from("<i", data, at)
    if not 0 <= length <= 64:
        raise struct.error
    return data[at + 4 : at + 4 + length].decode("ascii"), at + 4 + length
