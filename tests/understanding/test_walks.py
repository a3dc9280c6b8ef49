"""A few sentences that hold every pair of words."""

from __future__ import annotations

from itertools import pairwise

from assistant.understanding.walks import sentences_of


def pairs_in(sentences: tuple[str, ...]) -> set[tuple[str, str]]:
    return {pair for each in sentences for pair in pairwise(("", *each.split(), ""))}


def test_all_pairs_are_held_and_no_other() -> None:
    pairs = {("", "a"), ("", "b"), ("a", "c"), ("b", "c"), ("c", "d"), ("c", "a"), ("d", "")}
    pairs |= {("a", "")}
    sentences = sentences_of(sorted(pairs))
    assert pairs_in(sentences) == pairs
    assert len(sentences) < len(pairs)


def test_what_cannot_be_reached_or_ended_is_left_out() -> None:
    reachable = {("", "a"), ("a", "")}
    assert pairs_in(sentences_of([*reachable, ("x", "a"), ("a", "y"), ("x", "y")])) == reachable
    assert sentences_of([]) == ()
