"""A hosted evening and its journal: nothing is announced that is not written, nothing is lost."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from assistant.games.cavern.settings import Adjectives, AliBaba, Judge, Settings
from assistant.games.cavern.state import CardRevealed, Event, Phase, State
from assistant.games.kernel import fingerprint, to_record
from assistant.hosting.book import JournalBook
from assistant.hosting.cavern import Evening
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.saving import evening_of, header_of, saved_game
from assistant.journal.folder import Folder
from tests.hosting.fakes import worded
from tests.journal.games import clock
from tests.playthroughs.director import DECK, Director, evening, seated

VARIANTS = {
    "host": evening(Settings(ali=AliBaba.HOST), ["Ana", "Ben", "Caro"], 3),
    "a computer player": evening(Settings(), ["Ana", "Ben"], 4),
    "cassim": evening(Settings(cassim=True), ["Ana", "Ben"], 5),
    "adjectives": evening(Settings(adjectives=Adjectives.THIEVES), ["Ana", "Ben", "Caro"], 6),
    "human judge": evening(Settings(judge=Judge.HUMAN), ["Ana", "Ben", "Caro"], 7),
}


def no_trouble(sentence: str | None) -> None:
    raise AssertionError(sentence)


def first_part(folder: Folder, chosen: Evening, director: Director) -> list[str]:
    """Begins an evening, and what is said until the director breaks it off."""
    game = folder.new(header_of(chosen))
    host, voice = seated(director, chosen, JournalBook(game, no_trouble))
    with closing(game), pytest.raises((NoMoreAnswers, KeyboardInterrupt)):
        host.play()
    return voice.said


def gone_on_with(folder: Folder, director: Director, number: int = 1) -> tuple[State, list[str]]:
    """Goes on with a game as the commands do, to its end or until the director breaks it off."""
    game, story = folder.open(number)
    with closing(game):
        chosen = evening_of(story.content.header)
        saved = saved_game(story, game.sounds)
        host, voice = seated(director, chosen, JournalBook(game, no_trouble), saved)
        with suppress(NoMoreAnswers):
            host.play()
        return host.state, voice.said


def uninterrupted(chosen: Evening) -> tuple[State, int]:
    director = Director()
    host, _ = seated(director, chosen)
    host.play()
    return host.state, director.answered


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_broken_off_anywhere_ends_as_the_uninterrupted_one(
    variant: str, tmp_path: Path
) -> None:
    """Reports 75, 76: the generators of the game and of the computer players go on."""
    chosen = VARIANTS[variant]
    whole, answers = uninterrupted(chosen)
    folder, rng = Folder(tmp_path, clock()), Random(variant)
    for number, most in enumerate(rng.sample(range(answers), 1), 1):
        first_part(folder, chosen, Director(most=most))
        state, _ = gone_on_with(folder, Director(most=rng.randrange(3)), number)  # twice broken off
        if state.phase is not Phase.OVER:
            state, _ = gone_on_with(folder, Director(), number)
        assert fingerprint(state) == fingerprint(whole)
        assert folder.story(number).state == whole


def test_every_event_is_in_the_journal_before_it_is_announced(tmp_path: Path) -> None:
    folder, chosen = Folder(tmp_path, clock()), VARIANTS["host"]
    game = folder.new(header_of(chosen))
    director = Director()
    host, voice = seated(director, chosen, JournalBook(game, no_trouble))
    told: list[Event] = []

    def check(event: Event) -> None:
        told.append(event)
        if len(told) % 7 == 0:
            written = [row.event for row in folder.story(1).content.events]
            assert written[: len(told)] == [to_record(each) for each in told]

    host._record = check
    with closing(game):
        host.play()
    assert len(folder.story(1).content.events) == len(told)
    assert "The game is over." in voice.said


def test_a_recap_names_nobodys_secret_cards(tmp_path: Path) -> None:
    """ALI-40, ALI-41: counts and alarms are public, names are not."""
    chosen = VARIANTS["host"]
    folder = Folder(tmp_path, clock())
    for number, most in enumerate((2, 5, 7, 8, 9, 12), 1):
        first_part(folder, chosen, Director(most=most))
        _, said = gone_on_with(folder, Director(most=0), number)
        assert said[0].startswith("Welcome back to round ")
        assert said[0].count(".") <= 2
        assert not [kind for kind in DECK.treasures if kind in said[0]]


def test_what_was_written_but_not_announced_is_announced_on_going_on(tmp_path: Path) -> None:
    """The power goes between the reveal of a card and its announcement."""
    folder, chosen = Folder(tmp_path, clock()), VARIANTS["host"]
    game = folder.new(header_of(chosen))
    host, _ = seated(Director(), chosen, JournalBook(game, no_trouble))

    def die(event: Event) -> None:
        if isinstance(event, CardRevealed) and len(host.state.hand) == 2:
            raise KeyboardInterrupt

    host._record = die
    with closing(game), pytest.raises(KeyboardInterrupt):
        host.play()
    story = folder.story(1)
    assert not story.steps[-1].told
    card = story.state.hand[-1]
    _, said = gone_on_with(folder, Director(most=0))
    found = worded(said[1], "next_treasure")
    assert found is not None and found["treasure"] == DECK.phrase(card)
    _, said = gone_on_with(folder, Director(most=0))
    assert not [line for line in said if card in line], "once is enough"


def test_a_game_of_which_only_the_header_was_written_begins(tmp_path: Path) -> None:
    folder, chosen = Folder(tmp_path, clock()), VARIANTS["host"]
    folder.new(header_of(chosen)).close()
    whole, _ = uninterrupted(chosen)
    state, said = gone_on_with(folder, Director())
    assert said[0].startswith("Welcome to the cavern.")
    assert state == whole


def test_trouble_with_the_disk_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    folder, chosen = Folder(tmp_path, clock()), VARIANTS["host"]
    game = folder.new(header_of(chosen))
    told: list[str | None] = []
    host, voice = seated(Director(), chosen, JournalBook(game, told.append))
    database = game.file._database

    def full(event: Event) -> None:
        if isinstance(event, CardRevealed) and len(host.state.hand) == 3:
            pages = database.execute("PRAGMA page_count").fetchone()[0]
            database.execute(f"PRAGMA max_page_count = {pages}")

    host._record = full
    with closing(game):
        host.play()
        assert told == ["This game cannot be saved: the disk is full."]
        database.execute("PRAGMA max_page_count = 1000000")
    assert "The game is over." in voice.said
    assert folder.story(1).state == host.state, "once there is room, all of it is written"
