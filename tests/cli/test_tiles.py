"""``alibaba play tiles`` as a person starts it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from assistant.cli.main import cli, run
from tests.cli.running import alibaba, one_sentence

PLAY = ("play", "tiles", "--keyboard", "--no-tts")


def test_a_game_is_played_by_keyboard_against_the_computer(tmp_path: Path) -> None:
    typed = "describe the board\npink carpet\nscore\nstop\nyes\n"
    code, out, err = alibaba(
        *PLAY, "--players", "Ana", "--seed", "5", "--first", "Ana", typed=typed, folder=tmp_path
    )
    assert (code, err) == (0, "")
    assert "Ana takes the pink carpet." in out
    assert "Morgiana takes the " in out
    assert out.endswith("Goodbye.\n")
    assert "\x1b" not in out and "\r" not in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--players", "Ana", "--computers", "0"), "two to four players"),
        (("--players", "A,B,C,D,E"), "two to four players"),
        (("--players", "A,B,C", "--variant", "small"), "for two players"),
        (("--players", "Ana,Ben", "--without", "ring"), "in Equal Treasures only"),
        (("--players", "Ana,Ben", "--first", "Zoe"), "called Zoe"),
        (("--players", "Morgiana"), "name of"),
        (("--players", "Ana", "--model", "no/model"), "no/model"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(lambda: cli.main([*PLAY, *arguments], standalone_mode=False)) == 1
    err = capsys.readouterr().err
    assert says in err
    assert one_sentence(err)


def test_a_game_goes_on_where_it_was_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def typing(lines: str, *arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        command = [*arguments, "--data", str(tmp_path)]
        assert run(lambda: cli.main(command, standalone_mode=False)) == 0
        return capsys.readouterr().out

    typing("pink carpet\n", *PLAY, "--players", "Ana,Ben", "--seed", "5", "--first", "Ana")
    typed = "brown chest\nwhat do the others have\n"
    out = typing(typed, "resume", "--keyboard", "--no-tts")
    assert "We go on with the game of Ana and Ben." in out
    assert "Ben takes the brown chest." in out
    assert "Ben has one chest, brown." in out
    assert "as it was written down" in typing("", "replay", "1")
