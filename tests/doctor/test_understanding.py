"""What the doctor says of the model, its words, and how quick it is."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from assistant.data import data_path
from assistant.doctor.finding import State
from assistant.doctor.latency import check_latency
from assistant.doctor.understanding import check_vocabulary, load_for_check
from assistant.hearing.models import Model, bundled_model, load_model
from assistant.understanding.deck_shelf import SHIPPED, shelf


@pytest.fixture(scope="module")
def model() -> Model:
    return load_model(bundled_model())


def test_the_model_of_a_game_is_named_and_knows_the_words() -> None:
    model, findings = load_for_check(bundled_model())
    assert model is not None
    assert [each.state for each in findings] == [State.GOOD]
    assert "alibaba-en-small" in findings[0].sentence
    (words,) = check_vocabulary(model, shelf(Path("nowhere")), ["Ana", "Ben"])
    assert words.state is State.GOOD
    assert all(deck in words.sentence for deck in SHIPPED)


def test_a_folder_that_is_no_model_is_bad(tmp_path: Path) -> None:
    model, (broken,) = load_for_check(tmp_path)
    assert model is None
    assert broken.state is State.BAD
    assert "--model" in broken.remedy


def test_a_treasure_that_the_model_cannot_hear_is_bad(model: Model, tmp_path: Path) -> None:
    deck = tmp_path / "own.toml"
    shipped = data_path("grammars", "cavern.toml").read_text(encoding="utf-8")
    deck.write_text(shipped.replace('"lion"', '"zorgelbump"'), encoding="utf-8")
    (unknown,) = check_vocabulary(model, {"own": deck})
    assert unknown.state is State.BAD
    assert "zorgelbump" in unknown.sentence and "own.toml" in unknown.remedy
    deck.write_text("treasures = 3", encoding="utf-8")
    (nonsense,) = check_vocabulary(model, {"own": deck})
    assert nonsense.state is State.BAD


class WithoutSome:
    """The bundled model, had it been trained without some words."""

    def __init__(self, model: Model, *missing: str) -> None:
        self._model, self._missing = model, missing
        self.vocabulary = model.vocabulary

    def knows(self, word: str) -> bool:
        return word not in self._missing and self._model.knows(word)


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("carpet", "the tile game"),
        ("purple", "the letter game"),
        ("challenge", "commands"),
        ("ben", "the name Ben"),
    ],
)
def test_a_word_that_the_model_lacks_is_told_of_with_its_place(
    model: Model, word: str, place: str
) -> None:
    found = check_vocabulary(cast(Model, WithoutSome(model, word)), {}, ["Ana", "Ben"])
    (told,) = [each for each in found if f"{place}" in each.sentence]
    assert told.state is State.DOUBTFUL and told.remedy
    assert word in told.sentence.casefold()


def test_names_that_nobody_has_taught_the_model_are_told_of(model: Model) -> None:
    (told,) = check_vocabulary(model, {}, ["Ana", "Zorgelbump", "Xyrgle"])
    assert told.state is State.DOUBTFUL
    assert "the names Zorgelbump and Xyrgle." in told.sentence


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
