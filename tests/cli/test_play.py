"""``alibaba play cavern`` by keyboard, and what it says of bad input."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assistant.data import data_path
from tests.cli.running import alibaba, one_sentence
from tests.hosting.fakes import is_worded

PLAY = ("play", "cavern", "--keyboard", "--no-tts")


def test_a_typed_game_goes_on_until_the_players_stop_it(tmp_path: Path) -> None:
    typed = "Ana, Ben\na cushion\nscore\nstop\nyes\n"
    code, out, err = alibaba(*PLAY, "--seed", "3", typed=typed, folder=tmp_path)
    assert (code, err) == (0, "")
    assert any(is_worded(line.removeprefix("> "), "right") for line in out.splitlines())
    assert "Ana has no cards, Ben has no cards and Ali Baba has no cards." in out
    assert out.endswith("Goodbye.\n")
    assert "\x1b" not in out and "\r" not in out


def test_the_end_of_the_input_is_a_goodbye() -> None:
    code, out, err = alibaba(*PLAY, "--players", "Ana", typed="")
    assert (code, err) == (0, "")
    assert out.endswith("Goodbye.\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--players", "a,b,c,d,e,f"), "one to five thieves"),
        (("--players", ""), "one to five thieves"),
        (("--players", "Ana,ana"), "Two players are called"),
        (("--ali", "rotate", "--players", "Ana"), "two to five players"),
        (("--new", "--ali", "rotate", "--players", "Ana,Ben,Caro", "--first", "Zoe"), "called Zoe"),
        (("--deck", "no/deck.toml"), "no/deck.toml:1:"),
        (("--players", "Ana", "--model", "no/model"), "no/model"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: tuple[str, ...], says: str) -> None:
    code, _, err = alibaba(*PLAY, *arguments)
    assert code == 1
    assert says in err
    assert one_sentence(err)


def test_a_deck_with_44_cards_is_refused_with_its_line(tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    text = data_path("grammars", "cavern.toml").read_text()
    deck.write_text(text.replace("copies = 3", "copies = 2", 1))
    code, _, err = alibaba(*PLAY, "--players", "Ana", "--deck", str(deck))
    assert code == 1
    assert f"{deck}:" in err and "44 treasure cards" in err
    assert one_sentence(err)


def test_a_deck_of_ones_own_is_played(tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    text = data_path("grammars", "cavern.toml").read_text()
    renamed = text.replace('"cushion"', '"zebra"').replace('"cushions"', '"zebras"')
    deck.write_text(renamed)
    code, out, err = alibaba(
        *PLAY, "--players", "Ana", "--deck", str(deck), "--seed", "3", typed="one zebra\n"
    )
    assert (code, err) == (0, "")
    assert "a zebra." in out
    assert any(is_worded(line.removeprefix("> "), "right") for line in out.splitlines())


def test_without_a_microphone_the_game_is_played_in_print() -> None:
    code, out, _ = alibaba("play", "cavern", "--no-tts", "--players", "Ana", typed="")
    assert code == 0
    assert "I read what you type" in out or "I listen through the microphone" in out


def test_ctrl_c_at_a_prompt_says_goodbye_with_code_130() -> None:
    main, side = pty.openpty()
    game = subprocess.Popen(
        [sys.executable, "-m", "assistant", *PLAY, "--new", "--players", "Ana"],
        stdin=side,
        stdout=side,
        stderr=side,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    os.close(side)
    seen = _read_until(main, "Ana?")
    game.send_signal(signal.SIGINT)
    seen += _read_until(main, "Goodbye.")
    assert game.wait(timeout=60) == 130
    assert "Traceback" not in seen
    os.close(main)


def _read_until(terminal: int, text: str) -> str:
    seen, deadline = "", time.monotonic() + 60
    while text not in seen:
        ready, _, _ = select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, seen
        seen += os.read(terminal, 4096).decode(errors="replace")
    return seen


def test_help_tells_every_house_rule() -> None:
    code, out, _ = alibaba("play", "cavern", "--help")
    assert code == 0
    for rule in (3, 10, 11, 13, 15, 16, 21, 25, 27, 35, 36, 37, 38):
        assert f"ALI-{rule})" in " ".join(out.split()).replace("(ALI- ", "(ALI-")
