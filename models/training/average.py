"""Mix the averaged weights of several runs.

    python -m training.average A.pt B.pt --shares 0.4 0.6 --out C.pt

Runs must have started from the same weights, or their layers do not fit together.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from torch import Tensor

from .train import averaged_weights, save_state


def mixture(weights: list[dict[str, Tensor]], shares: list[float]) -> dict[str, Tensor]:
    """The weighted mean; shares are scaled to a sum of one."""
    total = sum(shares)
    return {
        key: sum((w[key] * (s / total) for w, s in zip(weights, shares, strict=True)),
                 start=weights[0][key] * 0.0)
        for key in weights[0]
    }  # fmt: skip


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Average runs.")
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="*", help="one per run; equal if left out")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    shares = options.shares or [1.0] * len(options.runs)
    save_state(mixture([averaged_weights(run) for run in options.runs], shares), options.out)


if __name__ == "__main__":
    main()
