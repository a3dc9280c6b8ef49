"""Spoken forms for words that the speech model does not know."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rapidfuzz import fuzz, process

from assistant.understanding.sounds import sounds_most_like

_NEAR_ENOUGH = 75


def spoken_form(word: str, vocabulary: Iterable[str], knows: Callable[[str], bool]) -> str | None:
    """What to listen for instead of ``word``: two known words it splits into, else the known word
    that sounds most like it, else the one spelled most like it; None if nothing is near.

    >>> spoken_form("sandglass", [], {"sand", "glass"}.__contains__)
    'sand glass'
    """
    halves = [
        (word[:cut], word[cut:])
        for cut in range(3, len(word) - 2)
        if knows(word[:cut]) and knows(word[cut:])
    ]
    if halves:
        return " ".join(max(halves, key=lambda pair: min(map(len, pair))))
    own_plural = (f"{word}s", f"{word}es")  # would be heard as several
    candidates = [each for each in vocabulary if len(each) > 2 and each not in own_plural]
    if alike := sounds_most_like(word, candidates):
        return alike
    near = process.extractOne(
        word,
        candidates,
        scorer=fuzz.ratio,
        processor=_plainly,
        score_cutoff=_NEAR_ENOUGH,
    )
    return near[0] if near else None


def _plainly(word: str) -> str:
    return word.replace("ph", "f").replace("ck", "k").replace("y", "i")


def spoken_plural(form: str, knows: Callable[[str], bool]) -> str:
    """Several of ``form``, as far as the model knows such a word; else ``form`` once more.

    >>> spoken_plural("sand glass", {"glasses"}.__contains__)
    'sand glasses'
    """
    start, _, last = form.rpartition(" ")
    known = next((last + end for end in ("s", "es") if knows(last + end)), last)
    return f"{start} {known}".strip()
