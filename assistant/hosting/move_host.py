"""What the hosts of the games of moves do alike: asking for a move, and correcting the last one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from assistant.games.kernel import Seat, Strength, to_record
from assistant.hosting.course import Course
from assistant.hosting.ears import Answer
from assistant.hosting.game_host import GameHost
from assistant.hosting.lines import listing
from assistant.hosting.moves import MoveAsker, MoveQuestion, Stakes
from assistant.hosting.table import COUNTED, AskAgain, Context, Table
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


class MoveHost(GameHost[S, E, C], Generic[S, E, C, M]):
    """The frame of a game in which moves are said: ``M`` is whatever can be said. ``things``: what
    is played with, by name.
    """

    def __init__(
        self,
        table: Table,
        players: Sequence[Player],
        course: Course[S, E, C],
        asker: MoveAsker,
        record: Callable[[E], None],
        things: Collection[str],
    ) -> None:
        super().__init__(table, tuple(player.name for player in players), course, record)
        self._asker = asker
        self._computers = tuple(player.name for player in players if player.strength is not None)
        self._was_named = False
        table.context = Context(
            self._standings,
            self._holdings,
            self._turn,
            undo=self._undo,
            correct=self._correct,
            on_turn=self._on_turn_name,
            things=things,
            names=self._names,
        )

    # What differs from game to game

    @abstractmethod
    def _question(self, state: S, seat: Seat) -> MoveQuestion[M]:
        """What the person on ``seat`` is asked in ``state``."""

    @abstractmethod
    def _command(self, said: M) -> C:
        """A move that was said, which is no question about the game."""

    @abstractmethod
    def _standings(self) -> str: ...

    @abstractmethod
    def _holdings(self) -> str: ...

    # A turn

    def _wanted(self, seat: Seat) -> C:
        """What the person on ``seat``, whose choice is awaited, wants."""
        with self._table.speaking_to(self._names[seat]):
            while True:
                question = self._question(self.state, seat)
                said = self._asker.ask(question, self._correctable())
                self._take_note(question, said)
                command = self._command(said)
                if self._is_meant(command, self.state):
                    self._table.earcon(COUNTED)
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

    def _tell_computers(self) -> None:
        if self._computers:
            is_ = "is" if len(self._computers) == 1 else "are"
            names = listing(self._computers)
            self._table.tell("welcome_computers", names=names, **{"is": is_})

    # Second thoughts

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
