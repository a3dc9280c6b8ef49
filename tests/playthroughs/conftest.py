"""The fixture behind ``--write-playthroughs``."""

from __future__ import annotations

import pytest


@pytest.fixture
def write_playthroughs(request: pytest.FixtureRequest) -> bool:
    """Whether the kept texts are to be written anew."""
    return bool(request.config.getoption("--write-playthroughs"))
