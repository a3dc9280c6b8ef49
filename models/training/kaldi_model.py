"""Reading and writing Kaldi's binary `final.mdl` (transition model + nnet3 network).

Only what a chain TDNN-F model needs: component bodies are kept as raw bytes and only the
matrices and vectors inside them are looked at or replaced, so that every field that this
project does not care about (learning rates, histories) survives unchanged.

The layout follows Kaldi's `WriteBasicType`/`WriteToken`: a token is text plus one space,
an int32 or float is a size byte 4 and four little-endian bytes, a float matrix is `FM `,
rows, columns, data, and a float vector `FV `, length, data. A matrix in 16 bits is `CM2 `, least
value, range, rows, columns (all without size bytes), data. One in 8 bits is `CM `, the same four,
then for each column where its values begin, where the quarters end and where they all end, in 16
bits, then the columns one after the other.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]

_ARRAY = re.compile(rb"<([A-Za-z]+)> (F[MV] \x04|CM2? )")
_SMALL = b"CM2 "
_TINY = b"CM "
_SMALL_HEADER = struct.Struct("<ffii")
_SMALL_STEPS = 65535
_TINY_BYTES = np.array([0, 64, 192, 255])
"""What the least value of a column, the ends of its first and third quarter, and its greatest value
are written as; between them bytes run evenly."""
_LARGE = 4096
"""Values of a matrix that is worth the 16 bits."""


def int32(value: int) -> bytes:
    """One int32 as Kaldi writes it: the size byte and four bytes."""
    return b"\x04" + struct.pack("<i", value)


def float32(value: float) -> bytes:
    """One float as Kaldi writes it: the size byte and four bytes."""
    return b"\x04" + struct.pack("<f", value)


def int_vector(values: list[int]) -> bytes:
    """A `std::vector<int32>`: element size, count, raw elements."""
    return b"\x04" + struct.pack("<i", len(values)) + struct.pack(f"<{len(values)}i", *values)


def array_bytes(array: FloatArray) -> bytes:
    """A float matrix (two dimensions) or vector (one) as Kaldi writes it."""
    kind = b"FM " if array.ndim == 2 else b"FV "
    return kind + b"".join(int32(n) for n in array.shape) + array.astype("<f4").tobytes()


def small_bytes(matrix: FloatArray) -> bytes:
    """A matrix in 16 bits: half the size, each value within 1/131070 of the matrix's range."""
    least = float(matrix.min())
    span = float(matrix.max()) - least or 1.0
    steps = np.rint((matrix - least) * (_SMALL_STEPS / span)).astype("<u2")
    return _SMALL + _SMALL_HEADER.pack(least, span, *matrix.shape) + steps.tobytes()


def tiny_bytes(matrix: FloatArray) -> bytes:
    """A matrix in 8 bits: a quarter of the size. The values of each column (input) have a scale of
    their own, which is finer where most of them are."""
    least = float(matrix.min())
    span = float(matrix.max()) - least or 1.0
    rows, columns = matrix.shape
    marks = np.percentile(matrix, [0, 25, 75, 100], axis=0)
    steps = np.rint((marks - least) * (_SMALL_STEPS / span)).astype(np.int64)
    steps = np.maximum.accumulate(steps + np.arange(4)[:, None], axis=0)  # none the same
    steps = np.minimum(steps, _SMALL_STEPS - np.arange(3, -1, -1)[:, None])
    scale = least + steps * (span / _SMALL_STEPS)
    places = [np.interp(matrix[:, c], scale[:, c], _TINY_BYTES) for c in range(columns)]
    data = np.rint(np.array(places)).astype(np.uint8)
    header = _SMALL_HEADER.pack(least, span, rows, columns)
    return _TINY + header + steps.T.astype("<u2").tobytes() + data.tobytes()


def _read_tiny(data: bytes, position: int) -> tuple[FloatArray, int]:
    """The matrix in 8 bits whose header begins at `position`, and the offset just behind it."""
    least, span, rows, columns = _SMALL_HEADER.unpack_from(data, position)
    position += _SMALL_HEADER.size
    steps = np.frombuffer(data, "<u2", 4 * columns, position).reshape(columns, 4)
    position += 8 * columns
    places = np.frombuffer(data, np.uint8, rows * columns, position).reshape(columns, rows)
    scale = least + steps * (span / _SMALL_STEPS)
    values = [np.interp(places[c], _TINY_BYTES, scale[c]) for c in range(columns)]
    return np.array(values, np.float32).T, position + rows * columns


def _read_array(data: bytes, start: int) -> tuple[FloatArray, int]:
    """The array that begins at `start` with its kind, and the offset just behind it."""
    if data.startswith(_TINY, start):
        return _read_tiny(data, start + len(_TINY))
    if data.startswith(_SMALL, start):
        least, span, rows, columns = _SMALL_HEADER.unpack_from(data, start + len(_SMALL))
        position = start + len(_SMALL) + _SMALL_HEADER.size
        steps = np.frombuffer(data, "<u2", rows * columns, position).reshape(rows, columns)
        small = (least + steps * (span / _SMALL_STEPS)).astype(np.float32)
        return small, position + 2 * rows * columns
    dimensions = 2 if data[start : start + 3] == b"FM " else 1
    position = start + 3
    shape = []
    for _ in range(dimensions):
        shape.append(struct.unpack_from("<i", data, position + 1)[0])
        position += 5
    count = int(np.prod(shape))
    values = np.frombuffer(data, "<f4", count, position).reshape(shape).astype(np.float32)
    return values, position + 4 * count


