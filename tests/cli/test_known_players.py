"""What a player asked for is remembered, and heard the next time: real eSpeak, real files."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from assistant.cli.known_players import treat_as_they_like
from assistant.hosting.table import Table
from assistant.journal.folder import Folder
from assistant.speaking import EngineVoice, Player, Speaker
from assistant.speaking.problems import Trouble
from tests.hosting.fakes import ScriptedEars, table_with
from tests.speaking.fakes import FakePortAudio, VirtualClock


def test_who_asked_for_slower_hears_it_slower_the_next_time(tmp_path: Path) -> None:
    table, _, _ = table_with(["slower", "slower", "draw"])
    treat_as_they_like(table, Folder(tmp_path), ["Ana", "Ben"])
    with table.speaking_to("Ana"):
        table.choose("Draw a card, Ana.", "Ana", table.named("draw"))

    clock = VirtualClock()
    loudspeaker = FakePortAudio(clock)
    player = Player(load_library=lambda: loudspeaker, clock=clock, wait=clock.wait)
    with Speaker(StringIO(), EngineVoice(), player, clock=clock, problems=_skip) as speaker:
        again = Table(speaker, ScriptedEars([]), lambda _line: None)
        treat_as_they_like(again, Folder(tmp_path), ["Ben", "ana"])

        def lasts_s(name: str | None) -> float:
            with again.speaking_to(name):
                began = clock.now
                speaker.say("What is in the cavern? Take your time.")
                return speaker.sound_ended_at - began

        lasts_s(None)  # later lines have a breath before them
        assert lasts_s("ana") > 1.2 * lasts_s("Ben")
        assert lasts_s(None) == pytest.approx(lasts_s("ana"), rel=0.05)  # Ana listens, too


def _skip(problem: object) -> None:
    if getattr(problem, "kind", None) in {Trouble.PYTTSX3_MISSING, Trouble.ESPEAK_MISSING}:
        pytest.skip("no real engine")
    raise AssertionError(problem)
