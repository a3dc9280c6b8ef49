"""Rendering: the real engine, and engines that hang, die, lie or are not there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.speaking import EngineVoice, SpeakingError, Trouble
from assistant.speaking import render_child as render_child_module
from assistant.speaking.render_process import RENDER_COMMAND, Patience
from tests.speaking.fakes import ENGINE_CHILD, SHORT_ONLY_WITH_SHORT_LINES

REPOSITORY = Path(__file__).parents[2]
RENDER_CHILD = str(Path(render_child_module.__file__))

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs Unix signals")


@pytest.fixture
def voice() -> Iterator[EngineVoice]:
    voice = EngineVoice(ENGINE_CHILD)
    yield voice
    voice.close()


def trouble_with(voice: EngineVoice, text: str) -> Trouble:
    with pytest.raises(SpeakingError) as caught:
        voice.render(text, 170)
    return caught.value.kind


def unhurried(text: str) -> str:
    """The text with so much space after it that even the short patience waits long."""
    return text.ljust(400)


def test_a_new_rate_holds_for_the_very_next_line_of_every_fresh_engine(
    real_voice: EngineVoice,
) -> None:
    """pyttsx3 2.99 with eSpeak by itself: in about every other engine it comes some lines late, and
    in some the first line is lost.
    """
    line = "You find a golden crown. Ben, what is in the bag?"
    rates = (110, 260, 140, 210)
    expected = [real_voice.render(line, rate).seconds for rate in rates]
    assert expected[0] > expected[2] > expected[3] > expected[1]
    assert expected[0] > 1.8 * expected[1]
    for _ in range(20):
        voice = EngineVoice()
        try:
            seconds = [voice.render(line, rate).seconds for rate in rates]
        finally:
            voice.close()
        assert seconds == pytest.approx(expected, abs=0.1)


def test_the_real_engine_renders_one_line_after_the_other(real_voice: EngineVoice) -> None:
    pid = real_voice.pid
    sounds = [real_voice.render(f"Thief number {number}.", 170) for number in range(12)]
    assert all(sound.seconds > 0.5 and not sound.is_silent for sound in sounds)
    assert real_voice.pid == pid


def test_the_real_engine_leaves_no_silence_after_the_last_word(real_voice: EngineVoice) -> None:
    sound = real_voice.render("Blue lamp.", 110)
    assert sound.seconds == pytest.approx(sound.without_trailing_silence(keep=0.05).seconds)
    assert sound.without_trailing_silence(keep=0.0).seconds >= sound.seconds - 0.051


def test_accents_quotes_and_odd_signs_reach_the_real_engine(real_voice: EngineVoice) -> None:
    assert real_voice.render('Zoë says: "{Señor}" \\ \U0001f9de 20%', 170).seconds > 0.5


@unix_only
def test_a_stopped_real_engine_is_killed_within_its_limit_and_the_next_line_is_spoken() -> None:
    voice = EngineVoice(patience=SHORT_ONLY_WITH_SHORT_LINES)
    try:
        try:
            voice.render(unhurried("Ready."), 170)
        except SpeakingError as error:
            pytest.skip(f"no real engine: {error.problem.detail}")
        pid = voice.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        assert trouble_with(voice, "Hm.") is Trouble.ENGINE_HUNG
        assert voice.pid is None and has_ended(pid)
        assert voice.render(unhurried("Here I am again."), 170).seconds > 0.5
    finally:
        voice.close()


def test_a_hanging_engine_is_killed_and_started_again_for_the_next_line() -> None:
    voice = EngineVoice(ENGINE_CHILD, SHORT_ONLY_WITH_SHORT_LINES)
    try:
        voice.render(unhurried("one"), 170)
        first = voice.pid
        assert trouble_with(voice, "hang") is Trouble.ENGINE_HUNG
        assert first is not None and has_ended(first)
        assert voice.render(unhurried("two"), 170).seconds == pytest.approx(1.0, abs=0.01)
    finally:
        voice.close()


def test_an_engine_that_hangs_on_two_lines_in_a_row_is_left_alone() -> None:
    voice = EngineVoice(ENGINE_CHILD, SHORT_ONLY_WITH_SHORT_LINES)
    try:
        known = voice.render(unhurried("known"), 170)
        assert trouble_with(voice, "hang") is Trouble.ENGINE_HUNG
        assert trouble_with(voice, "hang!") is Trouble.VOICE_GIVEN_UP
        assert trouble_with(voice, "fine") is Trouble.VOICE_GIVEN_UP
        assert voice.pid is None
        assert voice.render(unhurried("known"), 170) is known
    finally:
        voice.close()


@pytest.mark.parametrize("fault", ["die", "empty"])
def test_an_engine_that_fails_over_a_line_renders_it_after_a_new_start(
    fault: str, tmp_path: Path
) -> None:
    voice = EngineVoice([*ENGINE_CHILD, str(tmp_path / "died")])
    try:
        assert voice.render(f"{fault} once", 170).seconds == pytest.approx(1.0, abs=0.01)
        assert (tmp_path / "died").exists()
    finally:
        voice.close()


def test_an_engine_that_dies_over_the_same_line_twice_loses_only_that_line(
    voice: EngineVoice,
) -> None:
    assert trouble_with(voice, "die") is Trouble.ENGINE_DIED
    assert voice.render("alive", 170).seconds == pytest.approx(1.0, abs=0.01)


@unix_only
def test_killing_the_real_engine_before_every_third_line_loses_none(
    real_voice: EngineVoice,
) -> None:
    for number in range(9):
        if number % 3 == 0:
            assert real_voice.pid is not None
            os.kill(real_voice.pid, signal.SIGKILL)
        assert real_voice.render(f"Line number {number}.", 170).seconds > 0.5


@pytest.mark.parametrize("lie", ["empty", "short", "no-file", "refuse"])
def test_success_without_speech_is_not_believed(voice: EngineVoice, lie: str) -> None:
    assert trouble_with(voice, f"{lie} sound for quite a long line") is Trouble.NOTHING_SPOKEN
    assert voice.render("and on we go", 170).seconds == pytest.approx(1.0, abs=0.01)


def test_a_line_rendered_before_is_not_rendered_again(voice: EngineVoice) -> None:
    once = voice.render("again", 170)
    assert voice.render("again", 170) is once
    assert voice.render("again", 210) is not once


def test_the_cache_is_bounded(voice: EngineVoice) -> None:
    first = voice.render("line 0", 170)
    for number in range(1, 200):  # one second each, and three minutes are kept
        voice.render(f"line {number}", 170)
    assert voice.render("line 199", 170) is voice.render("line 199", 170)
    assert voice.render("line 0", 170) is not first


def test_two_threads_rendering_get_each_their_own_sound(real_voice: EngineVoice) -> None:
    alone = {text: real_voice.render(text, 150).seconds for text in ("Yes.", "A hundred lamps.")}
    seconds: dict[str, set[float]] = {text: set() for text in alone}

    def render_many(text: str) -> None:
        for _ in range(5):
            seconds[text].add(real_voice.render(text, 150).seconds)

    threads = [threading.Thread(target=render_many, args=(text,)) for text in alone]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert seconds == {text: {length} for text, length in alone.items()}


@pytest.mark.parametrize(
    ("sabotage", "kind"),
    [
        ("import sys; sys.modules['pyttsx3'] = None", Trouble.PYTTSX3_MISSING),
        (
            "import ctypes\n"
            "def missing(path): raise OSError('libespeak.so.1: cannot open shared object file')\n"
            "ctypes.cdll.LoadLibrary = missing",
            Trouble.ESPEAK_MISSING,
        ),
    ],
)
def test_a_missing_package_is_named_with_what_to_install(sabotage: str, kind: Trouble) -> None:
    if kind is Trouble.ESPEAK_MISSING:
        pytest.importorskip("pyttsx3")
        if sys.platform in {"darwin", "win32"}:
            pytest.skip("the platform's own engine needs no eSpeak")
    child = f"{sabotage}\nimport runpy\nrunpy.run_path({RENDER_CHILD!r}, run_name='__main__')"
    voice = EngineVoice([sys.executable, "-c", child])
    try:
        for _ in range(2):
            with pytest.raises(SpeakingError, match=r"install") as caught:
                voice.render("Hello.", 170)
            assert caught.value.kind is kind
            assert caught.value.problem.detail
        assert voice.pid is None
    finally:
        voice.close()


def test_a_program_that_cannot_be_started_is_trouble_and_no_crash(tmp_path: Path) -> None:
    voice = EngineVoice([str(tmp_path / "no such program")])
    assert trouble_with(voice, "Hello.") is Trouble.ENGINE_DIED
    assert trouble_with(voice, "Hello.") is Trouble.VOICE_GIVEN_UP
    voice.close()


# pyttsx3 2.99 as reported: of two lines queued before a run only the first is heard. Nothing but
# what is defined here may be used: no callbacks, no `say`, no second engine.
FORGETFUL_PYTTSX3 = """
import sys, wave

