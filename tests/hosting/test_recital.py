"""Hearing one recitation: patience, doubt, and asking for a single item (ALI-9 to ALI-18)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.games.cavern.moves import Recite, Rule, begin
from assistant.games.cavern.moves import replay as replayed
from assistant.games.cavern.recitation import Mention
from assistant.games.cavern.settings import AliBaba, Judge, Settings
from assistant.games.cavern.state import Phase, State
from assistant.hearing.models import bundled_model, load_model
from assistant.hearing.recordings import read_recording
from assistant.hearing.turn import End
from assistant.hosting.ears import Answer
from assistant.hosting.recital import Recital
from assistant.hosting.recorded import hear
from assistant.journal.players import Profile
from assistant.understanding.cavern_words import CavernWords
from tests.hosting.fakes import (
    SILENCE,
    FakeVoice,
    ScriptedEars,
    is_worded,
    shipped_deck,
    spoken,
    table_with,
)

DECK = shipped_deck()
HOST = Settings(ali=AliBaba.HOST)


def state_with(hand: tuple[str, ...], settings: Settings = HOST) -> State:
    state = replayed(begin(DECK.deck, settings, 3, 2, 1))
    return replace(state, hand=hand, phase=Phase.RECITE)


def recited(
    hand: tuple[str, ...],
    answers: list[str | Answer],
    settings: Settings = HOST,
    *,
    careful: bool = False,
) -> tuple[Recite | Rule, FakeVoice, ScriptedEars]:
    table, voice, ears = table_with(answers)
    table.profiles = {"Ana": Profile("Ana", careful=careful)}
    words = CavernWords(DECK, correction=settings.correction_grace)
    recital = Recital(table, words, state_with(hand, settings), "Ana", None)
    return recital.hear("Ana, what is in the cavern?"), voice, ears


HAND = ("cushion", "lion", "hourglass")


@pytest.mark.parametrize(
    "answer",
    [
        "in the cavern there is a cushion, a lion and an hourglass",
        "Hourglass, lion, pillow!",
        spoken("in the cavern there is a lion a cushion and an hourglass"),
    ],
)
def test_ali_t2_a_right_list_is_taken_at_once(answer: str | Answer) -> None:
    command, voice, _ = recited(HAND, [answer])
    assert isinstance(command, Recite)
    assert {mention.kind for mention in command.mentions} == set(HAND)
    assert len(voice.said) == 1


def test_ali_15_a_thief_who_stops_to_think_is_waited_for() -> None:
    command, voice, _ = recited(HAND, [spoken("a lion"), spoken("a cushion and an hourglass")])
    assert isinstance(command, Recite) and len(command.mentions) == 3
    assert voice.said[1] == "Take your time, Ana. If that's all, say so, Ana."


def test_ali_t4_that_is_all_ends_an_incomplete_list() -> None:
    for answers in (["cushion, lion, that's all"], [spoken("a cushion a lion that's all")]):
        command, _, _ = recited(HAND, list(answers))
        assert command == Recite((Mention("cushion"), Mention("lion")))


def test_ali_15_silence_ends_a_list_only_after_a_neutral_prompt() -> None:
    command, voice, _ = recited(HAND, [spoken("a lion", end=SILENCE.end), SILENCE])
    assert command == Recite((Mention("lion"),))
    assert len(voice.said) == 2
    command, _, _ = recited(HAND, [SILENCE, SILENCE])
    assert command == Recite(())


def test_ali_15_the_longest_time_asks_before_a_list_is_judged() -> None:
    late = [spoken(text, end=End.LIMIT) for text in ("a lion", "a cushion", "an hourglass")]
    command, voice, _ = recited(HAND, [*late])  # for as long as something comes
    assert command == Recite(tuple(map(Mention, ("lion", "cushion", "hourglass"))))
    assert len(voice.said) == 3 and is_worded(voice.said[1], "is_that_all")
    command, _, _ = recited(HAND, [late[0], replace(SILENCE, end=End.LIMIT)])
    assert command == Recite((Mention("lion"),))
    command, _, _ = recited(HAND, [late[0], spoken("that's all")])
    assert command == Recite((Mention("lion"),))


def test_ali_15_a_time_limit_asks_too_and_leaves_a_moment_for_what_follows() -> None:
    timed = replace(HOST, time_limit_s=30)
    late = [spoken(text, end=End.LIMIT) for text in ("a lion", "a cushion")]
    command, voice, ears = recited(HAND, [*late], timed)
    assert command == Recite((Mention("lion"), Mention("cushion")))
    assert is_worded(voice.said[-1], "is_that_all")
    assert [question.budget.limit for question in ears.questions] == [30.0, 16.0]


def test_ali_15_that_is_all_without_a_treasure_ends_it_the_second_time() -> None:
    command, voice, _ = recited(HAND, ["that's all", "that's all"])
    assert command == Recite(())
    assert len(voice.said) == 2


def test_ali_15_giving_up_ends_a_list() -> None:
    command, _, _ = recited(HAND, [spoken("a lion i give up")])
    assert command == Recite((Mention("lion"),))


def test_ali_18_a_missed_number_is_asked_for_in_neutral_words() -> None:
    hand = ("lion", "lion", "key")
    command, voice, _ = recited(hand, [spoken("a key and lions"), spoken("two")])
    assert command == Recite((Mention("key"), Mention("lion", 2)))
    assert voice.said[1] == "I missed the number. How many lions did you say, Ana?"
    command, _, _ = recited(hand, [spoken("a key and lions"), "2"])
    assert command == Recite((Mention("key"), Mention("lion", 2)))
    command, _, _ = recited(hand, [spoken("a key and lions"), spoken("three lions")])
    assert command == Recite((Mention("key"), Mention("lion", 3)))  # a mistake, clearly said


def test_ali_18_a_faint_word_is_asked_for_again_and_not_held_against_the_thief() -> None:
    answers: list[str | Answer] = [spoken("a lion a ?mirror that's all"), spoken("an hourglass")]
    command, voice, _ = recited(("lion", "hourglass"), answers)
    assert command == Recite((Mention("lion"), Mention("hourglass")))
    assert voice.said[1] == "One word was not clear. What did you name after a lion, Ana?"


def test_ali_18_the_whole_list_may_be_said_again_instead() -> None:
    hand = ("lion", "hourglass", "key")
    answers: list[str | Answer] = [
        spoken("a lion a ?mirror a key that's all"),
        spoken("a lion an hourglass and a key"),
    ]
    command, _, _ = recited(hand, answers)
    assert command == Recite((Mention("lion"), Mention("hourglass"), Mention("key")))


def test_ali_15_after_a_neutral_prompt_there_is_time_again() -> None:
    answers: list[str | Answer] = [SILENCE, spoken("a lion", end=SILENCE.end), SILENCE]
    command, voice, ears = recited(HAND, answers)
    assert command == Recite((Mention("lion"),))
    assert len(voice.said) == 3  # a new silence after a new treasure is met with a new prompt
    assert [question.budget.silence for question in ears.questions] == [4.0, 12.0, 12.0]


def test_ali_18_two_hearings_that_agree_are_believed() -> None:
    answers: list[str | Answer] = [spoken("a lion a ?mirror that's all"), spoken("a ?mirror")]
    command, _, _ = recited(("lion", "hourglass"), answers)
    assert command == Recite((Mention("lion"), Mention("mirror")))


def test_ali_18_after_two_tries_the_table_decides() -> None:
    answers: list[str | Answer] = [
        spoken("a lion a ?mirror that's all"),
        spoken("[unk]"),
        spoken("[unk]"),
        spoken("it was right"),
    ]
    command, voice, _ = recited(("lion", "hourglass"), answers)
    assert command == Rule(True)
    assert voice.said[-1].startswith("I could not hear that well enough to judge.")


def test_ali_18_strange_speech_in_a_full_list_is_asked_about() -> None:
    command, voice, _ = recited(HAND, [spoken("a lion a cushion an hourglass [unk]"), "nothing"])
    assert isinstance(command, Recite) and len(command.mentions) == 3
    assert "What did you name after an hourglass" in voice.said[1]


def test_ali_13_the_formula_can_be_made_a_must() -> None:
    strict = replace(HOST, strict_formula=True)
    answers: list[str | Answer] = ["lion, cushion, hourglass"]
    answers.append("in the cavern there is a lion a cushion and an hourglass")
    command, voice, _ = recited(HAND, answers, strict)
    assert isinstance(command, Recite) and len(command.mentions) == 3
    assert "begin with the words" in voice.said[1]


def test_ali_15_a_list_can_be_made_to_wait_for_done() -> None:
    must_say = replace(HOST, say_done=True)
    command, voice, _ = recited(HAND, ["lion, cushion, hourglass", "done"], must_say)
    assert isinstance(command, Recite)
    assert len(voice.said) == 2


def test_ali_11_a_correction_is_taken_where_the_option_is_on() -> None:
    mild = replace(HOST, correction_grace=True)
    said = "a lion a key no i mean a cushion and an hourglass"
    command, _, _ = recited(HAND, [spoken(said)], mild)
    assert isinstance(command, Recite)
    assert {mention.kind for mention in command.mentions} == set(HAND)


def test_ali_36_young_players_see_what_they_have_named() -> None:
    young = replace(HOST, young=True)
    table, voice, ears = table_with(["lion, cushion, hourglass"])
    recital = Recital(table, CavernWords(DECK), state_with(HAND, young), "Ana", None)
    recital.hear("Ana?")
    for heard in ("a lion", "a lion a cushion", "a lion a cushion an hourglass"):
        ears.questions[0].listener(spoken(heard).heard)
    assert "Found so far: a lion, a cushion, an hourglass." in voice.said


def test_ali_15_a_time_limit_bounds_the_turn() -> None:
    _, _, ears = recited(HAND, ["lion, cushion, hourglass"], replace(HOST, time_limit_s=30))
    assert ears.questions[0].budget.limit == 30.0


def test_ali_16_a_human_ali_rules_when_it_stays_unclear() -> None:
    human = replace(HOST, ali=AliBaba.ROTATE, judge=Judge.HUMAN)
    table, voice, _ = table_with(
        [spoken("a lion a ?mirror that's all"), spoken("[unk]"), spoken("[unk]"), "it was wrong"]
    )
    state = state_with(("lion", "hourglass"), human)
    command = Recital(table, CavernWords(DECK), state, "Ana", "Ben").hear("Ana?")
    assert command == Rule(False)
    assert voice.said[-1].startswith("Ben, you judge.")


NEUTRAL = "One word was not clear. What did you name after a lion, Ana?"


def test_what_would_be_a_mistake_of_a_voice_hard_to_hear_is_asked_for_again() -> None:
    said = spoken("a lion a mirror that's all")
    command, voice, _ = recited(("lion", "key"), [said, spoken("a key")], careful=True)
    assert command == Recite((Mention("lion"), Mention("key")))
    assert voice.said[1] == NEUTRAL
    command, _, _ = recited(("lion", "key"), [said, spoken("a mirror")], careful=True)
    assert command == Recite((Mention("lion"), Mention("mirror")))
    command, voice, _ = recited(("lion", "key"), [said])
    assert command == Recite((Mention("lion"), Mention("mirror")))
    assert len(voice.said) == 1


def test_a_right_list_of_a_voice_hard_to_hear_counts_at_once() -> None:
    command, voice, _ = recited(("lion", "key"), [spoken("a lion and a key")], careful=True)
    assert isinstance(command, Recite) and len(voice.said) == 1


def test_a_missing_treasure_is_asked_for_once_in_the_same_neutral_words() -> None:
    said = spoken("a lion that's all")
    command, voice, _ = recited(("lion", "key"), [said, spoken("nothing")], careful=True)
    assert command == Recite((Mention("lion"),))
    assert voice.said[1:] == [NEUTRAL]
    command, _, _ = recited(("lion", "key"), [said, spoken("a key")], careful=True)
    assert command == Recite((Mention("lion"), Mention("key")))


def test_who_was_asked_again_in_mid_list_can_go_on() -> None:
    answers: list[str | Answer] = [spoken("a lion a mirror"), spoken("a key"), spoken("a cushion")]
    command, voice, _ = recited(("lion", "key", "cushion"), answers, careful=True)
    assert isinstance(command, Recite) and len(command.mentions) == 3
    assert is_worded(voice.said[2], "go_on")


def test_what_a_voice_hard_to_hear_says_again_in_vain_is_left_to_the_table() -> None:
    answers: list[str | Answer] = [spoken("a lion a mirror that's all"), *[spoken("[unk]")] * 2]
    command, _, _ = recited(("lion", "key"), [*answers, "it was right"], careful=True)
    assert command == Rule(True)


def test_who_types_or_gives_up_is_not_asked_again() -> None:
    answers: list[str | Answer] = ["lion, mirror, done", spoken("a lion i give up")]
    for answer in answers:
        _, voice, _ = recited(("lion", "key"), [answer], careful=True)
        assert len(voice.said) == 1


def test_commands_are_heard_in_the_middle_of_a_recitation() -> None:
    command, voice, _ = recited(HAND, [spoken("repeat"), "lion, cushion, hourglass"])
    assert isinstance(command, Recite)
    assert voice.said == ["Ana, what is in the cavern?"] * 2


def test_the_real_recogniser_hears_a_recorded_recitation() -> None:
    clips = Path(__file__).parents[2] / "fixtures" / "audio" / "demo_cavern"
    model = load_model(bundled_model())
    table, _, _ = table_with([], knows=model.knows)
    words = CavernWords(DECK, adjectives=True, knows=model.knows)
    recording = read_recording(clips / "001_ben.ogg")

    class Ears(ScriptedEars):
        def listen(self, question: object, quiet_from: float) -> Answer:
            return Answer.of_turn(hear(model, recording, question))  # type: ignore[arg-type]

    table.ears = Ears([])
    state = state_with(("teapot", "necklace"))
    command = Recital(table, words, state, "Ben", None).hear("Ben?")
    assert command == Recite((Mention("necklace", 1, "tangled"), Mention("teapot", 1, "silver")))
