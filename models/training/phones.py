"""Phones, their forms by place in the word, and the output classes of the network.

An output class is chosen by the phone and by the class of the phone before it (left
biphone, the left side coarse); the frames after a phone's first share one class per phone.
"""

from __future__ import annotations

SILENCE = "SIL"
NOISE = "SPN"
ARPABET = (
    "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH",
    "IH", "IY", "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH",
    "UW", "V", "W", "Y", "Z", "ZH",
)  # fmt: skip
PHONES = (SILENCE, NOISE, *ARPABET)
INDEX = {phone: i for i, phone in enumerate(PHONES)}
PHONE_COUNT = len(PHONES)

POSITIONS = ("B", "E", "I", "S")
"""Begin, end, inside of a word, and a word of one phone."""

LEFT_CLASSES: tuple[tuple[str, ...], ...] = (
    (SILENCE, NOISE),
    ("P", "B", "M"),
    ("T", "D", "N"),
    ("K", "G", "NG"),
    ("S", "Z", "SH", "ZH", "CH", "JH"),
    ("F", "V", "TH", "DH", "HH"),
    ("R", "ER"),
    ("L",),
    ("W", "UW", "UH", "OW", "AW"),
    ("Y", "IY", "EY", "AY", "OY"),
    ("IH", "EH", "AE"),
    ("AA", "AO", "AH"),
)
LEFT_CLASS_OF = {phone: i for i, group in enumerate(LEFT_CLASSES) for phone in group}
LEFT_CLASS_COUNT = len(LEFT_CLASSES)
OUTPUTS = (LEFT_CLASS_COUNT + 1) * PHONE_COUNT

SPOKEN_FORMS = tuple(f"{phone}_{position}" for phone in ARPABET for position in POSITIONS)
POSITIONED = (SILENCE, "SPN_S", *SPOKEN_FORMS)
"""Phones as the graph and `phones.txt` number them, from 1."""
POSITIONED_ID = {form: i + 1 for i, form in enumerate(POSITIONED)}


def left_class(phone: str) -> int:
    """The class that the phone after this one sees to its left."""
    return LEFT_CLASS_OF[phone]


def first_output(left: int, phone: str) -> int:
    """Output class of a phone's first frame behind a phone of class `left`."""
    return left * PHONE_COUNT + INDEX[phone]


def later_output(phone: str) -> int:
    """Output class of all further frames of a phone."""
    return LEFT_CLASS_COUNT * PHONE_COUNT + INDEX[phone]


def transition_states() -> list[tuple[int, int, int]]:
    """(positioned phone id, first output, later output), as `transition_bytes` wants them."""
    return [
        (POSITIONED_ID[form], first_output(left, base(form)), later_output(base(form)))
        for form in POSITIONED
        for left in range(LEFT_CLASS_COUNT)
    ]


def base(form: str) -> str:
    """The phone of a positioned form: `AA_B` gives `AA`."""
    return form.partition("_")[0]


def transition_ids(form: str, left: int) -> tuple[int, int]:
    """Kaldi's transition ids (self-loop, forward) of a form behind a phone of class `left`."""
    state = (POSITIONED_ID[form] - 1) * LEFT_CLASS_COUNT + left
    return 2 * state + 1, 2 * state + 2
