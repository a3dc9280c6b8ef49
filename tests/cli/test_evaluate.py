"""``alibaba evaluate`` from the outside."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from assistant.cli.main import cli, run
from assistant.data import data_path
from tests.cli.running import alibaba, one_sentence

SET = data_path("fixtures", "audio", "evaluate") / "manifest.jsonl"
SHARED = Path(__file__).parents[3] / "shared" / "audio" / "not_for_us"


def evaluate(*arguments: str) -> int:
    """The exit code of ``alibaba evaluate``, in this process."""
    return run(lambda: cli.main(["evaluate", *arguments], standalone_mode=False))


def small(folder: Path, *more: str) -> Path:
    """A manifest with one spoken "yes", and further lines."""
    line = {"audio": str(SET.parent / "phrase_yes.flac"), "phrases": ["yes", "no"]}
    path = folder / "set.jsonl"
    path.write_text("\n".join([json.dumps({**line, "expected": "yes"}), *more]), encoding="utf-8")
    return path


def test_a_set_is_measured(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    code, printed, errors = alibaba("evaluate", str(SET), "--json", str(out), folder=tmp_path)
    assert (code, errors) == (0, "")
    assert "8 clips, 8 agree" in printed
    whole = json.loads(out.read_text(encoding="utf-8"))
    assert len(whole["clips"]) == whole["summary"]["clips"] == 8
    assert whole["summary"]["load_s"] < 10
    if sys.platform == "linux":
        assert 50 < whole["summary"]["peak_mb"] < 400


def test_noise_is_mixed_in(tmp_path: Path) -> None:
    out, noise = tmp_path / "out.json", str(SET.parent / "not_for_us.flac")
    options = ["--noise", noise, "--snr", "20", "--json", str(out)]
    assert evaluate(str(small(tmp_path)), *options) == 0
    settings = json.loads(out.read_text(encoding="utf-8"))["settings"]
    assert (settings["noise"], settings["snr_db"]) == ("not_for_us.flac", "20")


def test_what_cannot_be_run_is_told_and_the_rest_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = json.dumps({"audio": "gone.flac", "phrases": ["no"], "expected": "no"})
    path, out = small(tmp_path, "{", missing), tmp_path / "out.json"
    assert evaluate(str(path), "--json", str(out)) == 1
    printed, errors = capsys.readouterr()
    assert "1 clips, 1 agree" in printed
    assert f"{path}:2: the line is not JSON." in errors and "gone.flac" in errors
    assert len(json.loads(out.read_text(encoding="utf-8"))["problems"]) == 2


@pytest.mark.parametrize("case", ["no manifest", "empty", "noise", "folder", "model"])
def test_bad_input_is_one_sentence_and_nothing_is_written(
    tmp_path: Path, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = small(tmp_path), tmp_path / "out.json"
    arguments = [str(path), "--json", str(out)]
    match case:
        case "no manifest":
            path.unlink()
        case "empty":
            path.write_text("", encoding="utf-8")
        case "noise":
            arguments += ["--noise", str(tmp_path / "none.flac"), "--snr", "10"]
        case "folder":
            arguments[-1] = str(tmp_path / "nowhere" / "out.json")
        case "model":
            arguments += ["--model", str(tmp_path)]
    assert evaluate(*arguments) == 1
    printed, errors = capsys.readouterr()
    assert printed == ""
    assert one_sentence(errors)
    assert not out.exists()


@pytest.mark.parametrize(
    "options", [["--noise", "a.flac"], ["--snr", "10"], ["--noise", "a", "--snr", "nan"]]
)
def test_noise_and_its_ratio_go_together(
    tmp_path: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate(str(small(tmp_path)), *options) == 2
    assert "--snr" in capsys.readouterr().err.splitlines()[-1]


def test_the_manifest_is_never_overwritten(tmp_path: Path) -> None:
    path = small(tmp_path)
    before = path.read_text(encoding="utf-8")
    assert evaluate(str(path), "--json", str(path)) == 2
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared test sets are not here")
def test_strange_speech_and_noise_cause_nothing(tmp_path: Path) -> None:
    """Speech with a treasure's alias in it, and a noise that sounds like "go on"."""
    names = ("sentence_06.flac", "noise_06.flac", "noise_07.flac")
    lines = [{"audio": str(SHARED / name), "phrases": None, "expected": None} for name in names]
    path, out = tmp_path / "set.jsonl", tmp_path / "out.json"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    assert evaluate(str(path), "--json", str(out)) == 0
    assert json.loads(out.read_text(encoding="utf-8"))["summary"]["agree"] == 3
