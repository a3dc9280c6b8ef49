"""A speaker on a fake loudspeaker, and the real engine where there is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assistant.speaking import EngineVoice, Player, SpeakingError, Trouble
from tests.speaking.fakes import FakePortAudio, VirtualClock


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def loudspeaker(clock: VirtualClock) -> FakePortAudio:
    return FakePortAudio(clock)


@pytest.fixture
def player(loudspeaker: FakePortAudio, clock: VirtualClock) -> Player:
    return Player(load_library=lambda: loudspeaker, clock=clock, wait=clock.wait)


@pytest.fixture
def real_voice() -> Iterator[EngineVoice]:
    voice = EngineVoice()
    try:
        voice.render("Ready.", 170)
    except SpeakingError as error:
        if error.kind in {Trouble.PYTTSX3_MISSING, Trouble.ESPEAK_MISSING}:
            pytest.skip(f"no real engine: {error.problem.detail}")
        raise
    else:
        yield voice
    finally:
        voice.close()
