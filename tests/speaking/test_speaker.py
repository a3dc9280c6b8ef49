"""What the table gets: every line printed once, heard where possible, and never a crash."""

from __future__ import annotations

import io
import math
import os
import signal
import sys
import threading
from collections.abc import Callable

import pytest

from assistant.speaking import (
    Delivery,
    Earcon,
    EngineVoice,
    Player,
    Problem,
    Sound,
    Speaker,
    SpeakingError,
    Trouble,
    open_speaker,
)
from assistant.speaking.speaker import WORDS_PER_MINUTE
from tests.speaking.fakes import (
    ENGINE_CHILD,
    SHORT_ONLY_WITH_SHORT_LINES,
    FakePortAudio,
    FakeVoice,
    VirtualClock,
)


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def voice() -> FakeVoice:
    return FakeVoice()


@pytest.fixture
def speaker(out: io.StringIO, voice: FakeVoice, player: Player, clock: VirtualClock) -> Speaker:
    return Speaker(out, voice, player, clock=clock)


def lines(out: io.StringIO) -> list[str]:
    return out.getvalue().splitlines()


class FailingVoice:
    def __init__(self, kind: Trouble) -> None:
        self.kind = kind

    def render(self, text: str, words_per_minute: int) -> Sound:
        raise SpeakingError(self.kind)

    def close(self) -> None:
        pass


