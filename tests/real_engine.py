"""The real speech engine, for tests that render speech."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from assistant.speaking import EngineVoice, SpeakingError, Trouble


@contextmanager
def real_engine() -> Iterator[EngineVoice]:
    """A voice of pyttsx3 and eSpeak NG; skips the test where they are not installed."""
    voice = EngineVoice()
    try:
        voice.render("Ready.", 170)
    except SpeakingError as error:
        if error.kind in {Trouble.PYTTSX3_MISSING, Trouble.ESPEAK_MISSING}:
            pytest.skip(f"no real engine: {error.problem.detail}")
        raise
    else:
        yield voice
    finally:
        voice.close()
