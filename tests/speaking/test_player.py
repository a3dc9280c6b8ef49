"""Playing: the end of a sound, stopping, rates, and devices that misbehave."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from assistant.devices.choice import Wanted
from assistant.speaking import Player, SpeakingError, Trouble
from assistant.speaking.player import BLOCK_S, load_sounddevice
from tests.speaking.fakes import FakePortAudio, VirtualClock, hum


def test_playing_returns_when_the_last_sample_has_been_heard(
    player: Player, loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    before = clock.now
    playback = player.play(hum(1.234), threading.Event())
    heard_until = loudspeaker.streams[0].last_audible_at
    assert playback.complete
    assert heard_until == pytest.approx(before + 1.234 + loudspeaker.latency)
    assert heard_until - 1e-6 <= playback.ended_at <= heard_until + BLOCK_S
    assert clock.now >= playback.ended_at - 1e-6


def test_a_device_that_swallows_everything_at_once_is_waited_for(
    player: Player, loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    loudspeaker.takes_all_at_once = True
    before = clock.now
    playback = player.play(hum(5.0), threading.Event())
    assert playback.ended_at == pytest.approx(before + 5.0 + loudspeaker.latency)
    assert clock.now == pytest.approx(playback.ended_at)


def test_stopping_silences_a_long_sound_within_a_tenth_of_a_second(
    player: Player, loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    stop = threading.Event()
    stopped_at: list[float] = []

    def stop_from_another_thread(number: int) -> None:
        if number == 50:
            stopped_at.append(clock.now)
            key_press = threading.Thread(target=stop.set)
            key_press.start()
            key_press.join()

    loudspeaker.on_block = stop_from_another_thread
    playback = player.play(hum(5.0), stop)
    stream = loudspeaker.streams[0]
    assert not playback.complete
    assert stream.was_aborted and stream.is_closed
    assert len(stream.blocks) <= 51
    assert stream.last_audible_at - stopped_at[0] <= 0.1
    assert playback.ended_at - stopped_at[0] <= 0.1


def test_stopping_works_while_a_swallowed_sound_is_waited_for(
    player: Player, loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    loudspeaker.takes_all_at_once = True
    stop = threading.Event()
    last_block = round(5.0 / BLOCK_S) + round(loudspeaker.latency / BLOCK_S)
    loudspeaker.on_block = lambda number: stop.set() if number == last_block else None
    before = clock.now
    playback = player.play(hum(5.0), stop)
    assert not playback.complete
    assert loudspeaker.streams[0].was_aborted
    assert playback.ended_at - before <= 0.1


@pytest.mark.parametrize(
    ("rates", "channels", "used"),
    [
        ((22050, 48000), (1, 2), (22050, 1)),
        ((48000,), (1,), (48000, 1)),
        ((44100,), (1, 2), (44100, 1)),
        ((48000,), (2,), (48000, 2)),
        ((22050,), (2,), (22050, 2)),
    ],
)
def test_a_device_that_refuses_a_rate_or_mono_gets_what_it_takes(
    player: Player,
    loudspeaker: FakePortAudio,
    rates: tuple[int, ...],
    channels: tuple[int, ...],
    used: tuple[int, int],
) -> None:
    loudspeaker.rates, loudspeaker.channels = rates, channels
    playback = player.play(hum(1.0), threading.Event())
    stream = loudspeaker.streams[0]
    assert playback.complete
    assert (stream.samplerate, stream.channels) == used
    # The pitch is the same: 200 Hz, whatever the rate.
    spectrum = np.abs(np.fft.rfft(stream.samples[: used[0]]))
    assert np.argmax(spectrum) * used[0] / len(stream.samples[: used[0]]) == pytest.approx(
        200, abs=2
    )


def test_no_device_and_a_busy_device_are_told_apart(
    player: Player, loudspeaker: FakePortAudio
) -> None:
    loudspeaker.is_busy = True
    with pytest.raises(SpeakingError) as busy:
        player.play(hum(0.1), threading.Event())
    assert busy.value.kind is Trouble.OUTPUT_REFUSED
    loudspeaker.is_there = False
    with pytest.raises(SpeakingError) as absent:
        player.play(hum(0.1), threading.Event())
    assert absent.value.kind is Trouble.NO_OUTPUT_DEVICE


def test_a_device_pulled_out_in_mid_sound_is_noticed_and_used_again_when_back(
    player: Player, loudspeaker: FakePortAudio
) -> None:
    def pull_out(number: int) -> None:
        loudspeaker.is_there = number != 10

    loudspeaker.on_block = pull_out
    with pytest.raises(SpeakingError) as lost:
        player.play(hum(1.0), threading.Event())
    assert lost.value.kind is Trouble.OUTPUT_LOST
    assert loudspeaker.streams[0].is_closed
    loudspeaker.is_there, loudspeaker.on_block = True, lambda number: None
    assert player.play(hum(1.0), threading.Event()).complete


def test_a_device_that_takes_no_more_sound_is_given_up_until_it_does(
    loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    player = Player(load_library=lambda: loudspeaker, clock=clock, wait=clock.wait, patience_s=1.0)
    wedge = threading.Event()
    loudspeaker.on_block = lambda number: None if number < 5 else (wedge.wait(30), None)[1]
    for _ in range(2):
        with pytest.raises(SpeakingError) as stuck:
            player.play(hum(0.2), threading.Event())
        assert stuck.value.kind is Trouble.OUTPUT_STUCK
    assert len(loudspeaker.streams) == 1
    wedge.set()
    for thread in threading.enumerate():
        if thread.name == "playback":
            thread.join(10)
    assert len(loudspeaker.streams[0].blocks) == 5, "the old sound must not go on"
    assert player.play(hum(0.2), threading.Event()).complete


def test_portaudio_missing_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    with pytest.raises(SpeakingError) as missing:
        Player().play(hum(0.1), threading.Event())
    assert missing.value.kind is Trouble.PORTAUDIO_MISSING
    assert "PortAudio" in str(missing.value)


def test_the_real_portaudio_knows_no_such_device() -> None:
    _need_real_portaudio()
    with pytest.raises(SpeakingError) as absent:
        Player("no loudspeaker has this name").play(hum(0.1), threading.Event())
    assert absent.value.kind is Trouble.NO_OUTPUT_DEVICE


_PLAY_AND_COMPARE = """
import threading, time
import numpy as np
from assistant.speaking import Player
from tests.speaking.fakes import hum

