"""People from what Debian ships: the spoken lines of three adventure games, spoken animal names.

    python -m training.adventures --out FOLDER

Fetches the packages (`apt-get download`; nothing is installed), takes the spoken clips out of them
and writes FOLDER/manifest.tsv with audio files of some minutes beside it, as `training.corpus`
reads them. Where no text is known the transcript is empty; `training.transcribe` fills it in.
"""

from __future__ import annotations

import argparse
import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import soundfile as sf

from . import queen
from .features import SAMPLE_RATE, FloatArray
from .manifest import COLUMNS, Row, append_rows
from .propack import MAGIC, unpack
from .voices import resample

Clip = tuple[str, FloatArray, int, str]
"""Speaker (`?` where unknown), samples from -1 to 1, their rate, words (empty where unknown)."""

RAW_RATE = 11025
"""Samples per second in the two games that keep unsigned bytes."""
SKY = Path("usr/share/scummvm/beneath-a-steel-sky")
SKY_SPEECH = range(50000, 60000)
SKY_HEADER = 22
DRASCULA = Path("usr/share/scummvm/drascula/en")
STAMPS = Path("usr/share/tuxpaint/stamps")
SHORTEST, LONGEST = 0.5, 15.0
"""Seconds of a clip; the longest ones are monologues that a pause should have cut."""
GAP = 0.3
FILE_SECONDS = 600.0


def bytes_to_samples(data: bytes) -> FloatArray:
    """Unsigned bytes as samples from -1 to 1."""
    return (np.frombuffer(data, np.uint8).astype(np.float32) - 128) / 128


def sky_files(index: bytes, data: bytes) -> Iterator[tuple[int, bytes]]:
    """(number, bytes) of the files of *Beneath a Steel Sky*, from `sky.dnr` and `sky.dsk`.

    An entry of the index has a number of 16 bits, an offset of 24 (the highest says: in units of
    16 bytes) and a size of 22, low byte first.
    """
    for number in range(struct.unpack_from("<I", index)[0]):
        entry = index[4 + 8 * number : 12 + 8 * number]
        offset = int.from_bytes(entry[2:5], "little")
        size = int.from_bytes(entry[5:8], "little") & 0x3FFFFF
        start = (offset & 0x7FFFFF) * (16 if offset >> 23 else 1)
        yield int.from_bytes(entry[:2], "little"), data[start : start + size]


def sky_lines(root: Path) -> Iterator[Clip]:
    """The speech of *Beneath a Steel Sky*; its texts are not known."""
    index, data = ((root / SKY / name).read_bytes() for name in ("sky.dnr", "sky.dsk"))
    for number, content in sky_files(index, data):
        if number in SKY_SPEECH:
            sound = content[SKY_HEADER:]
            samples = bytes_to_samples(unpack(sound) if sound.startswith(MAGIC) else sound)
            yield "?", samples, RAW_RATE, ""


def drascula_lines(root: Path) -> Iterator[Clip]:
    """The English speech of *Drascula*; its texts are not known."""
    for path in sorted((root / DRASCULA).glob("*.ALS")):
        yield "?", bytes_to_samples(path.read_bytes()), RAW_RATE, ""


def stamp_names(root: Path) -> Iterator[Clip]:
    """The names of Tux Paint's stamps as a person says them: without the article of the text."""
    for path in sorted((root / STAMPS).rglob("*_desc.ogg")):
        text = path.with_name(path.name.replace("_desc.ogg", ".txt"))
        if text.exists():
            samples, rate = sf.read(path, dtype="float32", always_2d=True)
            first, *_ = text.read_text("utf-8", "replace").splitlines()
            name = first.partition(" ")[2]
            yield "stamps", samples.mean(axis=1), rate, name


SOURCES: dict[str, tuple[str, Callable[[Path], Iterator[Clip]]]] = {
    "queen": ("flight-of-the-amazon-queen", queen.spoken_lines),
    "sky": ("beneath-a-steel-sky", sky_lines),
    "drascula": ("drascula", drascula_lines),
    "tuxpaint": ("tuxpaint-stamps-default", stamp_names),
}
"""From source to Debian package and reader."""


def unpacked(package: str, folder: Path) -> Path:
    """The package's files below `folder`, fetched and unpacked if they are not there yet.

    Raises CalledProcessError if Debian has no such package or cannot be reached.
    """
    root = folder / package
    if not root.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", package], cwd=folder, check=True)
        archive = next(folder.glob(f"{package}_*.deb"))
        partial = folder / f"{package}.partial"
        subprocess.run(["dpkg-deb", "-x", archive, partial], check=True)
        partial.rename(root)
        archive.unlink()
    return root


class Packer:
    """Puts clips one behind the other into files of some minutes, and lists them."""

    def __init__(self, folder: Path, source: str) -> None:
        self.folder, self.source = folder, source
        self.rows: list[Row] = []
        self._sound: list[FloatArray] = []
        self._seconds = 0.0
        self._files = 0

    @property
    def _name(self) -> str:
        return f"{self.source}_{self._files:02d}.flac"

    def add(self, clip: Clip) -> None:
        """One more clip; what is too short or too long is left out."""
        speaker, samples, rate, words = clip
        seconds = len(samples) / rate
        if not SHORTEST <= seconds <= LONGEST:
            return
        sound = resample(samples, SAMPLE_RATE / rate)
        start, end = f"{self._seconds:.3f}", f"{self._seconds + seconds:.3f}"
        row = self._name, start, end, " ".join(words.split()), speaker, self.source
        self.rows.append(dict(zip(COLUMNS, row, strict=True)))
        self._sound += [sound, np.zeros(int(GAP * SAMPLE_RATE), np.float32)]
        self._seconds += (len(sound) + len(self._sound[-1])) / SAMPLE_RATE
        if self._seconds > FILE_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what is gathered."""
        if self._sound:
            path = self.folder / self._name
            sf.write(path, np.clip(np.concatenate(self._sound), -1, 1), SAMPLE_RATE)
            self._sound, self._seconds, self._files = [], 0.0, self._files + 1


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Take human speech out of Debian packages.")
    parser.add_argument("--out", type=Path, required=True, help="folder for manifest and audio")
    options = parser.parse_args()
    rows: list[Row] = []
    for source, (package, lines) in SOURCES.items():
        root = unpacked(package, options.out / "packages")
        packer = Packer(options.out, source)
        for clip in lines(root):
            packer.add(clip)
        packer.flush()
        rows += packer.rows
        hours = sum(float(row["end"]) - float(row["start"]) for row in packer.rows) / 3600
        print(f"{source}: {len(packer.rows)} clips, {hours:.2f} h", flush=True)
    with (options.out / "manifest.tsv").open("w", encoding="utf-8") as file:
        append_rows(file, rows)


if __name__ == "__main__":
    main()
