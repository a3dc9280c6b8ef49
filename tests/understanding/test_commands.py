"""Commands: each phrase is its own command's, heard or typed, and nothing else is a command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.evaluation.listening import hear_command, prepared
from assistant.hearing.models import Model
from assistant.hearing.recordings import read_recording
from assistant.hearing.turn import THRICE, YES_NO, Heard, Progress, Turn, Want
from assistant.hearing.words import Alternative, Hearing, Word
from assistant.understanding.commands import (
    LIKELY,
    Command,
    heard_enough,
    listed,
    match_answer,
    match_heard,
    match_typed,
    phrases_of,
    read_commands,
)
from tests.hearing.sounds import RATE, clip, quiet
from tests.understanding.decks import COMMANDS
from tests.understanding.saying import STRANGE, heard

DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
SHARED = Path(__file__).parents[3] / "shared" / "audio" / "phrases"
TABLE = read_commands(COMMANDS)
ALL = tuple(TABLE.values())
SPOKEN = [(name, phrase) for name, command in TABLE.items() for phrase in command.say]
TYPED = [(name, short) for name, command in TABLE.items() for short in command.typed]


def name_of(command: Command | None) -> str | None:
    """The command's name; None if it is none."""
    return command.name if command else None


@pytest.mark.parametrize(("name", "phrase"), SPOKEN)
def test_each_phrase_is_its_own_command(name: str, phrase: str) -> None:
    assert name_of(match_heard(heard(phrase), ALL)) == name
    assert name_of(match_typed(phrase, ALL)) == name
    assert name_of(match_typed(f"  {phrase.upper()}!! ", ALL)) == name


@pytest.mark.parametrize(("name", "short"), TYPED)
def test_each_short_form_is_its_own_command(name: str, short: str) -> None:
    assert name_of(match_typed(short, ALL)) == name
    assert name_of(match_typed(f" {short.upper()} ", ALL)) == name


def test_no_phrase_belongs_to_two_commands() -> None:
    everything = [phrase for _, phrase in (*SPOKEN, *TYPED)]
    assert len(everything) == len(set(everything))
    for command in ALL:
        others = [other for other in ALL if other is not command]
        assert [match_heard(heard(phrase), others) for phrase in command.say] == [None] * len(
            command.say
        )


def test_every_command_says_what_it_is_for() -> None:
    assert all(command.say and command.help and not command.help.endswith(".") for command in ALL)
    assert phrases_of(ALL) == tuple(phrase for _, phrase in SPOKEN)


def test_the_model_knows_every_word_of_a_command(model: Model) -> None:
    words = {word for _, phrase in SPOKEN for word in phrase.split()}
    assert [word for word in sorted(words) if not model.knows(word)] == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the score please", "score"),
        ("draw the card", "draw"),
        ("draw card", "draw"),
        ("stop stop stop", "stop"),
        ("open sesame open sesame", "open_sesame"),
        ("no no", "no"),
        ("no thanks", "no"),
        ("nope", "no"),
        ("open", None),
        ("sesame", None),
        ("yes no", None),
        ("draw open sesame", None),
        ("stop the lion", None),
        ("please", None),
        ("a", None),
        ("", None),
    ],
)
def test_the_whole_utterance_must_be_the_command(text: str, name: str | None) -> None:
    """Bug reports 3 and 65: a legal phrase and nothing else."""
    assert name_of(match_heard(heard(text), ALL)) == name


def test_unknown_speech_beside_a_command_means_that_it_was_not_for_us() -> None:
    """Bug report 56."""
    for text in (f"{STRANGE} stop", f"stop {STRANGE}", f"open {STRANGE} sesame", STRANGE):
        assert match_heard(heard(text), ALL) is None


def test_a_breath_beside_a_command_is_no_matter() -> None:
    breath = Word(STRANGE, 0.0, 0.2, 0.9)
    assert name_of(match_heard([breath, *heard("stop")], ALL)) == "stop"
    assert match_heard([breath], ALL) is None


