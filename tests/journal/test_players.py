"""Players are remembered, and a damaged file loses nothing."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.journal.players import Players, Profile
from assistant.journal.problems import CannotSave, Damaged

PROFILES = st.builds(
    Profile,
    name=st.text(min_size=1, max_size=20).filter(
        lambda name: name.strip() and name == " ".join(name.split())
    ),
    rate=st.none() | st.integers(1, 5),
    volume=st.none() | st.integers(1, 5),
    detail=st.none() | st.integers(1, 3),
    thinking_s=st.floats(4, 12),
    careful=st.booleans(),
)


def test_nobody_is_known_at_first(tmp_path: Path) -> None:
    assert Players(tmp_path).all() == ()
    assert not list(tmp_path.iterdir())


@settings(deadline=None)
@given(kept=st.lists(PROFILES, unique_by=lambda each: each.name.casefold(), max_size=4))
def test_what_is_kept_is_found_again(
    tmp_path_factory: pytest.TempPathFactory, kept: list[Profile]
) -> None:
    players = Players(tmp_path_factory.mktemp("data"))
    players.keep(*kept)
    assert players.all() == tuple(kept)
    tomllib.loads(players.path.read_text(encoding="utf-8"))


def test_a_player_is_changed_and_removed_whatever_the_capitals(tmp_path: Path) -> None:
    players = Players(tmp_path)
    players.keep(Profile("Ana"), Profile("Ben"))
    players.keep(Profile("ANA", rate=1))
    assert players.all() == (Profile("ANA", rate=1), Profile("Ben"))
    assert players.find("ana") == Profile("ANA", rate=1)
    assert players.remove("ana") and not players.remove("ana")
    assert players.all() == (Profile("Ben"),)


@pytest.mark.parametrize(
    "text",
    [
        "player = [",
        'player = "Ana"',
        "[[player]]\nrate = 2\n",
        '[[player]]\nname = "Ana"\nrate = 9\n',
        '[[player]]\nname = "Ana"\nvolume = 0\n',
        '[[player]]\nname = "Ana"\ndetail = 4\n',
        '[[player]]\nname = "Ana"\nthinking = "long"\n',
        "player = 3",
        "\x00\x01",
    ],
)
def test_a_damaged_file_is_told_of_and_never_written_over(tmp_path: Path, text: str) -> None:
    players = Players(tmp_path)
    players.path.write_text(text)
    for deed in (players.all, lambda: players.keep(Profile("Ben")), lambda: players.remove("Ana")):
        with pytest.raises(Damaged, match=r"players\.toml is damaged .*\.$") as caught:
            deed()
        assert "\n" not in str(caught.value)
    assert players.path.read_text() == text


def test_a_folder_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotSave, match=r"a file stands where the folder should be\.$"):
        Players(tmp_path / "file" / "data").keep(Profile("Ana"))
