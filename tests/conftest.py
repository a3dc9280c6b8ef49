"""What all tests share: nobody's saved games are touched, and play-throughs can be rewritten."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # other work on the machine fails no test
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The flag that writes the kept play-throughs anew."""
    parser.addoption("--write-playthroughs", action="store_true", help="write them anew")


@pytest.fixture(scope="session", autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Saved games go to a folder of this test session, in child processes too."""
    folder = tmp_path_factory.mktemp("data")
    before = os.environ.get("ALIBABA_DATA")
    os.environ["ALIBABA_DATA"] = str(folder)
    yield folder
    if before is None:
        del os.environ["ALIBABA_DATA"]
    else:
        os.environ["ALIBABA_DATA"] = before
