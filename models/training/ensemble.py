"""Several networks as one: Kaldi computes all of them and their mean scores are searched.

Networks of the same making err differently; their mean errs less than each of them. It costs
the computing of all, which is a small part of what a second of sound costs.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .kaldi_model import Component, KaldiModel

_SHARED = ("input", "lda")
_NAME = re.compile(r"[A-Za-z][\w.-]*")
_OUTPUT = "output.affine"


def ensemble(models: list[KaldiModel]) -> KaldiModel:
    """One model whose scores are the mean of those of `models`.

    They must be exports of `training.export`: same outputs, same input transform.
    """
    if len(models) == 1:
        return models[0]
    config: list[str] = []
    components: list[Component] = []
    share = 1 / len(models)
    scores = ""
    for number, model in enumerate(models):
        own = {component.name for component in model.components if component.name not in _SHARED}

        def renamed(match: re.Match[str], number: int = number, own: set[str] = own) -> str:
            return f"net{number}.{match[0]}" if match[0] in own else match[0]

        for line in model.config:
            shared = any(f"name={name} " in line for name in _SHARED)
            if not line.startswith("output-node") and not (shared and number):
                config.append(_NAME.sub(renamed, line))
        components += [
            replace(component, name=_NAME.sub(renamed, component.name))
            for component in model.components
            if component.name in own or number == 0
        ]
        one = f"Scale({share:.6f}, net{number}.{_OUTPUT})"
        scores = f"Sum({scores}, {one})" if scores else one
    config.append(f"output-node name=output input={scores} objective=linear")
    return replace(models[0], config=tuple(config), components=tuple(components))
