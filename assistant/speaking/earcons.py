"""Short tones that say one thing each, made here, and what is printed beside them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from assistant.speaking.sound import FULL_SCALE, Sound

_RATE = 22050
_LOUDNESS = 0.5
_EDGE_S = 0.008  # fading in and out over this time keeps a tone from clicking


class Earcon(StrEnum):
    """The tones, by what they tell the player."""

    YOUR_TURN = "your turn"
    COUNTED = "counted"
    NOT_UNDERSTOOD = "not understood"
    WRONG = "wrong"
    ALARM = "alarm"
    CAPTURED = "captured"


@dataclass(frozen=True)
class _Note:
    hertz: float
    seconds: float


_REST = 0.0

_NOTES: dict[Earcon, tuple[_Note, ...]] = {
    Earcon.YOUR_TURN: (_Note(660, 0.09), _Note(880, 0.14)),
    Earcon.COUNTED: (_Note(1175, 0.05),),
    Earcon.NOT_UNDERSTOOD: (_Note(440, 0.08), _Note(_REST, 0.06), _Note(440, 0.08)),
    Earcon.WRONG: (_Note(392, 0.14), _Note(262, 0.24)),
    Earcon.ALARM: (_Note(988, 0.1), _Note(740, 0.1)) * 3,
    Earcon.CAPTURED: (_Note(523, 0.14), _Note(415, 0.14), _Note(311, 0.14), _Note(208, 0.32)),
}

_PRINTED: dict[Earcon, str] = {
    Earcon.YOUR_TURN: "Your turn.",
    Earcon.COUNTED: "Counted.",
    Earcon.NOT_UNDERSTOOD: "Not understood.",
    Earcon.WRONG: "Wrong.",
    Earcon.ALARM: "Alarm!",
    Earcon.CAPTURED: "Captured!",
}


def tone(earcon: Earcon) -> Sound:
    """The sound of an earcon, 0.05 to 0.75 seconds long.

    >>> tone(Earcon.COUNTED).seconds < 0.1
    True
    """
    return Sound(np.concatenate([_wave(note) for note in _NOTES[earcon]]), _RATE)


def printed_twin(earcon: Earcon) -> str:
    """What is printed where the tone sounds.

    >>> printed_twin(Earcon.ALARM)
    'Alarm!'
    """
    return _PRINTED[earcon]


def _wave(note: _Note) -> npt.NDArray[np.int16]:
    times = np.arange(round(note.seconds * _RATE)) / _RATE
    to_edge = np.minimum(times, times[::-1])
    fade = np.sin(np.pi / 2 * np.clip(to_edge / _EDGE_S, 0, 1)) ** 2
    wave = np.sin(2 * np.pi * note.hertz * times) * fade
    samples: npt.NDArray[np.int16] = (wave * (_LOUDNESS * FULL_SCALE)).astype(np.int16)
    return samples
