"""The comparison with other programs: what is read from their text, and the tables made of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from assistant.evaluation.decks import Decks
from assistant.evaluation.manifest import Recitation, read_manifest
from assistant.evaluation.measuring import Score
from assistant.hearing.hush import Samples
from assistant.hearing.models import Model
from assistant.understanding.cavern_words import CavernWords
from benchmarks.recognition import latency, ours, tables
from benchmarks.recognition.__main__ import main
from benchmarks.recognition.clips import QUIET, manifest_of, recitations, until_the_pause
from benchmarks.recognition.hear import hear, read_transcripts
from benchmarks.recognition.judging import Judge, found_right, measured
from benchmarks.recognition.latency import EXTRA, RIGHT, YES_NO, Wait
from benchmarks.recognition.measured import Measured
from benchmarks.recognition.peer import Peer, Transcript
from benchmarks.recognition.sphinx import Sphinx, grammar
from benchmarks.recognition.whisper import Whisper, prompt
from tests.hosting.fakes import is_worded

LEVELS = (QUIET, 10.0)
SMALL = ("lamp", "owl", "chief thief")


@pytest.fixture
def clips(sets: Path) -> list[Recitation]:
    return list(recitations(sets, every=1))


def words_of(clip: Recitation, sets: Path) -> CavernWords:
    return Decks().of(clip, manifest_of(sets, "recitations"))[0]


def small_deck(adjectives: dict[str, str] | None = None) -> CavernWords:
    return Decks().words(SMALL, adjectives, Path("deck"), 1)[0]


class FakePeer:
    """Hears the same in every clip."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.heard: list[int] = []

    def prepare(self, words: CavernWords) -> None:
        self.words = words

    def hear(self, samples: Samples) -> str:
        assert self.words.deck.treasures
        self.heard.append(len(samples))
        return self.text


@pytest.mark.parametrize(
    ("text", "by_rules", "with_doubts"),
    [
        ("In the cavern there is a lion, 2 crowns, and a book.", True, True),
        ("a lion too crownes and a book", True, True),
        ("a lion, two crowns, and a boot", True, None),
        ("a lion and two crowns", False, False),
        ("a lion, two crowns, and a zzyzx", False, None),
        ("", False, None),
    ],
)
def test_words_near_those_of_the_game_are_taken_for_them(
    text: str, by_rules: bool, with_doubts: bool | None, clips: list[Recitation], sets: Path
) -> None:
    words = words_of(clips[0], sets)
    assert found_right(text, clips[0], words, Judge.BY_THE_RULES) is by_rules
    assert found_right(text, clips[0], words, Judge.WITH_DOUBTS) is with_doubts


def test_latency_is_that_of_a_right_list_found_right(clips: list[Recitation], sets: Path) -> None:
    def score(clip: Recitation, text: str) -> tuple[Score, float | None]:
        transcript = Transcript(clip.audio, None, text, 4.0, 1.5, 100.0)
        found = measured(transcript, clip, words_of(clip, sets), Judge.BY_THE_RULES)
        return found.score, found.latency_s

    right, unfinished = clips[:2]
    assert score(right, "a lion, two crowns, a book") == (Score.AGREE, 1.9)
    assert score(right, "a lion, a book") == (Score.FALSE_MISTAKE, None)
    assert score(unfinished, "a dagger and a mirror") == (Score.AGREE, None)
    assert score(unfinished, "a dagger, a mirror, a teapot") == (Score.FALSE_ACCEPT, None)


def test_a_clip_is_heard_once_at_each_level_of_noise(sets: Path, tmp_path: Path) -> None:
    file = tmp_path / "fake.jsonl"
    first, second = FakePeer("a lion"), FakePeer("nothing")
    hear(first, sets, 2, LEVELS, file)
    hear(second, sets, 1, LEVELS, file)
    assert (len(first.heard), len(second.heard)) == (3 * len(LEVELS), 2 * len(LEVELS))
    heard = read_transcripts(file)
    assert [each.text for each in heard] == ["a lion"] * 6 + ["nothing"] * 4
    assert {each.snr_db for each in heard} == set(LEVELS)
    assert heard[0].seconds == pytest.approx(3.87 + 0.4)


def test_the_prompt_ends_with_all_treasures() -> None:
    assert prompt(small_deck()) == "In the cavern there is a lamp, an owl, a chief thief."
    assert prompt(small_deck({"owl": "old"})).startswith("old. In the cavern there is a lamp")


