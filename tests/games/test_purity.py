"""The rules stand alone: standard library and ``assistant.games`` only, no clock, no I/O."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import assistant.games

GAMES = Path(assistant.games.__file__).parent
IMPURE_MODULES = {"random", "secrets", "time", "datetime", "os", "io", "pathlib", "logging"}
IMPURE_CALLS = {"open", "print", "input"}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their module in full"
            yield str(node.module)


@pytest.mark.parametrize(
    "path", sorted(GAMES.rglob("*.py")), ids=lambda path: str(path.relative_to(GAMES))
)
def test_rules_are_pure(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for module in imported(tree):
        if module == "assistant.games" or module.startswith("assistant.games."):
            continue
        top = module.partition(".")[0]
        assert top in sys.stdlib_module_names, f"{module} is not in the standard library"
        assert top not in IMPURE_MODULES, f"{module} does not belong in the rules"
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & IMPURE_CALLS
