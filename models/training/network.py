"""The Korean model's TDNN-F in PyTorch, with a new output layer for English phones.

Layer sizes and time offsets are read from the parent model. The network looks 34 frames to
each side and gives one output for every third input frame, as it does in Vosk.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from .kaldi_model import KaldiModel

CONTEXT = 34
"""Input frames (10 ms) that an output frame sees to its left and to its right."""
SUBSAMPLING = 3
BYPASS = 0.66
FEATURES = 40
FULL_RATE_LAYERS = ("tdnnf2", "tdnnf3", "tdnnf4")
FLAT_LAYER = "tdnnf5"
SUBSAMPLED_LAYERS = tuple(f"tdnnf{n}" for n in range(6, 16))


def _tensor(array: NDArray[np.float32]) -> Tensor:
    return torch.from_numpy(np.array(array, np.float32))


class FrozenNorm(nn.Module):
    """Kaldi's BatchNorm in test mode: fixed mean and variance, no scale, no shift.

    The statistics stay those of the parent model, so they can be written back unchanged.
    """

    scale: Tensor
    shift: Tensor

    def __init__(self, mean: NDArray[np.float32], variance: NDArray[np.float32]) -> None:
        super().__init__()
        scale = 1.0 / np.sqrt(variance + 0.001)
        self.register_buffer("scale", _tensor(scale))
        self.register_buffer("shift", _tensor(-mean * scale))

    def forward(self, x: Tensor) -> Tensor:
        return torch.addcmul(self.shift.to(x.dtype), x, self.scale.to(x.dtype))


class FactoredLayer(nn.Module):
    """One TDNN-F layer: down to the bottleneck, up again, relu, norm, plus the bypass."""

    def __init__(self, model: KaldiModel, name: str, spliced: bool) -> None:
        super().__init__()
        down = model.component(f"{name}.linear").arrays()
        up = model.component(f"{name}.affine").arrays()
        norm = model.component(f"{name}.batchnorm").arrays()
        self.spliced = spliced
        self.down = nn.Parameter(_tensor(down["LinearParams"]))
        self.up = nn.Parameter(_tensor(up["LinearParams"]))
        self.bias = nn.Parameter(_tensor(up["BiasParams"]))
        self.norm = FrozenNorm(norm["StatsMean"], norm["StatsVar"])

    def forward(self, x: Tensor, keep: slice | None = None) -> Tensor:
        """x is (batch, time, width); with splicing one frame is lost at either end.

        `keep` picks output frames (after the loss at the ends) before the costly half.
        """
        if not self.spliced:
            inner, centre = nn.functional.linear(x, self.down), x
        else:
            inner = nn.functional.linear(torch.cat((x[:, :-1], x[:, 1:]), 2), self.down)
            before, after, centre = inner[:, :-1], inner[:, 1:], x[:, 1:-1]
            if keep is not None:
                before, after, centre = before[:, keep], after[:, keep], centre[:, keep]
            inner = torch.cat((before, after), 2)
        out = self.norm(torch.relu(nn.functional.linear(inner, self.up, self.bias)))
        return torch.add(out, centre, alpha=BYPASS)


class AcousticNetwork(nn.Module):
    """MFCC frames to scores of the output classes."""

    lda: Tensor
    lda_bias: Tensor

    def __init__(self, parent: KaldiModel, outputs: int) -> None:
        """Trunk from `parent`; the output layer, too, if it has as many outputs.

        Else the output layer starts at zero (all classes alike).
        """
        super().__init__()
        lda = parent.component("lda").arrays()
        # The i-vector's "no information" value is zero, so its columns are simply dropped.
        self.register_buffer("lda", _tensor(lda["LinearParams"][:, : 3 * FEATURES]))
        self.register_buffer("lda_bias", _tensor(lda["BiasParams"]))
        first = parent.component("tdnn1.affine").arrays()
        norm = parent.component("tdnn1.batchnorm").arrays()
        self.first = nn.Parameter(_tensor(first["LinearParams"]))
        self.first_bias = nn.Parameter(_tensor(first["BiasParams"]))
        self.first_norm = FrozenNorm(norm["StatsMean"], norm["StatsVar"])
        names = (*FULL_RATE_LAYERS, FLAT_LAYER, *SUBSAMPLED_LAYERS)
        self.layers = nn.ModuleDict(
            {name: FactoredLayer(parent, name, name != FLAT_LAYER) for name in names}
        )
        before = parent.component("prefinal-l").arrays()
        wide = parent.component("prefinal-chain.affine").arrays()
        norm1 = parent.component("prefinal-chain.batchnorm1").arrays()
        narrow = parent.component("prefinal-chain.linear").arrays()
        norm2 = parent.component("prefinal-chain.batchnorm2").arrays()
        self.prefinal = nn.Parameter(_tensor(before["Params"]))
        self.head_wide = nn.Parameter(_tensor(wide["LinearParams"]))
        self.head_wide_bias = nn.Parameter(_tensor(wide["BiasParams"]))
        self.head_norm1 = FrozenNorm(norm1["StatsMean"], norm1["StatsVar"])
        self.head_narrow = nn.Parameter(_tensor(narrow["Params"]))
        self.head_norm2 = FrozenNorm(norm2["StatsMean"], norm2["StatsVar"])
        self.head_output = nn.Linear(narrow["Params"].shape[0], outputs)
        nn.init.zeros_(self.head_output.weight)
        nn.init.zeros_(self.head_output.bias)
        last = parent.component("output.affine").arrays()
        if len(last["BiasParams"]) == outputs:
            self.head_output.weight.data.copy_(_tensor(last["LinearParams"]))
            self.head_output.bias.data.copy_(_tensor(last["BiasParams"]))

    def low_parameters(self) -> list[nn.Parameter]:
        """The layers that see every frame: a third of the weights, half of the work."""
        low = ("first", *(f"layers.{name}." for name in FULL_RATE_LAYERS))
        return [p for name, p in self.named_parameters() if name.startswith(low)]

    def head_parameters(self) -> list[nn.Parameter]:
        """The layers behind the trunk: they learn a new language, the trunk only adapts."""
        return [p for name, p in self.named_parameters() if name.startswith("head_")]

    def trunk_parameters(self) -> list[nn.Parameter]:
        """Everything that is not `head_parameters`."""
        return [p for name, p in self.named_parameters() if not name.startswith("head_")]

    def embed(self, padded: Tensor) -> Tensor:
        """Trunk and head up to the last norm.

        `padded` is (batch, 3 * (n - 1) + 1 + 2 * CONTEXT, FEATURES); gives (batch, n, 64).
        """
        spliced = torch.cat((padded[:, :-2], padded[:, 1:-1], padded[:, 2:]), 2)
        with torch.autocast("cpu", enabled=False):  # cepstra are too large for bfloat16
            x = nn.functional.linear(spliced, self.lda, self.lda_bias)
        x = nn.functional.linear(x, self.first, self.first_bias)
        x = self.first_norm(torch.relu(x))
        for name in FULL_RATE_LAYERS[:-1]:
            x = self.layers[name](x)
        # From here on only every third frame is needed.
        x = self.layers[FULL_RATE_LAYERS[-1]](x, slice(None, None, SUBSAMPLING))
        x = self.layers[FLAT_LAYER](x)
        for name in SUBSAMPLED_LAYERS:
            x = self.layers[name](x)
        x = nn.functional.linear(x, self.prefinal)
        x = torch.relu(nn.functional.linear(x, self.head_wide, self.head_wide_bias))
        x = nn.functional.linear(self.head_norm1(x), self.head_narrow)
        embedded: Tensor = self.head_norm2(x)
        return embedded

    def forward(self, padded: Tensor, half: bool = False) -> Tensor:
        """Scores, (batch, n, outputs), of MFCC frames padded as `embed` says.

        With `half`, the layers compute in bfloat16: twice as fast, for training only.
        """
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            embedded = self.embed(padded)
        scores: Tensor = self.head_output(embedded.float())
        return scores


class Ensemble(nn.Module):
    """Networks that listen together: the weighted mean of their scores (`training.ensemble`)."""

    def __init__(self, networks: list[AcousticNetwork], shares: list[float]) -> None:
        super().__init__()
        self.networks = nn.ModuleList(networks)
        self.shares = shares

    def low_parameters(self) -> list[nn.Parameter]:
        """See `AcousticNetwork`."""
        return [p for network in self.networks for p in network.low_parameters()]

    def head_parameters(self) -> list[nn.Parameter]:
        """See `AcousticNetwork`."""
        return [p for network in self.networks for p in network.head_parameters()]

    def trunk_parameters(self) -> list[nn.Parameter]:
        """See `AcousticNetwork`."""
        return [p for network in self.networks for p in network.trunk_parameters()]

    def forward(self, padded: Tensor, half: bool = False) -> Tensor:
        """Scores, as of one network."""
        scores = [
            share * network(padded, half)
            for share, network in zip(self.shares, self.networks, strict=True)
        ]
        return torch.stack(scores).sum(0)


def output_frames(input_frames: int) -> int:
    """How many outputs an utterance of that many input frames has."""
    return (input_frames + SUBSAMPLING - 1) // SUBSAMPLING


def pad_batch(features: list[NDArray[np.float32]]) -> Tensor:
    """Stack utterances (frames, FEATURES) for the network, repeating the edge frames."""
    longest = max(output_frames(len(f)) for f in features)
    length = SUBSAMPLING * (longest - 1) + 1 + 2 * CONTEXT
    batch = np.empty((len(features), length, features[0].shape[1]), np.float32)
    for row, f in zip(batch, features, strict=True):
        row[:CONTEXT] = f[0]
        end = min(CONTEXT + len(f), length)
        row[CONTEXT:end] = f[: end - CONTEXT]
        row[end:] = f[-1]
    return torch.from_numpy(batch)
