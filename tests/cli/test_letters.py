"""``alibaba play letters`` as a person starts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from assistant.cli.main import cli, run
from tests.cli.running import one_sentence

PLAY = ("play", "letters", "--keyboard", "--no-tts")


def here(*arguments: str, typed: str = "") -> str:
    """What the command prints in this process, which is quicker; it must end well."""
    result = CliRunner().invoke(cli, arguments, input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_typed_game_is_left_and_gone_on_with(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    typed = "my hand\ndiscard card one\nyes\nstop\nyes\n"
    out = here(*PLAY, *data, "--players", "Ana", "--seed", "4", typed=typed)
    assert "Amir is played by me." in out
    assert "To go on with it later: alibaba resume 1" in out
    assert "\x1b" not in out and "\r" not in out
    again = here("resume", *data, "--keyboard", "--no-tts", typed="score\n")
    assert "We go on with the match of Ana and Amir." in again
    assert "as it was written down" in here("replay", "1", *data)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--players", "a,b,c,d,e"), "two to four players, not for 5"),
        (("--players", "Ana", "--computers", "0"), "not for 1"),
        (("--players", ""), "not for 0"),
        (("--players", "Ana,ana"), "Two players are called"),
        (("--players", "Amir"), "name of a computer player"),
        (("--players", "Ana,Ben", "--dealer", "Zoe"), "called Zoe"),
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
