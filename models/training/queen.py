"""Spoken lines of *Flight of the Amazon Queen* with their texts, from the file that Debian ships.

The file starts with `QTBL`, a version of ten characters, how sound is packed, and a table of
(name of 12 characters, bundle, offset, size), numbers high byte first. `*.SB` are spoken clips
(MP3). A dialogue (`*.DOG`) or scene (`*.CUT`) holds the texts; a text is cut by marks like `*03`
into the pieces that are spoken one by one, and a clip's name tells script, text and piece.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

import soundfile as sf

from .features import FloatArray

FILE = Path("usr/share/scummvm/flight-of-the-amazon-queen/queen.1c")
_START = 15
_ENTRY = struct.Struct(">12sBII")
_SCRIPT_HEADER = 20
"""Bytes before the script proper in a dialogue."""
_SCENE_CLIP = re.compile(r"(\w{5})(\d\d)(\d)")
Pieces = dict[int, str]
"""From the number of a piece of a text, counted from 1, to its words."""


def contents(data: bytes) -> dict[str, bytes]:
    """All files in the big file by name; raises ValueError if it is another one."""
    if not data.startswith(b"QTBL"):
        raise ValueError("this is not the data file of Flight of the Amazon Queen")
    files = {}
    for number in range(struct.unpack_from(">H", data, _START - 2)[0]):
        name, _, offset, size = _ENTRY.unpack_from(data, _START + number * _ENTRY.size)
        files[name.split(b"\0")[0].decode("latin1")] = data[offset : offset + size]
    return files


def pieces(text: str) -> Pieces:
    """What is spoken of a text, by number; pieces without words are left out."""
    first, *rest = text.split("*")
    spoken = enumerate([first, *(piece[2:] for piece in rest)], 1)
    return {number: piece.strip() for number, piece in spoken if piece.strip()}


def _text_at(data: bytes, offset: int) -> tuple[str, int]:
    """A text, its length in the byte before, or nothing; and the even offset behind it."""
    length = data[offset]
    text = data[offset + 1 : offset + 1 + length]
    behind = offset + 1 + length
    readable = len(text) == length and all(32 <= byte < 127 for byte in text)
    return text.decode("ascii") if readable else "", behind + behind % 2


def dialogue(script: bytes) -> dict[str, str]:
    """From clip to words in one dialogue: what Joe can say (`J`), then the other person (`P`)."""
    body = script[_SCRIPT_HEADER:]
    key = struct.unpack_from(">h", body, 4)[0]
    others = struct.unpack_from(">H", body, 0x16)[0]
    spoken = {}
    for offset in range(0x1C, len(body) - 3, 2):
        number = struct.unpack_from(">H", body, offset)[0]
        text, _ = _text_at(body, offset + 2)
        who = "J" if offset < others else "P"
        for piece, words in pieces(text).items():
            spoken[f"{key:02d}{number:04X}{who}{piece}"] = words
    return spoken


def _chains(data: bytes) -> Iterator[list[str]]:
    """Texts that lie one behind the other, from every even offset."""
    for start in range(20, len(data) - 3, 2):
        texts, offset = [], start
        while offset < len(data) and data[offset] and len(texts) < 100:
            text, offset = _text_at(data, offset)
            if not text:
                break
            texts.append(text)
        if len(texts) > 1:
            yield texts


def scene(script: bytes, clips: Mapping[tuple[int, int], str]) -> dict[str, str]:
    """From clip to words in one scene, given its clips by (text, piece).

    Where the texts start in a script is not known; the start that gives a text to most clips and
    leaves fewest texts without one is taken.
    """
    best, most = {}, 0.0
    for texts in _chains(script):
        for first in range(-3, 4):
            found = {
                (number, piece): words
                for number, text in enumerate(texts, first)
                for piece, words in pieces(text).items()
            }
            fit = len(found.keys() & clips.keys()) - 0.3 * len(found.keys() - clips.keys())
            if fit > most:
                best, most = found, fit
    return {clips[at]: words for at, words in best.items() if at in clips}


def spoken_lines(root: Path) -> Iterator[tuple[str, FloatArray, int, str]]:
    """(speaker, samples from -1 to 1, rate, words) of the clips whose text is known."""
    files = contents((root / FILE).read_bytes())
    clips = {name.removesuffix(".SB"): data for name, data in files.items() if name[-3:] == ".SB"}
    scenes: dict[str, dict[tuple[int, int], str]] = {}
    for name in clips:
        if match := _SCENE_CLIP.fullmatch(name):
            places = scenes.setdefault(match[1].rstrip("_"), {})
            places[int(match[2]), int(match[3])] = name
    texts: dict[str, str] = {}
    for name, script in files.items():
        stem, _, kind = name.upper().rpartition(".")
        if kind == "DOG":
            texts |= dialogue(script)
        elif kind == "CUT" and stem in scenes:
            texts |= scene(script, scenes[stem])
    for name in sorted(clips.keys() & texts.keys()):
        samples, rate = sf.read(io.BytesIO(clips[name]), dtype="float32")
        talker = "joe" if name[6] == "J" else name[:2] if name[6] == "P" else name[:4]
        yield talker, samples, rate, texts[name]
