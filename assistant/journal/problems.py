"""What can be wrong with a journal. Each message is one sentence for people."""

from __future__ import annotations

import errno
import sqlite3


class JournalProblem(Exception):
    """Something about the saved games that people must be told."""


class Damaged(JournalProblem):
    """A game's file cannot be read, or contradicts itself."""


class TooNew(JournalProblem):
    """A game was written by a newer program."""


class OtherRules(JournalProblem):
    """A game was played under other rules than the program's, and would come out differently."""


class BeingPlayed(JournalProblem):
    """Another process has the game open."""


class NoSuchGame(JournalProblem):
    """There is no game of that number."""


class CannotSave(JournalProblem):
    """Nothing can be written: a full disk, a folder that is read-only."""


_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the folder cannot be written to",
    sqlite3.SQLITE_CANTOPEN: "its file cannot be opened",
    sqlite3.SQLITE_BUSY: "another program holds its file",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_PERM: "the folder cannot be written to",
    sqlite3.SQLITE_NOMEM: "there is no memory left",
}
_ERRNOS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EFBIG: "the disk is full",
    errno.EROFS: "the folder cannot be written to",
    errno.EACCES: "the folder cannot be written to",
    errno.EPERM: "the folder cannot be written to",
    errno.ENOTDIR: "a file stands where the folder should be",
    errno.EEXIST: "a file stands where the folder should be",
}


def is_damage(problem: sqlite3.Error) -> bool:
    """Whether the content of a file is at fault, and not the way to it."""
    if isinstance(problem, sqlite3.OperationalError) and "no such" in str(problem):
        return True  # a table or column that every journal has
    code = getattr(problem, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in _DAMAGED


def reason(problem: sqlite3.Error | OSError) -> str:
    """Why something failed, to follow on "... cannot be saved: "."""
    if isinstance(problem, OSError):
        return _ERRNOS.get(problem.errno or 0, (problem.strerror or str(problem)).lower())
    code = getattr(problem, "sqlite_errorcode", None)
    if is_damage(problem):
        return "its file is damaged"
    known = _REASONS.get(code & 0xFF) if isinstance(code, int) else None
    return known or str(problem)
