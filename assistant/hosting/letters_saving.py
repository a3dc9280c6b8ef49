"""An evening of the letter-card game as the journal keeps it, and back again."""

from __future__ import annotations

from assistant import __version__
from assistant.games.kernel import from_plain, to_plain
from assistant.games.letters import RULES_VERSION, Event, Settings, State
from assistant.games.letters.bots import Strength
from assistant.hosting.course import Saved, saved_course
from assistant.hosting.letters import LettersEvening, first_luck
from assistant.hosting.move_host import Player
from assistant.journal.header import Header, SavedPlayer
from assistant.journal.story import Story

_PERSON, _COMPUTER = "person", "computer"


def header_of(evening: LettersEvening, demo: str | None = None) -> Header:
    """The header of a new match; ``demo`` names the recorded game that it is played from."""
    players = evening.players
    return Header(
        game="letters",
        program=__version__,
        rules=RULES_VERSION,
        seed=evening.seed,
        players=tuple(
            SavedPlayer(each.name, _PERSON if each.strength is None else _COMPUTER)
            for each in players
        ),
        settings=to_plain(evening.settings),
        host={
            "strengths": [each.strength and each.strength.value for each in players],
            "demo": demo,
        },
    )


def evening_of(header: Header) -> LettersEvening:
    """The evening of a journal."""
    strengths = header.host["strengths"]
    return LettersEvening(
        players=tuple(
            Player(each.name, None if strength is None else Strength(strength))
            for each, strength in zip(header.players, strengths, strict=True)
        ),
        settings=from_plain(Settings, header.settings),
        seed=header.seed,
    )


def saved_game(story: Story) -> Saved[State, Event] | None:
    """Where a journal's match stands; None if nothing has happened in it yet."""
    return saved_course(story, first_luck(story.content.header.seed))
