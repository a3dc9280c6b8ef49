"""Spoken moves of the letter-card game through the real recogniser and the host."""

from __future__ import annotations

import json

import pytest

from assistant.data import data_path
from assistant.evaluation.letter_moves import MoveResult, read_moves, score, written
from assistant.evaluation.one_answer import Score
from assistant.hearing.models import bundled_model, load_model

MANIFEST = data_path("fixtures", "audio", "moves_letters", "moves.jsonl")


@pytest.fixture(scope="module")
def results() -> list[MoveResult]:
    return list(score(read_moves(MANIFEST), load_model(bundled_model())))


def test_moves_are_right_in_97_of_100_cases_and_otherwise_asked_again(
    results: list[MoveResult],
) -> None:
    moves = [each for each in results if each.clip.expected is not None]
    right = [each for each in moves if each.score in (Score.RIGHT, Score.CONFIRMED)]
    assert len(moves) >= 80
    assert len(right) >= 0.97 * len(moves), [each for each in moves if each not in right]


def test_nine_in_ten_moves_need_no_yes(results: list[MoveResult]) -> None:
    moves = [each for each in results if each.clip.expected is not None]
    assert sum(each.score is Score.RIGHT for each in moves) >= 0.9 * len(moves)


def test_no_wrong_move_is_played(results: list[MoveResult]) -> None:
    assert [each for each in results if each.score is Score.WRONG] == []


def test_nothing_is_played_where_nothing_was_ordered(results: list[MoveResult]) -> None:
    others = [each for each in results if each.clip.expected is None]
    assert others and all(each.played is None for each in others)


def test_the_set_holds_every_kind_of_move(results: list[MoveResult]) -> None:
    kinds = {each.clip.expected["command"] for each in results if each.clip.expected}
    assert kinds == {"Build", "Swap", "Take", "Discard", "Draw"}
    assert len({each.clip.voice for each in results}) == 9


def test_the_manifest_is_written_as_it_is_read() -> None:
    lines = MANIFEST.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [written(clip) for clip in read_moves(MANIFEST)]
