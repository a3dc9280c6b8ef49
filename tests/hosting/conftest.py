"""The bundled model and the real speech engine, for all tests of hosting."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assistant.hearing.models import Model, bundled_model, load_model
from assistant.speaking import EngineVoice
from tests.real_engine import real_engine


@pytest.fixture(scope="session")
def model() -> Model:
    return load_model(bundled_model())


@pytest.fixture(scope="module")
def engine() -> Iterator[EngineVoice]:
    with real_engine() as voice:
        yield voice
