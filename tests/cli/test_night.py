"""An evening from ``alibaba`` alone, by typed lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.hosting.manner import Manner, RememberedManner
from assistant.journal.players import Players, Profile
from tests.cli.running import alibaba, one_sentence
from tests.hosting.fakes import is_worded

QUIET = ("--keyboard", "--no-tts")


def night(folder: Path, typed: str, *options: str) -> str:
    code, out, err = alibaba(*QUIET, *options, "--data", str(folder), typed=typed)
    assert (code, err) == (0, "")
    assert "\x1b" not in out and "\r" not in out
    return out


def test_alibaba_alone_sets_up_a_game_and_remembers_who_played(tmp_path: Path) -> None:
    typed = (
        "who won last time\ncavern\n2\nAna, Hannah\nyes\nno\nBen\nyou\nfamily\n\nyes\na cushion\n"
    )
    out = night(tmp_path, typed, "--seed", "3")
    assert "No game has been finished here yet." in out
    assert "Ana and Hannah sound alike" in out
    assert "The cavern for Ana and Ben: family rules, I am Ali Baba, and I am steady." in out
    assert any(is_worded(line.removeprefix("> "), "right") for line in out.splitlines())
    assert out.endswith("Goodbye.\n")
    assert Players(tmp_path).all() == (Profile("Ana"), Profile("Ben"))


def test_an_unfinished_game_is_offered_first(tmp_path: Path) -> None:
    options = ("--game", "tiles", "--players", "Ana,Ben", "--rules", "ordinary", "--new")
    assert "This is game 1." in night(tmp_path, "yes\n", *options)
    out = night(tmp_path, "yes\n")
    asked = next(line for line in out.splitlines() if "is not finished" in line)
    assert asked.startswith("The tile game of Ana and Ben from ")
    assert "We go on with the game of Ana and Ben." in out
    assert "Which game" not in out
    out = night(tmp_path, "no\n")
    assert "Which game" in out


@pytest.mark.parametrize("game", ["cavern", "tiles"])
def test_what_is_asked_for_in_a_turn_is_remembered_for_whoever_asks(
    game: str, tmp_path: Path
) -> None:
    who = ("--game", game, "--players", "Ana,Ben", "--rules", "ordinary", "--seed", "3")
    how = ("--ali", "host", "--temper", "daring") if game == "cavern" else ()
    night(tmp_path, "yes\nslower\nlouder\nbe brief\n", *who, *how)
    known = sorted(Players(tmp_path).all(), key=lambda each: each.rate is None)
    asked, other = known
    assert asked == Profile(asked.name, rate=2, volume=5, detail=1)
    assert other == Profile(other.name)
    assert RememberedManner(tmp_path).get() == Manner()  # they are two


def test_a_game_of_the_same_people_on_the_same_day_joins_their_evening(tmp_path: Path) -> None:
    options = ("--game", "tiles", "--players", "Ana,Ben", "--rules", "ordinary", "--new")
    night(tmp_path, "yes\n", *options)
    play = ("play", "letters", *QUIET, "--data", str(tmp_path))
    joins = "This game counts for your evening of today."
    assert joins in alibaba(*play, "--players", "Ben,Ana")[1]
    assert joins not in alibaba(*play, "--new", "--players", "Ana,Caro")[1]
    evenings = json.loads(alibaba("evenings", "--json", "--data", str(tmp_path))[1])["evenings"]
    assert [each["games"] for each in evenings] == [[1, 2]]


def test_a_damaged_file_of_players_is_told_of_once_and_kept(tmp_path: Path) -> None:
    Players(tmp_path).path.write_text("player = [")
    options = ("--game", "tiles", "--players", "Ana,Ben", "--rules", "ordinary", "--new")
    out = night(tmp_path, "yes\nslower\n", *options)
    assert out.count("players.toml is damaged") == 1
    assert Players(tmp_path).path.read_text() == "player = ["
    code, out, err = alibaba("players", "--data", str(tmp_path))
    assert (code, out) == (1, "")
    assert "players.toml is damaged" in err and one_sentence(err)


def test_players_are_listed_changed_and_removed(tmp_path: Path) -> None:
    data = ("players", "--data", str(tmp_path))
    assert alibaba(*data)[1] == "Nobody has played here yet.\n"
    code, out, err = alibaba(*data, "change", "Ana", "--rate", "2", "--thinking", "8", "--careful")
    line = "Ana: speech rate 2 of 5, 8 seconds to think, and I ask before an answer holds.\n"
    assert (code, out, err) == (0, line, "")
    assert "sounds like Ana" in alibaba(*data, "change", "Hannah")[1]
    assert alibaba(*data, "remove", "hannah")[0] == 0
    assert alibaba(*data)[1] == line
    code, _, err = alibaba(*data, "remove", "Zoe")
    assert (code, err) == (1, "There is no player called Zoe; I know Ana.\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--players", "Ana,ana"), "Two players are called"),
        (("--game", "tiles", "--players", "a,b,c,d,e"), "one to four people"),
        (("--game", "tiles", "--players", "a,b", "--rules", "family"), "not family"),
        (("--model", "no/model"), "no/model"),
    ],
)
def test_bad_options_get_one_sentence(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    code, _, err = alibaba(*QUIET, "--data", str(tmp_path), *options, typed="")
    assert code == 1
    assert says in err and one_sentence(err)


def test_help_and_subcommands_are_as_before() -> None:
    code, out, _ = alibaba("--help")
    assert code == 0
    for command in ("night", "players", "evenings", "play", "games"):
        assert f"\n  {command} " in out
    assert alibaba("--version")[0] == 0


def test_evenings_are_none_at_first(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    assert alibaba("evenings", *data)[1] == "There were no evenings yet: alibaba begins one.\n"
    assert json.loads(alibaba("evenings", "--json", *data)[1]) == {"evenings": []}
