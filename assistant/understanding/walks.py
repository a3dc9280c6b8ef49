"""A few sentences that hold all of many pairs of words."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence

Pair = tuple[str, str]


def sentences_of(pairs: Iterable[Pair]) -> tuple[str, ...]:
    """Sentences made of nothing but ``pairs`` that together hold each of them.

    "" stands before the first and after the last word. What can neither be reached from the
    beginning nor led to an end is left out.

    >>> sentences_of([("", "a"), ("a", "b"), ("a", "c"), ("b", ""), ("c", "")])
    ('a b', 'a c')
    """
    after: dict[str, list[str]] = {}
    before: dict[str, list[str]] = {}
    for one, other in pairs:
        after.setdefault(one, []).append(other)
        before.setdefault(other, []).append(one)
    ways_in, ways_out = _nearer(after, before), _nearer(before, after)
    used: Counter[Pair] = Counter()
    found: dict[str, None] = {}
    for one, others in after.items():
        for other in others:
            if (
                not used[one, other]
                and (not one or one in ways_in)
                and (not other or other in ways_out)
            ):
                words = _walk(one, other, after, ways_in, ways_out, used)
                found[" ".join(words)] = None
    return tuple(found)


def _nearer(
    onward: Mapping[str, Sequence[str]], back: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """For each word its neighbours that are one step nearer to the beginning (or the end)."""
    steps = {"": 0}
    waiting = deque([""])
    while waiting:
        here = waiting.popleft()
        for there in onward.get(here, ()):
            if there and there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return {
        word: tuple(each for each in back[word] if steps.get(each, -1) == steps[word] - 1)
        for word in steps
        if word
    }


def _walk(
    one: str,
    other: str,
    after: Mapping[str, Sequence[str]],
    ways_in: Mapping[str, Sequence[str]],
    ways_out: Mapping[str, Sequence[str]],
    used: Counter[Pair],
) -> list[str]:
    """A sentence with the pair ``one`` and ``other``, and with as many unused pairs as follow."""
    words = [one]
    while words[0]:
        here = words[0]
        words.insert(0, min(ways_in[here], key=lambda each: used[each, here]))
        used[words[0], here] += 1
    used[one, other] += 1
    words.append(other)
    while here := words[-1]:
        fresh = (each for each in after[here] if not used[here, each])
        onward = next((each for each in fresh if not each or each in ways_out), None)
        if onward is None:
            onward = min(ways_out[here], key=lambda each: used[here, each])
        used[here, onward] += 1
        words.append(onward)
    return words[1:-1]
