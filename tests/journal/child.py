"""Plays an evening of typists in a process of its own, to be killed: python -m ... FOLDER.

It goes on with game 1 if there is one. Everything that is announced is printed at once.
"""

from __future__ import annotations

import sys
from pathlib import Path

from assistant.games.cavern.settings import Adjectives, Settings
from assistant.games.kernel import fingerprint
from assistant.hosting.book import JournalBook
from assistant.hosting.saving import header_of, saved_game
from assistant.journal.folder import Folder
from tests.hosting.fakes import FakeVoice
from tests.playthroughs.director import Director, evening, seated

EVENING = evening(Settings(adjectives=Adjectives.THIEVES), ["Ana", "Ben"], 11)
"""Two people and a computer player, so all generators are at work."""


def main() -> None:
    """Plays to the end and prints the fingerprint of the last state."""
    FakeVoice.say = lambda self, text: print(text, flush=True)  # type: ignore[method-assign]
    folder = Folder(Path(sys.argv[1]))
    if folder.numbers():
        game, story = folder.open(1)
        saved = saved_game(story, game.sounds)
    else:
        game, saved = folder.new(header_of(EVENING)), None
    host, _ = seated(Director(), EVENING, JournalBook(game, print), saved)
    host.play()
    game.close()
    print(f"END {fingerprint(host.state)}", flush=True)


if __name__ == "__main__":
    main()
