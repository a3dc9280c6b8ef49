"""``alibaba doctor`` and ``alibaba devices`` as a person starts them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from assistant.journal.folder import Folder
from tests.cli.running import one_sentence
from tests.journal.games import header

MISSING = {
    "sounddevice.py": "raise OSError('PortAudio library not found')",
    "pyttsx3.py": "def init():\n    raise RuntimeError('no eSpeak')",
}


def run(*arguments: str, stubs: Path | None = None) -> tuple[int, str, str]:
    path = [str(stubs)] if stubs else []
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*path, *filter(None, sys.path)])}
    done = subprocess.run(
        [sys.executable, "-m", "assistant", *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def bare_machine(folder: Path) -> Path:
    """Python modules that behave as without PortAudio and without eSpeak."""
    folder.mkdir()
    for name, text in MISSING.items():
        (folder / name).write_text(text)
    return folder


def test_on_a_machine_where_nothing_works_everything_is_reported(tmp_path: Path) -> None:
    data, model = tmp_path / "data", tmp_path / "model"
    model.mkdir()
    Folder(data).new(header("cavern")).close()
    (data / "games" / "000001.db").write_bytes(b"damaged")
    code, out, err = run(
        *("doctor", "--json", "--data", str(data), "--model", str(model)),
        stubs=bare_machine(tmp_path / "stubs"),
    )
    assert (code, err) == (1, "")
    document = json.loads(out)
    assert document["well"] is False
    states = {each["subject"]: each["state"] for each in document["findings"]}
    assert states == {
        "data folder": "good",
        "saved games": "doubtful",
        "speech model": "bad",
        "speech engine": "bad",
        "loudspeaker": "bad",
        "microphone": "bad",
        "latency": "bad",
    }
    for each in document["findings"]:
        assert one_sentence(each["sentence"])
        assert each["state"] == "good" or one_sentence(each["remedy"])


def test_each_finding_is_one_line_without_signs(tmp_path: Path) -> None:
    code, out, err = run("doctor", "--data", str(tmp_path), stubs=bare_machine(tmp_path / "stubs"))
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert [line.split(",")[0] for line in lines] == [
        *("Data folder", "Saved games", "Speech model", "Vocabulary"),
        *("Speech engine", "Loudspeaker", "Microphone", "Latency"),
    ]
    assert all(line[-1] in ".!" for line in lines)
    assert "\x1b" not in out and "\r" not in out


def test_devices_without_portaudio_are_one_sentence(tmp_path: Path) -> None:
    code, out, err = run("devices", stubs=bare_machine(tmp_path / "stubs"))
    assert (code, out) == (1, "")
    assert one_sentence(err) and "PortAudio is missing" in err
