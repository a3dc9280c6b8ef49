"""Imports point down the house, never up: see the design page."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import assistant

HOUSE = Path(assistant.__file__).parent

MAY_IMPORT = {
    "games": set[str](),
    "journal": {"games"},
    "devices": set[str](),
    "speaking": {"devices"},
    "hearing": {"devices"},
    "understanding": {"games", "hearing"},
    "hosting": {"games", "hearing", "understanding", "journal"},
    "evaluation": {"games", "hearing", "understanding", "hosting"},
    "doctor": {"devices", "hearing", "speaking", "understanding", "journal", "hosting"},
    "practice": {"games", "hearing", "understanding", "hosting", "journal"},
}
"""What each floor may use of the others; ``cli`` may use all, and ``data`` is for everybody but
the rules and the journal.
"""


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = str(node.module)
            yield from (f"{module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("floor", MAY_IMPORT)
def test_no_floor_uses_one_above_it(floor: str) -> None:
    allowed = {floor, *MAY_IMPORT[floor]}
    for path in (HOUSE / floor).rglob("*.py"):
        for module in imported(path):
            top, _, rest = module.partition(".")
            part = rest.partition(".")[0]
            if top != "assistant" or part == "__version__":
                continue
            if part == "data" and floor not in ("games", "journal"):
                continue
            assert part in allowed, f"{path.relative_to(HOUSE)} imports {module}"


def test_every_floor_is_known() -> None:
    floors = {path.parent.name for path in HOUSE.glob("*/__init__.py")}
    assert floors - {"cli"} <= set(MAY_IMPORT)
