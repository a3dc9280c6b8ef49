"""People's speech taken out of the games that Debian ships, and its transcripts."""

from __future__ import annotations

import io
import os
import shutil
import struct
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf

from tests.training.running import MODELS, RECITATION, run

adventures = pytest.importorskip("training.adventures")
manifest = pytest.importorskip("training.manifest")
parts = pytest.importorskip("training.parts")
propack = pytest.importorskip("training.propack")
queen = pytest.importorskip("training.queen")
transcribe = pytest.importorskip("training.transcribe")
vocabulary = pytest.importorskip("training.vocabulary")
voices = pytest.importorskip("training.voices")

SYMBOL_BITS = 4
Command = tuple[bytes, int, int]
"""Bytes as they are, then (for all but the last command) how far back and how many to copy."""


class Writer:
    """Bits into words of 16, bytes between them, as the unpacker takes them."""

    def __init__(self) -> None:
        self.out = bytearray()
        self.word_at: int | None = None
        self.used = 16

    def bits(self, value: int, count: int) -> None:
        for place in range(count):
            if self.used == 16:
                self.word_at, self.used = len(self.out), 0
                self.out += b"\0\0"
            assert self.word_at is not None
            bit = value >> place & 1
            self.out[self.word_at + self.used // 8] |= bit << self.used % 8
            self.used += 1

    def number(self, value: int) -> None:
        """With sixteen code words of four bits each: the word is the symbol, highest bit first."""
        symbol = value.bit_length()
        self.bits(int(f"{symbol:04b}"[::-1], 2), SYMBOL_BITS)
        if symbol > 1:
            self.bits(value - (1 << (symbol - 1)), symbol - 1)


def packed(commands: list[Command], size: int) -> bytes:
    writer = Writer()
    writer.bits(0, 2)
    for _ in range(3):
        writer.bits(16, 5)
        for _ in range(16):
            writer.bits(SYMBOL_BITS, 4)
    writer.bits(len(commands), 16)
    for number, (raw, back, count) in enumerate(commands):
        writer.number(len(raw))
        writer.out += raw
        if number < len(commands) - 1:
            writer.number(back - 1)
            writer.number(count - 2)
    head = struct.pack(">4sII", propack.MAGIC, size, len(writer.out))
    return head + bytes(6) + bytes(writer.out)


class TestProPack:
    def test_bytes_and_copies_come_out_in_order(self) -> None:
        data = packed([(b"open ", 5, 5), (b"sesame", 2, 4), (b"!", 0, 0)], 21)
        assert propack.unpack(data) == b"open open sesamememe!"

    def test_a_copy_of_single_bytes_and_nothing_between_two_copies(self) -> None:
        data = packed([(b"ab", 1, 3), (b"", 2, 2), (b"", 0, 0)], 7)
        assert propack.unpack(data) == b"abbbbbb"

    @pytest.mark.parametrize("data", [b"", b"RIFF" * 10, packed([(b"thief", 0, 0)], 50)])
    def test_what_is_not_packed_or_cut_short_is_refused(self, data: bytes) -> None:
        with pytest.raises(ValueError, match=r"ProPack|too early"):
            propack.unpack(data)


def text(words: bytes) -> bytes:
    record = bytes([len(words)]) + words
    return record + bytes(len(record) % 2)


def dialogue_script() -> bytes:
    """Script 2: Joe has a line of two pieces, the other person one behind a gesture."""
    joe = struct.pack(">HH", 0, 6) + text(b"A lamp?*15Where?*03")
    other = struct.pack(">HH", 0, 6) + text(b"*FLHere it is.*02")
    start = 32 + 96
    header = struct.pack(">hhhhh", 1, 2, 2, 1, 1) + bytes(12)
    offsets = struct.pack(">HHH", start + len(joe), 0, 0)
    body = header + offsets
    return b"AmBk".ljust(20, b"\0") + body.ljust(start, b"\0") + joe + other


def scene_script() -> bytes:
    return bytes(40) + text(b"*FL") + text(b"Hey!*01") + text(b"Oh.*15It's you.*03")


def big_file(files: dict[str, bytes]) -> bytes:
    at = 15 + 21 * len(files)
    table, data = b"", b""
    for name, content in files.items():
        table += struct.pack(">12sBII", name.encode(), 1, at + len(data), len(content))
        data += content
    return b"QTBLCEM10\0\0\0\1" + struct.pack(">H", len(files)) + table + data


class TestQueen:
    def test_a_text_is_cut_at_its_marks_and_pieces_keep_their_numbers(self) -> None:
        assert queen.pieces("*FLA lamp?*15Where?*03") == {2: "A lamp?", 3: "Where?"}

    def test_a_dialogue_tells_who_says_what(self) -> None:
        assert queen.dialogue(dialogue_script()) == {
            "020006J1": "A lamp?",
            "020006J2": "Where?",
            "020006P2": "Here it is.",
        }

    def test_a_scene_s_texts_go_to_the_clips_that_fit(self) -> None:
        clips = {(2, 1): "C1A__021", (3, 1): "C1A__031", (3, 2): "C1A__032"}
        assert queen.scene(scene_script(), clips) == {
            "C1A__021": "Hey!",
            "C1A__031": "Oh.",
            "C1A__032": "It's you.",
        }

    def test_clips_come_with_speaker_sound_and_words(self, tmp_path: Path) -> None:
        sound = io.BytesIO()
        sf.write(sound, 0.3 * np.sin(np.arange(11025) / 9), 11025, format="MP3")
        path = tmp_path / queen.FILE
        path.parent.mkdir(parents=True)
        clips = ("020006J1", "020006P2", "C1A__021", "C1A__031", "JOE00011")
        files = {f"{name}.SB": sound.getvalue() for name in clips}
        path.write_bytes(
            big_file(files | {"ANN.DOG": dialogue_script(), "c1a.CUT": scene_script()})
        )
        lines = list(queen.spoken_lines(tmp_path))
        assert [(who, rate, words) for who, _, rate, words in lines] == [
            ("joe", 11025, "A lamp?"),
            ("02", 11025, "Here it is."),
            ("C1A_", 11025, "Hey!"),
            ("C1A_", 11025, "Oh."),
        ]
        assert all(0.2 < np.abs(samples).max() < 0.5 for _, samples, _, _ in lines)

    def test_another_file_is_refused(self) -> None:
        with pytest.raises(ValueError, match="Amazon Queen"):
            queen.contents(b"RIFF")


class TestOtherGames:
    def test_sky_files_are_found_by_both_kinds_of_offset(self) -> None:
        def entry(number: int, offset: int, size: int) -> bytes:
            return (
                struct.pack("<H", number)
                + offset.to_bytes(3, "little")
                + size.to_bytes(3, "little")
            )

        index = struct.pack("<I", 2) + entry(50001, 3, 4) + entry(7, 0x800001, 0x800002)
        data = b"...lamp.........xy"
        assert list(adventures.sky_files(index, data)) == [(50001, b"lamp"), (7, b"xy")]

    def test_speech_is_taken_packed_and_plain_and_other_files_are_not(self, tmp_path: Path) -> None:
        folder = tmp_path / adventures.SKY
        folder.mkdir(parents=True)
        plain, other = bytes(22) + b"\x80\xff\x00", b"picture"
        wrapped = bytes(22) + packed([(b"\x80\xff", 1, 2), (b"", 0, 0)], 4)
        index, data = struct.pack("<I", 3), b""
        for number, content in ((50001, plain), (60001, other), (50002, wrapped)):
            index += struct.pack("<H", number) + len(data).to_bytes(3, "little")
            index += len(content).to_bytes(3, "little")
            data += content
        (folder / "sky.dnr").write_bytes(index)
        (folder / "sky.dsk").write_bytes(data)
        sounds = [(samples * 128).tolist() for _, samples, _, _ in adventures.sky_lines(tmp_path)]
        assert sounds == [[0, 127, -128], [0, 127, 127, 127]]

    def test_a_stamp_is_named_without_its_article(self, tmp_path: Path) -> None:
        folder = tmp_path / adventures.STAMPS / "animals"
        folder.mkdir(parents=True)
        sf.write(folder / "lion_desc.ogg", np.zeros(8000), 16000)
        (folder / "lion.txt").write_text("A lion.\nde.utf8=Ein Löwe.\n", encoding="utf-8")
        ((_, samples, rate, words),) = adventures.stamp_names(tmp_path)
        assert (len(samples), rate, words) == (8000, 16000, "lion.")

    def test_clips_are_found_again_where_the_manifest_says(self, tmp_path: Path) -> None:
        packer = adventures.Packer(tmp_path, "sky")
        tones = [0.5 * np.sin(np.arange(11025) / step).astype(np.float32) for step in (5, 20)]
        for tone in tones:
            packer.add(("?", tone, 11025, ""))
        packer.add(("?", tones[0][:2000], 11025, ""))  # too short
        packer.flush()
        with (tmp_path / "manifest.tsv").open("w") as file:
            manifest.append_rows(file, packer.rows)
        rows = manifest.read_manifest(tmp_path / "manifest.tsv")
        assert [(row["start"], row["end"]) for row in rows] == [
            ("0.000", "1.000"),
            ("1.300", "2.300"),
        ]
        whole, rate = sf.read(tmp_path / "sky_00.flac")
        assert rate == 16000
        peaks = [
            np.abs(np.fft.rfft(whole[int(1.3 * n * rate) : int((1.3 * n + 1) * rate)])).argmax()
            for n in range(2)
        ]
        assert np.allclose(peaks, [11025 / 5 / 2 / np.pi, 11025 / 20 / 2 / np.pi], atol=2)


class TestManifest:
    def test_a_manifest_that_was_begun_gets_no_second_header(self, tmp_path: Path) -> None:
        row = dict.fromkeys(manifest.COLUMNS, "1.5")
        for rows in ([], [row], [row]):
            with (tmp_path / "index.tsv").open("a") as file:
                manifest.append_rows(file, rows)
        assert manifest.read_manifest(tmp_path / "index.tsv") == [row, row]
        assert manifest.span(row) == slice(24000, 24000)


class TestTranscribe:
    def test_clips_share_a_window_while_they_fit(self) -> None:
        rate = 16000
        clips = [np.zeros(n * rate, np.float32) for n in (10, 10, 10, 28, 1)]
        assert list(transcribe.windows(clips)) == [[0, 1], [2], [3], [4]]

    @pytest.mark.parametrize(
        ("words", "seconds", "text"),
        [
            ([("well-known", 0.9), ("lamp", 0.9)], 1.0, "well known lamp"),
            ([("lamp", 0.9), ("lump", 0.1)], 1.0, ""),
            ([("lamp", 0.6), ("lump", 0.6)], 1.0, ""),
            ([("lamp", 0.9)], 3.0, ""),
            ([("1995", 0.9)], 1.0, ""),
            ([], 1.0, ""),
        ],
    )
    def test_only_sure_words_are_kept(
        self, words: list[tuple[str, float]], seconds: float, text: str
    ) -> None:
        assert transcribe._sure_text(words, seconds) == text

    def test_a_transcript_must_be_heard_in_its_clip(self, tmp_path: Path) -> None:
        """With the real recogniser on a real recording: the right words are kept, others not."""
        said = "in the cavern there is a lion two crowns and a book"
        lines = ["\t".join(manifest.COLUMNS)]
        for words in (said, "would you like another cup of tea with that my dear", "fumigatin"):
            lines.append(f"{RECITATION}\t0\t4.2\t{words}\tslt\ttest")
        (tmp_path / "manifest.tsv").write_text("\n".join(lines), encoding="utf-8")
        for _ in range(2):  # the second time there is nothing left to do
            run(
                "transcribe", "--corpus", str(tmp_path / "manifest.tsv"), "--out",
                str(tmp_path / "index.tsv"), "--model", str(MODELS / "alibaba-en-small"),
            )  # fmt: skip
            rows = manifest.read_manifest(tmp_path / "index.tsv")
            assert [row["transcript"] for row in rows] == [said]

    def test_whisper_writes_what_is_missing(self) -> None:
        pytest.importorskip("faster_whisper")
        try:
            transcribe.whisper()
        except parts.MissingPart as problem:
            pytest.skip(str(problem))
        # Two that differ: what is said twice in one window whisper may write once.
        paths = [RECITATION.with_name("not_for_us.flac"), RECITATION]
        texts = transcribe.transcripts([voices.load(path) / 32768 for path in paths])
        expected = [{"rain", "tomorrow", "dear"}, {"lion", "two", "crowns", "book"}]
        for words, text in zip(expected, texts, strict=True):
            assert words <= set(vocabulary.words_of(text))


class TestRealGames:
    """The packages themselves, on the build server only: a hundred megabytes are fetched."""

    @pytest.fixture
    def package(self, tmp_path: Path) -> Callable[[str], Path]:
        fetches = os.environ.get("CI") and shutil.which("apt-get") and find_spec("torch")
        if not fetches:  # once there: in the environment that trains models
            pytest.skip("fetches packages on the build server only")

        def fetch(name: str) -> Path:
            try:
                return Path(adventures.unpacked(name, tmp_path))
            except subprocess.CalledProcessError:
                pytest.skip(f"Debian's {name} cannot be fetched here")

        return fetch

    def test_most_lines_of_the_queen_are_what_their_texts_say(
        self, package: Callable[[str], Path]
    ) -> None:
        lines = list(islice(queen.spoken_lines(package("flight-of-the-amazon-queen")), 60))
        model = transcribe.Model(str(MODELS / "alibaba-en-small"))
        heard = [
            transcribe.is_heard(model, voices.resample(samples, 16000 / rate), words)
            for _, samples, rate, words in lines
        ]
        assert len(lines) == 60
        assert sum(heard) >= 36

    def test_the_sky_s_speech_unpacks(self, package: Callable[[str], Path]) -> None:
        lines = adventures.sky_lines(package("beneath-a-steel-sky"))
        spoken = (sound for _, sound, rate, _ in lines if len(sound) / rate > adventures.SHORTEST)
        # Speech moves little from one sample to the next; bytes that are still packed jump.
        jumps = [np.abs(np.diff(s)).mean() / np.abs(s).mean() for s in islice(spoken, 20)]
        assert np.median(jumps) < 0.8
