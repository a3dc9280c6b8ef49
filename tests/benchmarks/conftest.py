"""The project's own small set, laid out as the sets that the benchmarks take."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.data import data_path
from assistant.hearing.models import Model, bundled_model, load_model

_EVALUATE = data_path("fixtures", "audio", "evaluate")


@pytest.fixture(scope="session")
def model() -> Model:
    return load_model(bundled_model())


@pytest.fixture(scope="session")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with sets of five recitations, two phrases and one clip not for us, and a hum in
    place of babble.
    """
    folder = tmp_path_factory.mktemp("sets")
    for name in ("recitation", "phrase", "not_for_us"):
        part = folder / ("not_for_us" if name == "not_for_us" else f"{name}s")
        part.mkdir()
        lines = []
        for text in (_EVALUATE / "manifest.jsonl").read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            if line["audio"].startswith(name):
                lines.append(json.dumps(line | {"audio": str(_EVALUATE / line["audio"])}))
        (part / "manifest.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "noise").mkdir()
    hum = 0.2 * np.sin(2 * np.pi * 100 * np.arange(32000) / 16000)
    soundfile.write(folder / "noise" / "babble.flac", hum, 16000)
    return folder
