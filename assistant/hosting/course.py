"""The course of a game of moves: where it stands, what led there, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from assistant.games.kernel import Chance, NotAllowed, Seat
from assistant.hosting.book import Book, NoBook
from assistant.journal.story import Story

S = TypeVar("S")
E = TypeVar("E")
C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Past(Generic[S, E]):
    """A step that still holds: its number in the book, what stood before it, and the person who
    decided it, if one did.
    """

    number: int
    before: S
    luck: Chance
    events: tuple[E, ...]
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Saved(Generic[S, E]):
    """Where a game stands that is gone on with."""

    state: S
    luck: Chance
    past: tuple[Past[S, E], ...]
    untold: tuple[E, ...]
    """Events of the latest step, if it may not have been announced."""


@dataclass(frozen=True, slots=True)
class Rules(Generic[S, E, C]):
    """The engine of a game. ``winners`` tells who has won in a state, None before the end."""

    decide: Callable[[S, C], Sequence[E]]
    evolve: Callable[[S, E], S]
    verify_undo: Callable[[Iterable[E]], NotAllowed | None]
    winners: Callable[[S], Sequence[Seat] | None]


class Course(Generic[S, E, C]):
    """Follows one game. Every step is written into ``book`` before anything of it is announced.

    ``luck`` is that of the computer players, apart from the game's own.
    """

    def __init__(
        self,
        state: S,
        luck: Chance,
        rules: Rules[S, E, C],
        names: Sequence[str],
        book: Book | None = None,
        saved: Saved[S, E] | None = None,
    ) -> None:
        self.state = saved.state if saved else state
        self.luck = saved.luck if saved else luck
        self.book: Book = book or NoBook()
        self.rules = rules
        self._names = names
        self._past = list(saved.past) if saved else []

    def write(self, events: Sequence[E], seat: Seat | None, luck: Chance | None = None) -> None:
        """One step, decided by the person on ``seat`` if by any; ``luck`` is what it left."""
        state, happened = self.state, []
        for event in events:
            state = self.rules.evolve(state, event)
            happened.append((event, state))
        won = self.rules.winners(state)
        winners = None if won is None else [self._names[each] for each in won]
        luck = luck or self.luck
        number = self.book.step(self._name(seat), happened, {"luck": luck.word}, winners)
        self._past.append(Past(number, self.state, self.luck, tuple(events), seat))
        self.luck = luck

    def happen(self, event: E) -> None:
        """An event of the step just written comes to pass."""
        self.state = self.rules.evolve(self.state, event)

    @property
    def past(self) -> Sequence[Past[S, E]]:
        """The steps that hold, the first one first."""
        return self._past

    @property
    def last_decision(self) -> Past[S, E] | None:
        """The last step that a person decided."""
        return next((past for past in reversed(self._past) if past.seat is not None), None)

    def verify_undo(self) -> NotAllowed | None:
        """Why the last decision, which there is, cannot be undone."""
        past = self._past[self._decided_at() :]
        return self.rules.verify_undo(event for each in past for event in each.events)

    def back(self, why: str) -> None:
        """Goes back to before the last decision, which there is."""
        at = self._decided_at()
        past = self._past[at]
        keeps = {"luck": past.luck.word}
        self.book.back(self._name(past.seat), past.number, why, past.before, keeps)
        del self._past[at:]
        self.state, self.luck = past.before, past.luck

    def _decided_at(self) -> int:
        return max(at for at, past in enumerate(self._past) if past.seat is not None)

    def _name(self, seat: Seat | None) -> str | None:
        return None if seat is None else self._names[seat]


def saved_course(story: Story, luck: Chance) -> Saved[S, E] | None:
    """Where a journal's game stands; None if nothing has happened in it yet. ``luck``: the computer
    players' at the start.
    """
    if not story.steps:
        return None
    seats = {each.name: seat for seat, each in enumerate(story.content.header.players)}
    past = tuple(
        Past(
            step.number,
            step.before,
            Chance(step.kept_before.get("luck", luck.word)),
            step.events,
            None if step.who is None else seats[step.who],
        )
        for step in story.steps
    )
    last = story.steps[-1]
    latest = max(row.step for row in story.content.steps)
    untold = last.events if last.number == latest and not last.told else ()
    return Saved(story.state, Chance(story.keeps.get("luck", luck.word)), past, untold)
