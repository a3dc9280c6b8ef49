"""Hosted practice: lists heard to their end, doubt asked for again, days remembered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.cli.demo_practice import DEMO
from assistant.cli.practice import practise
from assistant.data import data_path
from assistant.evaluation.noise import Noise
from assistant.games.cavern.recitation import Mention
from assistant.games.practice.session import Command, ListShown, Show, State, begin, evolve
from assistant.games.practice.settings import Mode, Settings
from assistant.hearing.hush import hush
from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording, read_recording
from assistant.hearing.turn import End, Heard
from assistant.hosting.ears import Answer
from assistant.hosting.lines import Lines
from assistant.hosting.practice import EVERY_S, CutShort, PracticeHost
from assistant.hosting.practice_asking import (
    ask_mode,
    ask_places,
    ask_who,
    place_in,
    places_offered,
    practice_commands,
)
from assistant.hosting.practice_saving import day_number, past_of, people
from assistant.hosting.recorded import Clip, RecordedEars, read_game
from assistant.hosting.table import Stopped, Table
from assistant.journal.folder import Folder
from assistant.understanding.cavern_words import CavernWords
from tests.hosting.fakes import (
    SILENCE,
    FakeVoice,
    ScriptedEars,
    shipped_deck,
    spoken,
    table_with,
)

DECK = shipped_deck()
PLACES = ("hall", "kitchen", "stairs")
LION, KEY, CROWN = Mention("lion"), Mention("key"), Mention("crown")
UNKNOWN = "[unk]"


class ShowsThese(PracticeHost):
    """Hosts a session whose lists are known."""

    items: tuple[Mention, ...] = ()
    sums: tuple[tuple[int, int], ...] = ()

    def _do(self, command: Command) -> None:
        if isinstance(command, Show):
            self.state = evolve(self.state, ListShown(self.items, self.sums, self.state.chance))
        else:
            super()._do(command)


def hosted(
    items: Sequence[Mention],
    answers: Sequence[str | Answer],
    mode: Mode = Mode.PLAIN,
    sums: tuple[tuple[int, int], ...] = (),
) -> tuple[State, list[str]]:
    """One list through the host: the state afterwards, and what was said after the list."""
    table, voice, _ = table_with(answers)
    table.lines = Lines("practice")
    settings = Settings(mode, lists=1, places=PLACES if mode is Mode.WALK else ())
    words = CavernWords(DECK, adjectives=mode is Mode.ADJECTIVES)

    def present(items: Sequence[str], every_s: float) -> None:
        voice.said.append(f"<{', '.join(items)}; {every_s}>")

    host = ShowsThese(table, begin(settings, 1), "Ana", words, practice_commands(), present)
    host.items, host.sums = tuple(items), sums
    state = host.play()
    start = next(at for at, line in enumerate(voice.said) if line.startswith("<"))
    return state, voice.said[start:]


def told(items: Sequence[Mention], answers: Sequence[str | Answer], mode: Mode = Mode.PLAIN) -> str:
    return hosted(items, answers, mode)[1][-2]


def test_a_list_is_shown_one_a_second_and_asked_for() -> None:
    _, said = hosted([LION, KEY], ["key, lion"])
    assert said[:3] == ["<a lion, a key; 1.0>", "What was there, Ana?", "All two right."]
    assert EVERY_S[Mode.PLAIN] == EVERY_S[Mode.ORDER] == EVERY_S[Mode.LATER] == 1.0


def test_the_score_is_said_in_order_right_misplaced_forgotten_intruded() -> None:
    shown = [Mention("lion"), Mention("key"), Mention("book"), Mention("crown")]
    assert told(shown, ["key, lion, book, mirror"], Mode.ORDER) == (
        "Two right. Misplaced: a key. Forgotten: a crown. Intruded: a mirror."
    )
    assert told(shown, [spoken("that's all")]) == (
        "None right. Forgotten: a lion, a key, a book and a crown."
    )


def test_a_slip_does_not_end_a_list() -> None:
    answer = spoken("a mirror a lion and a key that's all")
    assert told([LION, KEY, CROWN], [answer]) == (
        "Two right. Forgotten: a crown. Intruded: a mirror."
    )


def test_a_player_who_stops_to_think_is_waited_for() -> None:
    answers = [spoken("a lion", end=SILENCE.end), spoken("a key and a crown")]
    _, said = hosted([LION, KEY, CROWN], answers)
    assert said[2:4] == ["Take your time, Ana. If that's all, say so, Ana.", "All three right."]
    assert told([LION, KEY], [SILENCE, SILENCE]) == "None right. Forgotten: a lion and a key."


def test_a_faint_treasure_that_fits_is_believed() -> None:
    answer = spoken("a lion and a key", confidence=0.6)
    assert told([LION, KEY], [answer]) == "All two right."


def test_a_faint_intrusion_is_asked_for_again_and_may_be_put_right() -> None:
    answers = [spoken("a lion a ?mirror that's all"), spoken("a key")]
    _, said = hosted([LION, KEY], answers)
    assert said[2] == "One word was not clear. What did you name after a lion, Ana?"
    assert said[3] == "All two right."


def test_what_stays_unclear_is_left_out_and_moves_nothing() -> None:
    answers = [spoken("a lion a ?mirror that's all"), spoken("?donkey")]
    state, said = hosted([LION, KEY], answers)
    assert said[3] == (
        "One right. Left out of the score, for I could not hear you well enough: a key. "
        "That list does not count."
    )
    assert state.staircase == begin(state.settings, 1).staircase
    score = state.trials[0].score
    assert score is not None and (score.forgotten, score.intruded) == ((), ())


def test_two_hearings_that_agree_are_believed_even_if_they_are_no_praise() -> None:
    answers = [spoken("a lion a ?mirror that's all"), spoken("a ?mirror")]
    assert told([LION, KEY], answers) == "One right. Forgotten: a key. Intruded: a mirror."


def test_nothing_takes_a_doubtful_word_away() -> None:
    answers = [spoken("a lion a ?mirror that's all"), spoken("nothing")]
    assert told([LION, KEY], answers) == "One right. Forgotten: a key."


def test_strange_speech_is_asked_about_only_where_something_is_missing() -> None:
    strange = f"a lion and a {UNKNOWN} that's all"
    assert told([LION], [spoken(strange)]) == "All one right."
    _, said = hosted([LION, KEY], [spoken(strange), spoken("a key")])
    assert said[2].startswith("I may have missed something.")
    assert said[3] == "All two right."
    assert "Left out" in told([LION, KEY], [spoken(strange), spoken(UNKNOWN)])
    assert told([LION, KEY], [spoken(strange), "nothing"]) == "One right. Forgotten: a key."


def test_what_was_not_understood_at_first_is_not_out_of_order_for_that() -> None:
    strange = spoken(f"a lion and a {UNKNOWN} and a crown that's all")
    assert told([LION, KEY, CROWN], [strange, spoken("a key")], Mode.ORDER) == "All three right."
    shown = [LION, KEY, CROWN, Mention("book")]
    assert told(shown, [strange, spoken("a key")], Mode.ORDER) == "Three right. Forgotten: a book."


def loud(answer: Answer) -> Answer:
    """The same answer in a room full of talk."""
    return replace(answer, heard=replace(answer.heard, contrast_db=25.0))


ONE_IS_MISSING = loud(spoken("a lion and a key that's all"))


def test_what_is_missing_in_a_loud_room_is_asked_for_without_a_hint() -> None:
    _, said = hosted([LION, KEY, CROWN], [ONE_IS_MISSING, loud(spoken("a lion a crown a key"))])
    assert said[2] == (
        "I may have missed something. Say it again, or the whole list, or say nothing else, Ana."
    )
    assert said[3] == "All three right."


@pytest.mark.parametrize("again", [ONE_IS_MISSING, loud(SILENCE), loud(spoken(UNKNOWN))])
def test_what_stays_missing_in_a_loud_room_is_left_out_and_moves_nothing(again: Answer) -> None:
    items = [LION, KEY, CROWN, Mention("book")]
    state, said = hosted(items, [ONE_IS_MISSING, again])
    assert said[3] == (
        "Two right. Left out of the score, for I could not hear you well enough: "
        "a crown and a book. That list does not count."
    )
    assert state.staircase == begin(state.settings, 1).staircase


@pytest.mark.parametrize("again", [loud(spoken("nothing else")), "nothing", "lion, key"])
def test_what_the_player_leaves_out_in_a_loud_room_is_forgotten(again: str | Answer) -> None:
    assert told([LION, KEY, CROWN], [ONE_IS_MISSING, again]) == "Two right. Forgotten: a crown."


def test_a_wrong_number_in_a_loud_room_counts_only_if_it_is_said_twice() -> None:
    shown, three = [Mention("lion", 2), KEY], loud(spoken("three lions and a key"))
    _, said = hosted(shown, [three, loud(spoken("two lions"))], Mode.GROUPS)
    assert said[2:] == [
        "I missed the number. How many lions did you say, Ana?",
        "All two right.",
        said[-1],
    ]
    assert told(shown, [three, three], Mode.GROUPS) == "One right. Misplaced: two lions."


def test_silence_at_a_place_in_a_loud_room_is_doubt() -> None:
    quiet, key = loud(SILENCE), loud(spoken("a key"))
    assert "Left out" in told([KEY, LION, CROWN], [key, quiet, quiet, "crown"], Mode.WALK)


def test_saying_nothing_in_a_quiet_room_is_no_noise() -> None:
    assert told([LION, KEY], [loud(SILENCE), loud(SILENCE)]) == (
        "None right. Forgotten: a lion and a key."
    )


def test_who_remembers_nothing_says_so() -> None:
    for answer in ("nothing", spoken("nothing")):
        assert told([LION, KEY], [answer]) == "None right. Forgotten: a lion and a key."


def test_a_number_that_stays_unclear_is_left_out() -> None:
    answers = [spoken("a key and lions"), spoken("lions")]
    assert told([Mention("lion", 2), KEY], answers, Mode.GROUPS).startswith(
        "One right. Left out of the score, for I could not hear you well enough: two lions."
    )


@pytest.mark.parametrize("piece", ["leader", "captain", "that list"])
def test_words_that_belong_in_no_list_are_a_sign_of_a_lost_treasure(piece: str) -> None:
    answers = [spoken(f"a lion and a {piece} that's all"), spoken(UNKNOWN)]
    assert "Left out" in told([LION, KEY], answers)


def test_groups_are_right_only_with_their_number_and_a_lost_number_is_asked_for() -> None:
    shown = [Mention("lion", 2), KEY]
    assert told(shown, ["two lions, a key"], Mode.GROUPS) == "All two right."
    assert told(shown, ["three lions, a key"], Mode.GROUPS) == "One right. Misplaced: two lions."
    _, said = hosted(shown, [spoken("a key and lions"), spoken("two")], Mode.GROUPS)
    assert said[2:4] == [
        "I missed the number. How many lions did you say, Ana?",
        "All two right.",
    ]


def test_adjectives_must_be_the_ones_of_the_list() -> None:
    shown = [Mention("lion", 1, "scary"), Mention("key", 1, "tiny")]
    assert told(shown, ["a scary lion, a tiny key"], Mode.ADJECTIVES) == "All two right."
    assert told(shown, ["a hungry lion and a tiny key"], Mode.ADJECTIVES) == (
        "One right. Misplaced: a scary lion."
    )


def test_an_adjective_that_was_not_heard_is_asked_for_again() -> None:
    shown = [Mention("lion", 1, "scary"), KEY]
    answers = [spoken("a lion and a key"), spoken("a scary lion")]
    _, said = hosted(shown, answers, Mode.ADJECTIVES)
    assert said[2] == "One word was not clear. What did you name first, Ana?"
    assert said[3] == "All two right."


def test_a_later_recall_comes_after_sums_that_are_no_part_of_the_score() -> None:
    _, said = hosted([LION], ["7", spoken("nine"), "lion"], Mode.LATER, ((3, 4), (5, 5)))
    assert said[1:6] == [
        "Before you tell me: how much is three and four, Ana?",
        "Yes, seven.",
        "Before you tell me: how much is five and five, Ana?",
        "It is ten.",
        "And now: what was in the list, Ana?",
    ]
    assert said[6] == "All one right."


def test_a_walk_goes_from_place_to_place() -> None:
    answers: list[str | Answer] = [spoken("a key"), "crown", spoken("nothing")]
    _, said = hosted([LION, KEY, CROWN], answers, Mode.WALK)
    assert said[0] == "<The hall: a lion, The kitchen: a key, The stairs: a crown; 2.5>"
    assert said[1:4] == [
        "We walk. At the hall: what is there, Ana?",
        "At the kitchen: what is there, Ana?",
        "At the stairs: what is there, Ana?",
    ]
    assert said[4] == "None right. Misplaced: a key and a crown. Forgotten: a lion."


def test_a_place_that_tells_where_it_is_is_called_so() -> None:
    lines = Lines("practice")
    assert place_in("where", "under the bed", lines) == "Under the bed"
    assert place_in("the_place", "in mum's car", lines) == "In mum's car"
    assert place_in("where", "inn", lines) == "At the inn"


def test_doubt_at_a_place_is_asked_about_and_left_out() -> None:
    answers = [spoken("a ?mirror"), spoken(UNKNOWN), spoken("a key")]
    _, said = hosted([LION, KEY], answers, Mode.WALK)
    assert said[2].endswith(". We walk. At the hall: what is there, Ana?")
    assert said[4].startswith("One right. Left out of the score")


def test_sound_without_a_word_at_a_place_is_doubt_and_silence_is_not() -> None:
    murmur = Answer(None, Heard((), 0.8), End.SILENCE)
    assert "Left out" in told([LION, KEY], [murmur, murmur, spoken("a key")], Mode.WALK)
    assert told([LION, KEY], [SILENCE, SILENCE, spoken("a key")], Mode.WALK) == (
        "One right. Forgotten: a lion."
    )


@pytest.mark.parametrize("answer", ["skip", "s", spoken("skip this list")])
def test_skipping_is_free(answer: str | Answer) -> None:
    state, said = hosted([LION, KEY], [answer])
    assert said[2] == "That list does not count."
    assert state.trials[0].score is None
    assert state.staircase == begin(state.settings, 1).staircase


def test_a_list_that_a_key_cut_short_is_not_counted() -> None:
    def cut_short(items: Sequence[str], every_s: float) -> None:
        raise CutShort

    table, voice, _ = table_with([])
    table.lines, state = Lines("practice"), begin(Settings(lists=1), 1)
    host = PracticeHost(table, state, "Ana", CavernWords(DECK), practice_commands(), cut_short)
    assert host.play().trials[0].score is None
    assert voice.said[-2] == "You cut the list short, so it does not count."


def test_help_score_and_turn_work_in_the_middle_of_a_list() -> None:
    _, said = hosted([LION], ["help", "score", "whose turn is it", "lion"])
    assert "Name what you remember of the list. Say that's all at the end." in said
    assert "Say skip to leave this list out, which costs nothing." in said
    assert "So far zero of no lists came back whole." in said
    assert "You, Ana, and nobody else. This is list 1 of 1." in said


# Before practice.


def asking(answers: Sequence[str | Answer]) -> tuple[Table, FakeVoice, ScriptedEars]:
    table, voice, ears = table_with(answers)
    table.lines = Lines("practice")
    return table, voice, ears


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("Caro", "Caro"),
        (spoken("ben"), "Ben"),
        ("new", "Player one"),
        (spoken("somebody new"), "Player one"),
    ],
)
def test_who_practises_can_be_typed_or_said(answer: str | Answer, name: str) -> None:
    assert ask_who(asking([answer])[0], ("Ana", "Ben"), practice_commands()) == name


def test_names_that_are_none_are_asked_for_again() -> None:
    table, voice, _ = asking(["Ali Baba", "Ana, Ben", "Ana"])
    assert ask_who(table, (), practice_commands()) == "Ana"
    assert "Ali Baba is a name of the game's own: choose another one." in voice.said


@pytest.mark.parametrize("mode", Mode)
def test_every_mode_can_be_chosen_by_voice_and_by_key(mode: Mode) -> None:
    commands = practice_commands()
    for answer in (spoken(commands[mode.value].say[0]), commands[mode.value].typed[0]):
        assert ask_mode(asking([answer])[0], "Ana", commands) is mode


def test_places_are_said_and_agreed_to_or_typed() -> None:
    said = spoken("the gate the front door and the piano")
    assert ask_places(asking([said, "yes"])[0], "Ana") == ("gate", "front door", "piano")
    again: list[str | Answer] = [said, "no", "the sink, My desk, wooden bed"]
    assert ask_places(asking(again)[0], "Ana") == ("sink", "desk", "wooden bed")
    table, voice, _ = asking(["hall, hall, stairs", "hall, kitchen, stairs"])
    assert ask_places(table, "Ana") == PLACES
    assert voice.said[1].startswith("A walk needs three to twelve different places")


# Days, and the journal.


class Days:
    """A clock that stands at noon of a day."""

    def __init__(self) -> None:
        self.day = 0

    def __call__(self) -> datetime:
        return datetime(2026, 3, 2, 12, tzinfo=UTC) + timedelta(days=self.day)


class Knows:
    """A player who types each list as it was shown, but for what is forgotten."""

    def __init__(self, forgets: str = "") -> None:
        self.forgets = forgets
        self.shown: list[str] = []
        self.lists = 0

    def present(self, items: Sequence[str], _every_s: float) -> None:
        self.shown = [item.rpartition(": ")[2] for item in items]
        self.lists += 1

    def listen(self, question: object, quiet_from: float) -> Answer:
        kept = [item for item in self.shown if not item.endswith(self.forgets or "?")]
        return Answer.of_line(", ".join(kept) or "that's all")


def session(
    folder: Folder,
    clock: Days,
    player: Knows,
    *,
    mode: Mode = Mode.PLAIN,
    lists: int = 8,
    seed: int = 1,
) -> tuple[State, list[str]]:
    voice = FakeVoice()
    table = Table(voice, player, voice.said.append, lines=Lines("practice"))
    present = player.present
    state = practise(
        table, folder, "Ana", mode, DECK, None, present=present, lists=lists, seed=seed, clock=clock
    )
    return state, voice.said


@pytest.fixture
def clock() -> Days:
    return Days()


@pytest.fixture
def folder(tmp_path: Path, clock: Days) -> Folder:
    return Folder(tmp_path, clock)


def test_a_treasure_forgotten_twice_comes_back_after_1_3_7_and_16_days(
    folder: Folder, clock: Days
) -> None:
    session(folder, clock, Knows("lion"), lists=20)
    assert past_of(folder, "ana").settings(Mode.PLAIN, day_number(clock())).due == ()
    for gap in (1, 3, 7, 16):
        clock.day += gap - 1
        assert past_of(folder, "Ana").settings(Mode.PLAIN, day_number(clock())).due == ()
        clock.day += 1
        state, said = session(folder, clock, Knows(), lists=1, seed=clock.day)
        assert state.settings.due == ("lion",)
        assert said[1] == "Coming back today, forgotten before: one treasure."
        assert "lion" in {item.kind for item in state.trials[0].shown}
    clock.day += 400
    assert past_of(folder, "Ana").settings(Mode.PLAIN, day_number(clock())).due == ()


def test_the_next_session_begins_below_the_last_span(folder: Folder, clock: Days) -> None:
    first, _ = session(folder, clock, Knows(), lists=4)
    assert [len(trial.shown) for trial in first.trials] == [3, 4, 5, 6]
    clock.day += 1
    second, _ = session(folder, clock, Knows(), lists=1)
    assert len(second.trials[0].shown) == 5
    other, _ = session(folder, clock, Knows(), mode=Mode.GROUPS, lists=1)
    assert len(other.trials[0].shown) == 3


def test_a_session_that_was_broken_off_goes_on_the_same_day_and_only_then(
    folder: Folder, clock: Days
) -> None:
    class Leaves(Knows):
        def listen(self, question: object, quiet_from: float) -> Answer:
            if self.lists == 3:
                raise Stopped
            return super().listen(question, quiet_from)

    with pytest.raises(Stopped):
        session(folder, clock, Leaves(), lists=4)
    state, said = session(folder, clock, Knows())
    assert folder.numbers() == [1]
    assert said[:2] == [
        "Welcome back, Ana, with one list to go.",
        "The list that was interrupted does not count.",
    ]
    assert [trial.score is None for trial in state.trials] == [False, False, True, False]
    with pytest.raises(Stopped):
        session(folder, clock, Leaves(), lists=4)
    clock.day += 1
    session(folder, clock, Knows(), lists=1)
    assert folder.numbers() == [1, 2, 3]
    assert folder.open_games() == []
    assert [len(each.trials) for each in past_of(folder, "Ana").sessions] == [4, 2, 1]


def test_places_are_named_once(folder: Folder, clock: Days) -> None:
    class Walks(Knows):
        asked = 0

        def listen(self, question: object, quiet_from: float) -> Answer:
            if not self.lists:
                return Answer.of_line("hall, kitchen, stairs")
            self.asked += 1
            return Answer.of_line(self.shown[(self.asked - 1) % len(self.shown)])

    session(folder, clock, Walks(), mode=Mode.WALK, lists=1)
    clock.day += 1
    again = Walks()
    again.lists = 1  # so it would not name them again
    state, _ = session(folder, clock, again, mode=Mode.WALK, lists=1)
    assert state.settings.places == PLACES
    assert state.trials[0].score is not None and state.trials[0].score.passed


def test_people_are_known_by_name_the_latest_first(folder: Folder, clock: Days) -> None:
    session(folder, clock, Knows(), lists=1)
    assert people(folder) == ("Ana",)
    assert past_of(folder, "Ben").sessions == ()


# The real recogniser on real clips.


def heard_by(
    model: Model, items: Sequence[Mention], clips: Sequence[Path]
) -> tuple[list[str], State]:
    voice = FakeVoice()
    ears = RecordedEars(
        model,
        [Clip(path, "Ana", "") for path in clips],
        lambda _recording: None,
        lambda _line: None,
    )
    table = Table(voice, ears, voice.said.append, knows=model.knows, lines=Lines("practice"))
    words = CavernWords(DECK, knows=model.knows, vocabulary=model.vocabulary())
    host = ShowsThese(
        table,
        begin(Settings(lists=1), 1),
        "Ana",
        words,
        practice_commands(),
        lambda items, every_s: None,
    )
    host.items = tuple(items)
    return voice.said, host.play()


def test_a_mumbled_treasure_is_asked_for_again_and_never_scored_as_a_slip(model: Model) -> None:
    clips = [clip.path for clip in read_game(data_path("fixtures", "audio", DEMO)).clips]
    mumbled, repeated = clips[1], clips[2]
    items = [Mention(kind) for kind in ("umbrella", "elephant", "pumpkin", "tambourine")]
    said, _ = heard_by(model, items, [mumbled, repeated])
    assert said[3].startswith("I may have missed something.")
    assert said[4] == "All four right."
    not_for_us = data_path("fixtures", "audio", "evaluate", "not_for_us.flac")
    said, _ = heard_by(model, items, [mumbled, not_for_us])
    assert said[4].startswith("Three right. Left out of the score")
    assert "a tambourine" in said[4] and "Forgotten" not in said[4]


def talk() -> Recording:
    """Ten seconds of many voices at once, without a gap."""
    folder = data_path("fixtures", "audio", "evaluate")
    clips = [read_recording(path) for path in sorted(folder.glob("*.flac"))]
    (rate,) = {clip.rate for clip in clips}
    voices = np.zeros(10 * rate)
    for at, clip in enumerate(2 * clips):
        spread = np.resize(clip.samples, len(voices)).astype(float)
        voices += np.roll(spread, at * 7919) / np.abs(spread).max()
    return Recording((voices * 1000).astype(np.int16), rate)


@pytest.mark.parametrize("snr_db", [15.0, 5.0])
def test_what_talk_in_the_room_swallows_is_never_scored_as_a_slip(
    snr_db: float, model: Model, tmp_path: Path
) -> None:
    """A player who says all of the list, and says it again whenever the host did not hear it."""
    noise, demo = Noise(talk(), snr_db), read_game(data_path("fixtures", "audio", DEMO)).clips
    asked = 0
    for number in (0, 3, 4):
        recording = read_recording(demo[number].path)
        quiet = hush(4 * recording.rate, np.random.default_rng(number))
        samples = np.concatenate([recording.samples, quiet])
        clips = []
        for again in range(6):
            clips.append(tmp_path / f"{number}_{again}.wav")
            mixed = noise.mixed(samples, recording.rate, 10 * number + again)
            soundfile.write(clips[-1], mixed, recording.rate)
        items = [Mention(kind) for kind in re.findall(r"an? (\w+)", demo[number].said.lower())]
        said, state = heard_by(model, items, clips)
        asked += any("I may have missed something" in line for line in said)
        score = state.trials[0].score
        assert score is not None
        assert (score.misplaced, score.forgotten, score.intruded) == ((), (), ()), said
        assert score.passed is not False
    assert asked or snr_db > 5.0  # else nothing was swallowed


def test_the_words_of_practice_are_known_to_the_speech_model(model: Model) -> None:
    phrases = [*places_offered()]
    for command in practice_commands().values():
        phrases += command.say
    assert not [p for p in phrases if not all(model.knows(word) for word in p.split())]
