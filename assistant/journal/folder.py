"""The folder of all games: numbers, locks, the list.

``games/000012.db``           a game that is open
``games/finished/000007.db``  a game that is over
``games/000012.lock``         held by the process that plays it
``sounds/000012/``            recordings, where players asked to keep them

Open and finished games lie apart, so that looking for an open game costs the same with ten games
as with ten thousand.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from assistant.journal import gamefile
from assistant.journal.gamefile import Clock, GameFile, Happened, Summary, utc_now
from assistant.journal.header import Header
from assistant.journal.problems import BeingPlayed, CannotSave, JournalProblem, NoSuchGame, reason
from assistant.journal.story import Story, story

__all__ = ["Folder", "Happened", "Listed", "OpenGame"]

_DIGITS = 6
_ROOM_WAIT_S = 5.0


@dataclass(frozen=True)
class Listed:
    """One line of the list of games: a summary, or the sentence that says what is wrong."""

    number: int
    summary: Summary | None
    problem: str | None
    being_played: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the game can be gone on with."""
        return self.summary is not None and self.summary.winners is None


class OpenGame:
    """A game this process plays: its number, its file, and the lock that keeps others out."""

    def __init__(self, folder: Folder, number: int, file: GameFile, lock: sqlite3.Connection):
        self.number = number
        self.file = file
        self._folder = folder
        self._lock = lock
        self._closed = False

    def close(self) -> None:
        """Lets go of the game; a finished one is put away. Closing twice does no harm."""
        if self._closed:
            return
        self._closed = True
        self.file.close()
        self._folder.put_away(self.number)
        self._lock.close()

    @property
    def sounds(self) -> Path:
        """Where recordings of this game go; the folder is not made."""
        return self._folder.path / "sounds" / f"{self.number:0{_DIGITS}}"


