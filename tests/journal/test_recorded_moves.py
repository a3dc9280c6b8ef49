"""The recorded games of moves are killed and gone on with, all through the real recogniser."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from assistant.data import data_path
from assistant.games.kernel import fingerprint
from assistant.hosting.recorded import read_game
from assistant.journal.folder import Folder
from tests.journal.test_kill import killed_after


def lines_of_clips(said: list[str]) -> list[str]:
    """The clips that were played, by their files."""
    return [line.split("(")[1].split(",")[0] for line in said if " speaks (" in line]


@pytest.mark.parametrize("game", ["tiles", "letters"])
def test_a_recorded_game_of_moves_goes_on_at_the_right_clip(game: str, tmp_path: Path) -> None:
    whole, broken, rng = tmp_path / "whole", tmp_path / "broken", Random(7)
    demo = ["assistant", "demo", game, "--fast", "--plain", "--data"]
    killed_after([*demo, str(whole)], 10**6, 0.0)
    arguments, played = [*demo, str(broken)], list[str]()
    for lines in (rng.randint(20, 80), rng.randint(20, 80), 10**6):
        clips = lines_of_clips(killed_after(arguments, lines, rng.random() * 0.1))
        if played and clips:  # what was being heard in the moment of the kill is heard again
            played = played[: played.index(clips[0])] if clips[0] in played else played
        played += clips
        arguments = ["assistant", "resume", "1", "--fast", "--plain", "--data", str(broken)]
    script = read_game(data_path("fixtures", "audio", f"demo_{game}"))
    assert played == [clip.path.name for clip in script.clips]
    again, uninterrupted = Folder(broken).story(1), Folder(whole).story(1)
    assert fingerprint(again.state) == fingerprint(uninterrupted.state)
    assert again.content.winners == uninterrupted.content.winners
