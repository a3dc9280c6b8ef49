"""Single words cut out of connected human speech, for short answers and for digits.

    python -m training.words --work WORK --corpus MANIFEST.tsv --model MODEL

Few people recorded single digits under a free licence, but many say addresses and telephone
numbers. A Vosk model (an earlier export will do) says when each word of a known transcript was
spoken; an utterance that it does not hear word for word is left out.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np
from vosk import KaldiRecognizer, Model, SetLogLevel

from .features import SAMPLE_RATE, FloatArray, log_mel
from .manifest import read_manifest, span
from .shards import Utterance, to_half, write_shard
from .vocabulary import ANSWERS, words_of
from .voices import load

SOURCES = ("an4", "kathleen", "librispeech", "queen", "sky", "drascula")
MARGIN = 0.02
"""Seconds kept on either side of a word: more would let a neighbour be heard."""
SHORTEST = 0.12


def spoken_words(model: Model, samples: FloatArray, text: str) -> list[tuple[str, float, float]]:
    """(word, start, end in seconds) as aligned; empty if the model hears anything else."""
    recogniser = KaldiRecognizer(model, SAMPLE_RATE, json.dumps([text]))
    recogniser.SetWords(True)
    recogniser.AcceptWaveform(samples.astype(np.int16).tobytes())
    heard = json.loads(recogniser.FinalResult())
    if heard["text"] != text:
        return []
    return [(w["word"], w["start"], w["end"]) for w in heard["result"]]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Cut single words out of connected speech.")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True, help="manifest (TSV)")
    parser.add_argument("--model", type=Path, required=True, help="Vosk model that aligns")
    options = parser.parse_args()
    SetLogLevel(-1)
    model = Model(str(options.model))
    noise = np.random.default_rng(2)
    loaded: dict[str, FloatArray] = {}
    cut: list[Utterance] = []
    for row in read_manifest(options.corpus):
        words = words_of(row["transcript"])
        if row["source"] not in SOURCES or len(words) < 2 or not any(w in ANSWERS for w in words):
            continue
        if row["file"] not in loaded:
            loaded = {row["file"]: load(options.corpus.parent / row["file"])}
        samples = loaded[row["file"]][span(row)]
        for word, start, stop in spoken_words(model, samples, " ".join(words)):
            if word in ANSWERS and stop - start >= SHORTEST:
                first = max(0, int((start - MARGIN) * SAMPLE_RATE))
                mel = log_mel(samples[first : int((stop + MARGIN) * SAMPLE_RATE)], noise)
                cut.append(
                    Utterance(to_half(mel), word, f"{row['source']}/{row['speaker']}", "cut")
                )
    name = f"human_cut_words_{options.corpus.resolve().parent.name}.npz"
    write_shard(options.work / "shards" / name, cut)
    print(
        f"{len(cut)} words:",
        ", ".join(f"{w} {n}" for w, n in Counter(u.text for u in cut).most_common()),
    )


if __name__ == "__main__":
    main()