def test_loud_sound_without_a_word_beside_a_command_means_the_same() -> None:
    assert match_heard(heard("stop"), ALL, unheard_s=0.6) is None
    assert name_of(match_heard(heard("stop"), ALL, unheard_s=0.38)) == "stop"


@pytest.mark.parametrize("symbol", ["[unk]", "<UNK>", "<unk>"])
def test_every_model_s_symbol_for_unknown_speech_is_known(symbol: str) -> None:
    assert match_heard([Word(symbol, 0.0, 1.0, 1.0), *heard("stop")], ALL) is None


def test_a_faint_word_is_no_order() -> None:
    assert match_heard(heard("stop the game", ["game"]), ALL) is None
    assert match_heard(heard("stop", ["stop"]), ALL) is None


def ways(*said: tuple[str, float]) -> Hearing:
    """One further hearing: texts and how far they are behind."""
    return tuple(Alternative(heard(text), behind) for text, behind in said)


@pytest.mark.parametrize(
    ("hearings", "name"),
    [
        ((ways(("yes", 0.0), ("no", 0.7)), ways(("yes", 0.0)), ways(("yes", 0.0))), "yes"),
        ((ways((STRANGE, 1.0), ("yes", 0.0)), ways(("yes", 0.0)), ways(("yes", 0.0))), "yes"),
        ((ways((STRANGE, 0.0), ("yes", 1.0)), ways(("yes", 0.0)), ways(("yes", 0.0))), None),
        ((ways(("yes", 0.0)), ways(("no", 0.0)), ways((STRANGE, 0.0))), None),
        ((ways(("yes", 0.0)), ways(("yes", 0.0), ("no", 0.0)), ()), None),
        ((ways(("yes", 0.0), ("yes please", 0.0)), ways(("yes", 0.0)), ways(("yes", 0.0))), "yes"),
        ((ways(("yes", 0.0)), ways(("yes", 0.0)), ()), None),
        ((ways(("yes", 0.0), ("", 0.0)), ways(("yes", 0.0)), ways(("yes", 0.0))), "yes"),
        ((ways(("", 0.0), ("yes", 0.5)), ways(("yes", 0.0)), ways(("", 0.0), ("yes", 1.0))), None),
    ],
)
def test_an_answer_that_was_not_clear_is_judged_by_the_further_hearings(
    hearings: tuple[Hearing, ...], name: str | None
) -> None:
    """By the mean of what they say, silence too: a command needs more than four fifths of it."""
    assert LIKELY == 0.8
    faint = heard("yes", faint=["yes"])
    assert name_of(match_answer(Heard(faint, 0.0, hearings=hearings), ALL)) == name
    assert match_answer(Heard(faint, 0.0, contrast_db=20.0, hearings=hearings), ALL) is None


def test_a_clear_answer_is_judged_by_itself() -> None:
    answer = Heard(heard("yes"), 0.0, hearings=(ways(("no", 0.0)),))
    assert name_of(match_answer(answer, ALL)) == "yes"


def test_only_a_few_words_in_a_quiet_room_are_heard_again() -> None:
    """A sentence is talk, and in noise a second hearing is no order either."""
    faint = heard("yes", faint=["yes"])
    assert heard_enough(Heard(faint, 0.0), ALL).again == THRICE
    assert not heard_enough(Heard(faint, 0.0, contrast_db=20.0), ALL).again
    assert not heard_enough(Heard(heard("the lion is a stop"), 0.0), ALL).again
    assert not heard_enough(Heard(heard("yes"), 0.0), ALL).again


def test_a_word_that_was_lost_altogether_is_an_answer_once_it_is_heard_again() -> None:
    lost = Heard((), 0.3)
    assert heard_enough(lost, ALL).want is Want.MORE
    assert heard_enough(lost, ALL).again == THRICE
    found = replace(lost, hearings=(ways(("yes", 0.0), ("", 1.0)), ways(("yes", 0.0))))
    assert heard_enough(found, ALL).want is Want.PAUSE
    assert name_of(match_answer(found, ALL)) == "yes"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared test sets are not here")
