"""The recorded demo game: every answer goes through the real recogniser and judge."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from assistant.data import data_path
from assistant.hosting.recorded import read_game
from tests.cli.running import alibaba
from tests.hosting.fakes import is_worded


@cache
def demo() -> tuple[int, str, str]:
    """What an evening shows where there is no terminal."""
    return alibaba("night", "--or-demo", folder=Path("/"))


def test_the_demo_is_a_whole_game_that_ends_well() -> None:
    code, out, err = demo()
    assert (code, err) == (0, "")
    assert "The game is over." in out
    assert out.rstrip().endswith("wins!") or "share the victory" in out


def test_everything_worth_showing_is_in_it() -> None:
    _, out, _ = demo()
    assert "Open sesame! Ali Baba leaves the cavern" in out  # case 1
    assert "-> mistake (unfinished" in out and "missing." in out  # a forgotten treasure, case 2
    assert "I am caught!" in out  # case 3
    assert "understood: two" in out.replace("soft ", "")  # equal treasures grouped
    assert "adjective" not in out and "a silver teapot" in out  # the adjective variant
    assert "It is the Chief Thief! This is the last round." in out


def test_what_was_heard_and_how_it_was_judged_is_printed_for_every_recitation() -> None:
    _, out, _ = demo()
    lines = out.splitlines()
    asked = sum(is_worded(line, "recite") for line in lines)
    judged = [line for line in lines if line.startswith("| understood:")]
    assert len(judged) == asked
    heard = sum(line.startswith("| heard:") for line in lines)
    assert heard == len(read_game(data_path("fixtures", "audio", "demo_cavern")).clips)


def test_at_least_four_voices_speak_and_their_origin_is_told() -> None:
    folder = data_path("fixtures", "audio", "demo_cavern")
    voices = {line for line in (folder / "script.jsonl").read_text().split('"') if "-" in line}
    assert len({v for v in voices if v.startswith(("flite", "espeak", "festival"))}) >= 4
    assert (Path(folder).parent / "README.md").is_file()


def test_without_a_terminal_the_evening_shows_the_demo_and_says_so() -> None:
    _, out, _ = demo()
    assert "recorded demo game" in out.splitlines()[0]
