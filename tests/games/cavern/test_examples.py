"""The examples in the docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from assistant.games import cavern

MODULES = [module.name for module in pkgutil.iter_modules(cavern.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    module = importlib.import_module(f"{cavern.__name__}.{name}")
    assert doctest.testmod(module).failed == 0