def test_the_grammar_has_what_the_dictionary_has() -> None:
    text = grammar(small_deck({"owl": "old"}), lambda word: word != "lamps")
    assert "<one> = lamp | owl | chief thief" in text
    assert "<several> = owls | chief thiefs;" in text
    assert "<adjective> = old;" in text
    assert "adjective" not in grammar(small_deck(), lambda _word: True)


@pytest.mark.parametrize(
    ("package", "make"), [("pocketsphinx", Sphinx), ("faster_whisper", Whisper)]
)
def test_the_real_program_hears_a_right_list(
    package: str, make: Callable[[], Peer], clips: list[Recitation], sets: Path
) -> None:
    pytest.importorskip(package)
    peer = make()
    for clip in (clips[0], clips[4]):  # each with a deck of its own
        words = words_of(clip, sets)
        peer.prepare(words)
        text = peer.hear(until_the_pause(clip, None).samples)
        assert found_right(text, clip, words, Judge.BY_THE_RULES), text


def test_all_programs_are_in_one_table() -> None:
    def one(snr_db: float | None, score: Score, latency_s: float | None) -> Measured:
        return Measured("a.flac", snr_db, score, latency_s, 1.0, 4.0, 200.0)

    programs = {
        "one": [one(None, Score.AGREE, 0.4), one(None, Score.ASKED, None),
                one(10.0, Score.FALSE_ACCEPT, None)],
        "other": [one(None, Score.AGREE, 1.0), one(None, Score.AGREE, 2.0)],
    }  # fmt: skip
    assert tables.side_by_side(programs).splitlines()[2:] == [
        "| none | one | 2 | 1 (50.0%) | 0 | 0 | 1 (50.0%) | 0.40 / 0.40 s | 0.25 |",
        "| none | other | 2 | 2 (100.0%) | 0 | 0 | 0 | 1.50 / 1.95 s | 0.25 |",
        "| 10 dB | one | 1 | 0 (0.0%) | 1 (100.0%) | 0 | 0 |  | 0.25 |",
    ]
    assert tables.memory(programs).splitlines()[2:] == ["| one | 200 MB |", "| other | 200 MB |"]


def test_the_parts_of_a_latency_add_up() -> None:
    waits = [Wait(RIGHT, "Right.", pause, 0.02, 0.0) for pause in (0.2, 0.3, 0.4)]
    row = tables.latency(waits, {"Right.": 0.01}, player_s=0.1).splitlines()[-1]
    assert row == (
        "| right recitation | 3 | 0.300 s | 0.020 s | 0.000 s | 0.010 s | 0.43 s | 0.52 s |"
    )


def test_our_own_verdicts_come_with_time_and_memory(model: Model, sets: Path) -> None:
    found = list(ours.measured(model, sets, "recitations", 1, LEVELS))
    assert len(found) == 5 * len(LEVELS)
    assert [each.score for each in found[:5]] == [Score.AGREE] * 5
    assert [each.latency_s is not None for each in found[:5]] == [True, False, False, True, True]
    assert all(each.peak_mb > 50 and each.compute_s > 0 for each in found)


def test_waits_are_measured_to_the_end_of_the_deciding_word(model: Model, sets: Path) -> None:
    found = list(latency.waits(model, sets, 1))
    assert [each.kind for each in found] == [RIGHT, EXTRA, RIGHT, RIGHT, YES_NO]
    assert is_worded(found[0].line, "right")
    assert found[1].line == "No. There is no elephant in the cavern."
    assert found[1].again_s > 0 == found[0].again_s
    assert all(-0.5 < each.pause_s < 2.5 for each in found)


def test_speech_ends_with_the_last_loud_frame() -> None:
    sound = np.zeros(16000, np.int16)
    sound[4000:8000] = 3000
    assert latency.end_of_speech_s(sound, 16000) == pytest.approx(0.5)


def test_missing_recordings_are_told_in_a_sentence(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, [str(tmp_path)])
    assert done.exit_code == 1
    assert "there is no set recitations in" in done.output


def test_the_small_set_says_where_speech_ends(sets: Path) -> None:
    manifest = read_manifest(manifest_of(sets, "recitations"))
    assert len(manifest.clips) == 5
    assert not manifest.problems
