"""What the hosts of all games do alike: steps that are written and told, and taken back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from assistant.games.kernel import Chance, Seat
from assistant.hosting.course import Course
from assistant.hosting.ears import Answer
from assistant.hosting.table import AskAgain, Table

S = TypeVar("S")
E = TypeVar("E")
C = TypeVar("C")


class GameHost(ABC, Generic[S, E, C]):
    """The frame of a game: state ``S``, events ``E``, commands ``C``.

    ``record`` is told each event right before it is announced.
    """

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        course: Course[S, E, C],
        record: Callable[[E], None],
    ) -> None:
        self._table = table
        self._names = names
        self._course = course
        self._record = record
        table.witness = self

    @property
    def state(self) -> S:
        """The whole truth of the moment."""
        return self._course.state

    def heard(self, asked: str, answer: Answer) -> None:
        """Every answer is written down with the name of whoever is to choose."""
        self._course.book.heard(self._on_turn_name(), asked, answer)

    def understood(self, how: Mapping[str, object], *, latest_only: bool = False) -> None:
        """What was made of it is written beside it."""
        self._course.book.understood(how, latest_only=latest_only)

    @abstractmethod
    def _on_turn(self) -> Seat | None:
        """Whose choice is awaited."""

    @abstractmethod
    def _announce(self, event: E, before: S, after: S, seat: Seat | None) -> None:
        """Tells of an event. ``seat``: the person who decided it."""

    def _went_back(self) -> None:
        """The game stands where it stood before."""
        return

    def _happen(self, events: Sequence[E], seat: Seat | None, luck: Chance | None = None) -> None:
        """One step: written down, then announced. ``seat``: the person who decided it; ``luck``:
        what is left of that of computer players.
        """
        self._course.write(events, seat, luck)
        for event in events:
            before = self.state
            self._record(event)
            self._course.happen(event)
            with self._table.speaking_to(None):
                self._announce(event, before, self.state, seat)
        self._course.book.told()

    def _turn(self) -> str:
        name = self._on_turn_name()
        return "" if name is None else self._table.lines("turn", name=name)

    def _on_turn_name(self) -> str | None:
        seat = self._on_turn()
        return None if seat is None else self._names[seat]

    def _undo(self) -> str:
        """Goes back to before the last choice of a person, or says why not."""
        past = self._course.last_decision
        if past is None:
            return ""
        if refusal := self._course.verify_undo():
            return self._table.lines("cannot_undo", reason=refusal.reason)
        assert past.seat is not None
        self._go_back("undo")
        self._table.tell("undone", name=self._names[past.seat])
        self._course.book.told()
        raise AskAgain

    def _go_back(self, why: str) -> None:
        self._course.back(why)
        self._went_back()
