"""The data folder: can games be kept, and can those that were kept be read?"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from assistant.doctor.finding import Finding, State
from assistant.journal.folder import Folder
from assistant.journal.problems import JournalProblem, reason

_ROOM_BYTES = 50_000_000
"""A long evening with all recordings kept takes some hundred million bytes, without them one."""


def check_storage(path: Path) -> Iterator[Finding]:
    """Whether the data folder can be written to, has room, and holds only readable games."""
    yield _room(path)
    yield from _games(path)


def _room(path: Path) -> Finding:
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path, ignore_cleanup_errors=True) as scratch:
            database = sqlite3.connect(Path(scratch) / "probe.db")
            database.execute("CREATE TABLE probe (at)")
            database.close()
        free = shutil.disk_usage(path).free
    except (OSError, sqlite3.Error) as problem:
        return Finding(
            "data folder",
            State.BAD,
            f"No game can be kept in {path}: {reason(problem)}.",
            "Make room there or allow writing, or name another folder with --data.",
        )
    figures = {"free_bytes": free}
    if free < _ROOM_BYTES:
        return Finding(
            "data folder",
            State.DOUBTFUL,
            f"Only {free // 1_000_000} million bytes are free in {path}.",
            "Make room, or games may not be kept to their end.",
            figures,
        )
    return Finding("data folder", State.GOOD, f"Games can be kept in {path}.", figures=figures)


def _games(path: Path) -> Iterator[Finding]:
    folder = Folder(path)
    broken = 0
    try:
        listed = folder.listing()[0]
    except (JournalProblem, OSError, sqlite3.Error) as problem:
        yield Finding("saved games", State.BAD, f"{problem}", "Name another folder with --data.")
        return
    for each in listed:
        problem_found = each.problem
        if problem_found is None and not each.being_played:
            try:
                folder.story(each.number)
            except JournalProblem as problem:
                problem_found = str(problem)
        if problem_found is not None:
            broken += 1
            yield Finding(
                "saved games",
                State.DOUBTFUL,
                problem_found,
                f"Other games are not touched by it; if you do not need game {each.number}, take"
                f" its file away from {path / 'games'}.",
                {"game": each.number},
            )
    if not broken:
        count = len(listed)
        sentence = f"{'The saved game' if count == 1 else f'All {count} saved games'} can be read."
        yield Finding(
            "saved games",
            State.GOOD,
            sentence if count else "There are no saved games yet.",
            figures={"games": count},
        )
