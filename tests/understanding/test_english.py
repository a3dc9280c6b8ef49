"""Plurals and articles of a deck that names none, from the real inflect."""

from __future__ import annotations

import sys

from assistant.understanding.english import article_of, plural_of


def test_plurals_and_articles_are_made() -> None:
    assert [plural_of(name) for name in ("mouse", "milk can", "sheep")] == [
        "mice", "milk cans", "sheep"]  # fmt: skip
    assert [article_of(name) for name in ("hourglass", "unicorn")] == ["an", "a"]


def test_nobody_waits_for_type_checks_to_be_written_into_inflect() -> None:
    plural_of("mouse")
    engine = sys.modules["inflect"].engine
    names = engine.plural_noun.__code__.co_names
    assert not any("typeguard" in name for name in names), names
