"""``alibaba record-examples`` from the outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.evaluation.examples import Examples, Sentence
from assistant.hearing.portaudio import MicrophoneProblem, PortAudio
from assistant.hearing.recordings import RecordingProblem
from tests.cli.running import alibaba, one_sentence
from tests.hearing.sounds import quiet


def recorded(folder: Path) -> Examples:
    """One example of Ana's."""
    examples = Examples(folder / "examples", "Ana")
    row = {"phrases": ["yes", "no"], "expected": "yes"}
    examples.keep(Sentence("yes.", row), quiet(1.0), 16_000, 1.0, Path())
    return examples


def test_the_sentences_are_listed_with_what_is_recorded(tmp_path: Path) -> None:
    recorded(tmp_path)
    code, out, err = alibaba("record-examples", "Ana", "--list", "--data", str(tmp_path))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("1, open: In the cavern there is")
    assert sum(", recorded: " in line for line in lines) == 1
    assert lines[-2].endswith("recorded: yes.")


def test_recordings_are_deleted_once_confirmed(tmp_path: Path) -> None:
    examples = recorded(tmp_path)
    delete = ("record-examples", "ana", "--delete", "--data", str(tmp_path))
    code, _, _ = alibaba(*delete, typed="n\n")
    assert code == 130 and examples.folder.exists()
    code, out, err = alibaba(*delete, "--yes")
    assert (code, out, err) == (0, "Deleted one recording of Ana.\n", "")
    assert not examples.folder.exists()


def test_without_a_microphone_there_is_one_sentence(tmp_path: Path) -> None:
    try:
        microphones = PortAudio().devices()
    except MicrophoneProblem:
        microphones = []
    if microphones:
        pytest.skip("this machine has a microphone")
    code, _, err = alibaba("record-examples", "Ana", "--data", str(tmp_path))
    assert code == 1
    assert "microphone" in err.lower() or "PortAudio" in err
    assert one_sentence(err)
    assert not (tmp_path / "examples").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("Ana", "--again", "99"), "--again takes the numbers 1 to"),
        (("Ana", "--deck", "anmals"), "there is: animals, "),
        (("!",), "must have a letter"),
    ],
)
def test_bad_input_gets_a_sentence(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    code, _, err = alibaba("record-examples", *arguments, "--data", str(tmp_path))
    assert code in (1, 2)
    assert says in err and "Traceback" not in err


def test_a_damaged_manifest_is_told(tmp_path: Path) -> None:
    examples = recorded(tmp_path)
    examples.manifest.write_text('{"audio": 7}\n')
    code, _, err = alibaba("record-examples", "Ana", "--list", "--data", str(tmp_path))
    assert code == 1 and "is damaged" in err and one_sentence(err)


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "examples").write_text("in the way")
    with pytest.raises(RecordingProblem, match=r"^Nothing can be kept in .*\.$"):
        recorded(tmp_path)


def test_somebody_without_recordings_is_no_manifest(tmp_path: Path) -> None:
    code, _, err = alibaba("evaluate", "Zoe", "--data", str(tmp_path), folder=tmp_path)
    assert code == 1
    assert "Zoe" in err and one_sentence(err)
