"""The folder of games: numbers, the list, locks, and everything that can be wrong with a disk."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from assistant.games.kernel import fingerprint
from assistant.journal.folder import Folder, Happened
from assistant.journal.problems import (
    BeingPlayed,
    CannotSave,
    Damaged,
    JournalProblem,
    NoSuchGame,
    TooNew,
)
from tests.journal.games import clock, header, write


def three_games(path: Path) -> Folder:
    """An open game, a finished one, and another open one."""
    folder = Folder(path, clock())
    for steps in (4, None, 6):
        write(folder, "cavern", 1, steps).game.close()
    return folder


def is_one_sentence(text: str) -> bool:
    return "\n" not in text and text.endswith(".") and "Traceback" not in text


def test_open_games_come_first_with_winner_and_length(tmp_path: Path) -> None:
    listed, left_out = three_games(tmp_path).listing()
    assert [each.number for each in listed] == [3, 1, 2]
    assert [each.is_open for each in listed] == [True, True, False]
    finished = listed[2].summary
    assert finished is not None and finished.winners and finished.events > 20
    assert finished.began is not None and finished.last is not None
    assert finished.began < finished.last
    assert left_out == 0


def test_a_finished_game_lies_apart_as_a_single_file(tmp_path: Path) -> None:
    three_games(tmp_path)
    found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.db*")}
    assert found == {"games/000001.db", "games/finished/000002.db", "games/000003.db"}


def test_only_the_latest_finished_games_are_looked_at(tmp_path: Path) -> None:
    folder = Folder(tmp_path, clock())
    for seed in range(3):
        write(folder, "tiles", seed).game.close()
    listed, left_out = folder.listing(most=2)
    assert ([each.number for each in listed], left_out) == ([3, 2], 1)


def test_no_folder_is_no_games(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "none")
    assert folder.listing() == ([], 0)
    assert not (tmp_path / "none").exists()
    with pytest.raises(NoSuchGame, match="no game 7"):
        folder.story(7)


def test_a_finished_game_cannot_be_gone_on_with(tmp_path: Path) -> None:
    with pytest.raises(NoSuchGame, match="is over"):
        three_games(tmp_path).open(2)


def test_the_end_written_right_before_a_power_cut_is_put_away_later(tmp_path: Path) -> None:
    folder = three_games(tmp_path)
    shutil.move(tmp_path / "games/finished/000002.db", tmp_path / "games/000002.db")
    assert [each.number for each in folder.open_games()] == [3, 1]
    assert (tmp_path / "games/finished/000002.db").exists()


# Damage


def damaged_sentences(folder: Folder) -> dict[int, str]:
    listed, _ = folder.listing()
    return {each.number: each.problem for each in listed if each.problem is not None}


@pytest.mark.parametrize("share", [0.0, 0.002, 0.3, 0.6, 0.97])
def test_a_truncated_file_costs_one_game_and_one_sentence(share: float, tmp_path: Path) -> None:
    folder = three_games(tmp_path)
    path = tmp_path / "games/000003.db"
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    problems = damaged_sentences(folder)
    assert set(problems) == {3}
    assert "Game 3 is damaged" in problems[3] and is_one_sentence(problems[3])
    for act in (folder.story, folder.open):
        with pytest.raises(Damaged, match="Game 3 is damaged"):
            act(3)
    assert folder.story(1).state is not None


def test_random_damage_is_a_sentence_or_harmless_but_never_a_crash(tmp_path: Path) -> None:
    folder = three_games(tmp_path)
    path = tmp_path / "games/000003.db"
    whole, rng = path.read_bytes(), random.Random(4)
    right = fingerprint(folder.story(3).state)
    sentences = 0
    for _ in range(25):
        content = bytearray(whole)
        for _ in range(rng.randint(1, 40)):
            content[rng.randrange(len(content))] = rng.randrange(256)
        path.write_bytes(content)
        damaged_sentences(folder)
        try:
            assert fingerprint(folder.story(3).state) == right
        except JournalProblem as problem:
            sentences += 1
            assert is_one_sentence(str(problem))
    assert sentences > 10
    path.write_bytes(whole)


def test_what_is_no_journal_is_told_so(tmp_path: Path) -> None:
    folder = three_games(tmp_path)
    (tmp_path / "games/000004.db").write_text("not a database, but long enough to be one" * 200)
    other = sqlite3.connect(tmp_path / "games/000005.db")
    with other:
        other.execute("CREATE TABLE header (key, value)")
    other.close()
    problems = damaged_sentences(folder)
    assert set(problems) == {4, 5}
    assert all("is damaged" in sentence for sentence in problems.values())


def test_a_journal_of_a_newer_program_names_both_versions(tmp_path: Path) -> None:
    folder = three_games(tmp_path)
    database = sqlite3.connect(tmp_path / "games/000003.db", isolation_level=None)
    database.execute("PRAGMA user_version = 9")
    database.execute("""UPDATE header SET value = '"7.5.0"' WHERE key = 'program'""")
    database.close()
    with pytest.raises(TooNew, match=r"version 7\.5\.0, in journal version 9; .* version 1\."):
        folder.open(3)
    assert set(damaged_sentences(folder)) == {3}


# Two processes

_HOLD = """
import sys
from pathlib import Path
from assistant.journal.folder import Folder
game, _ = Folder(Path(sys.argv[1])).open(3)
print("held", flush=True)
sys.stdin.read()
"""


def test_two_processes_cannot_play_one_game_and_a_killed_one_lets_go(tmp_path: Path) -> None:
    folder = three_games(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(BeingPlayed, match=r"^Game 3 is being played in another window\.$"):
            folder.open(3)
        listed, _ = folder.listing()
        assert [each.number for each in listed if each.being_played] == [3]
        assert folder.story(3).steps, "it can be told while it is played"
        other, _ = folder.open(1)
        other.close()
        holder.kill()
    game, _ = folder.open(3)
    game.close()


def test_numbers_are_given_once_however_many_begin_at_a_time(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    games = [folder.new(header("tiles")) for _ in range(3)]
    assert [game.number for game in games] == [1, 2, 3]
    for game in games:
        game.close()


# Disks


def test_a_full_disk_is_one_sentence_and_what_was_written_stays(tmp_path: Path) -> None:
    folder = Folder(tmp_path, clock())
    written = write(folder, "cavern", 1, 5)
    file = written.game.file
    pages = file._database.execute("PRAGMA page_count").fetchone()[0]
    file._database.execute(f"PRAGMA max_page_count = {pages}")
    entry = Happened({"event": "Padding", "text": "x" * 50_000}, "")
    with pytest.raises(CannotSave, match=r"^This game cannot be saved: the disk is full\.$"):
        file.happened("Ana", [entry], {})
    del written
    file._waiting.clear()
    file.close()
    assert len(folder.story(1).steps) == 5


def test_what_could_not_be_written_is_written_once_there_is_room(tmp_path: Path) -> None:
    folder = Folder(tmp_path, clock())
    written = write(folder, "cavern", 1, 5)
    database = written.game.file._database
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(40):
        try:
            written.game.file.heard("Ana", "?", "x" * 2000, None)
        except CannotSave:
            break
    else:
        pytest.fail("the disk was never full")
    database.execute("PRAGMA max_page_count = 1000000")
    number = written.game.file.heard("Ana", "?", "the last", None)
    written.game.close()
    rows = folder.story(1).content.answers
    assert [row.number for row in rows] == list(range(1, number + 1))
    assert rows[-1].typed == "the last"


_READ_ONLY = """
import os, sys
from pathlib import Path
from assistant.journal.folder import Folder
from assistant.journal.problems import CannotSave
from tests.journal.games import header
os.chdir(sys.argv[1])
if os.getuid() == 0:
    os.setuid(65534)  # the superuser may write everywhere
