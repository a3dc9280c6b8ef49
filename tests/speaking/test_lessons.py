"""How long the spoken introductions take, by the real engine at the ordinary rate."""

from __future__ import annotations

import pytest

from assistant.hosting.lines import Lines
from assistant.speaking import EngineVoice
from assistant.speaking.speaker import ORDINARY_RATE, WORDS_PER_MINUTE


@pytest.mark.parametrize("game", ["tiles", "letters"])
def test_an_introduction_takes_about_two_minutes(real_voice: EngineVoice, game: str) -> None:
    rate = WORDS_PER_MINUTE[ORDINARY_RATE - 1]
    seconds = sum(real_voice.render(line, rate).seconds for line in Lines(game).lessons)
    assert 100 <= seconds <= 135
