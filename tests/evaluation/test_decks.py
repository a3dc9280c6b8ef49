"""Decks for clips."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.evaluation.decks import Decks, plain_deck
from assistant.games.cavern.deck import CHIEF
from assistant.hearing.models import Model
from assistant.understanding.deck_file import DeckProblem

HERE = Path("set.jsonl")


def test_plurals_are_english() -> None:
    deck = plain_deck(["knife", "box", "owl", "fish", "torch"], HERE, 1)
    assert [deck.phrase(kind, 2) for kind in deck.treasures] == [
        "two knives", "two boxes", "two owls", "two fish", "two torches",
    ]  # fmt: skip
    assert deck.phrase("owl") == "an owl"


def test_a_single_treasure_or_the_chief_make_a_deck_too() -> None:
    assert plain_deck(["gem"], HERE, 1).deck.size > 8
    assert CHIEF in plain_deck([CHIEF, "gem"], HERE, 1).treasures


def test_the_same_deck_is_made_once(model: Model) -> None:
    decks = Decks(model.knows)
    first = decks.words(("gem", "owl"), None, HERE, 1)
    assert decks.words(("gem", "owl"), None, HERE, 2) is first
    assert decks.words(("gem", "owl"), {"gem": "red"}, HERE, 3) is not first


def test_adjectives_of_the_line_can_be_heard(model: Model) -> None:
    _, phrases = Decks(model.knows).words(("gem", "owl"), {"gem": "red"}, HERE, 1)
    assert any("red gem" in phrase for phrase in phrases)


def test_a_treasure_that_the_model_does_not_know_is_named_with_its_line(model: Model) -> None:
    with pytest.raises(DeckProblem, match=r'set.jsonl:7: .*"xylorimba"'):
        Decks(model.knows).words(("gem", "xylorimba"), None, HERE, 7)
