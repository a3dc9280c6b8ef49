"""Utterances from shards, chosen, joined, augmented and packed into training batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from zlib import crc32

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from .augment import Augmentation, BabbleBank, augment, hush, loudness_of, pad_quiet
from .features import FloatArray, cepstral_transform
from .lexicon import Lexicon
from .lfmmi import NumeratorGraph, numerator_graph
from .network import output_frames, pad_batch
from .shards import Utterance, read_shard

SOURCE_SHARES = {"queen": 0.30, "sky": 0.22, "espeak": 0.13, "flite": 0.12, "rhvoice": 0.22,
                 "pico": 0.14, "an4": 0.14, "kathleen": 0.13, "piper": 0.09, "gsc": 0.04,
                 "cut": 0.07, "answers": 0.10, "asterisk": 0.06, "librispeech": 0.06,
                 "drascula": 0.05, "accents": 0.14, "festival": 0.03, "precise_near": 0.02,
                 "tuxpaint": 0.02, "wakeword": 0.02, "customsc": 0.015, "s2p": 0.015}  # fmt: skip
"""How often clips are drawn from a source, against the others, however many clips it has: few
speakers and few phrases less, many speakers in connected speech more. With much of twelve words
only (gsc), every short word of a man becomes one of those. An unlisted source gets
:data:`OTHER_SHARE`."""
OTHER_SHARE = 0.05

SHORT_SHARES = {"answers": 1.2, "cut": 0.6, "gsc": 0.2}
"""The same of the sources of single words, where those count most (`train --answers`)."""

BATCH_FRAMES = 2400
"""Input frames (10 ms) of a batch, padding included. Where time is short, more and smaller
steps teach more than fewer and larger ones."""
POOL = 72
"""Utterances augmented at a time and then sorted by length into batches."""
SHORT_FRAMES = 200
LONGEST_FRAMES = 1500
NOISE_ONLY = 0.05
"""Share of clips without speech: what a room sounds like while nobody answers."""
DEV_SHARE = 40
"""One in this many speakers (human) or clips (synthetic) is kept for the dev objective."""


Item = tuple[FloatArray, NumeratorGraph, bool]
"""MFCC frames, their graph, and whether the network learns from them."""


@dataclass(frozen=True)
class Batch:
    """MFCCs padded for the network, output frames per utterance, numerator graphs, and which of the
    utterances the network learns from; for the others it may be held where it is."""

    features: Tensor
    lengths: Tensor
    graphs: list[NumeratorGraph]
    learnt: Tensor

    @property
    def seconds(self) -> float:
        """Speech in the batch, without padding."""
        return float(self.lengths.sum()) * 0.03


def load_shards(folder: Path) -> list[Utterance]:
    """All utterances of all shards in a folder; raises FileNotFoundError if there are none."""
    paths = sorted(folder.glob("*.npz"))
    if not paths:
        raise FileNotFoundError(f"no shards in {folder}")
    return [utterance for path in paths for utterance in read_shard(path)]


def split_dev(utterances: list[Utterance]) -> tuple[list[Utterance], list[Utterance]]:
    """(training, dev), the same split whenever and on whatever machine it is made.

    With so few utterances that dev would be empty, some are in both.
    """
    train: list[Utterance] = []
    dev: list[Utterance] = []
    for u in utterances:
        many = u.speaker.split("/")[0] in ("gsc", "an4", "librispeech")
        key = u.speaker if many else u.text + u.speaker
        (dev if crc32(key.encode()) % DEV_SHARE == 0 else train).append(u)
    return train, dev or train[:8]


def voices_of(utterances: list[Utterance]) -> list[NDArray[np.float16]]:
    """Clips that are long enough to lend a voice to babble; all, if none is.

    Single words would be heard over and over, which no room full of people sounds like.
    """
    return [u.mel for u in utterances if len(u.mel) > 250] or [u.mel for u in utterances]


class Batches:
    """An endless supply of augmented batches."""

    def __init__(
        self,
        utterances: list[Utterance],
        lexicon: Lexicon,
        noises: list[FloatArray],
        settings: Augmentation,
        seed: int,
        answers: bool = False,
        answers_only: bool = False,
    ) -> None:
        """`answers`: draw single words most often, mostly without noise; `answers_only`: and learn
        from nothing else."""
        self.utterances = utterances
        self.lexicon = lexicon
        self.noises = noises
        self.settings = settings
        self.answers_only = answers_only
        alone = replace(settings, babble=0.0, noise=0.05, telephone=0.6, abrupt=0.5)
        self.answers_settings = alone if answers else settings
        self.rng = np.random.default_rng(seed)
        clips = Counter(u.source for u in utterances)
        shares = SOURCE_SHARES | (SHORT_SHARES if answers else {})
        weights = np.array(
            [shares.get(u.source, OTHER_SHARE) / clips[u.source] for u in utterances]
        )
        self.cumulative = np.cumsum(weights / weights.sum())
        self.bank = BabbleBank(voices_of(utterances), self.rng)
        sample = utterances[:: max(1, len(utterances) // 200)]
        self.loudnesses = [loudness_of(np.exp(u.mel.astype(np.float32))) for u in sample]
        self.short: dict[str, list[Utterance]] = {}
        for u in utterances:
            if len(u.mel) < SHORT_FRAMES:
                self.short.setdefault(u.source, []).append(u)

    def _draw(self) -> tuple[FloatArray, str, str]:
        """Clean frames, words and source; short clips are often joined, as a list is recited."""
        rng = self.rng
        if rng.random() < NOISE_ONLY:
            return hush(int(rng.integers(100, 400))), "", ""
        place = int(np.searchsorted(self.cumulative, rng.random()))
        chosen = [self.utterances[min(place, len(self.utterances) - 1)]]
        if len(chosen[0].mel) < SHORT_FRAMES and rng.random() < 0.6:
            others = self.short[chosen[0].source]
            chosen += [others[int(rng.integers(len(others)))] for _ in range(rng.integers(1, 5))]
        pieces = [u.mel.astype(np.float32) for u in chosen]
        if len(pieces) > 1:
            pieces = [pad_quiet(p, 0, int(rng.integers(0, 100))) for p in pieces]
        return np.concatenate(pieces), " ".join(u.text for u in chosen), chosen[0].source

    def _pool(self) -> list[Item]:
        pool: list[Item] = []
        while len(pool) < POOL:
            clean, text, source = self._draw()
            short = source in SHORT_SHARES
            settings = self.answers_settings if short else self.settings
            graph = numerator_graph(text.split(), self.lexicon)
            loudness = None if text else float(self.rng.choice(self.loudnesses))
            log_mel = augment(clean, self.bank, self.noises, settings, self.rng, loudness)
            fits = output_frames(len(log_mel)) >= graph.shortest + 2
            if fits and len(log_mel) <= LONGEST_FRAMES:
                pool.append((log_mel @ cepstral_transform(), graph, short or not self.answers_only))
        return sorted(pool, key=lambda item: len(item[0]))

    def __iter__(self) -> Iterator[Batch]:
        while True:
            batches = list(pack(self._pool()))
            for i in self.rng.permutation(len(batches)):
                yield batches[i]


def pack(pool: list[Item]) -> Iterator[Batch]:
    """Batches of neighbours in a list sorted by length."""
    group: list[Item] = []
    for item in pool:
        if group and (len(group) + 1) * len(item[0]) > BATCH_FRAMES:
            yield make_batch(group)
            group = []
        group.append(item)
    if group:
        yield make_batch(group)


def make_batch(items: list[Item]) -> Batch:
    """Pad and stack."""
    features, graphs, learnt = zip(*items, strict=True)
    lengths = torch.tensor([output_frames(len(f)) for f in features])
    return Batch(pad_batch(list(features)), lengths, list(graphs), torch.tensor(learnt))


def dev_batches(
    dev: list[Utterance], lexicon: Lexicon, noises: list[FloatArray], settings: Augmentation
) -> list[Batch]:
    """A fixed set of at most 64 utterances, augmented once with a fixed seed."""
    rng = np.random.default_rng(7)
    picked = [dev[i] for i in rng.permutation(len(dev))[:64]]
    bank = BabbleBank(voices_of(dev), rng)
    pool: list[Item] = []
    for u in picked:
        graph = numerator_graph(u.text.split(), lexicon)
        log_mel = augment(u.mel.astype(np.float32), bank, noises, settings, rng)
        if graph.shortest + 2 <= output_frames(len(log_mel)) and len(log_mel) <= LONGEST_FRAMES:
            pool.append((log_mel @ cepstral_transform(), graph, True))
    return list(pack(sorted(pool, key=lambda item: len(item[0]))))
