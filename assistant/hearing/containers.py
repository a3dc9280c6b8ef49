"""Sound files that end too early, which libsndfile reads without a word."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

_STREAMED = 0x7FFFF000  # so large a length means "not known when the header was written"
_LAST_PAGE = 4


def is_cut_short(path: Path) -> bool:
    """Whether a WAV file is shorter than its header says, or an OGG file has no last page."""
    with path.open("rb") as file:
        start = file.read(12)
        if start.startswith(b"RIFF") and start.endswith(b"WAVE"):
            return _wav_is_short(file, path.stat().st_size)
        if start.startswith(b"OggS"):
            return _ogg_is_short(file)
    return False


def _wav_is_short(file: BinaryIO, size: int) -> bool:
    while len(chunk := file.read(8)) == 8:
        length = int.from_bytes(chunk[4:], "little")
        if chunk.startswith(b"data"):
            return 0 < length < _STREAMED and file.tell() + length > size
        file.seek(length + length % 2, os.SEEK_CUR)
    return True


def _ogg_is_short(file: BinaryIO) -> bool:
    file.seek(0)
    last = 0
    while len(page := file.read(27)) == 27 and page[:4] == b"OggS":
        sizes = file.read(page[26])
        body = file.read(sum(sizes))
        last = page[5] if len(sizes) == page[26] and len(body) == sum(sizes) else 0
    return last & _LAST_PAGE == 0
