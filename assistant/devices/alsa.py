"""Keeps ALSA's remarks off the terminal; what fails is told by the error that PortAudio returns."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from functools import cache

_HANDLER = ctypes.CFUNCTYPE(
    None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p
)
_silent = _HANDLER(lambda *_: None)  # kept as long as the program, for ALSA keeps only its address


@cache
def silence_alsa() -> None:
    """From now on ALSA prints nothing. Nothing happens on systems without it."""
    if not sys.platform.startswith("linux"):
        return
    name = ctypes.util.find_library("asound")
    if name is None:
        return
    try:
        ctypes.CDLL(name).snd_lib_error_set_handler(_silent)
    except (OSError, AttributeError):
        return
