"""A game is set up by questions, each of which can be answered by voice, key or option."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assistant.cli.night_games import OFFERS
from assistant.data import data_path
from assistant.hearing.models import Model
from assistant.hosting.ears import Answer, NoMoreAnswers
from assistant.hosting.lines import Lines
from assistant.hosting.night_setup import Given, Plan, SetUp
from assistant.hosting.opening import BadTable
from assistant.journal.players import Profile
from assistant.understanding.commands import read_commands
from assistant.understanding.names import NameWords, read_names_to_choose_from
from assistant.understanding.sounds import pronunciations
from tests.hosting.fakes import SILENCE, FakeVoice, spoken, table_with

WORDS = read_commands(data_path("grammars", "night.toml"))
NAMES = read_names_to_choose_from(data_path("grammars", "names.toml"))


def asked(
    answers: Sequence[str | Answer], given: Given | None = None, known: Sequence[str] = ()
) -> tuple[Plan, FakeVoice]:
    table, voice, _ = table_with(answers)
    table.lines = Lines("night")
    setting = SetUp(table, WORDS, OFFERS, NameWords((*known, *NAMES)))
    return setting.ask(given or Given()), voice


def test_a_whole_set_up_by_voice() -> None:
    answers = [
        "the cavern",
        "two players",
        "ana and ben",
        "yes",
        "you are",
        "family",
        "daring",
    ]
    plan, voice = asked([spoken(answer) for answer in (*answers, "yes")])
    assert plan == Plan("cavern", ("Ana", "Ben"), "family", "daring")
    agreed = "The cavern for Ana and Ben: family rules, I am Ali Baba, and I am daring."
    assert voice.said[-1] == f"{agreed} Shall we begin? Yes or no, everybody."


def test_a_whole_set_up_by_keys() -> None:
    plan, _ = asked(["t", "2", "ana, Xochitl", "y", SILENCE, "y"])
    assert plan == Plan("tiles", ("Ana", "Xochitl"), "ordinary", "medium")


def test_a_whole_set_up_by_options_asks_only_whether_to_begin() -> None:
    given = Given("letters", None, ("Ana",), "reminders", "hard")
    plan, voice = asked(["y"], given)
    assert plan == Plan("letters", ("Ana",), "reminders", "hard")
    assert len(voice.said) == 1


def test_silence_means_the_usual_rules_and_temper() -> None:
    plan, _ = asked(["cavern", "1", "Ana", "y", SILENCE, SILENCE, "y"])
    assert (plan.rules, plan.temper) == ("ordinary", "steady")


def test_who_says_no_is_asked_everything_again() -> None:
    answers: list[str | Answer] = [
        "cavern",
        "1",
        "Ana",
        "y",
        SILENCE,
        SILENCE,
        "n",
        "tiles",
        "2",
        "#",
        SILENCE,
        "y",
    ]
    plan, _ = asked(answers)
    assert plan == Plan("tiles", ("Player one", "Player two"), "ordinary", "medium")


def test_people_can_be_ali_baba_in_turn_and_then_no_temper_is_asked_for() -> None:
    plan, voice = asked(["cavern", "3", "ana ben caro", "y", "turns", SILENCE, "y"])
    assert plan.in_turn
    assert not any("How shall I play" in line for line in voice.said)


def test_names_come_in_several_answers() -> None:
    answers: list[str | Answer] = [
        "tiles",
        "3",
        spoken("ana"),
        spoken("and ben"),
        spoken("theo"),
        "y",
        SILENCE,
        "y",
    ]
    plan, voice = asked(answers)
    assert plan.names == ("Ana", "Ben", "Theo")
    assert any(line.startswith("So far Ana and Ben. Who else") for line in voice.said)


def test_names_that_were_misheard_are_asked_for_one_by_one() -> None:
    answers: list[str | Answer] = [
        "tiles",
        "2",
        spoken("ana jim"),
        "n",
        spoken("ana"),
        "y",
        spoken("jim"),
        "n",
        spoken("tim"),
        "y",
        SILENCE,
        "y",
    ]
    plan, voice = asked(answers)
    assert plan.names == ("Ana", "Tim")
    assert sum(line.startswith("Player two, what is your name?") for line in voice.said) == 2
    assert "Player two, are you Jim? Yes or no, player." in voice.said


def test_a_name_that_was_refused_is_not_heard_again() -> None:
    table, _, ears = table_with(["tiles", "1", spoken("jim"), "n", spoken("tim"), "y"])
    table.lines = Lines("night")
    with pytest.raises(NoMoreAnswers):
        SetUp(table, WORDS, OFFERS, NameWords(NAMES)).ask(Given())
    first, again = (each for each in ears.questions if "tim" in each.phrases)
    assert "jim" in first.phrases and "jim" not in again.phrases
    assert "repeat" in first.phrases and "again" not in first.phrases  # so like "a name"


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ([SILENCE], "Player two"),
        ([spoken("yes")], "Player two"),
        ([spoken("[unk]")], "Player two"),
        (["Xochitl"], "Xochitl"),
        (["Ana", "Xochitl"], "Xochitl"),
        ([spoken("emma"), "y"], "Emma"),
        ([spoken("emma"), "n", spoken("ella"), "y"], "Ella"),
    ],
)
def test_who_is_not_understood_is_called_by_number_unless_a_name_is_typed_or_said(
    said: list[str | Answer], called: str
) -> None:
    nothing = [spoken("[unk]")] * 3
    answers: list[str | Answer] = ["tiles", "2", *nothing, spoken("ana"), "y", *nothing]
    plan, voice = asked([*answers, *said, SILENCE, "y"])
    assert plan.names == ("Ana", called)
    (told, *_) = [line for line in voice.said if "could not make out" in line]
    assert "I will call you Player two" in told and "type it now" in told
    assert ("Then I call you Player two." in voice.said) == (called == "Player two")


def test_all_names_may_be_said_again_where_one_is_missing() -> None:
    answers: list[str | Answer] = ["tiles", "2", spoken("and ben"), spoken("ana and ben"), "y"]
    plan, _ = asked([*answers, SILENCE, "y"])
    assert plan.names == ("Ben", "Ana")


def test_what_is_heard_faintly_twice_is_believed() -> None:
    table, voice, _ = table_with([spoken("yes", 0.5), spoken("no", 0.5), spoken("no", 0.5)])
    assert not table.yes_or_no("Well?")
    assert len(voice.said) == 3
    table, _, _ = table_with([spoken("yes", 0.2), spoken("yes", 0.2)])
    with pytest.raises(NoMoreAnswers):
        table.yes_or_no("Well?")


def test_a_choice_can_be_made_by_its_spoken_number() -> None:
    answers: list[str | Answer] = [spoken("[unk]"), spoken("number two"), "1"]
    table, voice, _ = table_with(answers)
    table.lines = Lines("night")
    with pytest.raises(NoMoreAnswers):
        SetUp(table, WORDS, OFFERS, NameWords(NAMES)).ask(Given())
    assert any("1 the cavern, 2 the tiles and 3 the letters" in line for line in voice.said)
    assert any("what is your name" in line for line in voice.said)


def test_who_types_is_not_told_to_type() -> None:
    table, voice, _ = table_with(["xyz"] * 4)
    with pytest.raises(NoMoreAnswers):
        table.yes_or_no("Well?")
    assert not any("hard to hear" in line for line in voice.said)


def test_what_only_a_game_could_tell_is_no_empty_line() -> None:
    table, voice, _ = table_with(["whose turn is it", "what do i have", "score", "yes"])
    assert table.yes_or_no("Well?")
    assert voice.said[1:] == ["There is nothing to tell of that now."] * 3


def test_names_that_sound_alike_are_warned_of() -> None:
    answers: list[str | Answer] = ["tiles", "2", "Tim, Jim", "y", "n", "Otto", SILENCE, "y"]
    plan, voice = asked(answers)
    assert plan.names == ("Tim", "Otto")
    assert sum("sound alike" in line for line in voice.said) == 1
    plan, _ = asked(["tiles", "2", "Tim, Jim", "y", "y", SILENCE, "y"])
    assert plan.names == ("Tim", "Jim")


def test_an_unknown_name_is_told_of_and_can_be_typed() -> None:
    answers: list[str | Answer] = [
        "tiles",
        "1",
        spoken("[unk]"),
        "Xochitl",
        "y",
        SILENCE,
        SILENCE,
        "y",
    ]
    plan, voice = asked(answers)
    assert plan.names == ("Xochitl",)
    assert "One name I did not know. You can type it." in voice.said


def test_too_many_names_are_counted_out() -> None:
    answers: list[str | Answer] = ["tiles", "2", "Ana,Ben,Caro", "Ana,Ben", "y", SILENCE, "y"]
    plan, voice = asked(answers)
    assert plan.names == ("Ana", "Ben")
    assert "That were three names, but two play." in voice.said


def test_a_remembered_player_is_spelled_as_remembered() -> None:
    plan, _ = asked(["tiles", "1", spoken("anna"), "y", SILENCE, SILENCE, "y"], known=["Anna"])
    assert plan.names == ("Anna",)  # and not Ana, who sounds the same


def test_what_is_given_and_cannot_be_is_told() -> None:
    with pytest.raises(BadTable, match="one to four people"):
        asked([], Given("tiles", names=("A", "B", "C", "D", "E")))
    with pytest.raises(BadTable, match="not family"):
        asked([], Given("tiles", names=("A", "B"), rules="family"))


def test_no_two_names_to_choose_from_sound_the_same() -> None:
    heard: dict[str, str] = {}
    for name in NAMES:
        ways = pronunciations(name.lower())
        assert ways, name
        for way in ways:
            assert heard.setdefault(way, name) == name


def test_the_speech_model_knows_every_word_of_the_set_up(model: Model) -> None:
    phrases = [phrase for command in WORDS.values() for phrase in command.say]
    words = {word for phrase in (*phrases, *map(str.lower, NAMES)) for word in phrase.split()}
    assert not {word for word in words if not model.knows(word)}


def test_answers_are_confirmed_for_a_voice_that_is_hard_to_hear() -> None:
    table, voice, _ = table_with([spoken("draw"), "no", spoken("open sesame"), spoken("yes")])
    table.profiles = {"Ana": Profile("Ana", careful=True)}
    own = table.named("draw", "open_sesame")
    assert table.choose("Draw or leave, Ana?", "Ana", own).name == "open_sesame"
    assert "Do you mean draw? Yes or no, Ana." in voice.said


def test_the_answers_of_others_and_typed_ones_are_not_confirmed() -> None:
    for answer, name in ((spoken("draw"), "Ben"), ("draw", "Ana")):
        table, voice, _ = table_with([answer])
        table.profiles = {"Ana": Profile("Ana", careful=True)}
        assert table.choose("Well?", name, table.named("draw")).name == "draw"
        assert voice.said == ["Well?"]


def test_who_likes_to_think_is_waited_for() -> None:
    table, _, ears = table_with(["draw", "draw"])
    table.choose("Well?", "Ana", table.named("draw"))
    table.profiles = {"Ana": Profile("Ana", thinking_s=12)}
    table.context.on_turn = lambda: "Ana"
    table.choose("Well?", "Ana", table.named("draw"))
    quick, patient = (question.budget for question in ears.questions)
    assert patient.silence == 3 * quick.silence
    assert patient.pause > quick.pause


def test_asides_are_answered_at_any_question_and_named_by_help() -> None:
    table, voice, _ = table_with(["who won last time", "help"])
    table.context.asides = {WORDS["last_time"]: lambda: "Ben won."}
    with pytest.raises(NoMoreAnswers):
        table.choose("Well?", "Ana", table.named("draw"))
    assert voice.said[1] == "Ben won."
    assert "who won last time" in voice.said[-1]


def test_help_between_games_lists_nothing_that_only_a_game_can_do() -> None:
    table, voice, _ = table_with(["help"])
    with pytest.raises(NoMoreAnswers):
        table.choose("Well?", "Ana", table.named("draw"))
    listed = voice.said[-1].rstrip(".").partition(": ")[2].replace(" and ", ", ").split(", ")
    assert {"repeat", "score", "stop the game"} <= set(listed)
    only_in_games = {"undo", "challenge", "what have i collected", "whose turn is it"}
    assert not only_in_games & set(listed)
