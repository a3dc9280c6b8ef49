"""Recordings of every kind give the same words; bad ones give one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from assistant.hearing.models import Model
from assistant.hearing.recogniser import Recogniser
from assistant.hearing.recordings import (
    Recording,
    RecordingProblem,
    read_recording,
    write_recording,
)
from tests.hearing.sounds import CLIPS, RATE, SAID, WORDS, clip, counted, texts

DEPTHS = ["PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE"]


def at_rate(rate: int) -> NDArray[np.float64]:
    """recitation.flac, resampled without loss up to its 8 kHz, as floats within -0.9 to 0.9."""
    sound = clip("recitation") / 32768
    spectrum = np.fft.rfft(sound)
    count = round(len(sound) * rate / RATE)
    resampled: NDArray[np.float64] = np.fft.irfft(spectrum, count) * count / len(sound)
    return resampled * (0.9 / float(np.max(np.abs(resampled))))


def write(path: Path, sound: Any, rate: int = RATE, subtype: str = "PCM_16") -> Path:
    soundfile.write(str(path), sound, rate, subtype=subtype)
    return path


def heard(model: Model, recording: Recording) -> list[str]:
    recogniser = Recogniser(model, WORDS, recording.rate)
    for block in recording.blocks():
        recogniser.feed(block)
    return counted(texts(recogniser.finish()))


@pytest.mark.parametrize("rate", [16_000, 22_050, 44_100, 48_000, 96_000])
def test_every_rate_gives_the_same_words(model: Model, tmp_path: Path, rate: int) -> None:
    recording = read_recording(write(tmp_path / "a.wav", at_rate(rate), rate))
    assert recording.rate == rate
    assert heard(model, recording) == SAID


@pytest.mark.parametrize("subtype", DEPTHS)
@pytest.mark.parametrize("channels", [1, 2])
def test_every_sample_format_gives_the_same_words(
    model: Model, tmp_path: Path, subtype: str, channels: int
) -> None:
    sound = np.repeat(at_rate(RATE)[:, None], channels, axis=1)
    recording = read_recording(write(tmp_path / "a.wav", sound, subtype=subtype))
    assert recording.warnings == ()
    assert heard(model, recording) == SAID


@pytest.mark.parametrize(
    ("name", "rate", "subtype"),
    [
        ("a.flac", 44_100, "PCM_16"),
        ("a.flac", 96_000, "PCM_24"),
        ("a.ogg", 22_050, "VORBIS"),
        ("a.ogg", 44_100, "VORBIS"),
        ("a.ogg", 48_000, "OPUS"),
    ],
)
def test_every_container_gives_the_same_words(
    model: Model, tmp_path: Path, name: str, rate: int, subtype: str
) -> None:
    sound = np.repeat(at_rate(rate)[:, None], 2, axis=1)
    assert heard(model, read_recording(write(tmp_path / name, sound, rate, subtype))) == SAID


def test_sixteen_bits_are_kept_exactly() -> None:
    assert np.array_equal(read_recording(CLIPS / "lamp.flac").samples, clip("lamp"))


@pytest.mark.parametrize("used", [0, 1])
def test_the_loudest_channel_is_kept(tmp_path: Path, used: int) -> None:
    sound = np.full((len(clip("lamp")), 2), 5_000, dtype=np.int16)  # the other is a constant
    sound[:, used] = clip("lamp")
    recording = read_recording(write(tmp_path / "a.wav", sound))
    assert np.array_equal(recording.samples, clip("lamp"))


def test_channels_that_would_cancel_do_not(tmp_path: Path) -> None:
    sound = np.stack([clip("lamp"), -clip("lamp")], axis=1)
    recording = read_recording(write(tmp_path / "a.wav", sound))
    assert np.array_equal(recording.samples, clip("lamp"))


def test_blocks_are_equal_and_end_in_half_a_second_of_quiet() -> None:
    recording = Recording(clip("cut"), RATE)
    blocks = list(recording.blocks())
    assert {len(block) for block in blocks} == {1_600}
    joined = np.concatenate(blocks)
    assert np.array_equal(joined[: len(clip("cut"))], clip("cut"))
    tail = joined[len(clip("cut")) :]
    assert len(tail) >= 8_000
    assert tail.all()
    assert np.max(np.abs(tail)) <= 3
    assert recording.seconds == len(clip("cut")) / RATE


def test_a_last_word_at_the_end_of_the_file_is_heard(model: Model) -> None:
    assert heard(model, Recording(clip("cut"), RATE))[-1] == "book"


def test_clipped_sound_is_usable_with_a_warning(model: Model, tmp_path: Path) -> None:
    loud = np.clip(at_rate(RATE) * 4, -1, 1)
    recording = read_recording(write(tmp_path / "a.wav", loud))
    (warning,) = recording.warnings
    assert "clipped" in warning
    assert heard(model, recording) == SAID
    assert read_recording(write(tmp_path / "b.wav", at_rate(RATE) / 0.9)).warnings == ()


def refusal(path: Path) -> str:
    with pytest.raises(RecordingProblem) as problem:
        read_recording(path)
    sentence = str(problem.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    assert sentence[-1] in ".?"
    return sentence


def test_a_missing_recording_and_a_folder(tmp_path: Path) -> None:
    assert "no recording at" in refusal(tmp_path / "none.wav")
    assert "is a folder" in refusal(tmp_path)


def test_an_empty_file_and_a_file_without_sound(tmp_path: Path) -> None:
    (tmp_path / "a.wav").touch()
    assert "is empty" in refusal(tmp_path / "a.wav")
    assert "no sound" in refusal(write(tmp_path / "b.wav", np.empty(0, dtype=np.int16)))


def test_a_file_that_is_no_sound(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_text("treasures: lamp, crown\n" * 50)
    assert "cannot be read" in refusal(path)


def test_a_low_rate(tmp_path: Path) -> None:
    assert "8000 Hz" in refusal(write(tmp_path / "a.wav", at_rate(8_000), 8_000))


def test_digital_silence(tmp_path: Path) -> None:
    assert "silence" in refusal(write(tmp_path / "a.wav", np.zeros(RATE, dtype=np.int16)))


def test_values_that_are_not_numbers(tmp_path: Path) -> None:
    sound = at_rate(RATE)
    sound[100] = np.nan
    assert "not sound" in refusal(write(tmp_path / "a.wav", sound, subtype="FLOAT"))


@pytest.mark.parametrize("name", ["a.wav", "a.flac", "a.ogg"])
@pytest.mark.parametrize("left", [0.6, 0.95])
def test_a_file_that_is_cut_short(tmp_path: Path, name: str, left: float) -> None:
    subtype = "VORBIS" if name.endswith("ogg") else "PCM_16"
    path = write(tmp_path / name, at_rate(RATE), subtype=subtype)
    assert read_recording(path).seconds > 2
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * left)])
    assert "cut short" in refusal(path) or "cannot be read" in refusal(path)


def test_a_streamed_wav_without_a_known_length_is_fine(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", at_rate(RATE))
    data = bytearray(path.read_bytes())
    at = data.index(b"data") + 4
    data[4:8] = data[at : at + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(data)
    assert read_recording(path).seconds == pytest.approx(len(at_rate(RATE)) / RATE)


@pytest.mark.parametrize("name", ["a.flac", "a.wav"])
def test_what_is_written_is_read_again_sample_by_sample(tmp_path: Path, name: str) -> None:
    write_recording(tmp_path / name, clip("lamp"), RATE)
    again = read_recording(tmp_path / name)
    assert again.rate == RATE and np.array_equal(again.samples, clip("lamp"))
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_what_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecordingProblem, match=r"a\.flac cannot be written: [^\n]*\w\.$"):
        write_recording(tmp_path / "nowhere" / "a.flac", clip("lamp"), RATE)
