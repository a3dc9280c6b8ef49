"""What was measured of vosk 0.3.45 (the numbered facts of the design), on the library itself.

Where a fact is a trap, a second test shows that the adapter keeps out of it. If one of these tests
fails with a newer vosk, the adapter may become simpler.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import vosk

from assistant.hearing.hush import Samples
from assistant.hearing.models import Model, bundled_model, load_model
from assistant.hearing.recogniser import Recogniser
from tests.hearing.sounds import RATE, SAID, WORDS, clip, counted, feed, hear, quiet, texts

CLOSED = [*WORDS, "[unk]"]


def bare(
    model: Model,
    samples: Samples,
    grammar: list[str],
    prepare: Callable[[Any], None] = lambda recogniser: None,
    rate: int = RATE,
) -> Any:
    """FinalResult of the bare library, given all samples at once."""
    recogniser = vosk.KaldiRecognizer(model.engine, rate, json.dumps(grammar))
    recogniser.SetWords(True)
    prepare(recogniser)
    recogniser.AcceptWaveform(samples.tobytes())
    return json.loads(recogniser.FinalResult())


def in_child(script: str) -> subprocess.CompletedProcess[str]:
    """Runs a script with the bundled model as ``model``, for it may end the process."""
    start = (
        "import sys, vosk\nvosk.SetLogLevel(-1)\nmodel = vosk.Model(model_path=sys.argv[1])\n"
        "print('loaded', flush=True)\n"
    )
    return subprocess.run(
        [sys.executable, "-c", start + script, str(bundled_model())],
        capture_output=True,
        text=True,
        check=False,
    )


# 1


def test_words_of_a_grammar_recombine_freely(model: Model) -> None:
    phrases = ["book two", "a crowns cavern", "lamp is there", "the in", "and"]
    assert counted(bare(model, clip("recitation"), phrases)["text"].split()) == SAID
    assert counted(hear(model, clip("recitation"), phrases)) == SAID


# 2


def test_wrong_words_come_with_full_confidence(model: Model) -> None:
    (word,) = bare(model, clip("crown"), ["clown", "lamp"])["result"]
    assert (word["word"], word["conf"]) == ("clown", 1.0)


def test_n_best_confidence_is_a_score_and_hides_that_of_words(model: Model) -> None:
    best = bare(model, clip("recitation"), CLOSED, lambda r: r.SetMaxAlternatives(2))
    assert best["alternatives"][0]["confidence"] > 1
    assert "conf" not in best["alternatives"][0]["result"][0]


# 3


def test_the_endpoint_resets_nothing(model: Model) -> None:
    recogniser = Recogniser(model, WORDS, RATE)
    feed(recogniser, np.concatenate([clip("recitation"), quiet(2.0)]))
    assert recogniser.feed(quiet(0.1))
    assert recogniser.feed(quiet(0.1))
    assert counted(texts(recogniser.partial())) == SAID


def test_twenty_seconds_of_unbroken_speech_end_in_the_middle_of_a_word(model: Model) -> None:
    speech = np.concatenate([clip("counted")] * 3)
    recogniser = vosk.KaldiRecognizer(model.engine, RATE, json.dumps(CLOSED))
    drained = ""
    for start in range(0, len(speech), RATE // 10):
        if recogniser.AcceptWaveform(speech[start : start + RATE // 10].tobytes()) and not drained:
            drained = json.loads(recogniser.Result())["text"] + " "
            assert 20 < start / RATE < 21
    split = (drained + str(json.loads(recogniser.FinalResult())["text"])).split()
    assert drained
    assert split != hear(model, speech)


def test_forty_seconds_of_unbroken_speech_are_heard_whole(model: Model) -> None:
    once = counted(hear(model, np.concatenate([clip("counted")] * 2)))
    assert counted(hear(model, np.concatenate([clip("counted")] * 5)))[: len(once)] == once


# 4


def test_changing_the_grammar_in_mid_utterance_ends_the_process() -> None:
    child = in_child(
        "r = vosk.KaldiRecognizer(model, 16000, '[\"lamp\"]')\n"
        "r.AcceptWaveform(bytes(range(256)) * 250)\n"
        "r.SetGrammar('[\"crown\"]')\nprint('survived')\n"
    )
    assert child.returncode != 0
    assert child.stdout == "loaded\n"


def test_an_empty_grammar_ends_the_process() -> None:
    child = in_child(
        "r = vosk.KaldiRecognizer(model, 16000, '[]')\n"
        "r.AcceptWaveform(bytes(range(256)) * 250)\nr.FinalResult()\nprint('survived')\n"
    )
    assert child.returncode != 0
    assert child.stdout == "loaded\n"


@pytest.mark.parametrize("phrases", [[], [""], ["lamp", "  "]])
def test_an_empty_list_is_refused(model: Model, phrases: list[str]) -> None:
    with pytest.raises(ValueError, match="empty"):
        Recogniser(model, phrases, RATE)


def test_the_grammar_is_never_changed() -> None:
    sources = Path(__file__).parents[2].joinpath("assistant").rglob("*.py")
    assert not [path for path in sources if ".SetGrammar(" in path.read_text(encoding="utf-8")]


# 5 and 10


def test_unknown_words_are_dropped_with_a_warning_that_cannot_be_silenced() -> None:
    child = in_child('vosk.KaldiRecognizer(model, 16000, \'["lamp", "xylozork"]\')\n')
    assert child.returncode == 0
    assert "xylozork" in child.stderr  # though the log level is -1


def test_words_the_model_does_not_know_are_refused_by_name(model: Model) -> None:
    assert model.knows("lamp")
    assert not model.knows("xylozork")
    with pytest.raises(ValueError, match="xylozork, qwv"):
        Recogniser(model, ["lamp", "xylozork lamp", "qwv"], RATE)


def test_other_speech_becomes_the_unknown_symbol(model: Model) -> None:
    assert model.unknown_symbol == "[unk]"
    assert set(hear(model, clip("other_speech"))) - {"a"} == {"[unk]"}


# 6


def test_two_spellings_of_one_sound_hurt_each_other(model: Model) -> None:
    (alone,) = bare(model, clip("two"), ["two", "[unk]"])["result"]
    (crowded,) = bare(model, clip("two"), ["two", "to", "too", "[unk]"])["result"]
    assert alone["word"] == "two"
    assert crowded["conf"] < alone["conf"] / 2


# 7


def test_a_wrong_rate_gives_wrong_words_without_an_error(model: Model) -> None:
    assert counted(bare(model, clip("recitation"), CLOSED, rate=48_000)["text"].split()) != SAID


def test_a_low_rate_is_refused(model: Model) -> None:
    with pytest.raises(ValueError, match="16000"):
        Recogniser(model, WORDS, 8_000)


@pytest.mark.parametrize("block", [np.zeros((16, 2), np.int16), np.zeros(16, np.float32)])
def test_stereo_and_float_blocks_are_refused(model: Model, block: Any) -> None:
    with pytest.raises(ValueError, match="int16"):
        Recogniser(model, WORDS, RATE).feed(block)


# 8


def test_vosk_takes_no_path_and_raises_a_bare_exception_for_a_bad_folder(tmp_path: Path) -> None:
    child = in_child(
        "from pathlib import Path\n"
        "for path in (Path(sys.argv[1]), '/nowhere'):\n"
        "    try:\n        vosk.Model(model_path=path)\n"
        "    except Exception as error:\n        print(type(error).__name__)\n"
    )
    assert "AttributeError\nException\n" in child.stdout


def test_a_path_is_fine_for_us() -> None:
    loaded = load_model(bundled_model())
    assert loaded.path == bundled_model()
    assert loaded.load_s > 0


# 9


def test_the_final_result_holds_only_the_last_segment(model: Model) -> None:
    recogniser = vosk.KaldiRecognizer(model.engine, RATE, json.dumps(CLOSED))
    for sound in (clip("crown"), quiet(1.0)):
        recogniser.AcceptWaveform(sound.tobytes())
    assert json.loads(recogniser.Result())["text"] == "crown"
    for sound in (clip("lamp"), quiet(1.0)):
        recogniser.AcceptWaveform(sound.tobytes())
    assert json.loads(recogniser.FinalResult())["text"] == "lamp"


def test_a_last_word_cut_short_needs_quiet_after_it(model: Model) -> None:
    heard = [
        ("book" in bare(model, cut, CLOSED)["text"].split(), "book" in hear(model, cut))
        for cut in (clip("cut"), clip("cut")[:-400])
    ]
    assert (False, True) in heard and (True, False) not in heard
