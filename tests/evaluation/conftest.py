"""The bundled model, loaded once for all tests of measuring."""

import pytest

from assistant.hearing.models import Model, bundled_model, load_model


@pytest.fixture(scope="session")
def model() -> Model:
    return load_model(bundled_model())
