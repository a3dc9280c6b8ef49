"""Recording examples and what becomes of them: a fake microphone plays a real synthesiser, the real
recogniser tells the end of each sentence and is measured on the recordings."""

from __future__ import annotations

import io
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from assistant.cli import record_examples
from assistant.cli.main import cli, run
from assistant.evaluation import person
from assistant.evaluation.examples import Examples, Sentence, sentences
from assistant.evaluation.listening import hearable
from assistant.evaluation.manifest import Recitation, read_manifest
from assistant.evaluation.measuring import Measuring, Result
from assistant.evaluation.reading_aloud import ReadingAloud
from assistant.hearing.hush import hush
from assistant.hearing.levels import Level, level_of
from assistant.hearing.microphone import Microphone
from assistant.hearing.models import Model
from assistant.hearing.recordings import read_recording
from assistant.hearing.turn import Samples
from assistant.hosting.ears import MicrophoneAndKeyboard
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import phrases_of, read_commands
from assistant.understanding.deck_file import read_deck
from assistant.understanding.deck_shelf import find_deck
from tests.hosting.fakes import FakeVoice, ScriptedEars
from tests.rendered import RATE, needs_voices, rendered
from tests.understanding.decks import COMMANDS

ANIMALS = read_deck(find_deck("animals", Path()))
Distorted = Callable[[Samples], Samples]


