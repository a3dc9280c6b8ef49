"""Plain printing, byte by byte: what a screen reader gets, at a terminal and through a pipe."""

from __future__ import annotations

import math
import os
import pty
import re
import subprocess
import sys
import tty
from itertools import pairwise
from pathlib import Path

import click
import pytest

from assistant.cli.main import cli
from assistant.data import data_path
from tests.cli.running import alibaba, one_sentence

SILENT = ("--keyboard", "--no-tts", "--new", "--seed", "3")
COMMANDS = {
    "cavern": ("play", "cavern", *SILENT, "--players", "Ana,Ben"),
    "tiles": ("play", "tiles", *SILENT, "--players", "Ana,Ben"),
    "letters": ("play", "letters", *SILENT, "--players", "Ana,Ben"),
    "night": (*SILENT, "--game", "tiles", "--players", "Ana,Ben", "--rules", "ordinary"),
    "resume": ("resume", "2", "--keyboard", "--no-tts"),
    "games": ("games",),
    "evenings": ("evenings",),
    "players": ("players",),
    "devices": ("devices",),
    "doctor": ("doctor", "--no-tts", "--seconds", "1"),
    "evaluate": ("evaluate", str(data_path("fixtures", "audio", "evaluate", "manifest.jsonl"))),
    "replay": ("replay", "2"),
    "progress": ("progress", "Ana", "--no-tts"),
    "deck list": ("deck", "list"),
    "deck check": ("deck", "check", "kitchen"),
    "record-examples": ("record-examples", "Ana", "--list"),
    "practice": ("practice", "Ana", "--mode", "plain", "--lists", "1", *SILENT),
}
"""They end with what is typed to them. Practice comes last, for each time adds to the progress."""

TYPED = {
    "cavern": "hm\nhelp\nscore\n",
    "tiles": "hm\nha\nhelp\nscore\nb\nblue\n",
    "letters": "hm\nha\nhelp\nrows\nmy hand\n",
    "practice": "hm\nthat's all\n",
    "night": "yes\nhm\nha\n2\n",
    "resume": "score\n",
}
TIMED = re.compile(r"\d\d:\d\d:\d\d, |\d+ \w+, \d\d:\d\d: ")
"""What replay tells with the second, and evenings with the minute: two such may be alike."""
DRAWN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u2500-\u259f]")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which every command finds something to tell."""
    folder = tmp_path_factory.mktemp("data")
    for name in ("cavern", "tiles", "letters", "practice", "night"):
        alibaba(*COMMANDS[name], "--data", str(folder), typed=TYPED[name])
    return folder


def at_a_terminal(
    arguments: tuple[str, ...], typed: str, most: float = math.inf, **environment: str
) -> str:
    """What ``alibaba`` writes to a terminal that changes nothing on its way, or its beginning, of
    ``most`` bytes.
    """
    main, side = pty.openpty()
    tty.setraw(side)
    game = subprocess.Popen(
        [sys.executable, "-m", "assistant", *arguments],
        stdin=subprocess.PIPE,
        stdout=side,
        stderr=subprocess.STDOUT,
        env={**os.environ, "TERM": "xterm-256color", **environment},
    )
    os.close(side)
    assert game.stdin is not None
    game.stdin.write(typed.encode())
    game.stdin.close()
    written = b""
    while len(written) < most:
        try:
            read = os.read(main, 65536)
        except OSError:
            break
        if not read:
            break
        written += read
    if len(written) >= most:
        game.kill()
        written = written[: written.rindex(b"\n") + 1]
    game.wait(timeout=60)
    os.close(main)
    return written.decode()


def is_plain(text: str) -> bool:
    """Whether every line is one event, told once and by words alone."""
    lines = text.splitlines()
    assert lines
    assert not DRAWN.search(text), DRAWN.search(text)
    assert all(line and line == line.strip() and "  " not in line for line in lines), lines
    told = [line for line in lines if not TIMED.match(line)]
    twice = [one for one, two in pairwise(told) if one == two]
    assert not twice, twice
    return True


@pytest.mark.parametrize("name", COMMANDS)
def test_plain_is_one_event_a_line_at_a_terminal_and_through_a_pipe(name: str, data: Path) -> None:
    arguments, typed = (*COMMANDS[name], "--data", str(data)), TYPED.get(name, "")
    assert is_plain(at_a_terminal((*arguments, "--plain"), typed))
    _, out, err = alibaba(*arguments, typed=typed)
    assert is_plain(out + err)


