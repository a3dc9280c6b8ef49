"""Every ruling is tested: its id stands in at least one test."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent


def cited() -> set[int]:
    """The numbers of the rulings that the tests name."""
    found: set[int] = set()
    for test in HERE.glob("test_*.py"):
        found.update(int(number) for number in re.findall(r"SES-(\d+)", test.read_text()))
    return found


def test_every_ruling_is_cited() -> None:
    assert set(range(1, 43)) <= cited()


def test_every_scenario_has_its_test() -> None:
    text = (HERE / "test_scenarios.py").read_text()
    assert {int(each) for each in re.findall(r"def test_ses_t(\d+)_", text)} == set(range(1, 20))
