"""The keys that act at once, in a game at a terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.cli.running import alibaba, one_sentence
from tests.cli.test_play import PLAY, _read_until


@contextmanager
def game_at_terminal(
    environment: Mapping[str, str] | None = None,
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A game of Ana's whose terminal is the file descriptor that is given besides."""
    main, side = pty.openpty()
    game = subprocess.Popen(
        [sys.executable, "-m", "assistant", *PLAY, "--new", "--players", "Ana", "--seed", "3"],
        stdin=side,
        stdout=side,
        stderr=side,
        env={**os.environ, **(environment or {})},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    os.close(side)
    try:
        yield game, main
    finally:
        game.kill()
        game.wait()
        os.close(main)


def test_escape_pauses_r_repeats_and_lines_are_still_typed() -> None:
    asked = "What is in the cavern, Ana?\r\n> "
    with game_at_terminal() as (game, main):
        assert "Any key hushes me" in _read_until(main, asked)
        os.write(main, b"\x1b")
        _read_until(main, "The game is paused")
        os.write(main, b"continue\n")
        assert "On we go." in _read_until(main, asked)
        os.write(main, b"r")
        _read_until(main, asked)
        os.write(main, b"\na cushion\n")
        _read_until(main, "one treasure.")
        game.send_signal(signal.SIGINT)
        assert "Traceback" not in _read_until(main, "Goodbye.")
        assert game.wait(timeout=60) == 130


def test_where_keys_cannot_be_read_lines_are_typed_and_it_is_told_once(tmp_path: Path) -> None:
    """As on Windows, which has no termios."""
    for module in ("termios", "tty"):
        (tmp_path / f"{module}.py").write_text(f"raise ImportError('no {module}')")
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    with game_at_terminal({"PYTHONPATH": path}) as (game, main):
        told = _read_until(main, "What is in the cavern, Ana?\r\n> ")
        assert told.count("Single keys do not work on this system") == 1
        assert "R repeats" not in told
        os.write(main, b"r\n")
        _read_until(main, "What is in the cavern, Ana?\r\n> ")
        os.write(main, b"a cushion\n")
        _read_until(main, "one treasure.")
        os.write(main, b"q\nyes\n")
        assert "Traceback" not in _read_until(main, "Goodbye.")
        assert game.wait(timeout=60) == 0


def test_push_to_talk_without_a_terminal_is_refused_in_one_sentence() -> None:
    code, _, err = alibaba(*PLAY, "--players", "Ana", "--push-to-talk")
    assert code == 2
    assert one_sentence(err.splitlines()[-1]) and "terminal" in err
