"""Spoken moves of the tile game through the real recogniser and the host."""

from __future__ import annotations

import json

import pytest

from assistant.data import data_path
from assistant.evaluation.one_answer import Score
from assistant.evaluation.tile_moves import MoveResult, read_moves, score, written
from assistant.games.tiles import Forbid, Show, Take, TakeNeighbour, TakeShown
from assistant.hearing.models import bundled_model, load_model

MANIFEST = data_path("fixtures", "audio", "moves_tiles", "moves.jsonl")


@pytest.fixture(scope="module")
def results() -> list[MoveResult]:
    return list(score(read_moves(MANIFEST), load_model(bundled_model())))


def test_moves_are_right_in_98_of_100_cases_and_otherwise_asked_again(
    results: list[MoveResult],
) -> None:
    moves = [each for each in results if each.clip.expected is not None]
    right = [each for each in moves if each.score in (Score.RIGHT, Score.CONFIRMED)]
    assert len(moves) >= 80
    assert len(right) >= 0.98 * len(moves), [each for each in moves if each not in right]
    confirmed = [each for each in moves if each.score is Score.CONFIRMED]
    assert len(confirmed) <= 0.1 * len(moves)


def test_no_wrong_move_is_played(results: list[MoveResult]) -> None:
    assert [each for each in results if each.score is Score.WRONG] == []


def test_nothing_is_played_where_nothing_was_ordered(results: list[MoveResult]) -> None:
    others = [each for each in results if each.clip.expected is None]
    assert len(others) >= 30
    assert all(each.played is None for each in others)


def test_the_set_holds_every_kind_of_choice(results: list[MoveResult]) -> None:
    kinds = {type(each.clip.expected) for each in results if each.clip.expected is not None}
    assert kinds >= {Take, TakeNeighbour, Show, TakeShown, Forbid}
    assert len({each.clip.voice for each in results}) == 9


def test_the_manifest_is_written_as_it_is_read() -> None:
    lines = MANIFEST.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [written(clip) for clip in read_moves(MANIFEST)]
