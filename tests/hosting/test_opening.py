"""Who plays, on which seat, and who is Ali Baba first."""

from __future__ import annotations

import pytest

from assistant.games.cavern.settings import AliBaba
from assistant.hearing.turn import End, Heard
from assistant.hosting.cavern import Role
from assistant.hosting.ears import Answer
from assistant.hosting.opening import (
    BadTable,
    ask_first,
    ask_names,
    read_names,
    seat_players,
)
from tests.hosting.fakes import SILENCE, spoken, table_with

PASSED_OVER = Answer("", Heard((), 0.0), End.SILENCE)


def test_names_are_read_from_a_list() -> None:
    assert read_names("Ana, Ben and  Caro ") == ("Ana", "Ben", "Caro")
    assert read_names(" ,, ") == ()


@pytest.mark.parametrize("names", ["Ana, ana", "Ali Baba", "Cassim", "12", "x" * 30])
def test_names_that_clash_or_are_none_are_refused_in_a_sentence(names: str) -> None:
    with pytest.raises(BadTable, match=r"\.$"):
        read_names(names)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_host_is_ali_baba_for_one_to_five_thieves(count: int) -> None:
    players = seat_players([f"P{n}" for n in range(count)], AliBaba.HOST, cassim=False)
    assert len(players) == count + 1
    assert players[-1].role is Role.HOST


@pytest.mark.parametrize("count", [0, 6])
def test_other_numbers_of_thieves_are_refused(count: int) -> None:
    with pytest.raises(BadTable, match="one to five"):
        seat_players([f"P{n}" for n in range(count)], AliBaba.HOST, cassim=False)


def test_ali_35_a_table_of_two_is_joined_by_a_computer_player_or_by_cassim() -> None:
    joined = seat_players(["Ana", "Ben"], AliBaba.ROTATE, cassim=False)
    assert joined[2].role is Role.COMPUTER
    joined = seat_players(["Ana", "Ben"], AliBaba.ROTATE, cassim=True)
    assert joined[2].role is Role.CASSIM
    with pytest.raises(BadTable):
        seat_players(["Ana"], AliBaba.ROTATE, cassim=False)


def test_names_are_asked_for_until_they_make_sense() -> None:
    table, voice, _ = table_with(["Ana, Ana", SILENCE, "Ana, Ben"])
    assert ask_names(table) == ("Ana", "Ben")
    assert any("Two players are called Ana" in line for line in voice.said)


@pytest.mark.parametrize("answer", ["3", "three players", spoken("we are three")])
def test_a_number_is_enough(answer: str) -> None:
    table, _, _ = table_with([answer])
    assert ask_names(table) == ("Player one", "Player two", "Player three")


@pytest.mark.parametrize(
    ("answers", "seat"),
    [
        (["ben"], 1),
        ([spoken("player three")], 2),
        ([PASSED_OVER], None),
        ([SILENCE, SILENCE], None),
        (["hm", "hm"], None),
        ([SILENCE, spoken("player one")], 0),
        (["2"], 1),
        (["hm", "3"], 2),
        ([spoken("[unk]"), spoken("number two")], 1),
    ],
)
def test_ali_32_the_youngest_is_asked_for_or_lots_are_drawn(
    answers: list[str | Answer], seat: int | None
) -> None:
    table, _, _ = table_with(answers)
    players = seat_players(["Ana", "Ben", "Caro"], AliBaba.ROTATE, cassim=False)
    assert ask_first(table, players) == seat
