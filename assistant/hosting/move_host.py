"""What hosts of the games of moves do alike: steps that are written and told, second thoughts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from assistant.games.kernel import Chance, Seat, Strength, to_record
from assistant.hosting.course import Course
from assistant.hosting.ears import Answer
from assistant.hosting.lines import listing
from assistant.hosting.moves import MoveAsker, MoveQuestion, Stakes
from assistant.hosting.table import AskAgain, Context, Table
from assistant.understanding.move_phrases import Phrase, Refused, Understood

S = TypeVar("S")
E = TypeVar("E")
C = TypeVar("C")
M = TypeVar("M")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's name; ``strength`` if the computer plays it."""

    name: str
    strength: Strength | None = None


@dataclass(frozen=True)
class MoveEvening(Generic[R]):
    """All that a game needs to begin; ``R``: the settings of its rules."""

    players: tuple[Player, ...]
    settings: R
    seed: int


class MoveHost(ABC, Generic[S, E, C, M]):
    """The frame of a game: state ``S``, events ``E``, commands ``C``; ``M`` is what can be said.

    ``record`` is told each event right before it is announced.
    """

    def __init__(
        self,
        table: Table,
        players: Sequence[Player],
        course: Course[S, E, C],
        asker: MoveAsker,
        record: Callable[[E], None],
    ) -> None:
        self._table = table
        self._course = course
        self._asker = asker
        self._record = record
        self._names = tuple(player.name for player in players)
        self._computers = tuple(player.name for player in players if player.strength is not None)
        self._was_named = False
        table.context = Context(
            self._standings, self._holdings, self._turn, undo=self._undo, correct=self._correct
        )
        table.witness = self

    @property
    def state(self) -> S:
        """The whole truth of the moment."""
        return self._course.state

    def heard(self, asked: str, answer: Answer) -> None:
        """Every answer is written down with the name of whoever is to choose."""
        seat = self._on_turn()
        self._course.book.heard(None if seat is None else self._names[seat], asked, answer)

    def understood(self, how: Mapping[str, object], *, latest_only: bool = False) -> None:
        """What was made of it is written beside it."""
        self._course.book.understood(how, latest_only=latest_only)

    # What differs from game to game

    @abstractmethod
    def _on_turn(self) -> Seat | None:
        """Whose choice is awaited."""

    @abstractmethod
    def _question(self, state: S, seat: Seat) -> MoveQuestion[M]:
        """What the person on ``seat`` is asked in ``state``."""

    @abstractmethod
    def _command(self, said: M) -> C:
        """A move that was said, which is no question about the game."""

    @abstractmethod
    def _announce(self, event: E, after: S, seat: Seat | None) -> None:
        """Tells of an event that led to ``after``. ``seat``: the person who decided it."""

    @abstractmethod
    def _standings(self) -> str: ...

    @abstractmethod
    def _holdings(self) -> str: ...

    def _went_back(self) -> None:
        """The game stands where it stood before."""

    # A turn

    def _wanted(self, seat: Seat) -> C:
        """What the person on ``seat``, whose choice is awaited, wants."""
        while True:
            question = self._question(self.state, seat)
            said = self._asker.ask(question, self._correctable())
            self._take_note(question, said)
            command = self._command(said)
            if self._is_meant(command, self.state):
                return command

    def _is_meant(self, command: C, state: S) -> bool:
        """Whether it is wanted after the warnings that the rules call for, too."""
        return True

    def _take_note(self, question: MoveQuestion[M], said: M) -> None:
        self._was_named = self._by_voice() and question.stakes(said) is not Stakes.LIGHT
        self._table.witness.understood(to_record(said))
        self._table.explain(f"understood: {question.describe(said)}")

    def _by_voice(self) -> bool:
        last = self._table.last_answer
        return last is not None and last.typed is None

    def _happen(self, events: Sequence[E], seat: Seat | None, luck: Chance | None = None) -> None:
        """One step: written down, then announced. ``seat``: the person who decided it."""
        self._course.write(events, seat, luck)
        for event in events:
            self._record(event)
            self._course.happen(event)
            self._announce(event, self.state, seat)
        self._course.book.told()

    def _tell_computers(self) -> None:
        if self._computers:
            is_ = "is" if len(self._computers) == 1 else "are"
            names = listing(self._computers)
            self._table.tell("welcome_computers", names=names, **{"is": is_})

    def _turn(self) -> str:
        seat = self._on_turn()
        return "" if seat is None else self._table.lines("turn", name=self._names[seat])

    # Second thoughts

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

    def _correct(self, meant: Answer) -> str | None:
        """ "No, I said ...": the last choice of a person was misheard, and is made anew."""
        lines, past = self._table.lines, self._course.last_decision
        if past is None or not self._asker.untouched:
            return None  # it is about the question that is still open
        assert past.seat is not None
        question = self._question(past.before, past.seat)
        reading = self._asker.read(meant, question)
        if isinstance(reading, Refused):
            return question.why_not(reading.moves)
        if not isinstance(reading, Understood) or question.aside(reading.move) is not None:
            return lines("how_to_correct")
        if refusal := self._course.verify_undo():
            return lines("cannot_undo", reason=refusal.reason)
        command = self._command(reading.move)
        events = self._course.rules.decide(past.before, command)
        if tuple(events) == past.events:
            return lines("noted_already")
        agreed = self._asker.agreed(question, reading, meant)
        if not agreed or not self._is_meant(command, past.before):
            self._table.early = None  # it answers no question that is open
            return lines("going_on")
        self._table.last_answer = meant
        self._take_note(question, reading.move)
        self._go_back("correction")
        self._table.tell("corrected")
        self._happen(events, past.seat)
        raise AskAgain

    def _correctable(self) -> Sequence[Phrase[M]]:
        """The moves that "no, I said ..." may name now."""
        past = self._course.last_decision
        if past is None or past.seat is None or self._course.verify_undo():
            return ()
        return self._question(past.before, past.seat).legal

    def _go_back(self, why: str) -> None:
        self._course.back(why)
        self._went_back()