@pytest.mark.parametrize(
    ("clip_name", "taken_for"),
    [("fsdd_george_2_george_38", {"two", None}), ("fsdd_jackson_7_jackson_9", {"seven"})],
)
def test_digits_in_which_no_word_is_heard_at_first_are_sought(
    model: Model, clip_name: str, taken_for: set[str | None]
) -> None:
    """Two people on a narrow line, cut close, with silence before; one of them stays in doubt."""
    recording = read_recording(SHARED / f"{clip_name}.flac")
    digits = listed(DIGITS)
    found, listened = hear_command(prepared(recording, None, 0), model, digits)
    assert name_of(found) in taken_for
    assert listened.outcome.heard.words == ()


def test_what_is_unclear_is_heard_again_by_the_recogniser(model: Model) -> None:
    """Real sound: "two", as if its first hearing had been lost but for its time."""
    numbers = listed(("one", "two", "three", "four"))
    sound = np.concatenate([quiet(0.5), clip("two"), quiet(2.5)])
    turn = Turn(model, phrases_of(numbers), RATE, lambda _: Progress(Want.MORE, again=3), YES_NO)
    outcome = turn.feed(sound) or turn.finish()
    lost = replace(
        outcome.heard, words=tuple(replace(word, confidence=0.1) for word in outcome.heard.words)
    )
    assert match_answer(replace(lost, hearings=()), numbers) is None
    assert name_of(match_answer(lost, numbers)) == "two"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("opensesame", "open_sesame"),
        ("open sesamie", "open_sesame"),
        ("Open, Sesame!", "open_sesame"),
        ("repeatt", "repeat"),
        ("contiune", "resume"),
        ("slowerr", "slower"),
        ("what can i sya", "help"),
        ("who's turn is it", "whose_turn"),
        ("yess", "yes"),
        ("forty", None),
        ("sesame street", None),
        ("now", None),
        ("dr", None),
        ("2", None),
        ("stop 2", None),
        ("", None),
        ("   ", None),
        ("???", None),
        ("да", None),
        ("stop " * 1000, "stop"),
        ("lion " * 1000, None),
    ],
)
def test_typed_lines(typed: str, name: str | None) -> None:
    assert name_of(match_typed(typed, ALL)) == name


def test_a_slip_between_two_commands_is_neither() -> None:
    close = listed(("quiet", "quite"))
    assert match_typed("quit", close) is None
    assert name_of(match_typed("quiet", close)) == "quiet"


def test_numbers_are_never_mended() -> None:
    seats = listed(("seat twelve", "seat 12", "seat 13"))
    assert name_of(match_typed("seat 13", seats)) == "seat 13"
    assert match_typed("seat 14", seats) is None
    assert match_typed("seat 1", seats) is None


@pytest.mark.parametrize("name", ["an", "er", "the", "Please", "Ana Maria"])
def test_names_of_players_may_be_words_that_are_else_passed_over(name: str) -> None:
    names = listed((name.lower(), "ben"))
    assert name_of(match_heard(heard(name.lower()), names)) == name.lower()
    assert name_of(match_typed(name, names)) == name.lower()
    assert name_of(match_heard(heard("the ben"), names)) == "ben"


def test_without_commands_nothing_is_one() -> None:
    assert match_heard(heard("stop"), ()) is None
    assert match_typed("stop", ()) is None


@given(st.text(max_size=30))
def test_any_typed_line_is_taken(text: str) -> None:
    match_typed(text, ALL)


@given(st.lists(st.sampled_from(sorted({w for _, p in SPOKEN for w in p.split()})), max_size=6))
def test_heard_words_are_a_command_only_if_a_phrase_has_them_all(texts: list[str]) -> None:
    found = match_heard(heard(" ".join(texts)), ALL)
    if found:
        assert any(set(phrase.split()) & set(texts) for phrase in found.say)
        spoken = {word for phrase in found.say for word in phrase.split()}
        assert set(texts) <= spoken | {"a", "an", "the", "please"}
