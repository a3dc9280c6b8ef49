"""The first minutes of benchmarks/soak.py, which has the whole evening."""

from __future__ import annotations

import pytest

from assistant.hearing.models import bundled_model, load_model
from assistant.speaking import EngineVoice, SpeakingError
from benchmarks.soak import KILLED_EVERY, soak

TURNS = 30


def test_some_turns_leak_nothing_and_lose_no_line_though_the_engine_is_killed() -> None:
    try:
        voice = EngineVoice()
        voice.render("Ready.", 170)
    except SpeakingError as problem:
        pytest.skip(problem.problem.sentence)
    finally:
        voice.close()
    result = soak(load_model(bundled_model()), TURNS, 10.0 * TURNS)
    assert (result.lines, result.lost_lines) == (TURNS, 0)
    assert result.killed == TURNS // KILLED_EVERY
    assert result.other_words == 0
    assert max(result.drifts_s) < 0.3
    early, late = result.looks[0], result.looks[-1]
    assert late.threads <= early.threads + 1  # some library has one of its own at times
    for held in ("children", "files", "folders"):
        assert getattr(late, held) == getattr(early, held), held
    assert late.memory_mib - early.memory_mib < 30