def test_a_line_is_printed_before_it_sounds_and_said_to_its_end(
    speaker: Speaker, out: io.StringIO, loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    printed_at_first_block: list[str] = []

    def look(number: int) -> None:
        if number == 1:
            printed_at_first_block.append(out.getvalue())

    loudspeaker.on_block = look
    assert speaker.say("Blue lamp.") is Delivery.HEARD
    assert printed_at_first_block == ["Blue lamp.\n"]
    assert out.getvalue() == "Blue lamp.\n"
    heard_until = loudspeaker.streams[0].last_audible_at
    assert heard_until - 1e-6 <= speaker.sound_ended_at <= heard_until + 0.02
    assert clock.now >= speaker.sound_ended_at - 1e-6


def test_the_microphone_may_not_open_while_something_sounds(
    speaker: Speaker, loudspeaker: FakePortAudio
) -> None:
    seen: set[float] = set()
    loudspeaker.on_block = lambda number: seen.add(speaker.sound_ended_at)
    assert speaker.sound_ended_at == -math.inf
    speaker.say("Blue lamp.")
    assert seen == {math.inf}
    assert math.isfinite(speaker.sound_ended_at)


def test_lines_said_in_a_row_have_a_breath_between_them(
    speaker: Speaker, loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    speaker.say("One.")
    speaker.say("Two.")
    clock.now += 10
    speaker.say("Three.")
    leads = [int((stream.samples != 0).argmax()) / 22050 for stream in loudspeaker.streams]
    assert leads[0] == 0 and leads[2] == 0
    assert 0.05 < leads[1] <= 0.2


def test_an_interruption_from_another_thread_stops_this_line_and_no_other(
    speaker: Speaker, voice: FakeVoice, loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    voice.seconds = 5.0
    pressed_at: list[float] = []

    def press_a_key(number: int) -> None:
        if number == 40 and not pressed_at:
            pressed_at.append(clock.now)
            key = threading.Thread(target=speaker.interrupt)
            key.start()
            key.join()

    loudspeaker.on_block = press_a_key
    assert speaker.say("A long line.") is Delivery.INTERRUPTED
    assert loudspeaker.streams[0].last_audible_at - pressed_at[0] <= 0.1
    assert speaker.sound_ended_at - pressed_at[0] <= 0.1
    assert speaker.say("The next.") is Delivery.HEARD


def test_an_interruption_while_the_line_is_still_rendered_keeps_it_silent(
    out: io.StringIO, player: Player, loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    class SlowVoice(FakeVoice):
        def render(self, text: str, words_per_minute: int) -> Sound:
            host.interrupt()
            return super().render(text, words_per_minute)

    host = Speaker(out, SlowVoice(), player, clock=clock)
    assert host.say("Too late.") is Delivery.INTERRUPTED
    assert loudspeaker.streams == []
    assert lines(out) == ["Too late."]


def test_threads_speak_one_after_the_other(
    speaker: Speaker, out: io.StringIO, voice: FakeVoice, loudspeaker: FakePortAudio
) -> None:
    said = [f"Thread {thread}, line {line}." for thread in "AB" for line in range(10)]

    def say_ten(start: int) -> None:
        for text in said[start : start + 10]:
            speaker.say(text)

    threads = [threading.Thread(target=say_ten, args=(start,)) for start in (0, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    # The fake loudspeaker fails when a second sound starts before the first is closed.
    assert len(loudspeaker.streams) == 20
    assert sorted(lines(out)) == sorted(said)
    assert [text for text, _ in voice.asked] == lines(out)


def test_repeat_says_the_last_lines_again_and_is_not_remembered_itself(
    speaker: Speaker, out: io.StringIO, voice: FakeVoice
) -> None:
    assert speaker.repeat() is Delivery.PRINTED
    for text in ("One.", "Two.", "Three."):
        speaker.say(text)
    assert speaker.repeat() is Delivery.HEARD
    assert speaker.repeat(2) is Delivery.HEARD
    assert lines(out)[3:] == ["Three.", "Two.", "Three."]
    assert [text for text, _ in voice.asked] == lines(out)


def test_an_interrupted_repetition_prints_the_rest_in_silence(
    speaker: Speaker, out: io.StringIO, loudspeaker: FakePortAudio
) -> None:
    for text in ("One.", "Two.", "Three."):
        speaker.say(text)
    loudspeaker.on_block = lambda number: speaker.interrupt() if number == 5 else None
    assert speaker.repeat(3) is Delivery.INTERRUPTED
    assert lines(out)[3:] == ["One.", "Two.", "Three."]
    assert len(loudspeaker.streams) == 4


def test_repeating_slower_is_slower(speaker: Speaker, voice: FakeVoice) -> None:
    speaker.say("Blue lamp.")
    assert speaker.slower()
    speaker.repeat()
    assert [rate for _, rate in voice.asked] == [WORDS_PER_MINUTE[2], WORDS_PER_MINUTE[1]]


def test_five_steps_of_rate_and_volume_end_at_both_ends(
    speaker: Speaker, loudspeaker: FakePortAudio
) -> None:
    pairs: list[tuple[str, Callable[[], bool], Callable[[], bool]]] = [
        ("rate", speaker.faster, speaker.slower),
        ("volume", speaker.louder, speaker.softer),
    ]
    for name, up, down in pairs:
        setattr(speaker, name, 1)
        assert [up() for _ in range(5)] == [True] * 4 + [False]
        assert getattr(speaker, name) == 5
        assert [down() for _ in range(5)] == [True] * 4 + [False]
        for wrong in (0, 6):
            with pytest.raises(ValueError, match=name):
                setattr(speaker, name, wrong)
    speaker.say("Soft.")
    speaker.louder()
    speaker.say("Louder.")
    soft, loud = (int(abs(stream.samples).max()) for stream in loudspeaker.streams)
    assert loud > 1.3 * soft


def test_without_voice_and_player_it_only_prints(out: io.StringIO) -> None:
    with open_speaker(out, tts=False) as speaker:
        assert speaker.say("Blue lamp.") is Delivery.PRINTED
        assert speaker.earcon(Earcon.ALARM) is Delivery.PRINTED
        assert speaker.repeat() is Delivery.PRINTED
        speaker.interrupt()
        assert speaker.sound_ended_at == -math.inf
    assert lines(out) == ["Blue lamp.", "Alarm!", "Blue lamp."]


@pytest.mark.parametrize("earcon", list(Earcon))
def test_an_earcon_sounds_and_is_printed(
    speaker: Speaker, out: io.StringIO, loudspeaker: FakePortAudio, earcon: Earcon
) -> None:
    assert speaker.earcon(earcon.value) is Delivery.HEARD
    assert len(lines(out)) == 1 and lines(out)[0]
    assert 0.03 < len(loudspeaker.streams[0].samples) / 22050 < 1.2


def test_an_unknown_earcon_is_refused_before_anything_is_printed(
    speaker: Speaker, out: io.StringIO
) -> None:
    with pytest.raises(ValueError, match="fanfare"):
        speaker.earcon("fanfare")
    assert out.getvalue() == ""


def test_earcons_sound_where_only_the_speech_engine_is_missing(
    out: io.StringIO, player: Player, clock: VirtualClock
) -> None:
    speaker = Speaker(out, FailingVoice(Trouble.ESPEAK_MISSING), player, clock=clock)
    assert speaker.say("Blue lamp.") is Delivery.PRINTED
    assert speaker.earcon("wrong") is Delivery.HEARD


@pytest.mark.parametrize("kind", list(Trouble))
def test_each_trouble_is_told_once_and_the_lines_go_on_in_print(
    out: io.StringIO, player: Player, kind: Trouble
) -> None:
    speaker = Speaker(out, FailingVoice(kind), player)
    assert [speaker.say(text) for text in ("One.", "Two.")] == [Delivery.PRINTED] * 2
    printed = lines(out)
    assert printed[0] == "One." and printed[2:] == ["Two."]
    assert printed[1] == SpeakingError(kind).problem.sentence
    assert printed[1].endswith(".") and "\n" not in printed[1]


@pytest.mark.parametrize("is_there", [False, True])
def test_a_missing_or_busy_loudspeaker_is_told_once(
    speaker: Speaker, out: io.StringIO, loudspeaker: FakePortAudio, is_there: bool
) -> None:
    loudspeaker.is_there, loudspeaker.is_busy = is_there, True
    for text in ("One.", "Two."):
        assert speaker.say(text) is Delivery.PRINTED
    assert len(lines(out)) == 3
    assert speaker.sound_ended_at == -math.inf, "the microphone need not wait for silence"
    loudspeaker.is_there, loudspeaker.is_busy = True, False
    assert speaker.say("Three.") is Delivery.HEARD


def test_a_loudspeaker_lost_in_mid_line_leaves_the_line_printed_once(
    speaker: Speaker, out: io.StringIO, loudspeaker: FakePortAudio
) -> None:
    def pull_out(number: int) -> None:
        loudspeaker.is_there = number < 10

    loudspeaker.on_block = pull_out
    assert speaker.say("Blue lamp.") is Delivery.PRINTED
    assert lines(out).count("Blue lamp.") == 1
    assert math.isfinite(speaker.sound_ended_at)


def test_problems_go_to_the_callback_instead_of_the_print(out: io.StringIO, player: Player) -> None:
    problems: list[Problem] = []
    speaker = Speaker(out, FailingVoice(Trouble.PYTTSX3_MISSING), player, problems=problems.append)
    speaker.say("One.")
    speaker.say("Two.")
    assert lines(out) == ["One.", "Two."]
    assert [problem.kind for problem in problems] == [Trouble.PYTTSX3_MISSING]


def test_a_hanging_engine_costs_a_line_its_sound_and_nothing_else(
    out: io.StringIO, player: Player, clock: VirtualClock
) -> None:
    voice = EngineVoice(ENGINE_CHILD, SHORT_ONLY_WITH_SHORT_LINES)
    with Speaker(out, voice, player, clock=clock) as speaker:
        said = ["One" + "." * 400, "hang", "Three" + "." * 400]
        deliveries = [speaker.say(text) for text in said]
    assert deliveries == [Delivery.HEARD, Delivery.PRINTED, Delivery.HEARD]
    assert [line for line in lines(out) if "engine" not in line] == said
    assert len(lines(out)) == 4


@pytest.mark.skipif(sys.platform == "win32", reason="needs Unix signals")
def test_with_the_real_engine_killed_every_third_line_all_are_heard_and_printed_once(
    out: io.StringIO, real_voice: EngineVoice, player: Player, clock: VirtualClock
) -> None:
    speaker = Speaker(out, real_voice, player, clock=clock)
    said = [f"Line number {number}." for number in range(9)]
    for number, text in enumerate(said):
        if number % 3 == 2:
            assert real_voice.pid is not None
            os.kill(real_voice.pid, signal.SIGKILL)
        assert speaker.say(text) is Delivery.HEARD
    assert lines(out) == said


def test_on_this_machine_as_it_is_a_line_is_printed_once() -> None:
    out, problems = io.StringIO(), list[Problem]()
    with open_speaker(out, problems=problems.append, volume=1) as speaker:
        delivery = speaker.say("Ready.")
        assert (delivery is Delivery.HEARD) == (not problems)
    assert lines(out) == ["Ready."]


def test_after_closing_lines_are_still_printed(speaker: Speaker, out: io.StringIO) -> None:
    speaker.close()
    speaker.close()
    assert speaker.say("Goodbye.") is Delivery.PRINTED
    assert lines(out) == ["Goodbye."]


@pytest.mark.skipif(sys.platform == "win32", reason="needs Unix signals")
def test_ctrl_c_in_mid_line_stops_the_sound(speaker: Speaker, loudspeaker: FakePortAudio) -> None:
    has_been_caught = threading.Event()

    def press(number: int) -> None:
        if number == 10:
            os.kill(os.getpid(), signal.SIGINT)
            has_been_caught.wait(30)

    loudspeaker.on_block = press
    with pytest.raises(KeyboardInterrupt):
        speaker.say("A line as long as can be.")
    has_been_caught.set()
    for thread in threading.enumerate():
        if thread.name == "playback":
            thread.join(30)
    assert len(loudspeaker.streams[0].blocks) == 10
    assert loudspeaker.streams[0].is_closed
    loudspeaker.on_block = lambda number: None
    assert speaker.say("Goodbye.") is Delivery.HEARD
