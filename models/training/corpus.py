"""Human speech from a manifest, cut into utterances and stored as shards.

    python -m training.corpus --work WORK --corpus MANIFEST.tsv

The manifest has the columns file, start, end (seconds), transcript, speaker, source, with a
header line; files lie beside it. Utterances with words outside the lexicon are left out and
counted. Transcripts that describe no English words are the manifest's business.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from .features import SAMPLE_RATE, log_mel
from .lexicon import read_lexicon
from .manifest import Row, read_manifest
from .shards import Utterance, to_half, write_shard
from .vocabulary import words_of
from .voices import load

MARGIN = 0.1
"""Seconds kept before and behind an utterance; the files have 0.3 s between them."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Turn human recordings into shards.")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True, help="manifest (TSV)")
    options = parser.parse_args()
    lexicon = read_lexicon(options.work / "lexicon.txt")
    rows: dict[str, list[Row]] = defaultdict(list)
    for row in read_manifest(options.corpus):
        rows[row["file"]].append(row)
    noise = np.random.default_rng(1)
    left_out: Counter[str] = Counter()
    for name, cuts in rows.items():
        path = options.work / "shards" / f"human_{Path(name).stem}.npz"
        if path.exists():
            continue
        samples = load(options.corpus.parent / name)
        utterances = []
        for row in cuts:
            words = words_of(row["transcript"])
            unknown = [word for word in words if word not in lexicon]
            left_out.update(unknown)
            start = max(0, int((float(row["start"]) - MARGIN) * SAMPLE_RATE))
            mel = log_mel(samples[start : int((float(row["end"]) + MARGIN) * SAMPLE_RATE)], noise)
            if words and not unknown and len(mel) > 20:
                speaker = f"{row['source']}/{row['speaker']}"
                text = " ".join(words)
                utterances.append(Utterance(to_half(mel), text, speaker, row["source"]))
        write_shard(path, utterances)
        print(f"{name}: {len(utterances)} of {len(cuts)} utterances", flush=True)
    print("unknown words:", ", ".join(f"{w} {n}" for w, n in left_out.most_common(40)))


if __name__ == "__main__":
    main()
