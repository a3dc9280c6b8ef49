"""All the ways in which people say a list, through the real recogniser (issue: a referee people
trust). The voices were not used to make the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
import pytest

from assistant.games.cavern.settings import Grouping, Settings
from assistant.hearing.hush import hush
from assistant.hearing.models import Model
from assistant.hearing.turn import Heard, Outcome, Progress, Samples, Turn, recitation_budget
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.recitation import Opinion, Verdict, judge_reading, progress
from tests.rendered import RATE, needs_voices, rendered
from tests.understanding.decks import DECK

VOICES = ("flite-slt", "espeak-us-m3")
pytestmark = needs_voices(*VOICES)

CORRECTING = Settings(correction_grace=True)
LENIENT = Settings(grouping=Grouping.LENIENT)
WAYS: Mapping[str, tuple[str, Settings]] = {
    "lion, two cushions, hourglass": ("lion, cushion, cushion, hourglass", Settings()),
    "there's a lion, and two cushions": ("lion, cushion, cushion", Settings()),
    "we have a lion and two cushions": ("lion, cushion, cushion", Settings()),
    "a couple of lions and a key": ("lion, lion, key", Settings()),
    "a pair of lions and a key": ("lion, lion, key", Settings()),
    "a lion, lion number two, and a key": ("lion, lion, key", LENIENT),
    "a lion, two cushion, and a key": ("lion, cushion, cushion, key", Settings()),
    "um, a lion, um, two cushions": ("lion, cushion, cushion", Settings()),
    "so there is a lion, and then a key": ("lion, key", Settings()),
    "a lion, sorry, a crown, and a key": ("crown, key", CORRECTING),
    "a lion, a key, start again. A crown and a key": ("crown, key", CORRECTING),
    "a lion, wait, from the beginning. A crown": ("crown", CORRECTING),
    "a knife and a crown": ("dagger, crown", Settings()),
}


@cache
def words_for(model: Model, correction: bool) -> CavernWords:
    return CavernWords(DECK, knows=model.knows, correction=correction)


def recited(model: Model, sound: Samples, hand: str, settings: Settings) -> tuple[Opinion, Outcome]:
    cards, words = hand.split(", "), words_for(model, settings.correction_grace)

    def opinion(heard: Heard, ended: bool) -> Opinion:
        reading = words.read(heard.words)
        return judge_reading(reading, cards, settings, {}, ended=ended, unheard_s=heard.unheard_s)

    def listener(heard: Heard) -> Progress:
        reading = words.read(heard.words)
        return progress(opinion(heard, False), reading, settings.correction_grace)

    turn = Turn(model, words.phrases(), RATE, listener, recitation_budget(len(cards), 8.0))
    for at in range(0, len(sound), RATE // 10):
        if (outcome := turn.feed(sound[at : at + RATE // 10])) is not None:
            return opinion(outcome.heard, True), outcome
    outcome = turn.finish()
    return opinion(outcome.heard, True), outcome


def pause(seconds: float) -> Samples:
    return hush(round(seconds * RATE), np.random.default_rng(1))


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("text", WAYS)
def test_a_right_list_is_right_however_it_is_said(model: Model, voice: str, text: str) -> None:
    hand, settings = WAYS[text]
    sound = np.concatenate([rendered(text, voice), pause(2.5)])
    opinion, outcome = recited(model, sound, hand, settings)
    assert opinion.verdict is Verdict.COMPLETE, [word.text for word in outcome.heard.words]


def test_ali_15_over_a_minute_with_pauses_of_five_seconds(model: Model) -> None:
    names = ["a lion", "two cushions", "a key", "a crown", "a mirror", "an umbrella", "a donkey",
             "a candle", "a necklace"]  # fmt: skip
    hand = "lion, cushion, cushion, key, crown, mirror, umbrella, donkey, candle, necklace"
    parts = [part for name in names for part in (rendered(name, "flite-slt"), pause(5.0))]
    sound = np.concatenate(parts)
    assert len(sound) > 60 * RATE
    opinion, _ = recited(model, sound, hand, Settings())
    assert opinion.verdict is Verdict.COMPLETE
