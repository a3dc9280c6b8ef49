"""Manifests: three kinds of lines, and a sentence with file and line for all others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.evaluation.manifest import (
    Manifest,
    ManifestProblem,
    NotForUs,
    Phrase,
    Recitation,
    read_manifest,
)

RECITATION = {
    "audio": "a.flac",
    "deck": "cavern",
    "hand": {"lion": 2},
    "adjectives": None,
    "verdict": "correct",
    "speech_end": 1.5,
    "voice": "flite/slt",
}
PHRASE = {"audio": "b.flac", "phrases": ["yes", "no"], "expected": "no", "speaker": "fash"}
NOT_FOR_US = {"audio": "c.flac", "phrases": None, "expected": None, "said": ""}


def manifest(folder: Path, *lines: object) -> Manifest:
    path = folder / "set.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts), encoding="utf-8")
    return read_manifest(path)


def test_the_three_kinds_may_be_mixed(tmp_path: Path) -> None:
    clips = manifest(tmp_path, RECITATION, "", PHRASE, NOT_FOR_US).clips
    assert clips == (
        Recitation(
            1, "a.flac", tmp_path / "a.flac", "flite/slt", {"lion": 2}, None, None, True, 1.5
        ),
        Phrase(3, "b.flac", tmp_path / "b.flac", "fash", ("yes", "no"), "no"),
        NotForUs(4, "c.flac", tmp_path / "c.flac", "unknown"),
    )


def test_a_deck_may_be_a_list_of_treasures(tmp_path: Path) -> None:
    line = {"audio": "a", "treasures": ["owl", "gem"], "hand": {"gem": 1}, "verdict": "mistake"}
    (clip,) = manifest(tmp_path, line).clips
    assert isinstance(clip, Recitation)
    assert (clip.treasures, clip.correct, clip.speech_end) == (("owl", "gem"), False, None)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("{", "not JSON"),
        ("[1]", "object"),
        ({**RECITATION, "audio": None}, '"audio"'),
        ({"audio": "a.flac"}, '"hand"'),
        ({**RECITATION, "hand": {}}, '"hand"'),
        ({**RECITATION, "hand": {"lion": 0}}, '"hand"'),
        ({**RECITATION, "hand": {"lion": True}}, '"hand"'),
        ({**RECITATION, "verdict": "right"}, '"verdict"'),
        ({**RECITATION, "deck": "attic"}, '"deck"'),
        ({**RECITATION, "treasures": ["owl"]}, '"lion"'),
        ({**RECITATION, "treasures": []}, '"treasures"'),
        ({**RECITATION, "adjectives": ["soft"]}, '"adjectives"'),
        ({**RECITATION, "speech_end": "late"}, '"speech_end"'),
        ({**PHRASE, "expected": "maybe"}, '"expected"'),
        ({**PHRASE, "phrases": [1]}, '"phrases"'),
        ({**NOT_FOR_US, "expected": "yes"}, '"expected"'),
    ],
)
def test_a_flawed_line_is_named_and_the_rest_is_kept(
    tmp_path: Path, line: object, names: str
) -> None:
    read = manifest(tmp_path, PHRASE, line)
    assert len(read.clips) == 1
    (problem,) = read.problems
    assert problem.startswith(f"{tmp_path / 'set.jsonl'}:2: ")
    assert names in problem and problem.endswith(".")


def test_a_manifest_without_lines_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ManifestProblem, match="is empty"):
        manifest(tmp_path, "", "  ")


def test_a_manifest_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    with pytest.raises(ManifestProblem, match="no manifest at"):
        read_manifest(path)
    with pytest.raises(ManifestProblem, match="is a folder"):
        read_manifest(tmp_path)
    path.write_bytes(b"\xff\xfe\x00fLaC")
    with pytest.raises(ManifestProblem, match="not a text file"):
        read_manifest(path)
