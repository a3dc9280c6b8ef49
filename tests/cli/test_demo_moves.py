"""The recorded games of tiles and letters: whole, and killed and gone on with, all through the
real recogniser.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from assistant.data import data_path
from assistant.games.kernel import fingerprint
from assistant.hosting.recorded import RecordedGame, read_game
from assistant.journal.folder import Folder
from assistant.journal.story import Story
from tests.cli.running import alibaba
from tests.journal.test_kill import killed_after

GAMES = ("tiles", "letters")
Demo = Callable[[str], tuple[str, Story]]


def script(game: str) -> RecordedGame:
    return read_game(data_path("fixtures", "audio", f"demo_{game}"))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """Plays a whole game, once: what it prints and what it keeps. It must end well."""

    @cache
    def played(game: str) -> tuple[str, Story]:
        data = tmp_path_factory.mktemp(game)
        code, out, err = alibaba("demo", game, "--fast", "--plain", "--data", str(data))
        assert (code, err) == (0, "")
        return out, Folder(data).story(1)

    return played


@pytest.mark.parametrize(("game", "moves"), [("tiles", 27), ("letters", 40)])
def test_every_clip_is_heard_and_every_move_explained(game: str, moves: int, demo: Demo) -> None:
    out, _ = demo(game)
    assert out.count("| heard: ") == len(script(game).clips)
    assert out.count("| understood: ") >= moves
    assert "did not understand" not in out
    assert "\x1b" not in out and "\r" not in out


def test_the_demo_of_letters_is_a_whole_game_that_ends_with_the_shout(demo: Demo) -> None:
    out, _ = demo("letters")
    assert "Open sesame! Cara wins the game and 350 points." in out
    assert out.endswith("Goodbye.\n")
    assert "Cara swaps Ali Baba out of Cara's row for the green O oasis." in out
    assert "Ben takes the green S sand off Cara's row with the take S sand." in out
    assert "Forty thieves! Ben must play O oasis, number one of ten." in out
    assert "Cara places Ali Baba, but did not shout. The door stays shut!" in out
    assert "Good, not that. What do you want instead, Cara?" in out


def test_the_demo_of_tiles_is_a_whole_game_with_all_six_magics(demo: Demo) -> None:
    out, _ = demo("tiles")
    assert out.endswith("Ben wins!\n")
    for seen in (
        "Pink: five points.",
        "Blue: two turned up, four points.",
        "Brown: four carpets, eight points.",
        "Green: you also take ",
        "Shown: the blue chest by Ben.",
        "White: name a treasure or a colour",
        "Good, not that. What instead, Ana?",
        "Which one: ",
        "is forbidden, because chests were named.",
        "Do you mean the pink ruby? Yes or no, Ben.",
        "No tile is face down any more",
        "| heard: i take the pink lamp",
        "| understood: the pink lamp",
    ):
        assert seen in out


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_killed_goes_on_at_the_right_clip(
    game: str, demo: Demo, tmp_path: Path
) -> None:
    rng, played = Random(7), list[str]()
    options = ("--fast", "--plain", "--data", str(tmp_path))
    arguments = ["assistant", "demo", game, *options]
    for lines in (rng.randint(20, 80), rng.randint(20, 80), 10**6):
        said = killed_after(arguments, lines, rng.random() * 0.1)
        clips = [line.split("(")[1].split(",")[0] for line in said if " speaks (" in line]
        if played and clips:  # what was being heard in the moment of the kill is heard again
            played = played[: played.index(clips[0])] if clips[0] in played else played
        played += clips
        arguments = ["assistant", "resume", "1", *options]
    assert played == [clip.path.name for clip in script(game).clips]
    again, (_, uninterrupted) = Folder(tmp_path).story(1), demo(game)
    assert fingerprint(again.state) == fingerprint(uninterrupted.state)
    assert again.content.winners == uninterrupted.content.winners
