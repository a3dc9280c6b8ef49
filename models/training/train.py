"""Train the network; stop and resume at any time.

    python -m training.train --work WORK --run NAME --minutes 120

State is WORK/runs/NAME.pt (weights, averaged weights, optimiser, minutes used) and is
written every two minutes and on SIGTERM or Ctrl-C; the same command goes on from there. A
larger --minutes stretches the schedule. --init starts a new run from another run's averaged
weights instead of from the Korean model, or from a model for Vosk that was exported: all its
networks then learn together, or with --network one of them alone. With --answers single words are
drawn most often. With --anchor nothing else is learnt, and the scores of everything else are held
near to what they were at the start.
"""

from __future__ import annotations

import argparse
import math
import signal
import time
from copy import deepcopy
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .augment import Augmentation
from .data import Batch, Batches, dev_batches, load_shards, split_dev
from .ensemble import networks_of
from .kaldi_model import read_model
from .lexicon import read_lexicon
from .lfmmi import Denominator, alive_frames, numerator, phone_bigram
from .network import AcousticNetwork, Ensemble
from .noises import noise_bank
from .parts import korean_model
from .phones import OUTPUTS

OUTPUT_PENALTY = 5e-5
"""Weight of the outputs' squared sum: keeps them in a range that the decoder expects."""
AVERAGE_EVERY = 5
AVERAGING = 0.96
"""Steps between updates of the running average of the weights, and its decay per update. Its
reach, some 125 steps, must be short against a run, or the average lags behind."""
SAVE_SECONDS = 120.0
DEV_SECONDS = 300.0
LONGEST_STEP = 30.0
"""Seconds a step may count for: a process that was paused has not trained meanwhile."""
CLEAN = Augmentation(babble=0, noise=0, room=0, vocal_tract=0, tempo=0, colour=0, bed=0,
                     telephone=0, abrupt=0, masks=0)  # fmt: skip
NOISY = Augmentation(babble=1, noise=0, room=0, vocal_tract=0, tempo=0, colour=0, bed=0,
                     telephone=0, abrupt=0, masks=0, lowest_ratio=8, highest_ratio=12)  # fmt: skip

State = dict[str, Any]
Network = AcousticNetwork | Ensemble


def objective(
    network: Network, denominator: Denominator, batch: Batch, half: bool = False
) -> tuple[Tensor, Tensor]:
    """(numerator minus denominator summed over what is learnt of the batch, scores)."""
    scores = network(batch.features, half)
    num = numerator(scores, batch.lengths, batch.graphs)
    den = denominator(scores, batch.lengths)
    return ((num - den) * batch.learnt).sum(), scores


@torch.no_grad()
def evaluate(network: Network, denominator: Denominator, batches: list[Batch]) -> float:
    """Objective per output frame."""
    total = sum(float(objective(network, denominator, b)[0]) for b in batches)
    return total / sum(float(b.lengths.sum()) for b in batches)


def save_state(state: State, path: Path) -> None:
    """Write beside and rename: a stop in between leaves the older file whole."""
    partial = path.with_suffix(".partial")
    torch.save(state, partial)
    partial.replace(path)


def averaged_weights(path: Path) -> dict[str, Tensor]:
    """The averaged weights of a run's file, or the weights of a file that holds only those."""
    state = torch.load(path, map_location="cpu", weights_only=True)
    weights: dict[str, Tensor] = state.get("average", state)
    return weights


def exported_network(folder: Path, number: int | None = None) -> Network:
    """The networks of a folder for Vosk, or the one with that number, from 0."""
    parts = networks_of(read_model(folder / "am" / "final.mdl"))
    if number is not None:
        return AcousticNetwork(parts[number][0], OUTPUTS)
    return Ensemble([AcousticNetwork(m, OUTPUTS) for m, _ in parts], [share for _, share in parts])


def departure(scores: Tensor, anchor: Tensor, batch: Batch) -> Tensor:
    """How far scores are from those of the anchor: Kullback-Leibler divergence of the outputs'
    shares, mean of all frames of utterances that are not learnt."""
    frames = alive_frames(batch.lengths, scores.shape[1]) & ~batch.learnt[:, None]
    if not frames.any():
        return scores.sum() * 0.0
    log_share = anchor[frames].log_softmax(1)
    return (log_share.exp() * (log_share - scores[frames].log_softmax(1))).sum(1).mean()


