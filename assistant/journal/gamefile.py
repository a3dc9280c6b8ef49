"""One game's file: a SQLite database that is written before anything is announced.

``header``    what holds for the whole game, one JSON value for each key
``steps``     what was decided at once, what the host keeps for itself, and whether it was told
``events``    what happened, with time, who, and the fingerprint of the state after it
``answers``   what was heard or typed, and how it was understood

Going back is an event too (:data:`WENT_BACK`): nothing is ever deleted or changed, but for the
marks that a step was told and how an answer was understood.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import urllib.parse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from assistant.journal.header import Header, SavedDeck, SavedPlayer
from assistant.journal.problems import CannotSave, Damaged, TooNew, is_damage, reason

JOURNAL_VERSION = 1
"""The shape of the file. A program reads its own version and older ones."""

WENT_BACK = "WentBack"
"""The journal's own event: the game went back to before a step. ``{"to": step, "why": ...}``."""

Clock = Callable[[], datetime]

_OURS = 0xA11BABA & 0x7FFFFFFF
_SCHEMA = """
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE steps (step INTEGER PRIMARY KEY, keeps TEXT NOT NULL, told INTEGER NOT NULL);
CREATE TABLE events (
    number INTEGER PRIMARY KEY, step INTEGER NOT NULL, time TEXT NOT NULL, who TEXT,
    event TEXT NOT NULL, state TEXT NOT NULL
);
CREATE TABLE answers (
    number INTEGER PRIMARY KEY, step INTEGER NOT NULL, time TEXT NOT NULL, who TEXT,
    asked TEXT NOT NULL, typed TEXT, heard TEXT, understood TEXT, sound TEXT
);
"""


@dataclass(frozen=True, slots=True)
class Happened:
    """One event to be written: its record, and the fingerprint of the state after it."""

    event: Mapping[str, Any]
    state: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event as it was written."""

    number: int
    step: int
    time: str
    who: str | None
    event: Mapping[str, Any]
    state: str


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step: ``keeps`` is the host's own, ``told`` whether all of it was announced."""

    step: int
    keeps: Mapping[str, Any]
    told: bool


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One answer: after which step it came, and what was made of it."""

    number: int
    step: int
    time: str
    who: str | None
    asked: str
    typed: str | None
    heard: Mapping[str, Any] | None
    understood: Mapping[str, Any] | None
    sound: str | None


@dataclass(frozen=True)
class Content:
    """All that a file holds."""

    header: Header
    steps: tuple[StepRow, ...]
    events: tuple[EventRow, ...]
    answers: tuple[AnswerRow, ...]
    winners: tuple[str, ...] | None
    """The winners' names once the game is over."""


@dataclass(frozen=True)
class Summary:
    """What a list of games tells of one."""

    header: Header
    events: int
    began: str | None
    last: str | None
    winners: tuple[str, ...] | None
    set_aside: bool
    """Whether the players did not want to go on with it when they were asked."""


def utc_now() -> datetime:
    """The present time."""
    return datetime.now(UTC)


def create(path: Path, header: Header) -> None:
    """A new file with nothing but its header. Raises CannotSave."""
    try:
        database = _connect(path, "rwc")
        try:
            database.executescript(
                f"PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL;"
                f"PRAGMA application_id={_OURS}; PRAGMA user_version={JOURNAL_VERSION};"
                f"BEGIN; {_SCHEMA}"
            )
            rows = [(key, _json(value)) for key, value in asdict(header).items()]
            database.executemany("INSERT INTO header VALUES (?, ?)", rows)
            database.execute("COMMIT")
        finally:
            database.close()
    except sqlite3.Error as problem:
        raise CannotSave(f"This game cannot be saved: {reason(problem)}.") from problem


