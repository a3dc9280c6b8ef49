"""Real playback, real capture, real recogniser: a whole round through a virtual device."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.lines import Lines
from tests.devices.round_by_ear import NAMES, SEED, SETTINGS, short_round
from tests.devices.virtual_room import VirtualRoom, room_or_skip
from tests.playthroughs.director import Director, evening, seated


@pytest.fixture
def room(tmp_path: Path) -> Iterator[VirtualRoom]:
    room = room_or_skip(tmp_path)
    room.start()
    yield room
    room.stop()


def test_a_round_is_played_by_ear_as_it_is_typed(room: VirtualRoom, real_engine: None) -> None:
    director = Director(short_round)
    host, voice = seated(director, evening(SETTINGS, NAMES, SEED))
    with pytest.raises(NoMoreAnswers):
        host.play()
    child = subprocess.run(
        [sys.executable, "-m", "tests.devices.round_by_ear"],
        env=room.environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    told = [json.loads(line) for line in child.stdout.splitlines()]
    assert told and told[-1] == {"over": True}, child.stderr
    assert [each["host"] for each in told if "host" in each] == voice.said
    assert sum("heard" in each for each in told) == director.answered - 1


def test_a_device_pulled_out_in_mid_turn_is_told_waited_for_and_used_again(
    room: VirtualRoom, real_engine: None
) -> None:
    lines = Lines()
    with subprocess.Popen(
        [sys.executable, "-m", "tests.devices.question_by_ear"],
        env=room.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout and child.stderr
        limit = threading.Timer(60.0, child.kill)
        limit.start()
        told = []
        for line in child.stdout:
            told.append(json.loads(line))
            if told[-1] == {"turn": 1}:
                time.sleep(0.5)
                room.stop()
            if told[-1] == {"turn": 2}:
                room.start()
        limit.cancel()
        trouble = child.stderr.read()
    lost, back = lines("microphone_lost"), lines("microphone_back")
    asked = "Do you hear me, everybody?"
    host = [each["host"] for each in told if "host" in each]
    assert host == [asked, lost, back, asked], trouble
    assert told[-1] == {"answer": True}


def test_the_doctor_measures_microphone_loudspeaker_and_the_way_between(
    room: VirtualRoom, real_engine: None, tmp_path: Path
) -> None:
    def alibaba(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "assistant", *arguments, "--data", str(tmp_path / "data")],
            env=room.environment,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )

    with subprocess.Popen(
        [sys.executable, "-m", "tests.devices.somebody_speaks"],
        env=room.environment,
        stdout=subprocess.PIPE,
    ) as somebody:
        assert somebody.stdout
        somebody.stdout.readline()
        done = alibaba("doctor", "--json", "--microphone", "EAR", "--loudspeaker", "mou")
        somebody.kill()
    document = json.loads(done.stdout)
    found = {each["subject"]: each for each in document["findings"]}
    assert document["well"] and done.returncode == 0, done
    assert found["microphone"]["state"] == "good"
    assert found["microphone"]["figures"]["device"] == "ear"
    assert found["loudspeaker"]["state"] == "good"
    assert found["latency"]["figures"]["loudspeaker_and_microphone_s"] > 0
    listed = alibaba("devices").stdout.splitlines()
    assert [line.split(",")[0].strip() for line in listed if line.endswith("used")] == [
        "ear",
        "mouth",
    ]


def test_a_device_of_another_name_is_one_sentence_with_the_nearest(room: VirtualRoom) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "assistant", "play", "cavern", "--microphone", "ears"],
        env=room.environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("There is no microphone called ears. There is: ear")
