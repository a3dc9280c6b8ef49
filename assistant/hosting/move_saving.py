"""An evening of a game of moves as the journal keeps it, and back again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from assistant import __version__
from assistant.games import letters, tiles
from assistant.games.kernel import Chance, Strength, from_plain, to_plain
from assistant.hosting.course import Saved, saved_course
from assistant.hosting.letters import LettersEvening
from assistant.hosting.letters import first_luck as letters_luck
from assistant.hosting.move_host import MoveEvening, Player
from assistant.hosting.tiles import TilesEvening
from assistant.hosting.tiles import first_luck as tiles_luck
from assistant.journal.header import Header, SavedPlayer
from assistant.journal.story import Story

Ev = TypeVar("Ev", bound=MoveEvening[Any])


@dataclass(frozen=True)
class Saving(Generic[Ev]):
    """How one game's evenings are kept. ``first_luck``: the computer players' at the start."""

    game: str
    rules: int
    evening: type[Ev]
    settings: type
    first_luck: Callable[[int], Chance]

    def header_of(self, evening: Ev, demo: str | None = None) -> Header:
        """The header of a new game; ``demo`` names the recorded game that it is played from."""
        players = evening.players
        return Header(
            game=self.game,
            program=__version__,
            rules=self.rules,
            seed=evening.seed,
            players=tuple(
                SavedPlayer(each.name, "person" if each.strength is None else "computer")
                for each in players
            ),
            settings=to_plain(evening.settings),
            host={
                "strengths": [each.strength and each.strength.value for each in players],
                "demo": demo,
                **{name: getattr(evening, name) for name in self._own()},
            },
        )

    def evening_of(self, header: Header) -> Ev:
        """The evening of a journal."""
        strengths = header.host["strengths"]
        players = tuple(
            Player(each.name, None if strength is None else Strength(strength))
            for each, strength in zip(header.players, strengths, strict=True)
        )
        own = {name: header.host[name] for name in self._own()}
        settings = from_plain(self.settings, header.settings)
        return self.evening(players, settings, header.seed, **own)

    def saved_game(self, story: Story) -> Saved[Any, Any] | None:
        """Where a journal's game stands; None if nothing has happened in it yet."""
        return saved_course(story, self.first_luck(story.content.header.seed))

    def _own(self) -> list[str]:
        """What this game's evenings have besides those of others."""
        common = {each.name for each in fields(MoveEvening)}
        return [each.name for each in fields(self.evening) if each.name not in common]


TILES = Saving("tiles", tiles.RULES_VERSION, TilesEvening, tiles.Settings, tiles_luck)
LETTERS = Saving("letters", letters.RULES_VERSION, LettersEvening, letters.Settings, letters_luck)
