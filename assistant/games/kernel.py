"""What every game's rules share: refusals, seats, chance held in the state, and event records.

Rules are pure: no input or output, no clock, no module-level random numbers, and nothing but the
standard library. A game offers

* ``verify(state, command)``: why a command is not allowed now, or ``None``;
* ``decide(state, command)``: the events a command causes, or :class:`NotAllowed`;
* ``evolve(state, event)``: the state after an event. It never uses chance, so a log of events
  replays to the same state whatever becomes of the generator or of the deck.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
S = TypeVar("S")
E = TypeVar("E")

Seat = int
"""A place at the table, counted clockwise from 0."""

_MASK = (1 << 64) - 1


class Strength(StrEnum):
    """How well a computer player plays."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class NotAllowed(Exception):
    """A command the rules refuse in the present state.

    ``reason`` is a plain sentence that a host can speak; ``rule`` the id of the ruling behind it.
    """

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Chance:
    """A seeded random generator as a value (SplitMix64, Steele et al. 2014).

    Each draw returns the outcome and the generator to use next; nothing is changed in place, so
    whoever keeps the state keeps the luck.

    >>> roll, after = Chance.seeded(7).below(6)
    >>> Chance.seeded(7).below(6) == (roll, after)
    True
    """

    word: int

    @classmethod
    def seeded(cls, seed: int) -> Chance:
        """A generator for any integer seed."""
        return cls(seed & _MASK)

    def _next(self) -> tuple[int, Chance]:
        word = (self.word + 0x9E3779B97F4A7C15) & _MASK
        z = word
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31), Chance(word)

    def below(self, limit: int) -> tuple[int, Chance]:
        """A number from 0 to ``limit - 1``, each equally likely (ValueError below 1)."""
        if limit < 1:
            raise ValueError("limit must be at least 1")
        chance = self
        while True:  # throw away the uneven top of the range
            value, chance = chance._next()
            if value < (1 << 64) - (1 << 64) % limit:
                return value % limit, chance

    def choose(self, items: Sequence[T]) -> tuple[T, Chance]:
        """One of ``items``, each equally likely."""
        index, chance = self.below(len(items))
        return items[index], chance

    def shuffled(self, items: Iterable[T]) -> tuple[tuple[T, ...], Chance]:
        """All of ``items`` in an order drawn from all orders (Fisher-Yates)."""
        order = list(items)
        chance = self
        for last in range(len(order) - 1, 0, -1):
            other, chance = chance.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order), chance


def clockwise(start: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats once, clockwise from ``start``.

    >>> clockwise(2, 4)
    (2, 3, 0, 1)
    """
    return tuple((start + step) % seats for step in range(seats))


def replay(evolve: Callable[[S, E], S], state: S, events: Iterable[E]) -> S:
    """The state after ``events``, one after the other."""
    for event in events:
        state = evolve(state, event)
    return state


def to_plain(value: Any) -> Any:
    """``value`` (dataclasses, enums, tuples, mappings, scalars) as what JSON can hold.

    A dataclass becomes an object of its fields; :func:`to_record` adds the class name.
    """
    kind: Any = type(value)
    if kind is str or kind is int or value is None:
        return value  # most of what a state holds, and it is told apart for every event
    names = _field_names(kind)
    if names is not None:
        return {name: to_plain(getattr(value, name)) for name in names}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(to_plain(key)): to_plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(to_plain(item) for item in value)
    return value


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    """The fields of a dataclass; None for any other type."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None


def from_plain(kind: Any, plain: Any) -> Any:
    """The inverse of :func:`to_plain` for an annotated type ``kind`` (ValueError if it misfits)."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        if plain is None and NoneType in arguments:
            return None
        options = [option for option in arguments if option is not NoneType]
        return from_plain(options[0], plain)
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return tuple(from_plain(arguments[0], item) for item in plain)
        return tuple(from_plain(each, item) for each, item in zip(arguments, plain, strict=True))
    if origin is frozenset:
        return frozenset(from_plain(arguments[0], item) for item in plain)
    if origin is not None and issubclass(origin, Mapping):
        key, item = arguments
        convert: Callable[[str], Any] = int if key is int else lambda text: from_plain(key, text)
        return {convert(name): from_plain(item, each) for name, each in plain.items()}
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        try:
            return kind(**{name: from_plain(hints[name], item) for name, item in plain.items()})
        except (KeyError, TypeError) as misfit:
            raise ValueError(f"{kind.__name__} cannot be read from {plain!r}") from misfit
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(plain)
    return plain


def to_record(event: Any) -> dict[str, Any]:
    """An event as a JSON object; ``event`` names its class."""
    return {"event": type(event).__name__, **to_plain(event)}


def from_record(events: Iterable[type], record: Mapping[str, Any]) -> Any:
    """The event that :func:`to_record` wrote, out of the classes ``events``.

    Raises ValueError for a name or for fields that none of the classes has.
    """
    named = {kind.__name__: kind for kind in events}
    kind = named.get(record.get("event", ""))
    if kind is None:
        raise ValueError(f"unknown event {record.get('event')!r}")
    return from_plain(kind, {key: item for key, item in record.items() if key != "event"})


def fingerprint(state: Any) -> str:
    """A short hash of a state: equal states have equal ones (12 hexadecimal digits)."""
    text = json.dumps(to_plain(state), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]
