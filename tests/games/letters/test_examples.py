"""The examples in docstrings do what they say."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

from assistant.games import letters

MODULES = [letters.__name__] + [
    found.name for found in pkgutil.walk_packages(letters.__path__, letters.__name__ + ".")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
