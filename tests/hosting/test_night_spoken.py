"""An evening is set up by voices that go through the real recogniser."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from assistant.cli.night_games import OFFERS
from assistant.data import data_path
from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.lines import Lines
from assistant.hosting.night_setup import Given, Plan, SetUp
from assistant.hosting.recorded import hear
from assistant.hosting.table import Table
from assistant.understanding.commands import read_commands
from assistant.understanding.deck_file import number_word
from assistant.understanding.names import NameWords, read_names_to_choose_from
from tests.hosting.fakes import FakeVoice
from tests.rendered import RATE, needs_voices, rendered

VOICES = ("flite-rms", "espeak-gb")
FIVE = (*VOICES, "flite-slt", "espeak-us-f2", "festival-kal")
pytestmark = needs_voices(*FIVE)


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


class Guests:
    """They understand the host, say what was not heard again, and a number where one is told."""

    def __init__(self, model: Model, said: FakeVoice, answers: Answers, voice: str) -> None:
        self._model = model
        self._said = said
        self._answers = answers
        self._voice = voice
        self._question = ""
        self.asked: list[str] = []
        """The questions, without what was said before them when they were asked again."""

    def listen(self, question: Question, quiet_from: float) -> Answer:
        """One answer. Raises NoMoreAnswers when it gets too much."""
        line = self._said.said[-1]
        start = next((each for each in self._answers if each in line), None)
        self._question = start or self._question  # else the choices were read out
        self.asked.append(line if start is None else line[line.index(start) :])
        if len(self.asked) > 25:
            raise NoMoreAnswers
        answer = self._answers[self._question]
        if told := re.search(rf"(\d) {answer}", line):
            answer = f"number {number_word(int(told[1]))}"
        recording = Recording(rendered(answer, self._voice), RATE)
        return Answer.of_turn(hear(self._model, recording, question))


Answers = Mapping[str, str]
CAVERN: Answers = {
    "Which game": "the cavern",
    "How many": "two players",
    "Who plays": "peter and thomas",
    "Who is Ali Baba": "you are",
    "Which rules": "family",
    "How shall I play": "cautious",
    "is that right": "yes",
    "Shall we begin": "yes",
}
LETTERS: Answers = {
    "Which game": "letters",
    "How many": "one",
    "what is your name": "david",
    "are you David": "yes",
    "Which rules": "with reminders",
    "How shall I play": "strong",
    "Shall we begin": "yes",
}
PLANS = {
    "cavern": (CAVERN, Plan("cavern", ("Peter", "Thomas"), "family", "cautious")),
    "letters": (LETTERS, Plan("letters", ("David",), "reminders", "hard")),
}


def set_up(model: Model, answers: Answers, voice: str) -> tuple[Plan, Guests, list[str]]:
    """What was agreed on with people of this voice, their questions, and all that was said."""
    heard = FakeVoice()
    guests = Guests(model, heard, answers, voice)
    table = Table(heard, guests, heard.said.append, model.knows, lines=Lines("night"))
    words = read_commands(data_path("grammars", "night.toml"))
    names = read_names_to_choose_from(data_path("grammars", "names.toml"))
    plan = SetUp(table, words, OFFERS, NameWords(names, model.knows)).ask(Given())
    return plan, guests, heard.said


@pytest.mark.parametrize("evening", PLANS)
@pytest.mark.parametrize("voice", FIVE)
def test_a_game_is_set_up_by_voice_alone(model: Model, evening: str, voice: str) -> None:
    """Each question is asked again once at most."""
    answers, wanted = PLANS[evening]
    plan, guests, said = set_up(model, answers, voice)
    assert plan == wanted, said
    assert max(Counter(guests.asked).values()) <= 2, said


HARDER: Answers = {**CAVERN, "How many": "three players", "Who plays": "emma maria and ana"}


@pytest.mark.parametrize("voice", [*VOICES, "festival-kal"])
def test_names_that_are_so_alike_are_understood(model: Model, voice: str) -> None:
    plan, guests, said = set_up(model, HARDER, voice)
    assert plan.names == ("Emma", "Maria", "Ana"), said
    assert max(Counter(guests.asked).values()) <= 2, said


def test_whose_name_is_not_heard_at_all_can_say_another_one(model: Model) -> None:
    mumbled = dict.fromkeys(("Who else", "what is your name"), "hm hm hm")
    answers = {
        **HARDER,
        "Who plays": "maria and ana",
        **mumbled,
        "could not make out": "mia",
        "are you Mia": "yes",
    }
    plan, _, said = set_up(model, answers, "flite-slt")
    assert plan.names == ("Maria", "Ana", "Mia"), said
