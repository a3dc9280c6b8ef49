"""``alibaba practice``, ``progress`` and ``demo practice`` as a person starts them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from assistant.cli import room
from assistant.cli.practice import practice
from assistant.data import data_path
from assistant.devices.choice import Device, Wanted
from assistant.devices.remembered import RememberedDevices
from assistant.hearing import microphone
from assistant.hearing.portaudio import Frames
from assistant.hosting.recorded import read_game
from assistant.journal.folder import Folder
from tests.cli.running import alibaba, one_sentence
from tests.hearing.fake_sound_system import FakeSoundSystem, FakeStream, device

TYPED = ("--keyboard", "--no-tts")


@cache
def demo() -> tuple[int, str, str]:
    return alibaba("demo", "practice", "--fast")


def test_the_demo_plays_three_sessions_on_three_days_and_ends_well() -> None:
    code, out, err = demo()
    assert (code, err) == (0, "")
    days = [line for line in out.splitlines() if line.startswith("== ")]
    assert days == [
        "== 2 March 2026 ==",
        "== 3 March 2026 ==",
        "== 6 March 2026 ==",
        "== Progress ==",
    ]
    clips = read_game(data_path("fixtures", "audio", "demo_practice")).clips
    assert out.count("| heard:") == len(clips) == 28


def test_the_demo_shows_what_there_is_to_practice() -> None:
    _, out, _ = demo()
    first, second, third, progress = _days(out)
    assert "I may have missed something." in first and "All four right." in first
    assert first.count("Forgotten: a book.") == 2
    assert "Coming back today, forgotten before: one treasure." in second
    assert "an elephant, a candle, a book" in second
    assert "how much is" in second and "It is twelve." in second
    assert "Coming back today, forgotten before: one treasure." in third
    assert "The gate: a book" in third
    assert "Two right. Misplaced: a slipper and a statue. Forgotten: an umbrella." in third
    assert "Your walk: gate, hall, kitchen, window and piano." in third
    for day in (first, second, third):
        assert "Your mean span at this task today is" in day
    assert "Forgotten most often: book (two of four times)" in progress
    assert (
        "Mean span, lists recalled later: 4.5, longest list 4; fitted to every list: " in progress
    )
    assert "fitted to every list: too early to tell." in progress


def _days(out: str) -> list[str]:
    parts: list[str] = []
    for line in out.splitlines():
        if line.startswith("== "):
            parts.append("")
        else:
            parts[-1] += line + "\n"
    return parts


@pytest.fixture(scope="module")
def practised(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Ana has practised, by keyboard, two lists that she forgot altogether."""
    folder = tmp_path_factory.mktemp("practised")
    options = ("--mode", "plain", "--lists", "2", "--seed", "3", "--data", str(folder))
    code, out, err = alibaba("practice", "Ana", *options, *TYPED, typed="that's all\n" * 2)
    assert (code, err) == (0, "")
    assert out.count("None right. Forgotten:") == 2
    return folder


def test_practice_by_keyboard_alone_and_its_progress(practised: Path) -> None:
    code, out, err = alibaba("progress", "--no-tts", "--data", str(practised))
    assert (code, err) == (0, "")
    first, second, *rest = out.splitlines()
    assert first.startswith("At this task, the mean span of Ana in plain lists is 2.5 treasures")
    assert second.startswith("Forgotten most often: ")
    assert any(line.startswith("Missed by place in the list: 1: 2 of 2") for line in rest)
    assert any(
        re.fullmatch(
            r"Mean span, plain lists: 2\.5, longest list 0; fitted to .+ take 0\.\d\.", line
        )
        for line in rest
    )
    code, out, err = alibaba("progress", "ANA", "--json", "--data", str(practised))
    document = json.loads(out)
    assert (document["name"], document["modes"][0]["mean_span"]) == ("Ana", 2.5)
    assert len(document["summary"]) == 2
    assert "finished: practice, Ana" in alibaba("games", "--data", str(practised))[1]
    assert "It is over." in alibaba("replay", "1", "--data", str(practised))[1]


def test_without_a_name_and_a_mode_both_are_asked_for(tmp_path: Path) -> None:
    answers = "Ben\n4\nthat's all\n"
    code, out, _ = alibaba(
        "practice", "--lists", "1", "--data", str(tmp_path), *TYPED, typed=answers
    )
    assert code == 0
    assert "Who practises?" in out
    assert (
        "What shall we practise: plain list, groups, adjectives, in order, later or a walk?" in out
    )
    assert "What was there, in the same order, Ben?" in out


