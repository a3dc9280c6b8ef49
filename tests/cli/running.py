"""The command line as a person starts it: its own process, from another folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def alibaba(*arguments: str, typed: str = "", folder: Path | None = None) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of ``alibaba ARGUMENTS``."""
    done = subprocess.run(
        [sys.executable, "-m", "assistant", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=240,
        cwd=folder,
    )
    return done.returncode, done.stdout, done.stderr


def one_sentence(text: str) -> bool:
    """Whether ``text`` is a single line that ends as a sentence, and no traceback."""
    return len(text.strip().splitlines()) == 1 and text.strip()[-1] in ".!"
