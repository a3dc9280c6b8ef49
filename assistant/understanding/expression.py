"""What can be said, as a small tree: words, sequences and alternatives.

One tree serves the recogniser (all its expansions), the matcher (what it costs to read heard words
as it) and help (its first expansion). The notation: ``[word]`` may be left out, ``(a|b c)`` is one
of several, everything else is said as it stands.

>>> [" ".join(words) for words in expansions(parse("[i] take [the] (blue|azure) ring"))][:2]
['i take the blue ring', 'i take the azure ring']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Said:
    """One word."""

    word: str


@dataclass(frozen=True, slots=True)
class InOrder:
    """Parts one after the other; none at all is the silence of an optional part."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """Any one of several."""

    options: tuple[Expression, ...]


Expression = Said | InOrder | OneOf

_NOTHING = InOrder(())
_CLOSING = {"(": ")", "[": "]"}


class BadNotation(ValueError):
    """A phrase whose brackets do not fit; the message is one sentence that shows the phrase."""


@lru_cache(maxsize=4096)
def parse(text: str) -> Expression:
    """The expression that ``text`` denotes. Raises :class:`BadNotation`."""
    for mark in "()[]|":
        text = text.replace(mark, f" {mark} ")
    tokens = text.lower().split()
    expression, rest = _one_of(tokens, 0, "")
    if rest != len(tokens):
        raise BadNotation(f'The brackets do not fit in "{" ".join(tokens)}".')
    return expression


def expansions(expression: Expression) -> Iterator[tuple[str, ...]]:
    """All ways to say it, the fullest and first-named one first; without the empty one."""
    return (words for words in _expanded(expression) if words)


def neighbours(expression: Expression) -> frozenset[tuple[str, str]]:
    """Every pair of words that may follow each other; "" stands before the first and after the
    last word.

    >>> sorted(neighbours(parse("a [b]")))
    [('', 'a'), ('a', ''), ('a', 'b'), ('b', '')]
    """
    pairs: set[tuple[str, str]] = set()
    ends = _ends(expression, pairs)
    pairs.update(("", word) for word in ends.firsts)
    pairs.update((word, "") for word in ends.lasts)
    return frozenset(pairs)


def words_of(expression: Expression) -> frozenset[str]:
    """Every word that occurs in it.

    >>> sorted(words_of(parse("take [the] ring")))
    ['ring', 'take', 'the']
    """
    match expression:
        case Said(word):
            return frozenset({word})
        case InOrder(parts) | OneOf(parts):
            return frozenset().union(*(words_of(part) for part in parts))


def _expanded(expression: Expression) -> Iterator[tuple[str, ...]]:
    match expression:
        case Said(word):
            yield (word,)
        case OneOf(options):
            for option in options:
                yield from _expanded(option)
        case InOrder(()):
            yield ()
        case InOrder((first, *rest)):
            for start in _expanded(first):
                for end in _expanded(InOrder(tuple(rest))):
                    yield (*start, *end)


@dataclass(frozen=True, slots=True)
class _Ends:
    """How an expression may begin and end, and whether it may be left out."""

    firsts: frozenset[str]
    lasts: frozenset[str]
    optional: bool


def _ends(expression: Expression, pairs: set[tuple[str, str]]) -> _Ends:
    """Adds the pairs inside ``expression`` to ``pairs``."""
    match expression:
        case Said(word):
            return _Ends(frozenset({word}), frozenset({word}), False)
        case OneOf(options):
            each = [_ends(option, pairs) for option in options]
            return _Ends(
                frozenset().union(*(ends.firsts for ends in each)),
                frozenset().union(*(ends.lasts for ends in each)),
                any(ends.optional for ends in each),
            )
        case InOrder(parts):
            firsts, lasts, optional = frozenset[str](), frozenset[str](), True
            for part in parts:
                ends = _ends(part, pairs)
                pairs.update((last, first) for last in lasts for first in ends.firsts)
                firsts = firsts | ends.firsts if optional else firsts
                lasts = lasts | ends.lasts if ends.optional else ends.lasts
                optional = optional and ends.optional
            return _Ends(firsts, lasts, optional)


def _one_of(tokens: list[str], at: int, closing: str) -> tuple[Expression, int]:
    options: list[Expression] = []
    parts: list[Expression] = []
    while at < len(tokens) and tokens[at] != closing:
        token = tokens[at]
        if token == "|":
            options.append(_in_order(parts))
            parts = []
        elif token in _CLOSING:
            inner, at = _one_of(tokens, at + 1, _CLOSING[token])
            if at == len(tokens):
                raise BadNotation(f'A bracket is not closed in "{" ".join(tokens)}".')
            parts.append(OneOf((inner, _NOTHING)) if token == "[" else inner)
        elif token in ")]":
            raise BadNotation(f'The brackets do not fit in "{" ".join(tokens)}".')
        else:
            parts.append(Said(token))
        at += 1
    if not options:
        return _in_order(parts), at
    return OneOf((*options, _in_order(parts))), at


def _in_order(parts: list[Expression]) -> Expression:
    return parts[0] if len(parts) == 1 else InOrder(tuple(parts))
