"""Sets of spoken moves in ``alibaba evaluate``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from assistant.cli.main import cli, run
from assistant.data import data_path
from assistant.evaluation.moves import Measured, as_text, figures, is_of_moves
from assistant.evaluation.one_answer import Score


@pytest.mark.parametrize("game", ["tiles", "letters"])
def test_a_set_of_moves_is_known_and_measured(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = data_path("fixtures", "audio", f"moves_{game}")
    lines = (folder / "moves.jsonl").read_text(encoding="utf-8").splitlines()[:4]
    for line in lines:
        shutil.copy(folder / json.loads(line)["audio"], tmp_path)
    manifest, out = tmp_path / "few.jsonl", tmp_path / "out.json"
    manifest.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert is_of_moves(manifest)
    command = ["evaluate", str(manifest), "--json", str(out)]
    assert run(lambda: cli.main(command, standalone_mode=False)) == 0
    assert "moves: " in capsys.readouterr().out
    written = json.loads(out.read_text(encoding="utf-8"))
    found = written["summary"]
    assert found["moves"]["clips"] + found["no_moves"]["clips"] == len(written["clips"]) == 4
    assert found["moves"]["wrong"] == 0


def test_other_files_are_no_set_of_moves(tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    assert not is_of_moves(other)
    for text in ("", "{", "[1]\n", '{"audio": "a.ogg", "phrases": null}\n'):
        other.write_text(text, encoding="utf-8")
        assert not is_of_moves(other)


def test_a_line_that_is_no_move_is_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"plies": 3}\n', encoding="utf-8")
    assert run(lambda: cli.main(["evaluate", str(bad)], standalone_mode=False)) == 1
    assert capsys.readouterr().err.strip().endswith("has a line that is no spoken move.")


def test_figures_count_moves_and_other_speech_apart() -> None:
    results = [
        Measured("a.ogg", "v", "the ring", "the ring", True, Score.RIGHT),
        Measured("b.ogg", "v", "the rug", "the ring", True, Score.ASKED),
        Measured("c.ogg", "v", "hello", "", False, Score.RIGHT),
    ]
    assert figures(results)["moves"] == {
        "clips": 2, "right": 1, "confirmed": 0, "asked": 1, "wrong": 0,
    }  # fmt: skip
    text = as_text(results)
    assert "b.ogg: 'the rug' was heard as 'the ring': asked." in text
    assert "moves: 2 clips, 1 right (50.0%)" in text
