"""Measuring with the real recogniser on the project's own small set, and the figures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.data import data_path
from assistant.evaluation.listening import AFTER_S, BLOCK_S, prepared
from assistant.evaluation.manifest import Phrase, Recitation, read_manifest
from assistant.evaluation.measuring import Failure, Measuring, Result, Said, Score
from assistant.evaluation.noise import Noise
from assistant.evaluation.report import Report, figures
from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording, read_recording

SET = data_path("fixtures", "audio", "evaluate") / "manifest.jsonl"


@pytest.fixture(scope="module")
def results(model: Model) -> Sequence[Result]:
    found = list(Measuring(model).run(read_manifest(SET)))
    assert all(isinstance(each, Result) for each in found)
    return [each for each in found if isinstance(each, Result)]


def altered(folder: Path, number: int, **changes: object) -> Path:
    """A manifest of one line of the set, changed."""
    line = json.loads(SET.read_text(encoding="utf-8").splitlines()[number])
    line |= {"audio": str(SET.parent / line["audio"])} | changes
    path = folder / "set.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    return path


def test_every_clip_of_the_set_is_understood(results: Sequence[Result]) -> None:
    assert [each.score for each in results] == [Score.AGREE] * 8
    assert [each.verdict.value for each in results] == [
        "correct", "mistake", "mistake", "correct", "correct", "correct", "correct", "ask",
    ]  # fmt: skip


def test_a_mistake_comes_with_its_grounds(results: Sequence[Result]) -> None:
    unfinished, extra = results[1], results[2]
    assert (unfinished.missing, unfinished.extra) == ({"teapot": 1}, {})
    assert (extra.missing, extra.extra) == ({"candle": 1}, {"elephant": 1})
    assert extra.reason == "extra: elephant"


def test_a_verdict_has_its_place_in_the_clip(results: Sequence[Result]) -> None:
    for each in results:
        assert isinstance(each.clip, Recitation | Phrase) or each.seconds > each.decided_s
        assert 0 < each.compute_s < 0.5 * each.seconds
    latencies = [each.latency_s for each in results]
    assert [latency is not None for latency in latencies] == [
        True, False, False, True, True, False, False, False,
    ]  # fmt: skip
    assert all(0.2 < latency < 1.0 for latency in latencies if latency is not None)


def test_a_right_list_against_another_hand_is_a_false_accept_or_mistake(
    tmp_path: Path, model: Model
) -> None:
    wrong_truth = altered(tmp_path, 0, verdict="mistake")
    (accepted,) = Measuring(model).run(read_manifest(wrong_truth))
    assert isinstance(accepted, Result) and accepted.score is Score.FALSE_ACCEPT
    wrong_hand = altered(tmp_path, 0, hand={"lion": 1, "crown": 2})
    (refused,) = Measuring(model).run(read_manifest(wrong_hand))
    assert isinstance(refused, Result) and refused.score is Score.FALSE_MISTAKE


def test_another_phrase_than_said_is_a_false_accept(tmp_path: Path, model: Model) -> None:
    (wrong,) = Measuring(model).run(read_manifest(altered(tmp_path, 5, expected="no")))
    assert isinstance(wrong, Result)
    assert (wrong.score, wrong.verdict, wrong.reason) == (
        Score.FALSE_ACCEPT, Said.MISTAKE, "yes",
    )  # fmt: skip


def test_a_command_that_was_not_meant_is_a_false_accept(tmp_path: Path, model: Model) -> None:
    path = altered(tmp_path, 6, phrases=None, expected=None)
    (wrong,) = Measuring(model).run(read_manifest(path))
    assert isinstance(wrong, Result)
    assert (wrong.score, wrong.reason) == (Score.FALSE_ACCEPT, "command: repeat")


def test_recordings_and_words_that_cannot_be_used_fail_alone(tmp_path: Path, model: Model) -> None:
    soundfile.write(tmp_path / "8000.wav", np.full(8000, 0.1), 8000)
    soundfile.write(tmp_path / "zeros.wav", np.zeros(16_000), 16_000)
    (tmp_path / "empty.wav").touch()
    cut = (SET.parent / "recitation_0.flac").read_bytes()
    (tmp_path / "cut.flac").write_bytes(cut[: len(cut) // 2])
    names = ("8000.wav", "zeros.wav", "empty.wav", "cut.flac", "none.flac")
    lines = [{"audio": name, "phrases": ["yes"], "expected": "yes"} for name in names]
    unknown = {"audio": str(SET.parent / "phrase_yes.flac"), "phrases": ["xylorimba"]}
    lines.append({**unknown, "expected": "xylorimba"})
    lines.append({**unknown, "phrases": ["yes", "no"], "expected": "yes"})
    path = tmp_path / "set.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    *failed, right = Measuring(model).run(read_manifest(path))
    problems = [each.problem for each in failed if isinstance(each, Failure)]
    assert len(problems) == 6
    for words, problem in zip(
        ("8000 Hz", "silence", "is empty", "cannot be read", "no recording", "xylorimba"),
        problems,
        strict=True,
    ):
        assert words in problem and problem[-1] in ".?" and "\n" not in problem
    assert isinstance(right, Result) and right.score is Score.AGREE


def test_sound_comes_in_blocks_with_quiet_after_it() -> None:
    recording = read_recording(SET.parent / "phrase_yes.flac")
    blocks = prepared(recording, None, 1).blocks()
    assert {len(block) for block in blocks[:-1]} == {round(BLOCK_S * recording.rate)}
    total = sum(len(block) for block in blocks) / recording.rate
    assert total == pytest.approx(recording.seconds + AFTER_S, abs=0.001)


def test_noise_goes_on_after_the_clip() -> None:
    hiss = np.random.default_rng(1).normal(0, 500, 16_000).astype(np.int16)
    recording = read_recording(SET.parent / "phrase_yes.flac")
    last = prepared(recording, Noise(Recording(hiss, 16_000), 10), 1).blocks()[-2]
    assert np.std(last) > 50


def test_the_same_noise_gives_the_same_result(tmp_path: Path, model: Model) -> None:
    hiss = np.random.default_rng(1).normal(0, 500, 160_000).astype(np.int16)
    measuring = Measuring(model, Noise(Recording(hiss, 16_000), 12))
    one = read_manifest(altered(tmp_path, 1))
    first, again = (next(iter(measuring.run(one))) for _ in range(2))
    assert isinstance(first, Result) and isinstance(again, Result)
    assert (first.heard, first.verdict, first.decided_s) == (
        again.heard, again.verdict, again.decided_s,
    )  # fmt: skip


def test_counts_add_up_and_rates_are_their_shares(results: Sequence[Result]) -> None:
    summary = figures(results)
    scores = [score.value for score in Score]
    assert sum(summary[score] for score in scores) == summary["clips"] == 8
    assert summary["rates"] == {"agree": 1.0} | dict.fromkeys(scores[1:], 0.0)
    assert set(summary["latency_s"]) == {"median", "p95"}
    assert figures([])["latency_s"] is None


def test_a_report_has_kinds_voices_and_clips(results: Sequence[Result]) -> None:
    report = Report(0.25, {"model": "small"}, list(results), ["set.jsonl:9: not JSON."])
    whole = json.loads(json.dumps(report.as_json()))
    assert {kind: each["clips"] for kind, each in whole["kinds"].items()} == {
        "recitations": 5, "phrases": 2, "not for us": 1,
    }  # fmt: skip
    assert sum(each["clips"] for each in whole["voices"].values()) == 8
    assert (whole["summary"]["load_s"], whole["summary"]["failed"]) == (0.25, 1)
    wanted = {"audio", "verdict", "heard", "missing", "extra", "decided_s", "compute_s"}
    assert all(wanted <= set(row) for row in whole["clips"])
    assert "8 clips, 8 agree (100.0%)" in report.as_text()
