"""Make synthetic speech and store it as shards.

    python -m training.synthesise --work WORK --engine flite --clips 2000 [--seed 1] [--answers]

Writes WORK/shards/ENGINE_SEED_NN.npz (with --answers, for single words,
ENGINE_answers_SEED_NN.npz), a few hundred clips each. A run that was stopped goes on behind the
last shard.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from random import Random

import numpy as np

from .features import log_mel
from .lexicon import read_lexicon
from .shards import Utterance, to_half, write_shard
from .texts import make_sentences
from .vocabulary import ANSWERS, words_of
from .voices import ENGINES, trim

CLIPS_PER_SHARD = 250
LONGEST_FRAMES = 1300


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Make synthetic speech.")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--engine", choices=sorted(ENGINES), required=True)
    parser.add_argument("--clips", type=int, default=CLIPS_PER_SHARD)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--answers", action="store_true", help="single digits and other short answers only"
    )
    options = parser.parse_args()
    lexicon = read_lexicon(options.work / "lexicon.txt")
    source = "answers" if options.answers else options.engine
    name = f"{options.engine}_answers" if options.answers else options.engine
    for number in range((options.clips + CLIPS_PER_SHARD - 1) // CLIPS_PER_SHARD):
        path = options.work / "shards" / f"{name}_{options.seed}_{number:02}.npz"
        if path.exists():
            continue
        started = time.monotonic()
        random = Random(f"{name} {options.seed} {number}")
        noise = np.random.default_rng(random.getrandbits(32))
        count = min(CLIPS_PER_SHARD, options.clips - number * CLIPS_PER_SHARD)
        if options.answers:
            sentences = random.choices(ANSWERS, k=count)
        else:
            sentences = make_sentences(count, lexicon, random)
        utterances = []
        for sentence, (voice, samples) in zip(
            sentences, ENGINES[options.engine](sentences, random), strict=True
        ):
            level = random.uniform(300.0, 3000.0)
            samples = trim(samples)
            samples = samples * (level / max(1.0, float(np.sqrt(np.mean(samples**2)))))
            mel = to_half(log_mel(samples, noise))
            if 20 < len(mel) <= LONGEST_FRAMES:
                text = " ".join(words_of(sentence))
                utterances.append(Utterance(mel, text, voice, source))
        write_shard(path, utterances)
        minutes = sum(len(u.mel) for u in utterances) / 6000
        print(
            f"{path.name}: {len(utterances)} clips, {minutes:.1f} min of speech "
            f"in {time.monotonic() - started:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
