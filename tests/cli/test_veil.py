"""At a terminal each new treasure comes on an empty screen, but not where all is plain."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

CLEAR = "\x1b[3J"


@pytest.mark.parametrize(("environment", "wiped"), [({}, True), ({"ALIBABA_PLAIN": "1"}, False)])
def test_the_screen_forgets_the_treasures_before(
    environment: Mapping[str, str], wiped: bool, tmp_path: Path
) -> None:
    main, side = pty.openpty()
    command = ("-m", "assistant", "play", "cavern", "--keyboard", "--no-tts", "--new")
    game = subprocess.Popen(
        [sys.executable, *command, "--players", "Ana", "--seed", "3"],
        stdin=side,
        stdout=side,
        stderr=side,
        env={**os.environ, "TERM": "xterm", "ALIBABA_DATA": str(tmp_path), **environment},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    os.close(side)
    try:
        seen = _read_until(main, "cushion", "?")
        os.write(main, b"a cushion\n")
        seen += _read_until(main, "hourglass", "?")
    finally:
        game.send_signal(signal.SIGINT)
        game.wait(timeout=60)
        os.close(main)
    visible = seen.rpartition(CLEAR)[2]
    assert "hourglass" in visible
    assert ("cushion" not in visible) is wiped
    assert (CLEAR in seen) is wiped


def _read_until(terminal: int, *texts: str) -> str:
    """What is written until all ``texts`` came, one after the other."""
    seen, deadline, at = "", time.monotonic() + 60, 0
    for text in texts:
        while (found := seen.find(text, at)) < 0:
            ready, _, _ = select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, seen
            seen += os.read(terminal, 4096).decode(errors="replace")
        at = found + len(text)
    return seen