class Engine:
    queued = None
    running = False
    def setProperty(self, name, value):
        assert name == "rate"
        self.rate = value
    def getProperty(self, name):
        assert name == "rate"
        return self.rate
    def save_to_file(self, text, file):
        self.queued = self.queued or (text, file)
    def runAndWait(self):
        assert not self.running, "run loop already started"
        if self.queued is None:
            return
        text, file = self.queued
        self.queued = None
        if "hang" in text:
            import time
            self.running = True
            time.sleep(3600)
        with wave.open(file, "wb") as out:
            out.setnchannels(1); out.setsampwidth(2); out.setframerate(16000)
            out.writeframes(b"\\x00\\x20" * (16000 * len(text)))
        print("Audio saved to", file)

made = 0
def init():
    global made
    made += 1
    assert made == 1, "a second engine"
    return Engine()
"""


@pytest.fixture
def forgetful_engine(tmp_path: Path) -> list[str]:
    (tmp_path / "pyttsx3.py").write_text(FORGETFUL_PYTTSX3)
    start = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import runpy; "
    return [
        sys.executable,
        "-c",
        start + f"runpy.run_path({RENDER_CHILD!r}, run_name='__main__')",
    ]


def test_an_engine_that_forgets_a_second_queued_line_speaks_both(
    forgetful_engine: list[str],
) -> None:
    voice = EngineVoice(forgetful_engine)
    try:
        assert voice.render("one", 170).seconds == pytest.approx(3, abs=0.1)
        assert voice.render("three", 170).seconds == pytest.approx(5, abs=0.1)
    finally:
        voice.close()


PARENT = """
import sys, threading
sys.path.insert(0, {repository!r})
from assistant.speaking.render_process import RenderProcess
process = RenderProcess({command!r})
process.render("Ready.", 170)
print(process.pid, process._folder, flush=True)
if {hangs}:
    threading.Thread(target=process.render, args=("hang", 170), daemon=True).start()
