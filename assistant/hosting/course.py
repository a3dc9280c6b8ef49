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


class Course(Generic[S, E]):
    """Follows one game. Every step is written into ``book`` before anything of it is announced.

    ``luck`` is that of the computer players, apart from the game's own. ``winners`` tells who has
    won in a state, None before the end.
    """

    def __init__(
        self,
        state: S,
        luck: Chance,
        evolve: Callable[[S, E], S],
        verify_undo: Callable[[Iterable[E]], NotAllowed | None],
        names: Sequence[str],
        winners: Callable[[S], Sequence[Seat] | None],
        book: Book | None = None,
        saved: Saved[S, E] | None = None,
    ) -> None:
        self.state = saved.state if saved else state
        self.luck = saved.luck if saved else luck
        self.book: Book = book or NoBook()
        self._evolve = evolve
        self._verify_undo = verify_undo
        self._names = names
        self._winners = winners
        self._past = list(saved.past) if saved else []

    def write(self, events: Sequence[E], seat: Seat | None, luck: Chance | None = None) -> None:
        """One step, decided by the person on ``seat`` if by any; ``luck`` is what it left."""
        state, happened = self.state, []
        for event in events:
            state = self._evolve(state, event)
            happened.append((event, state))
        won = self._winners(state)
        winners = None if won is None else [self._names[each] for each in won]
        luck = luck or self.luck
        number = self.book.step(self._name(seat), happened, {"luck": luck.word}, winners)
        self._past.append(Past(number, self.state, self.luck, tuple(events), seat))
        self.luck = luck

    def happen(self, event: E) -> None:
        """An event of the step just written comes to pass."""
        self.state = self._evolve(self.state, event)

    def undoable(self) -> Past[S, E] | NotAllowed | None:
        """The last step that a person decided, why it cannot be undone, or None without any."""
        at = self._last_decision()
        if at is None:
            return None
        refusal = self._verify_undo(event for past in self._past[at:] for event in past.events)
        return refusal or self._past[at]

    def back(self, why: str) -> None:
        """Goes back to before the last step that a person decided."""
        at = self._last_decision()
        assert at is not None
        past = self._past[at]
        keeps = {"luck": past.luck.word}
        self.book.back(self._name(past.seat), past.number, why, past.before, keeps)
        del self._past[at:]
        self.state, self.luck = past.before, past.luck

    def _last_decision(self) -> int | None:
        decided = [at for at, past in enumerate(self._past) if past.seat is not None]
        return decided[-1] if decided else None

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
