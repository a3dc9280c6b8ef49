"""End-to-end lattice-free MMI: how much likelier the right phones are than all phones.

Numerator: every way to say the transcript (pronunciation variants, optional silence), as a
small graph of phone nodes. Denominator: a phone bigram over everything. Both emit a phone's
first frame from the class (left class, phone) and its later frames from the class (phone),
see `phones`. Transition probabilities are one half everywhere and cancel out. No alignment
is needed; gradients come from autograd through the two forward recursions.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from .lexicon import Lexicon, Pronunciation
from .phones import (
    INDEX,
    LEFT_CLASS_COUNT,
    PHONE_COUNT,
    PHONES,
    SILENCE,
    first_output,
    later_output,
    left_class,
)

SILENCE_BETWEEN = 0.25
"""Chance of a pause between words in the denominator's bigram."""
SILENCE_AT_ENDS = 0.9
UNIGRAM_SHARE = 0.1
MOST_VARIANTS = 4
NEVER = -1e30


@dataclass(frozen=True)
class NumeratorGraph:
    """One utterance: nodes in an order in which predecessors come first.

    `first` and `later` are output classes per node; `before[i]` lists predecessor nodes,
    -1 standing for the start; `final` are the nodes an utterance may end in.
    """

    first: list[int]
    later: list[int]
    before: list[list[int]]
    final: list[int]
    shortest: int


def numerator_graph(words: list[str], lexicon: Lexicon) -> NumeratorGraph:
    """The graph of a transcript; KeyError for a word that is not in the lexicon."""
    first: list[int] = []
    later: list[int] = []
    before: list[list[int]] = []

    def enter(phone: str, sources: dict[int, str]) -> dict[int, str]:
        """Nodes for `phone` behind the given nodes, one for each left class among them."""
        by_class: dict[int, list[int]] = {}
        for node, said in sources.items():
            by_class.setdefault(left_class(said), []).append(node)
        entered = {}
        for left, nodes in by_class.items():
            entered[len(first)] = phone
            first.append(first_output(left, phone))
            later.append(later_output(phone))
            before.append(nodes)
        return entered

    ends: dict[int, str] = {-1: SILENCE}
    ends = {**ends, **enter(SILENCE, ends)}
    shortest = 0
    for word in words:
        after: dict[int, str] = {}
        variants = lexicon[word][:MOST_VARIANTS]
        shortest += min(map(len, variants))
        for pronunciation in variants:
            current = ends
            for phone in pronunciation:
                current = enter(phone, current)
            after.update(current)
        ends = {**after, **enter(SILENCE, after)}
    return NumeratorGraph(first, later, before, [n for n in ends if n >= 0], max(1, shortest))


def phone_bigram(transcripts: list[list[str]], lexicon: Lexicon) -> NDArray[np.float64]:
    """Bigram (PHONE_COUNT + 1) squared: row/column PHONE_COUNT is the start/end.

    Counted over all pronunciations of each word with expected counts for pauses.
    """
    size = PHONE_COUNT + 1
    edge, silence = PHONE_COUNT, INDEX[SILENCE]
    counts = np.zeros((size, size))

    def join(left: dict[int, float], right: dict[int, float], pause: float) -> None:
        for a, p in left.items():
            counts[a, silence] += p * pause
            for b, q in right.items():
                counts[a, b] += p * q * (1 - pause)
        for b, q in right.items():
            counts[silence, b] += q * pause

    def ends_of(variants: list[Pronunciation], at: int) -> dict[int, float]:
        shares: dict[int, float] = {}
        for p in variants:
            shares[INDEX[p[at]]] = shares.get(INDEX[p[at]], 0.0) + 1 / len(variants)
        return shares

    for words in transcripts:
        left: dict[int, float] = {edge: 1.0}
        for i, word in enumerate(words):
            variants = lexicon[word][:MOST_VARIANTS]
            for p in variants:
                for a, b in pairwise(p):
                    counts[INDEX[a], INDEX[b]] += 1 / len(variants)
            join(left, ends_of(variants, 0), SILENCE_AT_ENDS if i == 0 else SILENCE_BETWEEN)
            left = ends_of(variants, -1)
        join(left, {edge: 1.0}, SILENCE_AT_ENDS)
    unigram = counts.sum(axis=0)
    unigram /= unigram.sum()
    rows = counts.sum(axis=1, keepdims=True)
    bigram = np.where(rows > 0, counts / np.maximum(rows, 1e-9), unigram)
    mixed = (1 - UNIGRAM_SHARE) * bigram + UNIGRAM_SHARE * unigram
    return np.asarray(mixed)