def test_a_killed_session_goes_on_where_it_was(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-m", "assistant", "practice", "Ana", "--mode", "plain"]
    command += ["--lists", "3", "--data", str(tmp_path), *TYPED]
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert child.stdin is not None and child.stdout is not None
    child.stdin.write("that's all\n")
    child.stdin.flush()
    for line in child.stdout:
        if line.startswith("List 2"):
            child.kill()
    child.wait()
    child.stdin.close()
    child.stdout.close()
    (open_game,) = Folder(tmp_path).open_games()
    code, out, _ = alibaba("resume", "--data", str(tmp_path), *TYPED, typed="that's all\n" * 2)
    assert code == 0
    assert out.startswith("Welcome back, Ana, with one list to go.")
    story = Folder(tmp_path).story(open_game.number)
    assert story.state.ended
    assert [trial.score is None for trial in story.state.trials] == [False, True, False]


@pytest.mark.parametrize("kind", ["png", "svg", "html"])
def test_a_chart_is_drawn(practised: Path, tmp_path: Path, kind: str) -> None:
    chart = tmp_path / f"progress.{kind}"
    code, out, err = alibaba(
        "progress", "--no-tts", "--data", str(practised), "--chart", str(chart)
    )
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"The chart is in {chart}."
    if kind == "png":
        with Image.open(chart) as picture:
            assert picture.size == (1600, 1200)
            colours = picture.convert("RGB").getcolors(1 << 24) or []
            assert len(colours) > 100 and max(colours)[1] == (251, 249, 244)
    else:
        text = chart.read_text(encoding="utf-8")
        assert "<svg" in text and text.rstrip().endswith("</svg>" if kind == "svg" else "</div>")
        assert kind == "svg" or "At this task, the mean span of Ana" in text


WITHOUT_MATPLOTLIB = (
    "import sys; sys.modules['matplotlib'] = None; "
    "sys.argv = ['alibaba', 'progress', '--chart', 'a.png']; "
    "from assistant.__main__ import main; main()"
)


def test_without_matplotlib_a_chart_is_refused_in_one_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_MATPLOTLIB], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 1
    assert "Charts need matplotlib" in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("practice", "Ana,Ben"), "Practice is for one person: give one name."),
        (("practice", "Ana", "--places", "hall"), "A walk needs three to twelve"),
        (("progress", "Zoe"), "Zoe has not practised yet: begin with alibaba practice Zoe."),
        (("progress",), "Nobody has practised yet: begin with alibaba practice NAME."),
        (("progress", "--chart", "a.gif"), "A chart ends in .png, .svg, .html; a.gif does not."),
        (("progress", "--chart", "nowhere/a.png"), "There is no folder"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    typed = TYPED if arguments[0] == "practice" else ()
    code, _, err = alibaba(*arguments, *typed, "--data", str(tmp_path))
    assert code == 1
    assert sentence in err and one_sentence(err)


def test_with_several_people_one_must_be_named(practised: Path, tmp_path: Path) -> None:
    folder = tmp_path / "both"
    copytree(practised, folder)
    options = ("--mode", "plain", "--lists", "1", "--data", str(folder))
    alibaba("practice", "Ben", *options, *TYPED, typed="that's all\n")
    code, _, err = alibaba("progress", "--data", str(folder))
    assert code == 1
    assert "Several people have practised: Ben and Ana." in err


def test_nothing_is_promised_about_brains() -> None:
    sources = [*data_path("grammars").glob("*practice*.toml"), data_path("grammars", "places.toml")]
    sources += Path(sys.modules["assistant"].__file__ or "").parent.rglob("*pract*.py")
    assert len(sources) > 8
    for path in sources:
        text = path.read_text(encoding="utf-8").lower()
        assert not [word for word in ("brain", "intelligence", "iq ", "smarter") if word in text]


class HushedRoom(FakeSoundSystem):
    """Devices that go on recording a hushed room for as long as they are open."""

    def open(
        self, device: Device, channels: int, rate: int, block: int, take: Callable[[Frames], None]
    ) -> FakeStream:
        stream = super().open(device, channels, rate, block, take)

        def record() -> None:
            while not stream.closed:
                take(np.full((block, channels), 3, dtype=np.int16))
                time.sleep(block / rate)

        threading.Thread(target=record, daemon=True).start()
        return stream


def test_the_microphone_and_the_loudspeaker_that_are_chosen_are_those_of_all_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = HushedRoom([device("Desk mic", 0), device("USB Headset", 1)])
    for module in (room, microphone):
        monkeypatch.setattr(module, "PortAudio", lambda: system)
    monkeypatch.setattr(room, "loudspeakers", system.devices)
    remembered = RememberedDevices(tmp_path)
    for options in (("--microphone", "headset", "--loudspeaker", "desk"), ()):
        arguments = ["Ana", "--mode", "plain", "--lists", "1", "--no-tts", *options]
        arguments += ["--data", str(tmp_path), "--new"]
        done = CliRunner().invoke(practice, arguments, input="skip\n", catch_exceptions=False)
        assert "That list does not count." in done.output
        assert [name for name, _, _ in system.tried][-1] == "USB Headset"
        assert remembered.get("output") == Wanted("Desk mic", "ALSA")


def test_push_to_talk_needs_a_terminal(tmp_path: Path) -> None:
    code, _, err = alibaba("practice", "Ana", "--push-to-talk", *TYPED, "--data", str(tmp_path))
    assert code == 2 and "--push-to-talk needs a terminal" in err
