"""Sounds of words, by the real dictionary."""

from __future__ import annotations

import pytest

from assistant.understanding.sounds import apart, pronunciations, sounds_most_like
from assistant.understanding.spelling import spoken_form


@pytest.mark.parametrize(
    ("one", "other", "differing", "longest", "near"),
    [
        ("goat", "coat", 1, 3, True),
        ("bee", "key", 1, 2, True),
        ("tea pot", "teapot", 0, 5, True),
        ("elegant", "elephant", 1, 7, True),
        ("knight", "night", 0, 3, True),
        ("spoon", "broom", 3, 4, False),
        ("lion", "umbrella", 7, 7, False),
    ],
)
def test_distance(one: str, other: str, differing: int, longest: int, near: bool) -> None:
    far = apart(one, other)
    assert far is not None and far == apart(other, one)
    assert (far.differing, far.longest, far.is_near) == (differing, longest, near)


def test_words_are_compared_in_their_most_similar_ways() -> None:
    """ "Read" rhymes with "seed" or with "said"."""
    assert len(pronunciations("read")) == 2
    for other in ("reed", "red"):
        far = apart("read", other)
        assert far is not None and far.differing == 0


def test_a_word_that_the_dictionary_lacks_has_no_distance() -> None:
    assert pronunciations("zyzzyva") == () == pronunciations("a zyzzyva")
    assert apart("zyzzyva", "lion") is None


def test_the_word_that_sounds_most_like_another() -> None:
    assert sounds_most_like("colonel", ["colony", "kernel", "cologne"]) == "kernel"
    assert sounds_most_like("colonel", ["elephant"]) is None
    assert sounds_most_like("zyzzyva", ["zebra"]) is None


def test_sound_goes_before_spelling_in_a_spoken_form() -> None:
    known = ["colonels", "kernel", "colony"]
    assert spoken_form("colonel", known, known.__contains__) == "kernel"