@dataclass(frozen=True)
class Component:
    """One nnet3 component: its name, its type (without brackets) and the bytes between."""

    name: str
    kind: str
    body: bytes

    def arrays(self) -> dict[str, FloatArray]:
        """Every matrix and vector of the body by the token in front of it."""
        found: dict[str, FloatArray] = {}
        position = 0
        while match := _ARRAY.search(self.body, position):
            found[match.group(1).decode()], position = _read_array(self.body, match.start(2))
        return found

    def with_arrays(self, new: dict[str, FloatArray]) -> Component:
        """A copy in which the named arrays are replaced; shapes may differ.

        Raises KeyError if a name is not an array of this component.
        """
        return self._with_bytes({name: array_bytes(array) for name, array in new.items()})

    def made_small(self, bits: int = 16) -> Component:
        """A copy with its large matrices in 16 or 8 bits, which Kaldi widens when it loads them."""
        large = {n: a for n, a in self.arrays().items() if a.ndim == 2 and a.size >= _LARGE}
        packed = {16: small_bytes, 8: tiny_bytes}[bits]
        return self._with_bytes({name: packed(array) for name, array in large.items()})

    def _with_bytes(self, new: dict[str, bytes]) -> Component:
        body = self.body
        for name, data in new.items():
            places = (m for m in _ARRAY.finditer(body) if m.group(1) == name.encode())
            match = next(places, None)
            if match is None:
                raise KeyError(f"{self.name} has no array {name}")
            _, end = _read_array(body, match.start(2))
            body = body[: match.start(2)] + data + body[end:]
        return replace(self, body=body)


@dataclass(frozen=True)
class KaldiModel:
    """A whole `final.mdl`; contexts are in input frames of 10 ms."""

    transitions: bytes
    config: tuple[str, ...]
    components: tuple[Component, ...]
    left_context: int
    right_context: int

    def component(self, name: str) -> Component:
        """The component of that name; KeyError if there is none."""
        for component in self.components:
            if component.name == name:
                return component
        raise KeyError(name)


def parse_model(data: bytes) -> KaldiModel:
    """Take a `final.mdl` apart. Raises ValueError if it is not a binary nnet3 chain model."""
    start = data.find(b"<Nnet3> ")
    count_at = data.find(b"<NumComponents> ", start)
    if data[:2] != b"\0B" or start < 0 or count_at < 0:
        raise ValueError("not a binary Kaldi nnet3 model")
    config = data[start + len(b"<Nnet3> ") : count_at].decode().split("\n")
    position = count_at + len(b"<NumComponents> ")
    (count,) = struct.unpack_from("<i", data, position + 1)
    position += 5
    header = re.compile(rb"<ComponentName> (\S+) <(\w+)> ")
    components = []
    for _ in range(count):
        match = header.match(data, position)
        if match is None:
            raise ValueError(f"no component at byte {position}")
        closing = b"</" + match.group(2) + b"> "
        end = data.index(closing, match.end())
        body = data[match.end() : end]
        components.append(Component(match.group(1).decode(), match.group(2).decode(), body))
        position = end + len(closing)
    left = data.index(b"<LeftContext> ", position) + len(b"<LeftContext> ") + 1
    right = data.index(b"<RightContext> ", position) + len(b"<RightContext> ") + 1
    return KaldiModel(
        transitions=data[2:start],
        config=tuple(line for line in config if line.strip()),
        components=tuple(components),
        left_context=struct.unpack_from("<i", data, left)[0],
        right_context=struct.unpack_from("<i", data, right)[0],
    )


def model_bytes(model: KaldiModel) -> bytes:
    """The binary `final.mdl` of a model, with the empty priors of a chain model."""
    parts = [b"\0B", model.transitions, b"<Nnet3> \n"]
    parts += [line.encode() + b"\n" for line in model.config]
    parts += [b"\n<NumComponents> ", int32(len(model.components))]
    for c in model.components:
        opening = f"<ComponentName> {c.name} <{c.kind}> ".encode()
        parts += [opening, c.body, f"</{c.kind}> ".encode()]
    parts += [b"</Nnet3> <LeftContext> ", int32(model.left_context)]
    parts += [b"<RightContext> ", int32(model.right_context)]
    parts += [b"<Priors> ", array_bytes(np.zeros(0, np.float32))]
    return b"".join(parts)


def read_model(path: Path) -> KaldiModel:
    """Parse the file at `path`."""
    return parse_model(path.read_bytes())


def transition_bytes(phone_count: int, states: list[tuple[int, int, int]]) -> bytes:
    """The transition model of a chain topology: one state with a self-loop per phone.

    `states` holds (phone from 1, forward pdf, self-loop pdf), sorted. State i (from 0) owns
    the transition ids 2i+1 (self-loop) and 2i+2 (forward). Both probabilities are a half.
    """
    phones = list(range(1, phone_count + 1))
    half = float32(0.5)
    topology = (
        b"<Topology> " + int_vector(phones) + int_vector([-1] + [0] * phone_count)
        + int32(-1) + int32(1) + int32(2)
        + int32(0) + int32(1) + int32(2) + int32(0) + half + int32(1) + half
        + int32(-1) + int32(-1) + int32(0) + b"</Topology> "
    )  # fmt: skip
    tuples = b"".join(
        int32(phone) + int32(0) + int32(forward) + int32(loop) for phone, forward, loop in states
    )
    log_probs = np.full(2 * len(states) + 1, np.log(0.5), np.float32)
    log_probs[0] = 0.0
    return (
        b"<TransitionModel> " + topology
        + b"<Tuples> " + int32(len(states)) + tuples + b"</Tuples> "
        + b"<LogProbs> " + array_bytes(log_probs) + b"</LogProbs> </TransitionModel> "
    )  # fmt: skip
