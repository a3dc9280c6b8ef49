"""What the tests with real sound need."""

from __future__ import annotations

import pytest

from assistant.speaking import EngineVoice, SpeakingError


@pytest.fixture
def real_engine() -> None:
    """Skips where no speech engine is installed."""
    voice = EngineVoice()
    try:
        voice.render("Ready.", 170)
    except SpeakingError as problem:
        pytest.skip(problem.problem.sentence)
    finally:
        voice.close()