class Trainer:
    """One run: network, optimiser, running average and the clock."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.path: Path = options.work / "runs" / f"{options.run}.pt"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        start: Path | None = options.init
        exported = start is not None and start.is_dir()
        self.network: Network
        if start and exported:
            self.network = exported_network(start, options.network)
        else:
            self.network = AcousticNetwork(read_model(korean_model()), OUTPUTS)
        self.anchor = deepcopy(self.network) if options.anchor else None
        self.optimiser = torch.optim.Adam(
            [
                {"params": self.network.head_parameters(), "lr": 0.0},
                {"params": self.network.trunk_parameters(), "lr": 0.0},
            ],
            betas=(0.9, 0.98),
            fused=True,
        )
        self.minutes = 0.0
        self.hours_heard = 0.0
        self.stopping = False
        self.steps = 0
        self.away: list[float] = []
        if self.path.exists():
            state = torch.load(self.path, map_location="cpu", weights_only=True)
            self.network.load_state_dict(state["weights"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.average = state["average"]
            self.minutes, self.hours_heard = state["minutes"], state["hours_heard"]
        else:
            if start and not exported:
                self.network.load_state_dict(averaged_weights(start))
            self.average = {k: v.clone() for k, v in self.network.state_dict().items()}

    def rates(self) -> tuple[float, float]:
        """Learning rates (head, trunk) now: warm-up of the head, ramp, cosine down to 3 %."""
        o = self.options
        if self.minutes < o.warm:
            return o.warm_rate, 0.0
        span = max(1e-6, o.minutes - o.warm)
        done = min(1.0, (self.minutes - o.warm) / span)
        ramp = min(1.0, (self.minutes - o.warm + 0.05) / 1.0)
        factor = ramp * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * done)))
        return o.rate * factor, o.trunk_rate * factor

    def step(self, denominator: Denominator, batch: Batch) -> float:
        """One update; gives the objective per output frame."""
        head, trunk = self.rates()
        self.optimiser.param_groups[0]["lr"] = head
        self.optimiser.param_groups[1]["lr"] = trunk
        warm = trunk == 0.0
        low = self.steps % self.options.low_every == 0
        self.steps += 1
        for parameter in self.network.trunk_parameters():
            parameter.requires_grad_(not warm)
        for parameter in self.network.low_parameters():
            parameter.requires_grad_(not warm and low)
        self.optimiser.zero_grad(set_to_none=True)
        total, scores = objective(self.network, denominator, batch, self.options.half)
        frames = float(batch.lengths.sum())
        loss = -total / frames + OUTPUT_PENALTY * scores.pow(2).sum() / scores[..., 0].numel()
        if self.anchor is not None:
            with torch.no_grad():
                anchor = self.anchor(batch.features, self.options.half)
            away = departure(scores, anchor, batch)
            self.away.append(float(away.detach()))
            loss = loss + self.options.anchor * away
        if not torch.isfinite(loss):
            return 0.0
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        if self.steps % AVERAGE_EVERY == 0:
            with torch.no_grad():
                for key, value in self.network.state_dict().items():
                    self.average[key].lerp_(value, 1 - AVERAGING)
        return float(total.detach()) / frames

    def save(self) -> None:
        """Write the run's file."""
        save_state(
            {
                "weights": self.network.state_dict(),
                "average": self.average,
                "optimiser": self.optimiser.state_dict(),
                "minutes": self.minutes,
                "hours_heard": self.hours_heard,
            },
            self.path,
        )

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Signal handler: finish the step, save, end."""
        self.stopping = True

    def run(self) -> None:
        """Train until the minutes are used up or a signal comes."""
        o = self.options
        lexicon = read_lexicon(o.work / "lexicon.txt")
        train, dev = split_dev(load_shards(o.work / "shards"))
        hours = sum(len(u.mel) for u in train) / 360000
        print(f"{len(train)} clips, {hours:.1f} h of clean speech; {len(dev)} dev clips")
        denominator = Denominator(phone_bigram([u.text.split() for u in train], lexicon))
        noises = noise_bank(o.noises, np.random.default_rng(3))
        quiet = dev_batches(dev, lexicon, noises, CLEAN)
        noisy = dev_batches(dev, lexicon, noises, NOISY)
        settings = Augmentation(
            babble=o.babble, lowest_ratio=o.lowest_ratio, highest_ratio=o.highest_ratio,
            telephone=o.telephone, abrupt=o.abrupt,
        )  # fmt: skip
        seed = int(self.minutes * 1000) + o.seed
        answers_only = bool(o.anchor)
        answers = o.answers or answers_only
        batches = iter(Batches(train, lexicon, noises, settings, seed, answers, answers_only))
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        saved = dev_at = reported = time.monotonic()
        recent: list[float] = []
        while self.minutes < o.minutes and not self.stopping:
            started = time.monotonic()
            batch = next(batches)
            recent.append(self.step(denominator, batch))
            now = time.monotonic()
            self.minutes += min(LONGEST_STEP, now - started) / 60
            self.hours_heard += batch.seconds / 3600
            if now - reported > 30:
                rate = self.rates()[0]
                print(f"{self.minutes:6.1f} min  {self.hours_heard:6.2f} h heard  "
                      f"objective {np.mean(recent):.4f}  rate {rate:.1e}"
                      + (f"  away {np.mean(self.away):.4f}" if self.away else ""),
                      flush=True)  # fmt: skip
                reported, recent = now, []
                self.away.clear()
            if now - saved > SAVE_SECONDS:
                self.save()
                saved = now
            if now - dev_at > DEV_SECONDS:
                self.report(denominator, quiet, noisy)
                dev_at = now
        self.save()
        self.report(denominator, quiet, noisy)

    def report(self, denominator: Denominator, quiet: list[Batch], noisy: list[Batch]) -> None:
        """Print the dev objective of the averaged weights, in quiet and in babble at 10 dB."""
        own = {k: v.clone() for k, v in self.network.state_dict().items()}
        self.network.load_state_dict(self.average)
        print(f"{self.minutes:6.1f} min  dev {evaluate(self.network, denominator, quiet):.4f} "
              f"in quiet, {evaluate(self.network, denominator, noisy):.4f} in babble",
              flush=True)  # fmt: skip
        self.network.load_state_dict(own)


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Train the acoustic model.")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--run", default="main", help="name of the run's file")
    parser.add_argument("--minutes", type=float, required=True, help="training time in all")
    parser.add_argument("--init", type=Path, help="run's file, or folder for Vosk, to start from")
    parser.add_argument("--network", type=int, help="number of the folder's network, from 0")
    parser.add_argument("--answers", action="store_true", help="single words most often")
    parser.add_argument(
        "--anchor", type=float, default=0.0, help="learn single words only, all else stays"
    )
    parser.add_argument("--warm", type=float, default=4.0, help="minutes of head only")
    parser.add_argument("--warm-rate", type=float, default=3e-3)
    parser.add_argument("--rate", type=float, default=8e-4, help="learning rate of the head")
    parser.add_argument("--trunk-rate", type=float, default=6e-5)
    parser.add_argument("--babble", type=float, default=0.65, help="share with babble, 0 to 1")
    parser.add_argument("--lowest-ratio", type=float, default=3.0, help="dB of speech over noise")
    parser.add_argument("--highest-ratio", type=float, default=25.0, help="the same, at most")
    parser.add_argument("--telephone", type=float, default=0.25, help="share in a narrow band")
    parser.add_argument("--abrupt", type=float, default=0.2, help="share that is cut close")
    parser.add_argument("--noises", type=int, default=60, help="clips of made noise")
    parser.add_argument("--half", action="store_true", help="bfloat16 layers, twice as fast")
    parser.add_argument(
        "--low-every", type=int, default=1, help="train the lowest layers in every nth step only"
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    if options.anchor and not (options.init and options.init.is_dir()):
        parser.error("--anchor holds to an exported model: name its folder with --init")
    return options


def main() -> None:
    """Command line."""
    options = parse_options()
    torch.set_num_threads(options.threads)
    Trainer(options).run()


if __name__ == "__main__":
    main()
