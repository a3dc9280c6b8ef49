"""The process is killed at many moments, and the game ends as if it had not been."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from assistant.games.cavern.state import CardRevealed, Took
from assistant.games.kernel import fingerprint
from assistant.journal.folder import Folder
from assistant.journal.story import Story
from tests.hosting.fakes import worded
from tests.journal.child import EVENING
from tests.playthroughs.director import DECK, Director, seated
from tests.playthroughs.test_playthroughs import RECORDED, final_state


def killed_after(arguments: Sequence[str], lines: int, more_s: float) -> list[str]:
    """What a process printed until it was killed, a moment after so many lines."""
    child = subprocess.Popen(
        [sys.executable, "-m", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None and child.stderr is not None
    said = []
    for line in child.stdout:
        said.append(line.rstrip("\n"))
        if len(said) == lines:
            time.sleep(more_s)
            child.kill()
    child.wait()
    assert child.stderr.read() == ""
    child.stdout.close()
    child.stderr.close()
    return said


def check_that_all_announced_is_written(said: list[str], story: Story, revealed: int) -> None:
    """Cards announced since the last kill stand in the journal, in their order.

    ``revealed``: how many reveals of the journal had been announced before.
    """
    events = [moment.event for moment in story.moments]
    cards = [DECK.phrase(e.card, 1, e.adjective) for e in events if isinstance(e, CardRevealed)]
    told = [
        found["treasure"]
        for line in said
        if (found := worded(line, "first_treasure", "next_treasure"))
    ]
    assert told == cards[revealed : revealed + len(told)]
    picks = sum(isinstance(event, Took) for event in events)
    assert sum(bool(re.match(r"\w+ (takes|gets) the |I take the ", each)) for each in said) <= picks


def reveals_told(story: Story) -> int:
    """How many reveals need no more telling."""
    steps = story.steps
    told = [step for step in steps if step.told or step is not steps[-1]]
    return sum(isinstance(event, CardRevealed) for step in told for event in step.events)


def test_typed_evenings_survive_many_kills(tmp_path: Path) -> None:
    rng, folder, revealed, kills = Random(2), Folder(tmp_path), 0, 0
    while True:
        lines = rng.randint(1, 45) if kills < 5 else 10**6
        said = killed_after(["tests.journal.child", str(tmp_path)], lines, rng.random() * 0.02)
        story = folder.story(1)
        check_that_all_announced_is_written(said, story, revealed)
        if said[-1].startswith("END"):
            break
        kills += 1
        revealed = reveals_told(story)
    host, _ = seated(Director(), EVENING)
    host.play()
    assert said[-1] == f"END {fingerprint(host.state)}"
    assert folder.story(1).state == host.state
    assert kills >= 3


def test_the_recorded_game_survives_kills_and_goes_on_at_the_right_clip(tmp_path: Path) -> None:
    """Every answer goes through the real recogniser."""
    rng, folder, revealed = Random(5), Folder(tmp_path), 0
    where = ["--data", str(tmp_path), "--fast"]
    arguments = ["assistant", "demo", "cavern", *where]
    for lines in (rng.randint(5, 90), rng.randint(60, 120), rng.randint(2, 60), 10**6):
        said = killed_after(arguments, lines, rng.random() * 0.1)
        story = folder.story(1)
        check_that_all_announced_is_written(said, story, revealed)
        revealed = reveals_told(story)
        arguments = ["assistant", "resume", "1", *where]
    assert story.content.winners == ("Ali Baba",)
    assert fingerprint(story.state) == final_state(RECORDED)
