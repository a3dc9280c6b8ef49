"""One session as events: lists are shown, come back or are passed over, until all were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.games.cavern.deck import Kind
from assistant.games.cavern.recitation import Mention
from assistant.games.kernel import Chance, NotAllowed
from assistant.games.practice.scoring import Score, score
from assistant.games.practice.settings import Mode, Settings
from assistant.games.practice.staircase import Staircase

SUMS = 3
"""How many sums stand between a list and its recall in the mode LATER."""

_DUE_SHARE = 3  # one item in so many comes back from the schedule, but at least one
_LARGEST_SUM = 12


@dataclass(frozen=True, slots=True)
class Trial:
    """A list that was shown; ``score`` is None if it was passed over."""

    shown: tuple[Mention, ...]
    named: tuple[Mention | None, ...]
    score: Score | None


@dataclass(frozen=True, slots=True)
class State:
    """Where a session stands. ``current``: the list that is to come back, if one is."""

    settings: Settings
    chance: Chance
    staircase: Staircase
    trials: tuple[Trial, ...] = ()
    current: tuple[Mention, ...] | None = None
    sums: tuple[tuple[int, int], ...] = ()
    ended: bool = False


@dataclass(frozen=True, slots=True)
class ListShown:
    """A list was drawn to be shown, with the sums that follow it; ``chance`` is what is left."""

    items: tuple[Mention, ...]
    sums: tuple[tuple[int, int], ...]
    chance: Chance


@dataclass(frozen=True, slots=True)
class Recalled:
    """What came back, as :func:`~assistant.games.practice.scoring.score` takes it."""

    named: tuple[Mention | None, ...]
    unclear: int


@dataclass(frozen=True, slots=True)
class PassedOver:
    """The list is not counted: the player did not want it, or was interrupted."""


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """No more lists today."""


Event = ListShown | Recalled | PassedOver | SessionEnded
EVENTS: tuple[type, ...] = (ListShown, Recalled, PassedOver, SessionEnded)


@dataclass(frozen=True, slots=True)
class Show:
    """Draw the next list from ``kinds``."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """Take down what came back."""

    named: tuple[Mention | None, ...]
    unclear: int = 0


@dataclass(frozen=True, slots=True)
class PassOver:
    """Do not count the list."""


@dataclass(frozen=True, slots=True)
class Finish:
    """End the session before its last list."""


Command = Show | Recall | PassOver | Finish


def begin(settings: Settings, seed: int) -> State:
    """A session before its first list."""
    return State(settings, Chance.seeded(seed), Staircase(settings.start, settings.most))


def verify(state: State, command: Command) -> NotAllowed | None:
    """Why ``command`` is not allowed now, or None."""
    if state.ended:
        return NotAllowed("This session of practice is over.", "practice")
    if isinstance(command, Show) and state.current is not None:
        return NotAllowed("A list is waiting to come back.", "practice")
    if isinstance(command, Recall | PassOver) and state.current is None:
        return NotAllowed("No list was shown yet.", "practice")
    return None


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """The events that ``command`` causes. Raises :class:`NotAllowed`."""
    if (refusal := verify(state, command)) is not None:
        raise refusal
    match command:
        case Show(kinds):
            return (_drawn(state, kinds),)
        case Finish():
            return (SessionEnded(),)
        case Recall(named, unclear):
            event: Event = Recalled(named, unclear)
        case PassOver():
            event = PassedOver()
    last = len(evolve(state, event).trials) == state.settings.lists
    return (event, SessionEnded()) if last else (event,)


def evolve(state: State, event: Event) -> State:
    """The state after ``event``."""
    match event:
        case ListShown(items, sums, chance):
            return replace(state, current=items, sums=sums, chance=chance)
        case Recalled(named, unclear):
            assert state.current is not None
            result = score(state.settings.mode, state.current, named, unclear)
            stairs = state.staircase
            if result.passed is not None:
                stairs = stairs.after(result.passed)
            return _done(replace(state, staircase=stairs), named, result)
        case PassedOver():
            return _done(state, (), None)
        case SessionEnded():
            return replace(state, current=None, sums=(), ended=True)


def counted_lists(trials: Sequence[Trial]) -> list[tuple[int, bool]]:
    """Length and outcome of the lists that count, as ``span_of`` takes them."""
    return [
        (len(trial.shown), trial.score.passed)
        for trial in trials
        if trial.score is not None and trial.score.passed is not None
    ]


def _done(state: State, named: tuple[Mention | None, ...], result: Score | None) -> State:
    assert state.current is not None
    trial = Trial(state.current, named, result)
    return replace(state, trials=(*state.trials, trial), current=None, sums=())


def _drawn(state: State, kinds: Sequence[Kind]) -> ListShown:
    mode, length = state.settings.mode, min(state.staircase.length, len(kinds))
    by_name = {kind.name: kind for kind in kinds}
    shown = {item.kind for trial in state.trials for item in trial.shown}
    due = [name for name in state.settings.due if name in by_name and name not in shown]
    back = due[: max(1, length // _DUE_SHARE)]
    before = {item.kind for item in state.trials[-1].shown} if state.trials else set[str]()
    chance = state.chance
    others, chance = chance.shuffled(name for name in by_name if name not in (*due, *before))
    reserve, chance = chance.shuffled(
        name for name in by_name if name not in back and name not in others
    )
    names, chance = chance.shuffled((*back, *others, *reserve)[:length])
    items: list[Mention] = []
    for name in names:
        count, adjective = 1, None
        if mode is Mode.GROUPS:
            more, chance = chance.below(min(by_name[name].copies, 3))
            count = 1 + more
        if mode is Mode.ADJECTIVES and by_name[name].adjectives:
            adjective, chance = chance.choose(by_name[name].adjectives)
        items.append(Mention(name, count, adjective))
    sums: list[tuple[int, int]] = []
    while mode is Mode.LATER and len(sums) < SUMS:
        first, chance = chance.below(8)
        second, chance = chance.below(_LARGEST_SUM - first - 3)
        sums.append((first + 2, second + 2))
    return ListShown(tuple(items), tuple(sums), chance)