sound = hum(0.3)
before = time.monotonic()
playback = Player("default").play(sound, threading.Event())
assert playback.complete
assert playback.ended_at >= before + sound.seconds, "ended before the sound could be over"
assert time.monotonic() >= playback.ended_at
played = np.fromfile({file!r}, np.int16)
first = np.flatnonzero(played)[0]
assert np.array_equal(played[first : first + len(sound.samples)], sound.samples)

stop = threading.Event()
threading.Timer(0.2, stop.set).start()
playback = Player("default").play(hum(60.0), stop)
assert not playback.complete and playback.ended_at < before + 30.0
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the device that writes to a file is ALSA's")
def test_real_portaudio_plays_every_sample_into_an_alsa_device_without_hardware(
    tmp_path: Path,
) -> None:
    _need_real_portaudio()
    played = tmp_path / "played.raw"
    settings = tmp_path / "asound.conf"
    settings.write_text(
        "pcm.nothing { type null }\n"
        f'pcm.!default {{ type file slave.pcm nothing file "{played}" format raw }}\n'
        "ctl.!default { type null }\n"
    )
    subprocess.run(
        [sys.executable, "-c", _PLAY_AND_COMPARE.format(file=str(played))],
        env=os.environ | {"ALSA_CONFIG_PATH": str(settings)},
        cwd=Path(__file__).parents[2],
        check=True,
        timeout=60,
    )


def _need_real_portaudio() -> None:
    try:
        load_sounddevice()
    except SpeakingError as error:
        pytest.skip(f"no real PortAudio: {error.problem.detail}")


def test_a_loudspeaker_that_went_away_is_looked_for_again_every_two_seconds(
    loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    """PortAudio lists what there was when it started, until it is started anew."""
    looks: list[float] = []

    def look_again() -> None:
        looks.append(clock.now)
        loudspeaker.is_there = len(looks) == 2

    player = Player(
        load_library=lambda: loudspeaker, clock=clock, wait=clock.wait, look_again=look_again
    )
    player.play(hum(0.1), threading.Event())
    loudspeaker.is_there = False
    for _ in range(3):
        with pytest.raises(SpeakingError):
            player.play(hum(0.1), threading.Event())
    assert len(looks) == 1
    clock.now += 2.0
    assert player.play(hum(0.1), threading.Event()).complete
    clock.now += 2.0
    assert player.play(hum(0.1), threading.Event()).complete
    assert len(looks) == 2


def test_a_loudspeaker_is_found_by_a_part_of_its_name(
    loudspeaker: FakePortAudio, clock: VirtualClock
) -> None:
    for name, index in (("head", 1), (Wanted("Speakers", "ALSA"), 0), (None, None)):
        player = Player(name, load_library=lambda: loudspeaker, clock=clock, wait=clock.wait)
        player.play(hum(0.1), threading.Event())
        assert loudspeaker.streams[-1].device == index
    player = Player("piano", load_library=lambda: loudspeaker, clock=clock, wait=clock.wait)
    with pytest.raises(SpeakingError) as error:
        player.play(hum(0.1), threading.Event())
    assert error.value.kind is Trouble.NO_OUTPUT_DEVICE
    assert "Headphones" in error.value.problem.detail
