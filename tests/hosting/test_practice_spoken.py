"""Practice by voice alone, in every mode: a real engine speaks, the real recogniser hears."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from assistant.cli.practice import practise
from assistant.games.practice.settings import Mode
from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording
from assistant.hosting.ears import Answer, Question
from assistant.hosting.lines import Lines
from assistant.hosting.practice_asking import practice_commands
from assistant.hosting.practice_saving import people
from assistant.hosting.recorded import hear
from assistant.hosting.table import Table
from assistant.journal.folder import Folder
from assistant.speaking import EngineVoice
from assistant.understanding.deck_file import NUMBER_WORDS
from tests.hosting.fakes import FakeVoice, shipped_deck


class Player:
    """Says aloud all that was in the list, and what else is asked for."""

    def __init__(self, engine: EngineVoice, model: Model, host: FakeVoice, mode: Mode) -> None:
        self._engine = engine
        self._model = model
        self._host = host
        self._mode = mode
        self._shown: list[str] = []
        self._place = 0

    def present(self, items: Sequence[str], _every_s: float) -> None:
        self._shown = [item.rpartition(": ")[2] for item in items]
        self._place = 0

    def listen(self, question: Question, quiet_from: float) -> Answer:
        sound = self._engine.render(self._line(self._host.said[-1]), 140)
        noise = np.random.default_rng(0)
        quiet = noise.normal(0, 5, round(0.7 * sound.rate)).astype(np.int16)
        samples = np.concatenate([quiet, sound.samples, quiet])
        return Answer.of_turn(hear(self._model, Recording(samples, sound.rate), question))

    def _line(self, asked: str) -> str:
        if "practises" in asked:
            return "somebody new"
        if "shall we practise" in asked:
            return practice_commands()[self._mode.value].say[0]
        if "Your walk needs" in asked:
            return "the garden, the kitchen, the window, and the piano. that's all."
        if "Shall I keep it" in asked:
            return "yes please"
        if sums := re.findall(r"much is (\w+) and (\w+)", asked):
            return NUMBER_WORDS[sum(map(NUMBER_WORDS.index, sums[0]))]
        if "what is there" in asked:
            self._place += 1
            return self._shown[self._place - 1]
        *others, last = self._shown
        return f"{', '.join(others)}, and {last}."


@pytest.mark.parametrize("mode", Mode)
def test_a_session_by_voice_alone_from_the_first_question_on(
    mode: Mode, model: Model, engine: EngineVoice, tmp_path: Path
) -> None:
    host = FakeVoice()
    player = Player(engine, model, host, mode)
    table = Table(host, player, host.said.append, knows=model.knows, lines=Lines("practice"))
    folder = Folder(tmp_path)
    state = practise(
        table, folder, None, None, shipped_deck(), model, present=player.present, lists=2, seed=5
    )
    assert people(folder) == ("Player one",)
    assert state.settings.mode is mode
    assert [trial.score and trial.score.passed for trial in state.trials] == [True, True]
    assert [len(trial.shown) for trial in state.trials] == [3, 4]