class Folder:
    """All games under one data folder, which is made when the first game is written."""

    def __init__(self, path: Path, clock: Clock = utc_now) -> None:
        self.path = path
        self._games = path / "games"
        self._finished = self._games / "finished"
        self._clock = clock

    def new(self, header: Header) -> OpenGame:
        """A new game under the next free number. Raises CannotSave."""
        try:
            self._finished.mkdir(parents=True, exist_ok=True)
            with self._room():
                number = max(self.numbers(), default=0) + 1
                path = self._games / _file(number)
                fresh = path.with_suffix(".new")
                fresh.unlink(missing_ok=True)  # of a process that was killed just here
                gamefile.create(fresh, header)
                fresh.rename(path)
                _settle(self._games)
                return self._opened(number, path)
        except (sqlite3.Error, OSError) as problem:
            raise CannotSave(f"This game cannot be saved: {reason(problem)}.") from problem

    def open(self, number: int) -> tuple[OpenGame, Story]:
        """A game to go on with, and where it stands. Raises any :class:`JournalProblem`.

        The state is checked before anything is written.
        """
        path = self._path(number)
        self._readable(number, path)
        game = self._opened(number, path)
        try:
            return game, self.story(number)
        except JournalProblem:
            game.close()
            raise

    def story(self, number: int) -> Story:
        """A game as it is written, open or finished. Raises any :class:`JournalProblem`."""
        return story(gamefile.read(self._path(number), _name(number)), _name(number))

    def numbers(self) -> list[int]:
        """The numbers of all games, ascending."""
        return sorted({*self._numbers(self._games), *self._numbers(self._finished)})

    def open_games(self) -> list[Listed]:
        """The games that are not over, newest first, and what cannot be read among them."""
        return [each for each in self._near() if each.is_open or each.problem]

    def listing(self, most: int | None = None) -> tuple[list[Listed], int]:
        """The games, open ones first, each group newest first; and how many were left out.

        ``most``: how many finished games to look at, or None for all.
        """
        near = self._near()
        finished = sorted(self._numbers(self._finished))[::-1]
        shown = finished if most is None else finished[:most]
        done = [each for each in near if not each.is_open and not each.problem]
        first = [each for each in near if each.is_open or each.problem]
        rest = done + [self._listed(number) for number in shown]
        return first + rest, len(finished) - len(shown)

    def _near(self) -> list[Listed]:
        """The games that were not put away: open ones, and those whose process died at the end."""
        listed = [self._listed(number) for number in sorted(self._numbers(self._games))[::-1]]
        for each in listed:
            if each.summary is not None and each.summary.winners is not None:
                self.put_away(each.number)
        return listed

    def put_away(self, number: int) -> None:
        """Moves a finished game to the finished ones; anything in the way is left for later."""
        path = self._games / _file(number)
        with suppress(OSError, JournalProblem):
            if gamefile.summarise(path, _name(number)).winners is None:
                return
            if not path.with_name(path.name + "-wal").exists():
                path.rename(self._finished / path.name)
                path.with_suffix(".lock").unlink(missing_ok=True)

    def _opened(self, number: int, path: Path) -> OpenGame:
        lock = self._lock(number)
        try:
            return OpenGame(self, number, GameFile(path, _name(number), self._clock), lock)
        except BaseException:
            lock.close()
            raise

    def _lock(self, number: int) -> sqlite3.Connection:
        """Another process cannot get this lock, and the system frees it when this one dies."""
        path = (self._games / _file(number)).with_suffix(".lock")
        lock = None
        try:
            lock = sqlite3.connect(path, isolation_level=None, timeout=0.2)
            lock.execute("BEGIN EXCLUSIVE")
            return lock
        except sqlite3.Error as problem:
            if lock is not None:
                lock.close()
            if getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise BeingPlayed(
                    f"{_name(number)} is being played in another window."
                ) from problem
            raise CannotSave(
                f"{_name(number)} cannot be gone on with: {reason(problem)}."
            ) from problem

    @contextmanager
    def _room(self) -> Iterator[None]:
        """Only one process at a time gives a number to a new game."""
        door = sqlite3.connect(self._games / ".new", isolation_level=None, timeout=_ROOM_WAIT_S)
        try:
            door.execute("BEGIN EXCLUSIVE")
            yield
        finally:
            door.close()

    def _readable(self, number: int, path: Path) -> None:
        summary = gamefile.summarise(path, _name(number))
        if summary.winners is not None:
            raise NoSuchGame(
                f"{_name(number)} is over: it can be told again, but not gone on with."
            )

    def _path(self, number: int) -> Path:
        for folder in (self._games, self._finished):
            path = folder / _file(number)
            if path.exists():
                return path
        raise NoSuchGame(f"There is no game {number} here.")

    def _listed(self, number: int) -> Listed:
        try:
            summary = gamefile.summarise(self._path(number), _name(number))
        except JournalProblem as problem:
            return Listed(number, None, str(problem))
        played = summary.winners is None and self._is_being_played(number)
        return Listed(number, summary, None, played)

    def _is_being_played(self, number: int) -> bool:
        path = (self._games / _file(number)).with_suffix(".lock")
        if not path.exists():
            return False
        try:
            self._lock(number).close()
        except BeingPlayed:
            return True
        except CannotSave:
            return False
        return False

    @staticmethod
    def _numbers(folder: Path) -> list[int]:
        try:
            names = [path.name for path in folder.iterdir()]
        except FileNotFoundError:
            return []
        except OSError as problem:
            why = reason(problem)
            raise CannotSave(f"The saved games in {folder} cannot be read: {why}.") from problem
        return [int(name[:-3]) for name in names if name.endswith(".db") and name[:-3].isdigit()]


def _file(number: int) -> str:
    return f"{number:0{_DIGITS}}.db"


def _name(number: int) -> str:
    return f"Game {number}"


def _settle(folder: Path) -> None:
    """Makes sure that a new name in ``folder`` survives a power cut, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
