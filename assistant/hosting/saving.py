"""An evening of the cavern as the journal keeps it, and back again."""

from __future__ import annotations

from math import inf
from pathlib import Path

from assistant import __version__
from assistant.games.cavern import RULES_VERSION, bots
from assistant.games.cavern.settings import Settings
from assistant.games.cavern.state import Event, Phase, Recited, State
from assistant.games.kernel import from_plain, to_plain
from assistant.hearing.recordings import RecordingProblem, read_recording
from assistant.hearing.turn import End, Heard
from assistant.hearing.words import Word
from assistant.hosting import course
from assistant.hosting.cavern import Saved
from assistant.hosting.course import saved_course
from assistant.hosting.dispute import Dispute
from assistant.hosting.ears import Answer
from assistant.hosting.evening import Evening, Player, Role, first_luck
from assistant.hosting.lines import Lines, listing
from assistant.journal.gamefile import AnswerRow
from assistant.journal.header import Header, SavedDeck, SavedPlayer
from assistant.journal.story import Story
from assistant.understanding.deck_file import DeckFile, parse_deck


def header_of(evening: Evening, demo: str | None = None) -> Header:
    """The header of a new game; ``demo`` names the recorded game that it is played from."""
    deck = evening.deck
    return Header(
        game="cavern",
        program=__version__,
        rules=RULES_VERSION,
        seed=evening.seed,
        players=tuple(SavedPlayer(each.name, each.role.value) for each in evening.players),
        settings=to_plain(evening.settings),
        deck=SavedDeck.of(deck.path.name, deck.path.read_text(encoding="utf-8-sig")),
        host={
            "first": evening.first,
            "temper": evening.temper.name,
            "memory": evening.memory.name,
            "thinking_s": evening.thinking_s,
            "demo": demo,
        },
    )


def evening_of(header: Header) -> Evening:
    """The evening of a journal, with the very deck it was begun with."""
    return Evening(
        deck=deck_of(header),
        players=tuple(Player(each.name, Role(each.role)) for each in header.players),
        settings=from_plain(Settings, header.settings),
        seed=header.seed,
        first=header.host["first"],
        temper=bots.Temper[header.host["temper"]],
        memory=bots.Memory[header.host["memory"]],
        thinking_s=header.host["thinking_s"],
    )


def deck_of(header: Header) -> DeckFile:
    """The deck as it was, whatever became of its file. Raises DeckProblem."""
    assert header.deck is not None, "a game of the cavern has a deck"
    return parse_deck(header.deck.text, Path(header.deck.name))


def saved_game(story: Story, sounds: Path) -> Saved | None:
    """Where a journal's game stands; None if nothing has happened in it yet.

    ``sounds``: where its recordings are, if they were kept.
    """
    saved: course.Saved[State, Event] | None
    saved = saved_course(story, first_luck(story.content.header.seed))
    if saved is None:
        return None
    return Saved(saved.state, saved.luck, saved.past, saved.untold, _dispute(story, sounds))


def _dispute(story: Story, sounds: Path) -> Dispute | None:
    """The last recitation, as long as the table can still rule on it."""
    state = story.state
    if state.phase not in (Phase.DECIDE, Phase.SHARE) or state.recitation is None:
        return None
    places = [at for at, step in enumerate(story.steps) if isinstance(step.events[0], Recited)]
    if not places or story.steps[places[-1]].who is None:
        return None
    step = story.steps[places[-1]]
    before = max((each.number for each in story.steps[: places[-1]]), default=0)
    rows = [row for row in story.content.answers if before <= row.step < step.number]
    recited = step.events[0]
    assert isinstance(recited, Recited)
    deck = deck_of(story.content.header)
    items = [deck.phrase(m.kind, m.count, m.adjective) for m in recited.mentions]
    matched = Lines()("understood", items=listing(items)) if items else ""
    about = [row for row in rows if row.understood and "verdict" in row.understood]
    return Dispute(step.who or "", tuple(_answer(row, sounds) for row in about), matched)


def _answer(row: AnswerRow, sounds: Path) -> Answer:
    if row.heard is None:
        return Answer.of_line(row.typed or "")
    words = tuple(Word(**word) for word in row.heard["words"])
    contrast_db = row.heard.get("contrast_db")
    heard = Heard(words, row.heard["unheard_s"], inf if contrast_db is None else contrast_db)
    answer = Answer(None, heard, End(row.heard["end"]))
    if row.sound is None:
        return answer
    try:
        recording = read_recording(sounds / row.sound)
    except RecordingProblem:
        return answer
    return Answer(None, answer.heard, answer.end, recording.samples, recording.rate)
