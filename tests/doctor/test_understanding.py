"""What the doctor says of the model, its words, and how quick it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.data import data_path
from assistant.doctor.finding import State
from assistant.doctor.latency import check_latency
from assistant.doctor.understanding import check_vocabulary, load_for_check
from assistant.hearing.models import Model, bundled_model, load_model


@pytest.fixture(scope="module")
def model() -> Model:
    return load_model(bundled_model())


def test_the_model_of_a_game_is_named_and_knows_the_words() -> None:
    model, findings = load_for_check(bundled_model())
    assert model is not None
    assert [each.state for each in findings] == [State.GOOD]
    assert "alibaba-en-small" in findings[0].sentence
    (words,) = check_vocabulary(model)
    assert words.state is State.GOOD
    assert int(words.figures["phrases"]) > 100


def test_a_folder_that_is_no_model_is_bad(tmp_path: Path) -> None:
    model, (broken,) = load_for_check(tmp_path)
    assert model is None
    assert broken.state is State.BAD
    assert "--model" in broken.remedy


def test_a_treasure_that_the_model_cannot_hear_is_bad(model: Model, tmp_path: Path) -> None:
    deck = tmp_path / "own.toml"
    shipped = data_path("grammars", "cavern.toml").read_text(encoding="utf-8")
    deck.write_text(shipped.replace('"lion"', '"zorgelbump"'), encoding="utf-8")
    (unknown,) = check_vocabulary(model, deck)
    assert unknown.state is State.BAD
    assert "zorgelbump" in unknown.sentence
    deck.write_text("treasures = 3", encoding="utf-8")
    (nonsense,) = check_vocabulary(model, deck)
    assert nonsense.state is State.BAD


def test_the_parts_of_the_latency_add_up(model: Model) -> None:
    (whole,) = check_latency(model, 0.02, 0.25)
    figures = {name: float(value) for name, value in whole.figures.items()}
    parts = (
        *("pause_after_the_answer_s", "block_of_sound_s", "last_result_s"),
        *("rendering_the_reply_s", "loudspeaker_and_microphone_s"),
    )
    assert figures["whole_s"] == pytest.approx(sum(figures[part] for part in parts), abs=0.001)
    assert figures["last_result_s"] > 0 and figures["recognising_per_second_s"] > 0
    (without,) = check_latency(model, None, None)
    assert "rendering_the_reply_s" not in without.figures
    (no_model,) = check_latency(None, 0.02, None)
    assert no_model.state is State.BAD
