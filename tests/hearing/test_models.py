"""Choosing a model, and telling what is wrong with a folder before Vosk sees it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.data import data_path
from assistant.doctor.understanding import load_for_check
from assistant.hearing.models import (
    ANSWERS,
    OFFICIAL_MODELS,
    Choice,
    Model,
    ModelProblem,
    bundled_model,
    check_model_folder,
    choose_model,
    load_model,
    usual_places,
)
from assistant.understanding.commands import phrases_of, read_commands

OFFICIAL = OFFICIAL_MODELS[0]


def copy_of_bundled(folder: Path) -> Path:
    """A copy whose files are links, so that replacing one is cheap."""
    for file in bundled_model().rglob("*"):
        target = folder / file.relative_to(bundled_model())
        if file.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(file)
    return folder


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(ModelProblem) as problem:
        act()
    sentence = str(problem.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def test_the_bundled_model_is_whole() -> None:
    check_model_folder(bundled_model())
    assert bundled_model() == data_path("models", "alibaba-en-small")


def test_a_missing_folder_a_file_and_a_zip(tmp_path: Path) -> None:
    assert "no model at" in refusal(lambda: check_model_folder(tmp_path / "none"))
    (tmp_path / "final.mdl").write_text("x")
    assert "is a file" in refusal(lambda: check_model_folder(tmp_path / "final.mdl"))
    packed = Path(shutil.make_archive(str(tmp_path / "model"), "zip", bundled_model() / "conf"))
    assert "unpack" in refusal(lambda: check_model_folder(packed))
    half_named = packed.rename(tmp_path / "vosk-model")
    assert "unpack" in refusal(lambda: check_model_folder(half_named))


def test_a_folder_within_a_folder_is_named(tmp_path: Path) -> None:
    inner = copy_of_bundled(tmp_path / "outer" / OFFICIAL)
    assert str(inner) in refusal(lambda: check_model_folder(tmp_path / "outer"))


def test_a_folder_with_only_the_zip_and_one_with_something_else(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    assert "not a Vosk model" in refusal(lambda: check_model_folder(tmp_path))
    (tmp_path / "vosk-model.zip").touch()
    assert "vosk-model.zip" in refusal(lambda: check_model_folder(tmp_path))


NEEDED = [
    "am/final.mdl",
    "conf/mfcc.conf",
    "conf/model.conf",
    "graph/HCLr.fst",
    "graph/Gr.fst",
    "graph/disambig_tid.int",
    "graph/words.txt",
]


@pytest.mark.parametrize("name", NEEDED)
def test_a_missing_or_empty_file_is_named(tmp_path: Path, name: str) -> None:
    folder = copy_of_bundled(tmp_path / "model")
    (folder / name).unlink()
    assert f"{name} is missing" in refusal(lambda: load_model(folder))
    (folder / name).touch()
    assert f"{name} is empty" in refusal(lambda: load_model(folder))


@pytest.mark.parametrize("name", ["graph/HCLr.fst", "graph/Gr.fst"])
@pytest.mark.parametrize("left", [20, 100_000])
def test_a_graph_that_is_cut_short_is_noticed_before_vosk_crashes(
    tmp_path: Path, name: str, left: int
) -> None:
    folder = copy_of_bundled(tmp_path / "model")
    start = (folder / name).read_bytes()[:left]
    (folder / name).unlink()
    (folder / name).write_bytes(start)
    assert f"{name} is cut short" in refusal(lambda: load_model(folder))


def test_an_acoustic_model_that_is_cut_short_is_one_sentence(tmp_path: Path) -> None:
    folder = copy_of_bundled(tmp_path / "model")
    start = (folder / "am/final.mdl").read_bytes()[:100_000]
    (folder / "am/final.mdl").unlink()
    (folder / "am/final.mdl").write_bytes(start)
    assert "damaged" in refusal(lambda: load_model(folder))


def test_short_answers_have_a_model_of_their_own_that_knows_all_that_is_asked_for(
    tmp_path: Path,
) -> None:
    """Where it knows all the words of the question; and not every model has one."""
    model = load_model(bundled_model())
    own = model.for_answers(["yes", "no", "stop the game"])
    assert own.path == bundled_model() / ANSWERS
    assert own.knows("yes")
    strange = next(word for word in model.vocabulary() if word.isalpha() and not own.knows(word))
    assert model.for_answers(["yes", strange]) is model
    listed = read_commands(data_path("grammars", "commands.toml")).values()
    assert model.for_answers(phrases_of(listed)).path == own.path
    folder = copy_of_bundled(tmp_path / "model")
    shutil.rmtree(folder / ANSWERS)
    alone = load_model(folder)
    assert alone.for_answers(["yes", "no"]) is alone


def test_a_damaged_model_for_short_answers_is_named(tmp_path: Path) -> None:
    folder = copy_of_bundled(tmp_path / "model")
    network = folder / ANSWERS / "am/final.mdl"
    start = network.read_bytes()[:100_000]
    network.unlink()
    assert f"{folder / ANSWERS} is incomplete" in refusal(lambda: load_model(folder))
    network.write_bytes(start)
    model = load_model(folder)
    damaged = f"model in {folder / ANSWERS}, a file in it is damaged"
    assert damaged in refusal(lambda: model.for_answers(["yes"]))
    assert damaged in load_for_check(folder)[1][0].sentence


def test_the_bundled_model_is_no_larger_than_40_mb() -> None:
    files = [file for file in bundled_model().rglob("*") if file.is_file()]
    assert 30e6 < sum(file.stat().st_size for file in files) <= 40e6


def test_a_half_unpacked_ivector_folder_is_noticed(tmp_path: Path) -> None:
    folder = copy_of_bundled(tmp_path / "model")
    (folder / "ivector").mkdir()
    (folder / "ivector" / "final.ie").write_text("x")
    assert "ivector/final.dubm is missing" in refusal(lambda: check_model_folder(folder))
    for name in ("final.dubm", "final.mat", "global_cmvn.stats"):
        (folder / "ivector" / name).write_text("x")
    (folder / "ivector" / "splice.conf").touch()
    assert "ivector/online_cmvn.conf is missing" in refusal(lambda: check_model_folder(folder))
    (folder / "ivector" / "online_cmvn.conf").touch()
    check_model_folder(folder)


def flat_copy(folder: Path) -> Path:
    """The bundled model in the old layout, all files side by side."""
    folder.mkdir()
    for file in bundled_model().rglob("*"):
        beside = bundled_model() / ANSWERS not in file.parents
        if file.is_file() and file.name != "model.conf" and beside:
            (folder / file.name).symlink_to(file)
    return folder


def test_the_old_layout_is_known(tmp_path: Path) -> None:
    folder = flat_copy(tmp_path / "model")
    assert load_model(folder).knows("lamp")
    (folder / "Gr.fst").unlink()
    assert " Gr.fst is missing" in refusal(lambda: check_model_folder(folder))


def test_a_fixed_graph_is_refused_for_it_takes_no_word_list(tmp_path: Path) -> None:
    folder = copy_of_bundled(tmp_path / "model")
    (folder / "graph" / "HCLG.fst").write_text("x")
    assert "word list" in refusal(lambda: check_model_folder(folder))


def test_a_model_without_an_unknown_symbol_is_warned_of_once(tmp_path: Path) -> None:
    folder = copy_of_bundled(tmp_path / "model")
    words = (folder / "graph/words.txt").read_text().replace("[unk]", "zzunk")
    (folder / "graph/words.txt").unlink()
    (folder / "graph/words.txt").write_text(words)
    with pytest.warns(UserWarning, match="unknown words") as warned:
        assert load_model(folder).unknown_symbol is None
    assert len(warned) == 1


def test_the_model_knows_its_words(model: Model) -> None:
    assert model.knows("crowns")
    assert not model.knows("Crowns")
    assert not model.knows("two crowns")
    assert model.unknown_symbol == "[unk]"


@pytest.fixture
def places(tmp_path: Path) -> list[Path]:
    """Two places: the second has the best and the second best official model."""
    for name in OFFICIAL_MODELS[:2]:
        copy_of_bundled(tmp_path / "b" / name)
    (tmp_path / "a").mkdir()
    return [tmp_path / "a", tmp_path / "b"]


def test_the_order_of_choice(tmp_path: Path, places: list[Path]) -> None:
    asked, named = copy_of_bundled(tmp_path / "asked"), copy_of_bundled(tmp_path / "named")
    environment = {"ALIBABA_MODEL": str(named)}
    assert choose_model(asked, environment, places).path == asked
    assert choose_model(None, environment, places).path == named
    assert choose_model(None, {}, places).path == places[1] / OFFICIAL
    assert choose_model(None, {}, places[:1]) == Choice(bundled_model(), "the bundled one")


def test_a_better_model_goes_before_a_nearer_one(places: list[Path]) -> None:
    copy_of_bundled(places[0] / OFFICIAL_MODELS[1])
    assert choose_model(None, {}, places).path == places[1] / OFFICIAL


def test_what_a_person_named_is_never_replaced(tmp_path: Path, places: list[Path]) -> None:
    assert "no model" in refusal(lambda: choose_model(tmp_path / "none", {}, places))
    environment = {"ALIBABA_MODEL": str(tmp_path / "none")}
    assert refusal(lambda: choose_model(None, environment, places)).startswith("ALIBABA_MODEL: ")


def test_a_broken_official_model_is_passed_over_and_reported(places: list[Path]) -> None:
    (places[1] / OFFICIAL / "am" / "final.mdl").unlink()
    choice = choose_model(None, {}, places)
    assert choice.path.name == OFFICIAL_MODELS[1]
    (sentence,) = choice.skipped
    assert "am/final.mdl is missing" in sentence


def test_the_usual_places_have_the_checkout_and_those_of_vosk() -> None:
    places = usual_places({"VOSK_MODEL_PATH": "/somewhere"})
    assert data_path("models") in places
    assert {Path("/somewhere"), Path.home() / ".cache" / "vosk"} <= set(places)
