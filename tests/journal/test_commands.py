"""``alibaba games``, ``resume``, ``replay``, and the offer of ``alibaba play cavern``."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assistant.cli.main import cli, run
from assistant.games.kernel import fingerprint
from assistant.journal.folder import Folder
from assistant.journal.header import SavedDeck
from assistant.journal.problems import JournalProblem
from tests.hosting.fakes import is_worded, shipped_deck, worded
from tests.journal.games import write

PLAY = ("play", "cavern", "--keyboard", "--no-tts")
QUIET = ("--keyboard", "--no-tts")


def alibaba(data: Path, *arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, [*arguments, "--data", str(data)], input=typed)


def begun(data: Path, *lines: str) -> Result:
    """A game of Ana and Ben, with the cushion and then the hourglass on top."""
    typed = "\n".join(("a cushion", *lines, ""))
    return alibaba(data, *PLAY, "--players", "Ana,Ben", "--seed", "3", typed=typed)


def test_a_game_that_breaks_off_tells_how_to_go_on(tmp_path: Path) -> None:
    out = begun(tmp_path).output
    assert out.endswith("This is game 1. To go on with it later: alibaba resume 1\nGoodbye.\n")


@pytest.mark.parametrize("which", [("1",), ()])
def test_resume_goes_on_with_this_game_or_the_latest(
    which: tuple[str, ...], tmp_path: Path
) -> None:
    begun(tmp_path)
    typed = "an hourglass and a cushion\n"
    out = alibaba(tmp_path, "resume", *which, *QUIET, typed=typed).output
    assert out.startswith("Welcome back to round 1. In the cavern: two cards, no alarms.\n")
    asked, right, shown = out.splitlines()[1:4]
    assert is_worded(asked, "recite") and is_worded(right, "right")
    found = worded(shown, "next_treasure")
    assert found is not None and found["treasure"] == "a goldfish"


@pytest.mark.parametrize("yes", ["yes", "y"])
def test_play_offers_to_go_on_with_an_open_game(yes: str, tmp_path: Path) -> None:
    begun(tmp_path)
    out = alibaba(tmp_path, *PLAY, typed=f"{yes}\nan hourglass and a cushion\n").output
    assert re.match(r"The cavern game of Ana and Ben from .* is not finished\. Shall we go on", out)
    assert "Welcome back to round 1." in out
    assert any(is_worded(line, "right") for line in out.splitlines())
    assert Folder(tmp_path).numbers() == [1]


def test_no_begins_another_game_and_is_not_asked_again(tmp_path: Path) -> None:
    begun(tmp_path)
    out = alibaba(tmp_path, *PLAY, typed="no\nAna\n").output
    assert "Who plays?" in out and "Welcome to the cavern." in out
    again = alibaba(tmp_path, *PLAY, "--players", "Zoe", typed="no\n").output
    assert "The cavern game of Ana from" in again, "only the newer game is offered"
    assert [each.number for each in Folder(tmp_path).open_games()] == [3, 2, 1]


def test_what_is_typed_instead_of_yes_or_no_answers_the_next_question(tmp_path: Path) -> None:
    begun(tmp_path)
    out = alibaba(tmp_path, *PLAY, typed="Caro, Dan\n").output
    assert "Caro and Dan are the thieves" in out


def test_new_games_and_chosen_shuffles_are_offered_nothing(tmp_path: Path) -> None:
    begun(tmp_path)
    for option in (("--new",), ("--seed", "3")):
        out = alibaba(tmp_path, *PLAY, "--players", "Ana", *option).output
        assert "is not finished" not in out


def test_games_lists_open_games_first_with_winner_and_length(tmp_path: Path) -> None:
    begun(tmp_path)
    write(Folder(tmp_path), "tiles", 1).game.close()
    lines = alibaba(tmp_path, "games").output.splitlines()
    assert re.fullmatch(
        r"1, open: cavern, Ana, Ben and Ali Baba; .*, five events in no minutes\.", lines[0]
    )
    assert re.fullmatch(
        r"2, won by .*: tiles, Ana, Ben and Caro; .* events in no minutes\.", lines[1]
    )
    document = json.loads(alibaba(tmp_path, "games", "--json").output)
    assert [each["open"] for each in document["games"]] == [True, False]
    assert document["games"][0]["players"] == ["Ana", "Ben", "Ali Baba"]
    assert alibaba(tmp_path / "none", "games").output == "There are no saved games.\n"


def test_games_names_damaged_ones_beside_the_rest(tmp_path: Path) -> None:
    begun(tmp_path)
    begun(tmp_path)
    (tmp_path / "games/000001.db").write_bytes(b"")
    lines = alibaba(tmp_path, "games").output.splitlines()
    assert lines[0].startswith("2, open: ")
    assert lines[1] == "1, Game 1 is damaged: parts of its file make no sense."


def test_replay_shows_every_secret_and_what_was_heard(tmp_path: Path) -> None:
    begun(tmp_path, "a book", "challenge", "overruled")
    lines = alibaba(tmp_path, "replay", "1").output.splitlines()
    told = [line[10:] for line in lines[1:-1]]
    assert lines[0].startswith("Game 1: cavern, Ana, Ben and Ali Baba; seed 3, deck cavern.toml (")
    assert told[0].startswith("The pile, from the top: cushion, hourglass, ")
    assert told[2:] == [
        "Revealed: a cushion. In hand: a cushion.",
        'Ana typed "a cushion" -> complete.',
        "Ana recited a cushion: complete.",
        "Revealed: an hourglass. In hand: a cushion and an hourglass.",
        'Ben typed "a book" -> mistake.',
        "Ben recited a book: mistake, extra (book).",
        'Somebody typed "challenge" -> challenge.',
        'Somebody typed "overruled" -> overruled.',
        "Overruled: the list of Ben counts as right.",
        "Revealed: a goldfish, shiny. In hand: a cushion, an hourglass and a goldfish.",
    ]
    story = Folder(tmp_path).story(1)
    assert lines[-1] == (
        f"It is not finished. State {fingerprint(story.state)}, as it was written down."
    )


def test_replay_in_steps_waits_and_tells_the_same(tmp_path: Path) -> None:
    begun(tmp_path)
    at_once = alibaba(tmp_path, "replay", "1").output
    assert alibaba(tmp_path, "replay", "1", "--step", typed="\n\n").output == at_once
    spoken = alibaba(tmp_path, "replay", "1", "--speak").output
    assert "Revealed: a cushion. In hand: a cushion." in spoken


@pytest.mark.parametrize("kind", ["cavern", "tiles", "letters"])
def test_replay_as_json_for_any_game(kind: str, tmp_path: Path) -> None:
    written = write(Folder(tmp_path), kind, 1, 6)
    deck = shipped_deck().path.read_text()
    written.game.close()
    if kind == "cavern":  # the journal's deck must be one that words can be taken from
        database = sqlite3.connect(tmp_path / "games/000001.db")
        saved = SavedDeck.of("cavern.toml", deck)
        value = json.dumps({"name": saved.name, "text": saved.text, "sha256": saved.sha256})
        with database:
            database.execute("UPDATE header SET value = ? WHERE key = 'deck'", (value,))
        database.close()
    document = json.loads(alibaba(tmp_path, "replay", "1", "--json").output)
    assert document["header"]["game"] == kind
    assert document["state"] == fingerprint(written.states[-1])
    assert len(document["told"]) == len(document["events"]) > 5


def problem(data: Path, *arguments: str) -> str:
    """The sentence that a command ends with."""
    result = alibaba(data, *arguments)
    assert isinstance(result.exception, JournalProblem)
    assert run(lambda: cli.main([*arguments, "--data", str(data)], standalone_mode=False)) == 1
    return str(result.exception)


def test_what_cannot_be_done_is_one_sentence(tmp_path: Path) -> None:
    assert problem(tmp_path, "resume") == "There is no open game to go on with."
    assert problem(tmp_path, "resume", "4") == "There is no game 4 here."
    assert problem(tmp_path, "replay", "4") == "There is no game 4 here."
    write(Folder(tmp_path), "tiles", 1).game.close()
    assert problem(tmp_path, "resume", "1") == (
        "Game 1 is over: it can be told again, but not gone on with."
    )
    file = tmp_path / "file"
    file.write_text("")
    assert "a file stands where the folder should be" in problem(file, "games")


def test_where_nothing_can_be_saved_the_game_says_so_once_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    out = alibaba(file, *PLAY, "--players", "Ana", "--seed", "3", typed="a cushion\n").output
    sentence = (
        "This game cannot be saved: a file stands where the folder should be. "
        "We play on, but unsaved.\n"
    )
    assert out.count(sentence) == 1
    assert any(
        is_worded(line, "right") for line in (each.removeprefix("> ") for each in out.splitlines())
    )


def test_the_folder_can_be_set_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALIBABA_DATA", str(tmp_path / "mine"))
    CliRunner().invoke(cli, [*PLAY, "--players", "Ana", "--new"], input="")
    assert (tmp_path / "mine/games/000001.db").exists()
