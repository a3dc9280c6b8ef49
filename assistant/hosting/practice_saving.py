"""Sessions of practice as the journal keeps them: a new one's header, and a person's past."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime

from assistant import __version__
from assistant.games.kernel import fingerprint, from_plain, to_plain, to_record
from assistant.games.practice import RULES_VERSION
from assistant.games.practice.progress import Session, showings
from assistant.games.practice.schedule import scheduled
from assistant.games.practice.session import Finish, State, decide, evolve
from assistant.games.practice.settings import FIRST_LENGTH, LISTS, LONGEST, Mode, Settings
from assistant.journal.folder import Folder, OpenGame
from assistant.journal.gamefile import Happened
from assistant.journal.header import Header, SavedDeck, SavedPlayer
from assistant.journal.problems import JournalProblem
from assistant.journal.story import Story
from assistant.understanding.deck_file import DeckFile

GAME = "practice"
_LEAST_START = 2


@dataclass(frozen=True, slots=True)
class Past:
    """All that one person has practised, the oldest session first."""

    sessions: tuple[Session, ...] = ()
    places: tuple[str, ...] = ()
    """The places of the latest walk."""
    unfinished: tuple[tuple[int, int], ...] = ()
    """Number and day of the sessions that were not ended, and that nobody has open."""

    def settings(
        self, mode: Mode, day: int, places: tuple[str, ...] = (), lists: int = LISTS
    ) -> Settings:
        """A session on ``day``: it begins a little below the last span in this mode, and brings
        back what is due.
        """
        places = places or self.places if mode is Mode.WALK else ()
        spans = [each.span for each in self.sessions if each.mode is mode and each.span]
        start = max(_LEAST_START, round(spans[-1].mean) - 1) if spans else FIRST_LENGTH
        most = len(places) if places else LONGEST
        due = scheduled(showings(self.sessions)).due(day)
        return Settings(mode, lists, min(start, most, LONGEST), due, places)


def day_number(moment: datetime) -> int:
    """The day of ``moment`` where the program runs, counted from 1 January of year 1."""
    return moment.astimezone().date().toordinal()


def header_of(name: str, settings: Settings, seed: int, deck: DeckFile) -> Header:
    """The header of a new session."""
    return Header(
        game=GAME,
        program=__version__,
        rules=RULES_VERSION,
        seed=seed,
        players=(SavedPlayer(name, "person"),),
        settings=to_plain(settings),
        deck=SavedDeck.of(deck.path.name, deck.path.read_text(encoding="utf-8-sig")),
    )


def people(folder: Folder) -> tuple[str, ...]:
    """Everybody who has practised, the latest first; spellings that differ in case are one."""
    names = [(last, name) for _, name, last in _practised(folder)]
    found: dict[str, str] = {}
    for _, name in sorted(names, reverse=True):
        found.setdefault(name.casefold(), name)
    return tuple(found.values())


def past_of(folder: Folder, name: str) -> Past:
    """What ``name`` has practised. A session that cannot be read is left out."""
    numbers = [number for number, who, _ in _practised(folder) if who.casefold() == name.casefold()]
    sessions: list[Session] = []
    places: tuple[str, ...] = ()
    unfinished = []
    playing = {each.number for each in folder.open_games() if each.being_played}
    for number in sorted(numbers):
        try:
            story = folder.story(number)
        except JournalProblem:
            continue
        settings = from_plain(Settings, story.content.header.settings)
        places = settings.places or places
        moments = story.content.events
        if not moments:
            continue
        day = day_number(datetime.fromisoformat(moments[0].time))
        sessions.append(Session(day, settings.mode, story.state.trials))
        if not story.state.ended and number not in playing:
            unfinished.append((number, day))
    return Past(tuple(sessions), places, tuple(unfinished))


def end_sessions_before(folder: Folder, past: Past, day: int) -> None:
    """Ends the sessions of days before ``day`` that were broken off; their lists still count."""
    for number, began in past.unfinished:
        if began < day:
            try:
                game, story = folder.open(number)
            except JournalProblem:
                continue
            with closing(game):
                _end(game, story)


def _end(game: OpenGame, story: Story) -> None:
    state: State = story.state
    for event in decide(state, Finish()):
        state = evolve(state, event)
        game.file.happened(None, [Happened(to_record(event), fingerprint(state))], {}, ())


def _practised(folder: Folder) -> Iterator[tuple[int, str, str]]:
    """Number, person and last moment of each session that has begun."""
    for listed in folder.listing()[0]:
        summary = listed.summary
        if summary is not None and summary.header.game == GAME and summary.last is not None:
            yield listed.number, summary.header.players[0].name, summary.last
