"""An evening is set up by voices that go through the real recogniser."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assistant.cli.night_games import OFFERS
from assistant.data import data_path
from assistant.hearing.models import Model, bundled_model, load_model
from assistant.hearing.recordings import Recording
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.lines import Lines
from assistant.hosting.night_setup import Given, Plan, SetUp
from assistant.hosting.recorded import hear
from assistant.hosting.table import Table
from assistant.understanding.commands import read_commands
from assistant.understanding.names import NameWords, read_names_to_choose_from
from tests.hosting.fakes import FakeVoice
from tests.rendered import RATE, needs_voices, rendered

VOICES = ("flite-rms", "espeak-gb")
pytestmark = needs_voices(*VOICES)


@pytest.fixture(scope="module")
def model() -> Model:
    return load_model(bundled_model())


class Voices:
    """Says these answers one after the other."""

    def __init__(self, model: Model, said: Sequence[str], voice: str) -> None:
        self._model = model
        self._said = iter(said)
        self._voice = voice

    def listen(self, question: Question, quiet_from: float) -> Answer:
        said = next(self._said, None)
        if said is None:
            raise NoMoreAnswers
        recording = Recording(rendered(said, self._voice), RATE)
        return Answer.of_turn(hear(self._model, recording, question))


@pytest.mark.parametrize("voice", VOICES)
def test_who_won_last_time_is_asked_by_voice(model: Model, voice: str) -> None:
    heard = FakeVoice()
    table = Table(
        heard,
        Voices(model, ["who won last time", "yes"], voice),
        heard.said.append,
        model.knows,
        lines=Lines("night"),
    )
    words = read_commands(data_path("grammars", "night.toml"))
    table.context.asides = {words["last_time"]: lambda: "Last time Ben won."}
    assert table.yes_or_no("Shall we begin?")
    assert heard.said[1] == "Last time Ben won."


@pytest.mark.parametrize("voice", VOICES)
def test_a_game_is_set_up_by_voice_alone(model: Model, voice: str) -> None:
    said = ["the cavern", "two players", "ana and ben", "yes", "you are", "family", "daring", "yes"]
    heard = FakeVoice()
    table = Table(
        heard, Voices(model, said, voice), heard.said.append, model.knows, lines=Lines("night")
    )
    words = read_commands(data_path("grammars", "night.toml"))
    names = read_names_to_choose_from(data_path("grammars", "names.toml"))
    plan = SetUp(table, words, OFFERS, NameWords(names, model.knows)).ask(Given())
    assert plan == Plan("cavern", ("Ana", "Ben"), "family", "daring"), heard.said
