"""The examples in docstrings do what they say."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

from assistant.games import practice

MODULES = [
    found.name for found in pkgutil.walk_packages(practice.__path__, "assistant.games.practice.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
