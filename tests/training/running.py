"""The training pipeline as its commands run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "models"
RECITATION = ROOT / "fixtures" / "audio" / "evaluate" / "recitation_0.flac"
"""In the cavern there is a lion, two crowns, and a book."""

sys.path.insert(0, str(MODELS))


def run(module: str, *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", f"training.{module}", *arguments],
        cwd=MODELS, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
