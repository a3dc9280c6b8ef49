"""The examples in the documentation hold."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import assistant.games.tiles

NAMES = [
    assistant.games.tiles.__name__,
    *(
        module.name
        for module in pkgutil.walk_packages(
            assistant.games.tiles.__path__, f"{assistant.games.tiles.__name__}."
        )
    ),
]


@pytest.mark.parametrize("name", NAMES)
def test_documentation_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