folder = Folder(Path("."))
for act in (lambda: folder.new(header("tiles")), lambda: folder.open(3)):
    try:
        act()
    except CannotSave as problem:
        print(problem)
story = folder.story(1)
print([each.number for each in folder.listing()[0]], len(story.steps), len(story.content.answers))
"""


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="needs a system with users")
@pytest.mark.parametrize("killed", [False, True])
def test_a_read_only_folder_can_be_read_and_not_written(killed: bool) -> None:
    with TemporaryDirectory() as place:  # pytest's own folders are closed to other users
        folder = Path(place)
        three_games(folder)
        if killed:  # the latest entries are still in the write-ahead log
            running, _ = Folder(folder).open(1)
            running.file.heard("Ana", "?", "in the log", None)
            for part in (".db", ".db-wal"):
                source = folder / f"games/000001{part}"
                shutil.copy(source, source.with_suffix(source.suffix + ".kept"))
            running.close()
            for kept in folder.rglob("*.kept"):
                kept.rename(kept.with_suffix(""))
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        done = subprocess.run(
            [sys.executable, "-c", _READ_ONLY, place], capture_output=True, text=True
        )
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert done.stderr == ""
    new, gone_on_with, listed = done.stdout.splitlines()
    assert new.startswith("This game cannot be saved: ") and is_one_sentence(new)
    assert gone_on_with.startswith("Game 3 cannot be ") and is_one_sentence(gone_on_with)
    assert listed == f"[3, 1, 2] 4 {int(killed)}"


def test_a_file_in_place_of_the_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(CannotSave, match="a file stands where the folder should be"):
        Folder(tmp_path / "data").new(header("tiles"))
    with pytest.raises(CannotSave, match="cannot be read"):
        Folder(tmp_path / "data").listing()