sys.stdin.readline()
"""


@unix_only
@pytest.mark.parametrize("hangs", [False, True])
@pytest.mark.parametrize("is_killed", [False, True])
def test_the_child_ends_with_its_parent(
    forgetful_engine: list[str], hangs: bool, is_killed: bool
) -> None:
    program = PARENT.format(repository=str(REPOSITORY), command=forgetful_engine, hangs=hangs)
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdin and parent.stdout
        pid, folder = parent.stdout.readline().split()
        if is_killed:
            parent.kill()
        else:
            parent.stdin.close()
        parent.wait(30)
    deadline = time.monotonic() + 30
    while (not has_ended(int(pid)) or Path(folder).exists()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert has_ended(int(pid))
    assert not Path(folder).exists()


@unix_only
def test_ctrl_c_in_the_terminal_does_not_reach_the_child(voice: EngineVoice) -> None:
    voice.render("one", 170)
    assert voice.pid is not None
    assert os.getpgid(voice.pid) != os.getpgid(0)


def test_closing_leaves_no_process_no_thread_and_no_file() -> None:
    before = set(threading.enumerate())
    voice = EngineVoice(ENGINE_CHILD)
    voice.render("one", 170)
    pid, process = voice.pid, voice._process
    assert pid is not None and process is not None
    voice.close()
    voice.close()
    assert sys.platform == "win32" or has_ended(pid)
    assert not process._folder.exists()
    assert set(threading.enumerate()) <= before
    assert trouble_with(voice, "two") is Trouble.VOICE_GIVEN_UP


def test_the_child_also_runs_as_a_module() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "assistant.speaking.render_child", "no-such-folder"],
        input=b"",
        capture_output=True,
        cwd=REPOSITORY,
        timeout=60,
    )
    assert result.returncode == 0
    assert RENDER_CHILD in RENDER_COMMAND


def has_ended(pid: int) -> bool:
    """Whether the process is gone, or dead and only not yet collected by its parent."""
    status = Path(f"/proc/{pid}/status")
    if status.parent.parent.joinpath("self").exists():
        try:
            return "State:\tZ" in status.read_text()
        except (FileNotFoundError, ProcessLookupError):
            return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_patience_grows_with_the_text() -> None:
    assert Patience().for_text("x" * 500) > 2 * Patience().for_text("x")
