"""What can go wrong between a line of text and the ear, and how the host says it once."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum


class Trouble(StrEnum):
    """The kinds of trouble with speech or sound. None of them stops a game."""

    PYTTSX3_MISSING = "pyttsx3 missing"
    ESPEAK_MISSING = "speech engine missing"
    ENGINE_HUNG = "speech engine hung"
    ENGINE_DIED = "speech engine died"
    NOTHING_SPOKEN = "speech engine wrote no speech"
    VOICE_GIVEN_UP = "voice given up"
    PORTAUDIO_MISSING = "PortAudio missing"
    NO_OUTPUT_DEVICE = "no output device"
    OUTPUT_REFUSED = "output device refused"
    OUTPUT_LOST = "output device lost"
    OUTPUT_STUCK = "output device stuck"


@dataclass(frozen=True)
class Problem:
    """A trouble with the one sentence that tells a player what it means and what to do.

    ``detail`` is what the library or the operating system said, for diagnosis; it may be empty.
    """

    kind: Trouble
    sentence: str
    detail: str = ""


class SpeakingError(Exception):
    """Speech or sound is not to be had for this line; :attr:`problem` says why."""

    def __init__(self, kind: Trouble, detail: str = "") -> None:
        self.problem = Problem(kind, _sentence(kind), detail)
        super().__init__(self.problem.sentence)

    @property
    def kind(self) -> Trouble:
        """The kind of trouble, short for ``problem.kind``."""
        return self.problem.kind


def _sentence(kind: Trouble) -> str:
    match kind:
        case Trouble.PYTTSX3_MISSING:
            return (
                "I cannot speak, because the Python package pyttsx3 is missing: install it with "
                "'pip install pyttsx3'; listening and tones work without it, and every line is "
                "printed."
            )
        case Trouble.ESPEAK_MISSING:
            return (
                f"I cannot speak, because no speech engine is installed: {_engine_remedy()}; "
                "listening and tones work without it, and every line is printed."
            )
        case Trouble.ENGINE_HUNG:
            return (
                "The speech engine did not answer in time, so that line is only printed; "
                "I start it again for the next one."
            )
        case Trouble.ENGINE_DIED:
            return (
                "The speech engine stopped by itself, so that line is only printed; "
                "I start it again for the next one."
            )
        case Trouble.NOTHING_SPOKEN:
            return (
                "The speech engine gave no sound for that line, so it is only printed; "
                "I start it again for the next one."
            )
        case Trouble.VOICE_GIVEN_UP:
            return "The speech engine keeps failing; the game goes on in print."
        case Trouble.PORTAUDIO_MISSING:
            return (
                f"I cannot make a sound, because PortAudio is missing: {_portaudio_remedy()}; "
                "every line is printed, and the keyboard and recordings work without it."
            )
        case Trouble.NO_OUTPUT_DEVICE:
            return "I find no loudspeaker or headphones; the game goes on in print."
        case Trouble.OUTPUT_REFUSED:
            return (
                "The loudspeaker cannot be opened, perhaps another program holds it; "
                "the game goes on in print, and I try again with each line."
            )
        case Trouble.OUTPUT_LOST:
            return (
                "The loudspeaker went away in the middle of a line; "
                "the game goes on in print, and I try again with each line."
            )
        case Trouble.OUTPUT_STUCK:
            return "The loudspeaker takes no more sound; the game goes on in print until it does."


def _engine_remedy() -> str:
    if sys.platform.startswith("linux"):
        return "install eSpeak NG with 'sudo apt install espeak-ng'"
    return "install eSpeak NG or a voice of the operating system"


def _portaudio_remedy() -> str:
    if sys.platform.startswith("linux"):
        return "install it with 'sudo apt install libportaudio2'"
    return "install it with 'pip install --force-reinstall sounddevice'"
