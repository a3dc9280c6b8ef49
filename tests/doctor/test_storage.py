"""What the doctor says of the data folder."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from assistant.doctor.finding import State
from assistant.doctor.storage import check_storage
from assistant.journal.folder import Folder
from tests.journal.games import header


def kept_games(path: Path, count: int) -> None:
    for _ in range(count):
        Folder(path).new(header("cavern")).close()


def test_a_fresh_folder_is_good_and_stays_empty(tmp_path: Path) -> None:
    room, games = check_storage(tmp_path / "new")
    assert room.state is games.state is State.GOOD
    assert room.figures["free_bytes"] == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.2)
    assert list((tmp_path / "new").iterdir()) == []


def test_a_damaged_game_is_named_with_a_remedy_and_the_others_are_read(tmp_path: Path) -> None:
    kept_games(tmp_path, 3)
    (tmp_path / "games" / "000002.db").write_bytes(b"no database" * 400)
    room, damaged = check_storage(tmp_path)
    assert room.state is State.GOOD
    assert damaged.state is State.DOUBTFUL
    assert "2" in damaged.sentence and damaged.figures == {"game": 2}
    assert "game 2" in damaged.remedy
    (tmp_path / "games" / "000002.db").unlink()
    assert list(check_storage(tmp_path))[1].sentence == "All 2 saved games can be read."


def test_a_file_in_the_place_of_the_folder_is_bad(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    room = next(check_storage(tmp_path / "data"))
    assert room.state is State.BAD
    assert "stands where the folder should be" in room.sentence
    assert "--data" in room.remedy
    assert all(
        each.state is not State.GOOD or "no saved" in each.sentence
        for each in check_storage(tmp_path / "data")
    )


def test_a_disk_that_is_nearly_full_is_doubtful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=3_000_000))
    room = next(check_storage(tmp_path))
    assert room.state is State.DOUBTFUL
    assert "Only 3 million bytes" in room.sentence
