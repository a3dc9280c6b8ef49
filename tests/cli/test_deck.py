"""``alibaba deck`` from the outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.data import data_path
from tests.cli.running import alibaba, one_sentence
from tests.hosting.fakes import is_worded

WORDS = ("cat", "gryphon", "sandclock", "umbrella", "bat")
NEW = tuple(part for word in WORDS for part in ("--treasure", word))


def test_a_new_deck_is_checked_mended_listed_and_played(tmp_path: Path) -> None:
    own = ("--data", str(tmp_path))
    code, out, err = alibaba("deck", "new", "pets", *NEW, *own)
    assert (code, err) == (0, "")
    file = tmp_path / "decks" / "pets.toml"
    assert str(file) in out and "alibaba deck check pets" in out

    code, out, err = alibaba("deck", "check", "pets", *own)
    assert (code, err) == (1, "Error: two problems, one warning.\n")
    assert "cat: the model knows cat and cats." in out
    assert "gryphon: the model does not know gryphon" in out
    assert 'warning: "bat" of "bat" sounds much like "cat" of "cat": they differ in 1 of 3' in out
    advice = [
        line.split("write ")[1].split(" in its")[0] for line in out.splitlines() if "write " in line
    ]
    assert advice == ['spoken = ["griffon", "griffon"]', 'spoken = ["sand clock", "sand clocks"]']

    text = file.read_text()
    for name, spoken in zip(("gryphon", "sandclock"), advice, strict=True):
        text = text.replace(f'name = "{name}"', f'name = "{name}"\n{spoken}')
    file.write_text(text)
    code, out, err = alibaba("deck", "check", "pets", *own)
    assert (code, err) == (0, "")
    assert out.endswith("The deck can be played: no problems, one warning.\n")

    code, out, err = alibaba("deck", "list", *own)
    assert (code, err) == (0, "")
    assert "pets (yours): 45 cards of 5 kinds, no alarm" in out
    assert "not for --adjectives (cat has none)" in out
    assert "animals (of the program): 45 cards of 23 kinds" in out

    play = ("play", "cavern", "--keyboard", "--no-tts", "--players", "Ana", "--deck", "pets")
    code, out, err = alibaba(*play, *own, typed="a cat\n")
    assert (code, err) == (0, "")
    assert any(is_worded(line, "first_treasure") for line in out.splitlines())


def test_a_deck_is_never_overwritten(tmp_path: Path) -> None:
    own = ("--data", str(tmp_path))
    file = tmp_path / "decks" / "pets.toml"
    file.parent.mkdir()
    file.write_text("mine")
    code, _, err = alibaba("deck", "new", "pets", *NEW, *own)
    assert code == 1 and "is there already" in err and one_sentence(err)
    assert file.read_text() == "mine"
    code, _, err = alibaba("deck", "new", "cavern", *NEW, *own)
    assert code == 1 and "a deck of the program" in err and one_sentence(err)


def test_the_treasures_are_asked_for(tmp_path: Path) -> None:
    own = ("--data", str(tmp_path))
    code, _, err = alibaba(
        "deck", "new", "sea", *own, typed="Whale, crab,shark , squid, sea horse\n"
    )
    assert (code, err) == (0, "")
    assert 'name = "sea horse"' in (tmp_path / "decks" / "sea.toml").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("new", "pets", "--treasure", "cat"), "5 to 45 treasures, not 1"),
        (("new", "../pets", *NEW), "letters, digits"),
        (("new", "pets", *NEW, "--treasure", "chief"), 'names both "chief'),
        (("check", "anmals"), "there is: animals, "),
        (("check", "nowhere.toml"), "nowhere.toml:1:"),
        (("check", "cavern", "--model", "no/model"), "no/model"),
    ],
)
def test_bad_input_gets_a_sentence(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    code, _, err = alibaba("deck", *arguments, "--data", str(tmp_path), folder=tmp_path)
    assert code in (1, 2)
    assert says in err and "Traceback" not in err
    assert not (tmp_path / "decks").exists()


def test_a_broken_deck_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "decks" / "mine.toml"
    file.parent.mkdir()
    text = data_path("grammars", "animals.toml").read_text()
    file.write_text(text.replace("copies = 3", "copies = 33", 1))
    code, out, err = alibaba("deck", "list", "--data", str(tmp_path))
    assert (code, err) == (0, "")
    assert f"mine (yours): cannot be played, {file}:" in out
    code, _, err = alibaba("deck", "check", "mine", "--data", str(tmp_path))
    assert code == 1 and f"{file}:" in err and one_sentence(err)


def test_play_lists_the_decks_for_a_name_that_is_none() -> None:
    code, _, err = alibaba("play", "cavern", "--keyboard", "--players", "Ana", "--deck", "kichen")
    assert code == 1
    assert "there is: kitchen, " in err and one_sentence(err)