def alive_frames(lengths: Tensor, frames: int) -> Tensor:
    """Which of that many frames belong to each utterance, shape (batch, frames)."""
    return lengths[:, None] > torch.arange(frames)[None]


class Denominator:
    """Log-likelihood of outputs under the phone bigram."""

    def __init__(self, bigram: NDArray[np.float64]) -> None:
        wide = np.zeros((PHONE_COUNT, LEFT_CLASS_COUNT, PHONE_COUNT), np.float32)
        for phone in PHONES:
            q = INDEX[phone]
            wide[q, left_class(phone)] = bigram[q, :PHONE_COUNT]
        self.advance = torch.from_numpy(wide.reshape(PHONE_COUNT, -1))
        self.start = torch.from_numpy(bigram[PHONE_COUNT, :PHONE_COUNT].astype(np.float32))
        self.end = torch.from_numpy(bigram[:PHONE_COUNT, PHONE_COUNT].astype(np.float32))

    def __call__(self, scores: Tensor, lengths: Tensor) -> Tensor:
        """scores (batch, time, outputs), lengths in output frames; gives (batch,)."""
        peak = scores.detach().amax(dim=2, keepdim=True)
        likelihood = torch.exp(scores - peak)
        split = LEFT_CLASS_COUNT * PHONE_COUNT
        first, later = likelihood[..., :split].unbind(1), likelihood[..., split:].unbind(1)
        silence = left_class(SILENCE) * PHONE_COUNT
        alpha = self.start * first[0][:, silence : silence + PHONE_COUNT]
        norm = alpha.sum(1, keepdim=True)
        alpha = alpha / norm
        total = torch.log(norm)
        alive = alive_frames(lengths, scores.shape[1])
        for t in range(1, scores.shape[1]):
            moved = (alpha @ self.advance * first[t]).view(len(alpha), LEFT_CLASS_COUNT, -1).sum(1)
            new = moved + alpha * later[t]
            norm = new.sum(1, keepdim=True)
            keep = alive[:, t : t + 1]
            alpha = torch.where(keep, new / norm, alpha)
            total = total + torch.where(keep, torch.log(norm), 0.0)
        total = total.squeeze(1) + torch.log((alpha * self.end).sum(1))
        return total + (peak.squeeze(2) * alive).sum(1)


def numerator(scores: Tensor, lengths: Tensor, graphs: list[NumeratorGraph]) -> Tensor:
    """Log-likelihood of outputs under each utterance's own graph, shape (batch,)."""
    size = max(len(g.first) for g in graphs)
    width = max(len(b) for g in graphs for b in g.before)
    first = np.zeros((len(graphs), size), np.int64)
    later = np.zeros((len(graphs), size), np.int64)
    before = np.full((len(graphs), size, width), size, np.int64)
    begins = np.full((len(graphs), size), NEVER, np.float32)
    finals = np.full((len(graphs), size), NEVER, np.float32)
    for i, g in enumerate(graphs):
        first[i, : len(g.first)] = g.first
        later[i, : len(g.later)] = g.later
        finals[i, g.final] = 0.0
        for node, earlier in enumerate(g.before):
            inner = [s for s in earlier if s >= 0]
            before[i, node, : len(inner)] = inner
            if len(inner) < len(earlier):
                begins[i, node] = 0.0
    batch, frames = scores.shape[:2]

    def pick(classes: NDArray[np.int64]) -> tuple[Tensor, ...]:
        index = torch.from_numpy(classes)[:, None].expand(-1, frames, -1)
        return scores.gather(2, index).unbind(1)

    first_scores, later_scores = pick(first), pick(later)
    sources = torch.from_numpy(before.reshape(batch, -1))
    never = torch.full((batch, 1), NEVER)
    alpha = torch.from_numpy(begins) + first_scores[0]
    alive = alive_frames(lengths, frames)
    for t in range(1, frames):
        incoming = torch.cat((alpha, never), 1).gather(1, sources).view(batch, size, width)
        entered = torch.logsumexp(incoming, 2) + first_scores[t]
        new = torch.logaddexp(entered, alpha + later_scores[t])
        alpha = torch.where(alive[:, t : t + 1], new, alpha)
    return torch.logsumexp(alpha + torch.from_numpy(finals), 1)