class GameFile:
    """A game that is being played, open for writing by this process alone.

    What cannot be written (:class:`CannotSave`) is kept, in order, and written with the next that
    can be: the file never has a gap.
    """

    def __init__(self, path: Path, name: str, clock: Clock = utc_now) -> None:
        self._clock = clock
        self._waiting: list[tuple[str, tuple[Any, ...]]] = []
        with reading(name):
            self._database = _connect(path, "rw")
            _check(self._database, name)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=FULL")
            self._step = self._highest("step", "steps")
            self._event = self._highest("number", "events")
            self._answer = self._highest("number", "answers")

    @property
    def step(self) -> int:
        """The number of the latest step, 0 before the first."""
        return self._step

    @property
    def answer(self) -> int:
        """The number of the latest answer, 0 before the first."""
        return self._answer

    def happened(
        self,
        who: str | None,
        events: Sequence[Happened],
        keeps: Mapping[str, Any],
        winners: Sequence[str] | None = None,
    ) -> int:
        """Writes one step, durably, and returns its number. ``winners``: the game is over."""
        self._step += 1
        time = self._time()
        self._later("INSERT INTO steps VALUES (?, ?, 0)", self._step, _json(keeps))
        for each in events:
            self._event += 1
            row = (self._event, self._step, time, who, _json(each.event), each.state)
            self._later("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", *row)
        if winners is not None:
            self._later("INSERT INTO header VALUES ('winners', ?)", _json(list(winners)))
        self._write()
        return self._step

    def went_back(
        self, who: str | None, to: int, why: str, state: str, keeps: Mapping[str, Any]
    ) -> int:
        """Writes that the game went back to before step ``to``; ``state`` is its fingerprint."""
        event = {"event": WENT_BACK, "to": to, "why": why}
        return self.happened(who, [Happened(event, state)], keeps)

    def told(self) -> None:
        """Writes that all of the latest step was announced."""
        self._later("UPDATE steps SET told = 1 WHERE step = ?", self._step)
        self._write()

    def heard(
        self,
        who: str | None,
        asked: str,
        typed: str | None,
        heard: Mapping[str, Any] | None,
        sound: str | None = None,
    ) -> int:
        """Writes an answer as it came, and returns its number."""
        self._answer += 1
        words = None if heard is None else _json(heard)
        row = (self._answer, self._step, self._time(), who, asked, typed, words, None, sound)
        self._later("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", *row)
        self._write()
        return self._answer

    def understood(self, numbers: Sequence[int], how: Mapping[str, Any]) -> None:
        """Notes what was made of these answers; it is written with what comes next."""
        for number in numbers:
            self._later("UPDATE answers SET understood = ? WHERE number = ?", _json(how), number)

    def set_aside(self, aside: bool) -> None:
        """Notes whether to offer this game again when another one begins."""
        self._later("DELETE FROM header WHERE key = 'set_aside'")
        if aside:
            self._later("INSERT INTO header VALUES ('set_aside', 'true')")
        self._write()

    def close(self) -> None:
        """Closes the file. What could not be written is tried once more, and then given up."""
        try:
            self._write()
        except CannotSave:
            self._waiting.clear()
        finally:
            with suppress(sqlite3.Error):  # a single file at rest, unless somebody reads it now
                self._database.execute("PRAGMA journal_mode=DELETE")
            self._database.close()

    def _later(self, statement: str, *values: Any) -> None:
        self._waiting.append((statement, values))

    def _write(self) -> None:
        if not self._waiting:
            return
        try:
            self._database.execute("BEGIN IMMEDIATE")
            for statement, values in self._waiting:
                self._database.execute(statement, values)
            self._database.execute("COMMIT")
        except sqlite3.Error as problem:
            if self._database.in_transaction:
                self._database.rollback()
            raise CannotSave(f"This game cannot be saved: {reason(problem)}.") from problem
        self._waiting.clear()

    def _highest(self, column: str, table: str) -> int:
        highest: int | None = self._database.execute(
            f"SELECT max({column}) FROM {table}"
        ).fetchone()[0]
        return highest or 0

    def _time(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds")


def read(path: Path, name: str) -> Content:
    """All that a file holds. Raises Damaged, TooNew."""
    with reading(name), _open(path) as database:
        values = _check(database, name)
        steps = [
            StepRow(n, json.loads(keeps), bool(told)) for n, keeps, told in _all(database, "steps")
        ]
        events = [
            EventRow(n, step, time, who, json.loads(event), state)
            for n, step, time, who, event, state in _all(database, "events")
        ]
        answers = [
            AnswerRow(n, step, time, who, asked, typed, _read(heard), _read(understood), sound)
            for n, step, time, who, asked, typed, heard, understood, sound in _all(
                database, "answers"
            )
        ]
        if [row.number for row in events] != list(range(1, len(events) + 1)):
            raise Damaged(f"{name} is damaged: some of its events are gone.")
        winners = _winners(values)
        return Content(_header(values), tuple(steps), tuple(events), tuple(answers), winners)


def summarise(path: Path, name: str) -> Summary:
    """What a list tells of a file. Raises Damaged, TooNew."""
    with reading(name), _open(path) as database:
        values = _check(database, name)
        if database.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Damaged(f"{name} is damaged: parts of its file make no sense.")
        number, began, last = database.execute(
            "SELECT count(*), min(time), max(time) FROM events"
        ).fetchone()
        return Summary(
            _header(values), number, began, last, _winners(values), "set_aside" in values
        )


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Turns whatever goes wrong with a file's content into one sentence about ``name``."""
    try:
        yield
    except sqlite3.Error as problem:
        if is_damage(problem):
            raise Damaged(f"{name} is damaged: parts of its file make no sense.") from problem
        raise CannotSave(f"{name} cannot be opened: {reason(problem)}.") from problem
    except OSError as problem:
        raise CannotSave(f"{name} cannot be opened: {reason(problem)}.") from problem
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise Damaged(f"{name} is damaged: what it holds cannot be read.") from problem


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{urllib.parse.quote(str(path))}?mode={mode}"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=2.0)


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    """A file to read. In a read-only folder SQLite cannot follow its log, so it gets a copy."""
    if path.stat().st_size == 0:
        raise sqlite3.OperationalError("no such table: header")
    with ExitStack() as opened:
        database = opened.enter_context(closing(_connect(path, "ro")))
        try:
            database.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.OperationalError as problem:
            if getattr(problem, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CANTOPEN:
                raise
            folder = Path(opened.enter_context(TemporaryDirectory()))
            for part in (path, path.with_name(path.name + "-wal")):
                if part.exists():
                    shutil.copy(part, folder)
            database = opened.enter_context(closing(_connect(folder / path.name, "rw")))
        yield database


def _check(database: sqlite3.Connection, name: str) -> Mapping[str, Any]:
    """The header's values, if the file is one of ours and not newer than the program."""
    if database.execute("PRAGMA application_id").fetchone()[0] != _OURS:
        raise Damaged(f"{name} is damaged: its file is none of this program's.")
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if version > JOURNAL_VERSION:
        raise TooNew(
            f"{name} was written by a newer program, {_writer(database)}, in journal version "
            f"{version}; this program reads journals up to version {JOURNAL_VERSION}."
        )
    return {key: json.loads(value) for key, value in database.execute("SELECT * FROM header")}


def _writer(database: sqlite3.Connection) -> str:
    try:
        query = "SELECT value FROM header WHERE key = 'program'"
        return f"version {json.loads(database.execute(query).fetchone()[0])}"
    except (sqlite3.Error, ValueError, TypeError):
        return "of a version it does not tell"


def _header(values: Mapping[str, Any]) -> Header:
    deck = values["deck"]
    return Header(
        game=values["game"],
        program=values["program"],
        rules=values["rules"],
        seed=values["seed"],
        players=tuple(SavedPlayer(**player) for player in values["players"]),
        settings=values["settings"],
        deck=None if deck is None else SavedDeck(**deck),
        host=values["host"],
    )


def _winners(values: Mapping[str, Any]) -> tuple[str, ...] | None:
    return tuple(values["winners"]) if "winners" in values else None


def _all(database: sqlite3.Connection, table: str) -> list[Any]:
    return database.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()


def _read(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
