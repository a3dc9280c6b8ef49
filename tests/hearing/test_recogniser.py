"""Turns of the adapter on the real library: times, drains, silence, memory."""

from __future__ import annotations

import gc
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from assistant.hearing.hush import without_zeros
from assistant.hearing.models import Model
from assistant.hearing.recogniser import Recogniser, hear_again
from tests.hearing.sounds import RATE, SAID, WORDS, clip, counted, feed, quiet, texts


def test_drained_segments_join_without_loss(model: Model) -> None:
    recogniser = Recogniser(model, WORDS, RATE)
    heard: list[str] = []
    for name in ("crown", "lamp", "two"):
        feed(recogniser, np.concatenate([clip(name), quiet(0.6)]))
        heard += texts(recogniser.drain())
    assert heard == ["crown", "lamp", "two"]
    assert recogniser.finish() == ()


@pytest.mark.parametrize("rate", [16_000, 48_000])
def test_times_count_from_the_start_of_the_turn_after_each_drain(model: Model, rate: int) -> None:
    sound = np.repeat(np.concatenate([clip("crown"), quiet(0.7)]), rate // RATE)
    recogniser = Recogniser(model, WORDS, rate)
    feed(recogniser, np.repeat(quiet(0.3), rate // RATE), rate)  # sound before the first word, too
    assert recogniser.drain() == ()
    starts = []
    for _ in range(4):
        begun = recogniser.position
        feed(recogniser, sound, rate)
        (word,) = recogniser.drain()
        assert word.text == "crown"
        assert begun <= word.start < word.end <= recogniser.position
        starts.append(word.start - begun)
    assert max(starts) - min(starts) < 0.1


def test_partial_words_show_while_speech_goes_on(model: Model) -> None:
    recogniser = Recogniser(model, WORDS, RATE)
    grown = [0]
    for start in range(0, len(clip("recitation")), RATE // 10):
        recogniser.feed(clip("recitation")[start : start + RATE // 10])
        words = recogniser.partial()
        assert all(0 <= word.start <= word.end <= recogniser.position for word in words)
        assert all(a.end <= b.start for a, b in pairwise(words))
        assert {word.confidence for word in words} <= {0.0}
        grown.append(len(words))
    assert grown[len(grown) // 2] >= 3
    assert recogniser.drain() != ()
    assert recogniser.partial() == ()


def test_estimated_times_are_near_the_settled_ones(model: Model) -> None:
    recogniser = Recogniser(model, WORDS, RATE)
    feed(recogniser, np.concatenate([clip("recitation"), quiet(0.5)]))
    partial, settled = recogniser.partial(), recogniser.finish()
    assert texts(partial) == texts(settled)
    assert all(abs(a.end - b.end) < 0.6 for a, b in zip(partial, settled, strict=True))


def test_a_finished_turn_takes_no_more_sound(model: Model) -> None:
    recogniser = Recogniser(model, WORDS, RATE)
    feed(recogniser, clip("lamp"))
    assert texts(recogniser.finish()) == ["lamp"]
    assert recogniser.finish() == ()
    assert recogniser.position == pytest.approx(len(clip("lamp")) / RATE)
    with pytest.raises(RuntimeError, match="new Recogniser"):
        recogniser.feed(clip("lamp"))


def test_a_turn_without_sound_hears_nothing(model: Model) -> None:
    recogniser = Recogniser(model, WORDS, RATE)
    assert not recogniser.feed(np.empty(0, dtype=np.int16))
    assert recogniser.partial() == recogniser.drain() == recogniser.finish() == ()


def test_digital_silence_is_never_fed(model: Model) -> None:
    random = np.random.default_rng(3)
    assert without_zeros(np.zeros(500, dtype=np.int16), random).all()
    assert without_zeros(clip("recitation"), random).all()
    recogniser = Recogniser(model, WORDS, RATE)
    feed(recogniser, np.concatenate([np.zeros(RATE, dtype=np.int16), clip("recitation")]))
    assert counted(texts(recogniser.finish())) == SAID


def test_blocks_of_any_length_are_taken_and_left_unchanged(model: Model) -> None:
    recogniser = Recogniser(model, WORDS, RATE)
    sound = clip("recitation")
    kept = sound.copy()
    for start in range(0, len(sound), 777):
        recogniser.feed(sound[start : start + 777])
    assert counted(texts(recogniser.finish())) == SAID
    assert np.array_equal(sound, kept)


def test_one_string_is_not_a_list_of_phrases(model: Model) -> None:
    with pytest.raises(ValueError, match="list of phrases"):
        Recogniser(model, "lamp", RATE)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
def test_dropped_turns_free_their_memory(model: Model) -> None:
    def turns(count: int) -> int:
        for _ in range(count):
            recogniser = Recogniser(model, WORDS, RATE)
            feed(recogniser, clip("lamp"))
            recogniser.finish()
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    before = turns(5)
    assert turns(25) - before < 20_000_000


def test_the_same_sound_is_heard_alike_every_time(model: Model) -> None:
    """To the last digit, so that a recording is always judged alike."""
    spoken = np.concatenate([clip(name) for name in ("crown", "lamp", "two")])
    hiss = np.random.default_rng(1).normal(0, 1000, len(spoken))  # or there is but one way
    sound = (0.5 * spoken + hiss).astype(np.int16)
    for hearer in (model, model.for_answers(WORDS)):
        once, again = (hear_again(hearer, WORDS, sound, RATE) for _ in range(2))
        assert once == again and len(once) > 1
