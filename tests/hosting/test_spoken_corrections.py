""" "No, I said ..." in recorded voices, through the real recogniser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from assistant.data import data_path
from assistant.games import letters, tiles
from assistant.games.kernel import Chance
from assistant.games.letters.events import Swapped, Took
from assistant.hearing.models import Model
from assistant.hosting.course import Saved
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.letters import LettersEvening, LettersHost
from assistant.hosting.lines import Lines
from assistant.hosting.move_host import Player
from assistant.hosting.recorded import Clip, RecordedEars
from assistant.hosting.table import Table
from assistant.hosting.tiles import TilesEvening, TilesHost
from assistant.understanding.letter_words import LetterWords
from assistant.understanding.tile_words import TileWords
from tests.games.tiles.scenes import scene, tile
from tests.hosting.fakes import FakeVoice
from tests.hosting.test_letters import standing
from tests.hosting.test_tiles import QUIET

PLAYERS = (Player("Ana"), Player("Ben"))


@dataclass
class Spoken:
    """A table whose answers are clips of ``corrections/``; those that object are marked with !."""

    model: Model
    game: str
    clips: Sequence[str]
    voice: FakeVoice = field(default_factory=FakeVoice)
    notes: list[str] = field(default_factory=list)

    def table(self) -> Table:
        folder = data_path("fixtures", "audio", "corrections")
        clips = [
            Clip(folder / f"{self.game}_{name.strip('!')}.ogg", "Ana", "", name.startswith("!"))
            for name in self.clips
        ]
        ears = RecordedEars(self.model, clips, lambda _recording: None, self.notes.append)
        said = self.voice.said.append
        return Table(self.voice, ears, said, knows=self.model.knows, lines=Lines(self.game))


@pytest.mark.parametrize("clips", [("move", "correction"), ("move", "!objects", "instead")])
def test_a_tile_that_was_misheard_is_corrected(model: Model, clips: Sequence[str]) -> None:
    """BABA-40: after the move was played, and in the moment after it was named."""
    spoken, state = Spoken(model, "tiles", clips), scene(board=QUIET)
    saved: Saved[tiles.State, tiles.Event] = Saved(state, Chance.seeded(1), (), ())
    evening = TilesEvening(PLAYERS, state.settings, seed=1, start=0)
    host = TilesHost(spoken.table(), evening, TileWords(), saved=saved)
    with pytest.raises(NoMoreAnswers):
        host.play()
    assert host.state.screens == ((tile("blue lamp"),), ()), spoken.notes


def test_a_swap_that_was_misheard_is_corrected(model: Model) -> None:
    """SES-6."""
    spoken, state = Spoken(model, "letters", ("move", "correction")), standing()
    saved: Saved[letters.State, letters.Event] = Saved(state, Chance.seeded(1), (), ())
    evening = LettersEvening(PLAYERS, state.settings, seed=1)
    words, events = LetterWords(("Ana", "Ben"), model.knows), list[letters.Event]()
    host = LettersHost(
        spoken.table(),
        evening,
        words,
        record=events.append,
        saved=saved,
    )
    with pytest.raises(NoMoreAnswers):
        host.play()
    assert [type(event) for event in events] == [Swapped, Took], spoken.notes
