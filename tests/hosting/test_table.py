"""Questions, retries, and the commands that hold at any prompt."""

from __future__ import annotations

import pytest

from assistant.data import data_path
from assistant.hearing.models import bundled_model, load_model
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.table import ANYWHERE, Context, Stopped
from assistant.understanding.commands import read_commands
from tests.hosting.fakes import SILENCE, is_worded, spoken, table_with

PROMPT = "Ana: draw, or open sesame? Your choice, Ana."


def test_a_choice_is_taken_by_voice_and_by_keyboard() -> None:
    for answer in ("draw", "d", spoken("draw a card"), spoken("next card")):
        table, _, _ = table_with([answer])
        assert table.choose(PROMPT, "Ana", table.named("open_sesame", "draw")).name == "draw"


def test_misses_escalate_and_never_use_one_sentence_three_times() -> None:
    table, voice, _ = table_with([*[spoken("hm")] * 5, "draw"])
    table.choose(PROMPT, "Ana", table.named("open_sesame", "draw"))
    assert is_worded(voice.said[1], "again")
    assert "You can say: open sesame and draw" in voice.said[2]
    assert "type your answer" in voice.said[3]
    assert max(voice.said.count(line) for line in voice.said) < 3


def test_a_faint_word_is_asked_for_again() -> None:
    table, voice, _ = table_with([spoken("?draw"), spoken("draw")])
    table.choose(PROMPT, "Ana", table.named("draw"))
    assert len(voice.said) == 2


def test_silence_is_met_with_patience() -> None:
    table, voice, _ = table_with([SILENCE, "draw"])
    table.choose(PROMPT, "Ana", table.named("draw"))
    assert is_worded(voice.said[1], "nobody")


def test_repeat_says_the_question_again() -> None:
    table, voice, _ = table_with(["repeat", spoken("again"), "r", "draw"])
    table.choose(PROMPT, "Ana", table.named("draw"))
    assert voice.said == [PROMPT] * 4


def test_help_names_the_choices_and_what_holds_anywhere() -> None:
    table, voice, _ = table_with(["help", "draw"])
    table.context.turn = lambda: "It is Ana's turn."
    table.choose(PROMPT, "Ana", table.named("open_sesame", "draw"))
    assert "Say draw to reveal the next treasure." in voice.said
    assert any("whose turn is it" in line for line in voice.said)


def test_everything_that_help_promises_is_heard_at_any_prompt() -> None:
    commands = read_commands(data_path("grammars", "commands.toml"))
    table, _, ears = table_with(["draw"])
    table.choose(PROMPT, "Ana", table.named("draw"))
    listened = set(ears.questions[0].phrases)
    for name in (*ANYWHERE, "draw"):
        assert set(commands[name].say) <= listened


def test_the_bundled_model_knows_every_command() -> None:
    model = load_model(bundled_model())
    for command in read_commands(data_path("grammars", "commands.toml")).values():
        for phrase in command.say:
            assert all(model.knows(word) for word in phrase.split()), phrase


def test_questions_about_the_game_are_answered_and_asked_on() -> None:
    table, voice, _ = table_with(
        [
            "score",
            spoken("whose turn is it"),
            "what did you hear",
            "hm",
            "what did you hear",
            "draw",
        ]
    )
    table.context = Context(
        score=lambda: "Ana has two cards.", turn=lambda: "It is the turn of Ana."
    )
    table.choose(PROMPT, "Ana", table.named("draw"))
    assert "Ana has two cards." in voice.said
    assert "It is the turn of Ana." in voice.said
    assert "I have heard nothing yet." in voice.said
    assert "I heard: hm." in voice.said


def test_a_pause_lasts_until_somebody_says_so() -> None:
    table, voice, _ = table_with(["pause", SILENCE, "lion", spoken("continue"), "draw"])
    assert table.choose(PROMPT, "Ana", table.named("draw")).name == "draw"
    assert "On we go." in voice.said
    assert voice.said[-1] == PROMPT


def test_stopping_is_confirmed() -> None:
    table, voice, _ = table_with(["stop", "no", "draw"])
    assert table.choose(PROMPT, "Ana", table.named("draw")).name == "draw"
    assert "Good, we go on." in voice.said
    table, _, _ = table_with([spoken("stop the game"), spoken("yes")])
    with pytest.raises(Stopped):
        table.choose(PROMPT, "Ana", table.named("draw"))


def test_the_voice_is_changed_by_voice() -> None:
    table, voice, _ = table_with(["slower", "slower", "slower", "louder", "draw"])
    table.choose(PROMPT, "Ana", table.named("draw"))
    assert voice.steps == {"rate": 1, "volume": 5}
    assert "That is as far as it goes." in voice.said


def test_a_closed_keyboard_ends_the_questions() -> None:
    table, _, _ = table_with([])
    with pytest.raises(NoMoreAnswers):
        table.choose(PROMPT, "Ana", table.named("draw"))
