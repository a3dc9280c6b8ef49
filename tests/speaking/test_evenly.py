"""Lists at an even pace, and no voice that falls on the last item: the real engine, measured."""

from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt
import pytest

from assistant.speaking import Delivery, EngineVoice, Player, Sound, Speaker
from assistant.speaking.sound import INAUDIBLE, evenly
from tests.speaking.fakes import FakePortAudio, FakeVoice, VirtualClock, hum

ITEMS = ["a lion", "an hourglass", "a key", "an umbrella", "a tambourine", "a crown"]
EVERY_S = 1.0
_GAP_S = 0.12  # no closure within a word of these lasts so long


def played(loudspeaker: FakePortAudio) -> Sound:
    """What came out of the loudspeaker, without the silence of its buffer."""
    stream = loudspeaker.streams[-1]
    return Sound(stream.samples, int(stream.samplerate)).without_silence()


def onsets(sound: Sound) -> list[float]:
    """Seconds at which something begins to be heard after a gap."""
    audible = np.flatnonzero(np.abs(sound.samples.astype(np.int32)) > INAUDIBLE)
    after_gap = np.flatnonzero(np.diff(audible) > _GAP_S * sound.rate) + 1
    return [float(audible[at]) / sound.rate for at in (0, *after_gap)]


def fall(samples: npt.NDArray[np.int16], rate: int) -> float:
    """By how many semitones the voice is lower at the end of ``samples`` than at the beginning."""
    pitches = []
    frame, hop = round(0.04 * rate), round(0.01 * rate)
    for start in range(0, len(samples) - frame, hop):
        wave = samples[start : start + frame].astype(np.float64)
        wave -= wave.mean()
        if np.sqrt(np.mean(wave**2)) < 400:
            continue
        likeness = np.correlate(wave, wave, "full")[frame - 1 :]
        low, high = rate // 220, rate // 60
        period = low + int(np.argmax(likeness[low:high]))
        if likeness[period] > 0.5 * likeness[0]:
            pitches.append(rate / period)
    return float(12 * np.log2(np.median(pitches[:5]) / np.median(pitches[-5:])))


def falls(sound: Sound) -> list[float]:
    parts = np.split(sound.samples, [round(at * sound.rate) for at in onsets(sound)[1:]])
    return [fall(part, sound.rate) for part in parts]


@pytest.fixture
def speaker(real_voice: EngineVoice, player: Player) -> Speaker:
    return Speaker(io.StringIO(), real_voice, player)


@pytest.mark.parametrize("turn", range(len(ITEMS)))
def test_items_begin_a_second_apart_and_the_last_falls_no_more_than_the_others(
    speaker: Speaker, loudspeaker: FakePortAudio, turn: int
) -> None:
    speaker.say_evenly([*ITEMS[turn:], *ITEMS[:turn]], EVERY_S)
    sound = played(loudspeaker)
    starts = onsets(sound)
    assert len(starts) == len(ITEMS)
    assert np.diff(starts) == pytest.approx([EVERY_S] * (len(ITEMS) - 1), abs=0.03)
    *others, last = falls(sound)
    assert last <= max(others) + 1.0


def test_the_same_sentence_said_at_once_does_fall_on_the_last(real_voice: EngineVoice) -> None:
    """So the measure would notice."""
    several = real_voice.render(f"{', '.join(ITEMS)}.", 170)
    last = several.samples[-round(0.45 * several.rate) :]
    assert fall(last, several.rate) > 2.5


def test_a_rate_too_slow_for_the_pace_is_not_kept(
    real_voice: EngineVoice, player: Player, loudspeaker: FakePortAudio
) -> None:
    speaker = Speaker(io.StringIO(), real_voice, player, rate=1)
    speaker.say_evenly(["an embroidered cushion", "a key"], EVERY_S)
    assert onsets(played(loudspeaker))[-1] == pytest.approx(EVERY_S, abs=0.03)


def test_without_a_screen_the_items_are_printed_in_one_line(player: Player) -> None:
    out = io.StringIO()
    assert Speaker(out, FakeVoice(0.5), player).say_evenly(["a lion", "a key"], 1.0) is (
        Delivery.HEARD
    )
    assert Speaker(out).say_evenly(["a lion", "a key"], 1.0) is Delivery.PRINTED
    assert out.getvalue() == "a lion, a key\n" * 2


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_screen_each_item_takes_the_place_of_the_one_before_and_none_is_left() -> None:
    out = Screen()
    Speaker(out).say_evenly(["a lion", "a key"], 0.01)
    assert out.getvalue() == "\ra lion\ra key \r      \r"


def test_an_interruption_ends_the_list(clock: VirtualClock) -> None:
    def interrupt(block: int) -> None:
        if block == 20:
            host.interrupt()

    library = FakePortAudio(clock, on_block=interrupt)
    out = Screen()
    player = Player(load_library=lambda: library, clock=clock, wait=clock.wait)
    host = Speaker(out, FakeVoice(0.5), player)
    assert host.say_evenly(["a lion", "a key"], 60.0) is Delivery.INTERRUPTED
    assert "a key" not in out.getvalue()


def test_an_interruption_ends_a_list_that_is_only_printed() -> None:
    class Impatient(Screen):
        keys = ("a lion",)

        def write(self, text: str) -> int:
            if text.strip() in self.keys:
                host.interrupt()
            return super().write(text)

    out = Impatient()
    host = Speaker(out)
    assert host.say_evenly(["a lion", "a key"], 60.0) is Delivery.INTERRUPTED
    assert "a key" not in out.getvalue()
    out.keys = ("a key",)  # after the last one nothing is missed
    assert host.say_evenly(["a lion", "a key"], 0.01) is Delivery.PRINTED


def test_sounds_of_other_rates_and_longer_ones_keep_the_pace() -> None:
    mixed = evenly([hum(0.3), hum(0.3, 16000), hum(1.5)], 1.0)
    assert mixed.rate == 22050
    assert onsets(mixed) == pytest.approx([0.0, 1.0, 2.0], abs=0.01)
    assert mixed.seconds == pytest.approx(3.5, abs=0.01)
    with pytest.raises(ValueError, match="nothing"):
        evenly([], 1.0)
