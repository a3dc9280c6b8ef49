"""One process through a long evening: what grows, what leaks, what drifts, what is lost.

    python -m benchmarks.soak [TURNS] [SECONDS_OF_AUDIO]

300 turns and two hours of audio by default. In each turn the host says a new line through the real
speech engine, whose process is killed at some moment of every tenth line, and then somebody thinks
for a while and answers: a recorded clip in the noise of a room, through the real microphone code,
turn and recogniser. The devices are stand-ins in virtual time, so hours take minutes.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean

import psutil

from assistant.data import data_path
from assistant.hearing.models import Model, bundled_model, load_model
from assistant.hearing.recordings import Recording, read_recording
from assistant.hearing.turn import Budget, Heard, Progress, Want
from assistant.hosting.ears import Answer, Question
from assistant.hosting.recorded import RecordedGame, read_game
from assistant.speaking import Delivery, EngineVoice
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.deck_file import read_deck
from tests.hosting.air import RATE, TableInAir

TURNS = 300
AUDIO_S = 7200.0
KILLED_EVERY = 10
LOOKS = 10

_CLIPS = 12
_KILL_WITHIN_S = 0.015  # rendering a line takes about that long
_AFTER_THE_ANSWER_S = 0.5
_SETTLE_S = 0.2  # for whatever is still ending


@dataclass(frozen=True)
class Look:
    """What the process holds after so many turns."""

    turns: int
    audio_s: float
    memory_mib: float
    threads: int
    children: int
    files: int
    folders: int
    """Temporary folders of speech engines."""
    turn_s: float
    """Seconds of this process on a processor for a turn, on average since the look before."""


@dataclass
class Soak:
    """What became of it."""

    looks: list[Look] = field(default_factory=list)
    lines: int = 0
    lost_lines: int = 0
    killed: int = 0
    other_words: int = 0
    """Turns in which other treasures were heard than the first time with the same clip."""
    drifts_s: list[float] = field(default_factory=list)
    """How far the last word of each turn was from where the clip had it the first time."""

    def grown_mib(self) -> float:
        """How much more memory the last half holds than the quarter before it, on average."""
        memory = [look.memory_mib for look in self.looks]
        half, quarter = len(memory) // 2, len(memory) // 4
        return fmean(memory[half:]) - fmean(memory[quarter:half])


def soak(model: Model, turns: int, audio_s: float) -> Soak:
    """Plays so many turns over so many seconds of sound."""
    outside = tempfile.tempdir
    with tempfile.TemporaryDirectory() as own:
        tempfile.tempdir = own  # so that only our own folders are counted
        try:
            return _soak(model, turns, audio_s)
        finally:
            tempfile.tempdir = outside


def _soak(model: Model, turns: int, audio_s: float) -> Soak:
    random = Random(1)
    voice = EngineVoice()
    room = TableInAir(model, voice)
    words = CavernWords(
        read_deck(data_path("grammars", "cavern.toml")), adjectives=True, knows=model.knows
    )
    phrases = words.phrases()
    clips = _clips(read_game(data_path("fixtures", "audio", "demo_cavern")))
    result, first = Soak(), dict[int, tuple[object, float]]()
    began, since, looked = room.clock.now, time.process_time(), 0
    for turn in range(1, turns + 1):
        number = turn % len(clips)
        clip = clips[number]
        _say(room, voice, turn, random, result)
        end = began + audio_s * turn / turns
        opened_at = room.speaker.sound_ended_at
        answered_at = max(end - clip.seconds - _AFTER_THE_ANSWER_S, opened_at + 0.5)
        room.air.sound(clip.samples, answered_at)
        answer = room.ears.listen(_question(phrases, words, answered_at - opened_at), opened_at)
        last = _last_word_s(answer) + room.clock.now - answered_at
        items = [each.kind for each in words.read(answer.heard.words).items]
        as_before, at = first.setdefault(number, (items, last))
        result.other_words += items != as_before
        result.drifts_s.append(abs(last - at))
        room.clock.now = max(room.clock.now, end)
        room.air.carry()
        if turn % max(1, turns // LOOKS) == 0:
            spent = (time.process_time() - since) / (turn - looked)
            result.looks.append(_look(turn, room.clock.now - began, spent))
            since, looked = time.process_time(), turn
    voice.close()
    room.microphone.close()
    return result


def _last_word_s(answer: Answer) -> float:
    """When the last word of an answer ended, in seconds before the end of the turn."""
    assert answer.sound is not None
    words = answer.heard.words
    return (words[-1].end if words else 0.0) - len(answer.sound) / RATE


def _say(room: TableInAir, voice: EngineVoice, turn: int, random: Random, result: Soak) -> None:
    if turn % KILLED_EVERY == 0 and (pid := voice.pid) is not None:
        result.killed += 1
        killer = threading.Timer(random.random() * _KILL_WITHIN_S, _kill, [pid])
        killer.start()
    else:
        killer = None
    delivery = room.speaker.say(f"This is turn {turn}. What is in the cavern, player {turn % 7}?")
    played = room.loudspeaker.streams.pop() if room.loudspeaker.streams else None
    result.lines += 1
    result.lost_lines += (
        delivery is not Delivery.HEARD or played is None or not played.samples.any()
    )
    if killer is not None:
        killer.join()


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _question(phrases: tuple[str, ...], words: CavernWords, thinking_s: float) -> Question:
    def listen(heard: Heard) -> Progress:
        count = len(words.read(heard.words).items)
        return Progress(Want.PAUSE if count else Want.MORE, count)

    patience = thinking_s + 20.0
    return Question(phrases, listen, Budget(silence=patience, pause=0.8, limit=patience + 30.0))


def _clips(game: RecordedGame) -> list[Recording]:
    recordings = [read_recording(clip.path) for clip in game.clips if "there" in clip.said]
    return [each for each in recordings if each.rate == RATE][:_CLIPS]


def _look(turns: int, audio_s: float, turn_s: float) -> Look:
    gc.collect()
    time.sleep(_SETTLE_S)
    process = psutil.Process()
    folders = Path(tempfile.gettempdir()).glob("alibaba-speech-*")
    return Look(
        turns,
        audio_s,
        process.memory_info().rss / 2**20,
        process.num_threads(),
        len(process.children(recursive=True)),
        process.num_fds(),
        sum(1 for _ in folders),
        turn_s,
    )


def table(result: Soak) -> Iterator[str]:
    """The table of ``results/soak.md``."""
    yield "| Turns | Audio, s | MiB | Threads | Children | Open files | Folders | CPU s/turn |"
    yield "|---|---|---|---|---|---|---|---|"
    for look in result.looks:
        yield (
            f"| {look.turns} | {look.audio_s:.0f} | {look.memory_mib:.1f} | {look.threads}"
            f" | {look.children} | {look.files} | {look.folders} | {look.turn_s:.2f} |"
        )
    half = len(result.drifts_s) // 2
    early, late = (1000 * max(part) for part in (result.drifts_s[:half], result.drifts_s[half:]))
    yield ""
    yield f"- lines: {result.lines}, of which lost: {result.lost_lines}"
    yield f"- engine killed: {result.killed} times"
    yield f"- clips heard otherwise than the first time: {result.other_words}"
    yield f"- last word moved by at most: {early:.0f} ms (first half), {late:.0f} ms (second half)"
    yield f"- memory, second half less the quarter before it: {result.grown_mib():+.2f} MiB"


def main() -> None:
    """Prints the table."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else TURNS
    audio_s = float(sys.argv[2]) if len(sys.argv) > 2 else AUDIO_S
    for line in table(soak(load_model(bundled_model()), turns, audio_s)):
        print(line)


if __name__ == "__main__":
    main()