@pytest.mark.parametrize("game", ["cavern", "tiles", "letters", "practice"])
def test_recorded_games_are_plain_at_a_terminal(game: str) -> None:
    begun = at_a_terminal(("demo", game, "--fast", "--plain"), "", most=3000)
    assert is_plain(begun) and "| heard: " in begun


@pytest.mark.parametrize("game", ["tiles", "letters"])
def test_a_move_is_chosen_by_the_number_it_was_told_with(game: str, data: Path) -> None:
    arguments = (*COMMANDS[game], "--data", str(data))
    _, out, _ = alibaba(*arguments, typed="2\nhm\n2\n")
    told = re.search(r"You can say: 1 .*?(?: and|,) 2 (.+?)(?:,| and|\.)", out)
    assert told is not None
    before, _, after = out.partition(told[0])
    event = told[1].removeprefix("take ")
    assert "takes" not in before  # a number that has not been told chooses nothing
    assert re.search(rf"^(> )?\w+ takes {event}", after, re.MULTILINE)


def test_the_environment_makes_it_plain_and_without_it_the_board_is_drawn(data: Path) -> None:
    arguments = (*COMMANDS["tiles"], "--data", str(data))
    assert is_plain(at_a_terminal(arguments, "hm\n", ALIBABA_PLAIN="1"))
    assert "\x1b[38;" in at_a_terminal(arguments, "hm\n")
    without = at_a_terminal(arguments, "hm\n", NO_COLOR="1")
    assert "*" in without and not re.search(r"\x1b\[[0-9;]*(3|4)8;", without)


def test_every_command_can_be_plain_and_what_speaks_can_be_only_heard_or_only_read() -> None:
    for command in commands_of(cli):
        options = {each.name for each in command.params}
        assert "plain" in options, command.name
        assert ("no_print" in options) == ("no_tts" in options), command.name
        assert "keyboard" not in options or "thinking" in options, command.name


def test_neither_spoken_nor_printed_is_refused_in_one_sentence() -> None:
    code, _, err = alibaba(*COMMANDS["cavern"], "--no-print")
    assert code == 2 and one_sentence(err.splitlines()[-1]) and "--no-print" in err


@pytest.mark.parametrize(
    "secret",
    [("tiles", "--hidden-tiles"), ("cavern", "--naming", "picture")],
)
def test_what_is_for_the_eyes_alone_is_refused_where_nothing_is_printed(
    secret: tuple[str, ...], tmp_path: Path
) -> None:
    options = ("--players", "Ana,Ben", "--keyboard", "--data", str(tmp_path))
    code, out, err = alibaba("play", *secret, *options, "--no-print")
    assert (code, out) == (2, "")
    assert one_sentence(err.splitlines()[-1]) and " ".join(secret[1:]) in err
    alibaba("play", *secret, *options, "--no-tts", "--seed", "3")  # and when it is gone on with
    code, _, err = alibaba("resume", "1", "--keyboard", "--no-print", "--data", str(tmp_path))
    assert code == 2 and one_sentence(err.splitlines()[-1]) and " ".join(secret[1:]) in err


def test_who_only_listens_gets_nothing_printed_unless_the_voice_fails(tmp_path: Path) -> None:
    arguments = [each for each in COMMANDS["cavern"] if each != "--no-tts"]
    code, out, _ = alibaba(*arguments, "--no-print", "--data", str(tmp_path), typed="score\n")
    assert code == 0
    if out:  # no loudspeaker here: then all is printed, from the line on that was not heard
        assert out.startswith("Welcome to the cavern.") and "Goodbye." in out


def test_thinking_takes_seconds_or_none() -> None:
    for wrong in ("3", "13", "nan", "soon"):
        code, _, err = alibaba(*COMMANDS["cavern"], "--thinking", wrong)
        assert code == 2 and one_sentence(err.splitlines()[-1]) and wrong in err
    code, _, err = alibaba(*COMMANDS["cavern"], "--thinking", "none", "--time-limit", "30")
    assert code == 2 and "exclude each other" in err


def commands_of(command: click.Command) -> list[click.Command]:
    """All commands that are no groups."""
    if not isinstance(command, click.Group):
        return [command]
    return [one for each in command.commands.values() for one in commands_of(each)]
