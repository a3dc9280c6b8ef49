"""What came back of a list: right, misplaced, forgotten, intruded; and what doubt leaves out."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.games.cavern.recitation import Mention
from assistant.games.practice.settings import Mode


@dataclass(frozen=True, slots=True)
class Score:
    """The treasures of a list by what became of them, and those that were not in it."""

    right: tuple[str, ...]
    misplaced: tuple[str, ...]
    """Named, but out of order, at another place, with another number or another adjective."""
    forgotten: tuple[str, ...]
    intruded: tuple[str, ...]
    """Named, but not in the list."""
    left_out: tuple[str, ...]
    """Not named, but something was said that stayed unclear and may have been it."""
    passed: bool | None
    """Whether the list came back whole; None where that hangs on what stayed unclear."""


def score(
    mode: Mode, shown: Sequence[Mention], named: Sequence[Mention | None], unclear: int
) -> Score:
    """Compare ``named`` with ``shown``.

    On a walk ``named`` holds the answer for each place, None where there was none. ``unclear``: how
    many things were said that stayed unclear after they were asked for again. They are never the
    player's slip: as long as there are any, nothing counts as forgotten.

    >>> list_ = [Mention("lion"), Mention("key"), Mention("book")]
    >>> score(Mode.ORDER, list_, [Mention("key"), Mention("lion"), Mention("crown")], 0)
    ... # doctest: +NORMALIZE_WHITESPACE
    Score(right=('lion',), misplaced=('key',), forgotten=('book',), intruded=('crown',),
          left_out=(), passed=False)
    """
    kinds = [each.kind for each in shown]
    said = {each.kind for each in named if each is not None}
    right = _right(mode, shown, named)
    missing = tuple(kind for kind in kinds if kind not in said)
    misplaced = tuple(kind for kind in kinds if kind in said and kind not in right)
    intruded = tuple(dict.fromkeys(each.kind for each in named if each and each.kind not in kinds))
    passed: bool | None = not (misplaced or intruded or missing)
    if not passed and len(missing) <= unclear and not (misplaced or intruded):
        passed = None
    return Score(
        tuple(kind for kind in kinds if kind in right),
        misplaced,
        () if unclear else missing,
        intruded,
        missing if unclear else (),
        passed,
    )


def _right(mode: Mode, shown: Sequence[Mention], named: Sequence[Mention | None]) -> set[str]:
    said = [each for each in named if each is not None]
    match mode:
        case Mode.WALK:
            pairs = zip(shown, named, strict=False)
            return {place.kind for place, each in pairs if each and each.kind == place.kind}
        case Mode.ORDER:
            return _in_order([each.kind for each in shown], [each.kind for each in said])
        case Mode.GROUPS:
            counts: defaultdict[str, int] = defaultdict(int)
            for each in said:
                counts[each.kind] += each.count
            return {each.kind for each in shown if counts[each.kind] == each.count}
        case Mode.ADJECTIVES:
            given = {each.kind: each.adjective for each in said}
            return {
                each.kind
                for each in shown
                if each.kind in given and given[each.kind] == each.adjective
            }
    return {each.kind for each in shown} & {each.kind for each in said}


def _in_order(shown: Sequence[str], said: Sequence[str]) -> set[str]:
    """The longest run of treasures that were named in the order of the list, gaps allowed: one that
    was forgotten does not put those after it out of order.
    """
    places = [shown.index(kind) for kind in dict.fromkeys(said) if kind in shown]
    runs: list[list[int]] = []  # the run of each length with the lowest end
    for place in places:
        at = bisect_left([run[-1] for run in runs], place)
        run = [*(runs[at - 1] if at else []), place]
        runs[at : at + 1] = [run]
    return {shown[place] for place in runs[-1]} if runs else set()
