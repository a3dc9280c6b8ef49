"""A speaker on a fake loudspeaker, and the real engine where there is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assistant.speaking import EngineVoice, Player
from tests.real_engine import real_engine
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
    with real_engine() as voice:
        yield voice
