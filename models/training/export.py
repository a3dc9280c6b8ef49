"""Turn trained weights into the acoustic part of a Vosk model folder.

    python -m training.export --work WORK --run NAME [NAME...] --out FOLDER

Several runs, and the networks of one in which several learnt together, become one model that
computes them all (`training.ensemble`). Writes am/final.mdl,
conf/ and graph/phones*. The words come from `training.graph`.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
from torch import Tensor

from .ensemble import ensemble
from .kaldi_model import (
    Component,
    FloatArray,
    KaldiModel,
    model_bytes,
    read_model,
    transition_bytes,
)
from .network import FEATURES, FLAT_LAYER, FULL_RATE_LAYERS, SUBSAMPLED_LAYERS
from .parts import korean_model
from .phones import POSITIONED, POSITIONED_ID, SILENCE, transition_states
from .train import averaged_weights

MFCC_CONF = """\
--use-energy=false
--num-mel-bins=40
--num-ceps=40
--low-freq=20
--high-freq=7600
--allow-upsample=true
--allow-downsample=true
--dither=0
"""
"""No dither, so that the same sound is heard alike every time; the program itself sees to silence
that is all zeros (`assistant.hearing.hush`)."""
MODEL_CONF = """\
--min-active=200
--max-active=3000
--beam=13.0
--lattice-beam=2.0
--acoustic-scale=1.0
--frame-subsampling-factor=3
--endpoint.silence-phones=1
--endpoint.rule2.min-trailing-silence=0.5
--endpoint.rule3.min-trailing-silence=1.0
--endpoint.rule4.min-trailing-silence=2.0
"""
"""Search settings; a narrow lattice beam keeps the decoder fast in noise."""
DELICATE = ("lda", "output.affine")
"""Components that keep 16 bits. In 8 the first alone changes the scores by a sixth of their spread,
all the others together by a fiftieth."""
BOUNDARY = {"B": "begin", "E": "end", "I": "internal", "S": "singleton"}


def trained_arrays(weights: dict[str, Tensor]) -> dict[str, dict[str, FloatArray]]:
    """Arrays to put into each component of the parent model, by component name."""

    def array(key: str) -> FloatArray:
        return np.asarray(weights[key].numpy(), np.float32)

    arrays = {
        "tdnn1.affine": {"LinearParams": array("first"), "BiasParams": array("first_bias")},
        "prefinal-l": {"Params": array("prefinal")},
        "prefinal-chain.affine": {
            "LinearParams": array("head_wide"),
            "BiasParams": array("head_wide_bias"),
        },
        "prefinal-chain.linear": {"Params": array("head_narrow")},
        "output.affine": {
            "LinearParams": array("head_output.weight"),
            "BiasParams": array("head_output.bias"),
        },
    }
    for name in (*FULL_RATE_LAYERS, FLAT_LAYER, *SUBSAMPLED_LAYERS):
        arrays[f"{name}.linear"] = {"LinearParams": array(f"layers.{name}.down")}
        arrays[f"{name}.affine"] = {
            "LinearParams": array(f"layers.{name}.up"),
            "BiasParams": array(f"layers.{name}.bias"),
        }
    return arrays


def single_networks(weights: dict[str, Tensor]) -> list[dict[str, Tensor]]:
    """The weights of each network of a run in which several learnt together; else as they are."""
    networks: dict[int, dict[str, Tensor]] = {}
    for key, value in weights.items():
        if not key.startswith("networks."):
            return [weights]
        _, number, name = key.split(".", 2)
        networks.setdefault(int(number), {})[name] = value
    return [networks[number] for number in sorted(networks)]


def english_model(parent: KaldiModel, weights: dict[str, Tensor]) -> KaldiModel:
    """The parent with English outputs, without i-vector input, cross-entropy branch and dropout,
    which does nothing any more but takes time to load.
    """
    config = []
    for line in parent.config:
        if "name=ivector" in line or "xent" in line or ".dropout component=" in line:
            continue
        line = line.replace(", ReplaceIndex(ivector, t, 0)", "")
        config.append(line.replace(".dropout", ".batchnorm"))  # whose output it hands on
    new = trained_arrays(weights)
    lda = parent.component("lda").arrays()["LinearParams"]
    new["lda"] = {"LinearParams": np.ascontiguousarray(lda[:, : 3 * FEATURES])}
    components: list[Component] = []
    for component in parent.components:
        if "xent" not in component.name and not component.name.endswith(".dropout"):
            components.append(component.with_arrays(new.pop(component.name, {})))
    if new:
        raise ValueError(f"the parent model lacks {sorted(new)}")
    return replace(
        parent,
        transitions=transition_bytes(len(POSITIONED), transition_states()),
        config=tuple(config),
        components=tuple(components),
    )


def write_acoustic(folder: Path, model: KaldiModel) -> None:
    """Write am/, conf/ and graph/phones* of a Vosk model folder."""
    for name in ("am", "conf", "graph/phones"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "am" / "final.mdl").write_bytes(model_bytes(model))
    (folder / "conf" / "mfcc.conf").write_text(MFCC_CONF)
    (folder / "conf" / "model.conf").write_text(MODEL_CONF)
    table = "".join(f"{form} {number}\n" for form, number in POSITIONED_ID.items())
    (folder / "graph" / "phones.txt").write_text(f"<eps> 0\n{table}")
    lines = []
    for form, number in POSITIONED_ID.items():
        kind = "nonword" if form == SILENCE else BOUNDARY[form.rpartition("_")[2]]
        lines.append(f"{number} {kind}\n")
    (folder / "graph" / "phones" / "word_boundary.int").write_text("".join(lines))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Export trained weights for Vosk.")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--run", nargs="+", default=["main"])
    parser.add_argument("--shares", nargs="+", type=float, help="of several networks; 1 together")
    parser.add_argument("--bits", type=int, choices=(16, 8), default=16, help="of a weight")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    parent = read_model(korean_model())
    runs = [averaged_weights(options.work / "runs" / f"{name}.pt") for name in options.run]
    networks = [network for weights in runs for network in single_networks(weights)]
    model = ensemble([english_model(parent, weights) for weights in networks], options.shares)
    small = tuple(
        component.made_small(16 if component.name.endswith(DELICATE) else options.bits)
        for component in model.components
    )
    write_acoustic(options.out, replace(model, components=small))
    print(f"{options.out / 'am' / 'final.mdl'} written")


if __name__ == "__main__":
    main()
