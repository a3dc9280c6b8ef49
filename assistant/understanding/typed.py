"""Typed lines as words."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.hearing.words import Word


def typed_words(text: str) -> list[str]:
    """A typed line as plain words: lower case, no punctuation but apostrophes and hyphens inside.

    >>> typed_words("In the cavern: two Lions, a book!")
    ['in', 'the', 'cavern', 'two', 'lions', 'a', 'book']
    """
    kept = "".join(
        letter if letter.isalnum() or letter in "'’-" else " " for letter in text.lower()
    )
    return [word.strip("'-").replace("’", "'") for word in kept.split() if word.strip("'’-")]


def as_words(texts: Sequence[str]) -> tuple[Word, ...]:
    """Typed words as if heard, with full confidence; the n-th stands at second n."""
    return tuple(Word(text, float(at), at + 1.0, 1.0) for at, text in enumerate(texts))