class Reader(Microphone):
    """Somebody who says what was just read out, with a synthetic voice; ``slips`` are what is said
    for other words, ``distortions`` what the room does to the first recordings."""

    def __init__(
        self,
        voice: FakeVoice,
        slips: dict[str, str] | None = None,
        distortions: tuple[Distorted, ...] = (),
    ) -> None:
        super().__init__()
        self._rate = RATE
        self._voice = voice
        self._slips = slips or {}
        self._distortions = list(distortions)

    def open(self) -> None:
        """No device."""

    def open_gate(self) -> None:
        """Nothing to open."""

    def shut_gate(self) -> None:
        """Nothing to shut."""

    def blocks(self, beat_s: float = math.inf) -> Iterator[Samples]:
        text = self._voice.said[-1].rpartition(": ")[2]
        for word, slip in self._slips.items():
            text = text.replace(word, slip)
        sound = rendered(text, "flite-rms")
        if self._distortions:
            sound = self._distortions.pop(0)(sound)
        sound = np.concatenate([sound, hush(10 * RATE, np.random.default_rng(1))])
        for at in range(0, len(sound), RATE // 10):
            yield sound[at : at + RATE // 10]


class Sitting:
    """A sitting of Ana's, and all that belongs to it."""

    def __init__(
        self,
        model: Model,
        folder: Path,
        *distortions: Distorted,
        slips: dict[str, str] | None = None,
    ) -> None:
        self.words = CavernWords(ANIMALS, knows=model.knows)
        table = hearable(tuple(read_commands(COMMANDS).values()), model.knows)
        self.all = list(sentences(self.words, {each.name: each for each in table}))
        self.examples = Examples(folder / "examples", "Ana")
        self.voice = FakeVoice()
        reader = Reader(self.voice, slips, distortions)
        ears = MicrophoneAndKeyboard(model, reader, io.StringIO())
        phrases = (*self.words.phrases(), *phrases_of(table))
        self.reading = ReadingAloud(self.voice, ears, self.examples, ANIMALS.path, phrases)

    @property
    def some(self) -> list[Sentence]:
        """Two recitations, a command and a yes."""
        return [*self.all[:2], self.all[8], self.all[-2]]


def evaluated(*arguments: str) -> int:
    return run(lambda: cli.main(["evaluate", *arguments], standalone_mode=False))


def test_the_sentences_have_every_treasure_once_and_stay_the_same(
    model: Model, tmp_path: Path
) -> None:
    wanted = Sitting(model, tmp_path).all
    named = Counter(kind for each in wanted for kind in each.row.get("hand", ()))
    assert named == Counter(ANIMALS.deck.named.keys())
    assert all(
        count <= ANIMALS.deck.named[kind].copies
        for each in wanted
        for kind, count in each.row.get("hand", {}).items()
    )
    assert [each.row["expected"] for each in wanted[-2:]] == ["yes", "no"]
    assert Sitting(model, tmp_path).all == wanted
    assert len({each.text for each in wanted}) == len(wanted)


@needs_voices("flite-rms")
def test_what_is_read_is_recorded_and_evaluated(
    model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = Sitting(model, tmp_path)
    sitting.reading.record(sitting.some)
    assert sitting.voice.said[0].startswith("Ana, I read out four sentences;")
    assert sitting.voice.said[-1].startswith("4 of 4 are recorded.")

    manifest = read_manifest(sitting.examples.manifest)
    assert manifest.problems == () and manifest.player == "Ana"
    recitation = manifest.clips[0]
    assert isinstance(recitation, Recitation) and recitation.speech_end is not None
    clip = read_recording(recitation.path)
    assert clip.warnings == ()
    assert 0.5 < clip.seconds - recitation.speech_end < 3

    assert evaluated("Ana", "--data", str(tmp_path)) == 0
    out = capsys.readouterr().out
    assert "4 clips, 4 agree" in out
    assert out.endswith(
        "Ana is understood at once in 4 of 4 sentences (100%); "
        "0 would be asked for again, 0 would be misjudged.\n"
        "There is no word that Ana needs to avoid.\n"
    )
    assert evaluated(str(sitting.examples.manifest)) == 0
    assert "Ana is understood" in capsys.readouterr().out


@needs_voices("flite-rms")
def test_the_command_records_and_says_what_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    voice = FakeVoice()
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr(record_examples, "open_microphone", lambda *_: (Reader(voice), None))
    monkeypatch.setattr(record_examples, "open_speaker", lambda *_, **__: nullcontext(voice))
    options = ["--deck", "animals", "--again", "18", "--again", "1", "--data", str(tmp_path)]
    command = ["record-examples", "Ana", *options]
    assert run(lambda: cli.main(command, standalone_mode=False)) == 0
    assert voice.said[-1].endswith("alibaba evaluate Ana")
    rows = Examples(tmp_path / "examples", "Ana").rows()
    assert [row["said"].split()[0] for row in rows] == ["yes.", "In"]
    assert (tmp_path / "examples" / "ana" / rows[1]["deck"]).read_bytes() == (
        ANIMALS.path.read_bytes()
    )
    assert evaluated("Ana", "--data", str(tmp_path)) == 0


@needs_voices("flite-rms")
def test_words_that_are_heard_as_others_are_told(
    model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *_ = Sitting(model, tmp_path).all
    kind, count = next(iter(first.row["hand"].items()))
    other = next(name for name in ("lion", "penguin", "spider", "frog") if name not in first.text)
    slips = {ANIMALS.phrase(kind, count): ANIMALS.phrase(other, count)}
    sitting = Sitting(model, tmp_path, slips=slips)
    sitting.reading.record(sitting.some)
    assert evaluated("ana", "--data", str(tmp_path)) == 0
    out = capsys.readouterr().out
    assert "Words to avoid, or to say with care, the worst first:" in out
    assert f'{kind}: said once, not heard once (but "{other}")' in out


@needs_voices("flite-rms")
def test_a_second_sitting_goes_on_where_the_first_ended(model: Model, tmp_path: Path) -> None:
    first = Sitting(model, tmp_path)
    first.reading.record(first.some[:2])
    before = {path.name: path.stat().st_mtime_ns for path in first.examples.folder.iterdir()}
    second = Sitting(model, tmp_path)
    second.reading.record(second.some)
    assert second.voice.said[1] == "2 of 4 are recorded already."
    assert [line for line in second.voice.said if "Number 1" in line or "Number 2" in line] == []
    assert len(second.examples.rows()) == 4
    clips = {name: time for name, time in before.items() if name.endswith(".flac")}
    assert len(clips) == 2
    assert all((second.examples.folder / each).stat().st_mtime_ns == clips[each] for each in clips)


@needs_voices("flite-rms")
def test_a_sentence_is_recorded_anew_in_place_of_the_old(model: Model, tmp_path: Path) -> None:
    first = Sitting(model, tmp_path)
    first.reading.record(first.some[2:])
    (old,) = [row for row in first.examples.rows() if row["said"] == first.some[2].text]
    path = first.examples.folder / old["audio"]
    samples = read_recording(path).samples
    second = Sitting(model, tmp_path, lambda sound: sound // 2)
    second.reading.record(second.some[2:], again=(1,))
    rows = second.examples.rows()
    assert len(rows) == 2 and {row["audio"] for row in rows} >= {old["audio"]}
    again = read_recording(path).samples
    assert np.abs(again).max() < 0.6 * np.abs(samples).max()


@needs_voices("flite-rms")
def test_bad_levels_are_asked_for_again(model: Model, tmp_path: Path) -> None:
    def loud(sound: Samples) -> Samples:
        return np.clip(sound.astype(np.int32) * 40, -32768, 32767).astype(np.int16)

    sitting = Sitting(model, tmp_path, lambda sound: sound // 120, loud)
    sitting.reading.record(sitting.some[:1])
    quiet, clipped = sitting.voice.said[2:4]
    assert quiet.startswith("That was too quiet")
    assert clipped.startswith("That was too loud for the microphone")
    (row,) = sitting.examples.rows()
    assert level_of(read_recording(sitting.examples.folder / row["audio"]).samples, RATE) is (
        Level.GOOD
    )


@needs_voices("flite-rms")
def test_silence_is_asked_for_again_and_left_out_in_the_end(model: Model, tmp_path: Path) -> None:
    def nothing(sound: Samples) -> Samples:
        return hush(len(sound), np.random.default_rng(2))

    sitting = Sitting(model, tmp_path, nothing, nothing, nothing)
    sitting.reading.record(sitting.some[:2])
    assert [line.split(".")[0].split(":")[0] for line in sitting.voice.said[1:5]] == [
        "Number 1 of 2", "I heard nothing", "I heard nothing", "I leave that one out for now",
    ]  # fmt: skip
    assert [row["said"] for row in sitting.examples.rows()] == [sitting.some[1].text]


def test_the_keyboard_skips_goes_back_and_stops(model: Model, tmp_path: Path) -> None:
    sitting = Sitting(model, tmp_path)
    ears = ScriptedEars(["again", "skip", "again", "skip", "skip", "stop"])
    reading = ReadingAloud(sitting.voice, ears, sitting.examples, ANIMALS.path, ("yes",))
    reading.record(sitting.some)
    numbers = [line.split()[1] for line in sitting.voice.said if line.startswith("Number")]
    assert numbers == ["1", "1", "2", "1", "2", "3"]
    assert not sitting.examples.folder.exists()


def test_the_level_of_a_clip() -> None:
    tone = np.sin(np.arange(RATE) / 10)
    assert level_of((tone * 3000).astype(np.int16), RATE) is Level.GOOD
    assert level_of((tone * 100).astype(np.int16), RATE) is Level.TOO_QUIET
    square = (np.clip(tone * 9, -1, 1) * 32767).astype(np.int16)
    assert level_of(square, RATE) is Level.CLIPPED
    assert level_of(np.zeros(0, dtype=np.int16), RATE) is Level.TOO_QUIET


def test_words_are_sorted_by_how_often_they_fail(model: Model, tmp_path: Path) -> None:
    """On the real recogniser: one phrase is not what the manifest expects."""
    clips = Path(__file__).parents[2] / "fixtures" / "audio" / "evaluate"
    yes = {"audio": str(clips / "phrase_yes.flac"), "player": "Ben", "phrases": ["yes", "no"]}
    lines = [json.dumps({**yes, "expected": word}) for word in ("yes", "no")]
    path = tmp_path / "manifest.jsonl"
    path.write_text("\n".join(lines))
    results = [
        each for each in Measuring(model).run(read_manifest(path)) if isinstance(each, Result)
    ]
    assert person.summary("Ben", results).splitlines() == [
        "Ben is understood at once in 1 of 2 sentences (50%); "
        "0 would be asked for again, 1 would be misjudged.",
        "Words to avoid, or to say with care, the worst first:",
        '  no: said once, not heard once (but "yes")',
    ]
