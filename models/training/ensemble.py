"""Several networks as one: Kaldi computes all of them and their mean scores are searched.

Networks of the same making err differently; their mean errs less than each of them. It costs
the computing of all, which is a small part of what a second of sound costs.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .kaldi_model import Component, KaldiModel

_NAME = re.compile(r"[A-Za-z][\w.-]*")
_OUTPUT = "output.affine"
_SHARE = re.compile(rf"Scale\(([\d.]+), net(\d+)\.{re.escape(_OUTPUT)}\)")


def ensemble(models: list[KaldiModel], shares: list[float] | None = None) -> KaldiModel:
    """One model whose scores are the mean of those of `models`, which have the same outputs.

    `shares`: how much each counts, together 1; alike without. Raises ValueError for other shares.
    """
    shares = shares or [1 / len(models)] * len(models)
    if len(shares) != len(models) or abs(sum(shares) - 1) > 1e-6:
        raise ValueError(f"{len(models)} networks need as many shares that make 1, not {shares}")
    if len(models) == 1:
        return models[0]
    config = [line for line in models[0].config if line.startswith("input-node")]
    components: list[Component] = []
    scores = ""
    for number, (model, share) in enumerate(zip(models, shares, strict=True)):
        named = _prefixed(model, f"net{number}.")
        config += [line for line in named.config if line.startswith("component-node")]
        components += named.components
        own = f"Scale({share:.6f}, net{number}.{_OUTPUT})"
        scores = f"Sum({scores}, {own})" if scores else own
    config.append(f"output-node name=output input={scores} objective=linear")
    return replace(models[0], config=tuple(config), components=tuple(components))


def networks_of(model: KaldiModel) -> list[tuple[KaldiModel, float]]:
    """The networks that `ensemble` put together, each with its share; of one network, itself.

    They hold the components under their own names, and no config.
    """
    output = next((line for line in model.config if line.startswith("output-node")), "")
    shares = {int(number): float(share) for share, number in _SHARE.findall(output)}
    if not shares:
        return [(model, 1.0)]
    found = []
    for number, share in sorted(shares.items()):
        prefix = f"net{number}."
        own = (c for c in model.components if c.name.startswith(prefix))
        components = tuple(replace(c, name=c.name.removeprefix(prefix)) for c in own)
        found.append((replace(model, config=(), components=components), share))
    return found


def _prefixed(model: KaldiModel, prefix: str) -> KaldiModel:
    """The model with `prefix` before the names of its components."""
    own = {component.name for component in model.components}

    def renamed(match: re.Match[str]) -> str:
        return f"{prefix}{match[0]}" if match[0] in own else match[0]

    return replace(
        model,
        config=tuple(_NAME.sub(renamed, line) for line in model.config),
        components=tuple(replace(c, name=f"{prefix}{c.name}") for c in model.components),
    )
