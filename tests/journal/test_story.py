"""A journal leads to the very state that was left, whatever the game."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.games.kernel import fingerprint
from assistant.journal import rules as journal_rules
from assistant.journal.folder import Folder
from assistant.journal.problems import Damaged, OtherRules
from assistant.journal.story import Story
from tests.journal.games import STEPS, clock, write

KINDS = list(STEPS)


def read(folder: Folder, number: int = 1) -> Story:
    return folder.story(number)


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_any_kind_comes_back_in_its_very_state(kind: str, tmp_path: Path) -> None:
    folder = Folder(tmp_path, clock())
    for seed in range(2):
        written = write(folder, kind, seed)
        written.game.close()
        story = read(folder, seed + 1)
        assert story.state == written.states[-1]
        assert [step.after for step in story.steps] == written.states[1:]
        assert story.keeps == {"luck": written.keeps[-1]}


@pytest.mark.parametrize("kind", KINDS)
def test_the_generator_goes_on_as_if_nothing_had_been(kind: str, tmp_path: Path) -> None:
    """A resumed game draws what the uninterrupted one draws (reports 75, 76)."""
    folder = Folder(tmp_path, clock())
    whole = write(folder, kind, 5, 12)
    part = write(folder, kind, 5, 6)
    for written in (whole, part):
        written.game.close()
    game, story = folder.open(2)
    assert story.state == whole.states[6]
    assert story.state.chance == whole.states[6].chance
    game.close()


def test_every_entry_carries_time_who_outcome_and_fingerprint(tmp_path: Path) -> None:
    folder = Folder(tmp_path, clock())
    write(folder, "cavern", 1, 3).game.close()
    story = read(folder)
    times = [row.time for row in story.content.events]
    assert times == sorted(times) and times[0].startswith("2026-05-01T20:00:")
    for moment in story.moments:
        assert moment.row.who == "Ana"
        assert moment.row.state == fingerprint(moment.after)
    pile = story.content.events[0].event["pile"]
    assert sorted(pile) == sorted(story.state.pile + story.state.hand)


@pytest.mark.parametrize("kind", KINDS)
def test_going_back_is_an_event_and_the_log_replays_with_it_inside(
    kind: str, tmp_path: Path
) -> None:
    folder = Folder(tmp_path, clock())
    written = write(folder, kind, 3, 8)
    file = written.game.file
    before = written.states[5]
    file.went_back("Ana", 6, "undo", fingerprint(before), {"luck": 5})
    written.game.close()
    story = read(folder)
    assert story.state == before
    assert story.keeps == {"luck": 5}
    assert [step.number for step in story.steps] == [1, 2, 3, 4, 5]
    went_back = story.content.events[-1].event
    assert went_back == {"event": "WentBack", "to": 6, "why": "undo"}
    assert story.moments[-1].event is None


def test_a_deck_that_was_edited_since_makes_no_difference(tmp_path: Path) -> None:
    """Draws carry their outcome, and the journal its own copy of the deck (report 78)."""
    folder = Folder(tmp_path, clock())
    written = write(folder, "cavern", 2)
    written.game.close()
    deck = read(folder).content.header.deck
    assert deck is not None and deck.text == 'name = "a"' and deck.is_whole
    assert read(folder).state == written.states[-1]


def other_cavern(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    changed = replace(journal_rules.RULES["cavern"], **changes)
    monkeypatch.setattr(journal_rules, "RULES", {**journal_rules.RULES, "cavern": changed})
    monkeypatch.setattr("assistant.journal.story.RULES", journal_rules.RULES)


def test_newer_rules_that_lead_to_the_same_states_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Folder(tmp_path, clock())
    written = write(folder, "cavern", 2)
    written.game.close()
    other_cavern(monkeypatch, version=2)
    assert read(folder).state == written.states[-1]


def test_newer_rules_that_lead_elsewhere_are_refused_naming_both_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Folder(tmp_path, clock())
    write(folder, "cavern", 2).game.close()
    evolve = journal_rules.RULES["cavern"].evolve

    def otherwise(state: Any, event: Any) -> Any:
        return replace(evolve(state, event), final_round=True)

    other_cavern(monkeypatch, version=2, evolve=otherwise)
    with pytest.raises(OtherRules, match=r"version 1 of the cavern rules.* version 2"):
        read(folder)
    other_cavern(monkeypatch, version=1, evolve=otherwise)
    with pytest.raises(Damaged, match="event 1 does not lead"):
        read(folder)


def test_a_game_this_program_does_not_know_is_named(tmp_path: Path) -> None:
    folder = Folder(tmp_path, clock())
    write(folder, "tiles", 2, 2).game.close()
    database = sqlite3.connect(tmp_path / "games" / "000001.db")
    with database:
        database.execute("""UPDATE header SET value = '"chess"' WHERE key = 'game'""")
    database.close()
    with pytest.raises(OtherRules, match='a game of "chess"'):
        read(folder)


def test_a_deck_that_was_tampered_with_is_damage(tmp_path: Path) -> None:
    folder = Folder(tmp_path, clock())
    write(folder, "cavern", 2, 2).game.close()
    database = sqlite3.connect(tmp_path / "games" / "000001.db")
    with database:
        database.execute("UPDATE header SET value = replace(value, '= ', '=  ') WHERE key = 'deck'")
    database.close()
    with pytest.raises(Damaged, match="its deck"):
        read(folder)
