"""A whole evening at one table: several games, standings, and who won last time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from assistant.cli.evenings import evenings as evenings_command
from assistant.cli.night import Sitting
from assistant.games.cavern.state import Phase
from assistant.hosting.cavern import CavernHost
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.night_setup import Given
from assistant.hosting.table import Stopped, Table
from assistant.journal.evenings import evenings, last_finished, same_evening, standings
from assistant.journal.folder import Folder
from assistant.understanding.deck_file import number_word
from tests.hosting.fakes import SILENCE, FakeVoice
from tests.journal.games import PLAYERS, match_steps, write
from tests.playthroughs.director import usual

GIVEN = Given("cavern", None, ("Ana", "Ben"), "family", "daring", in_turn=False)


class Guests:
    """They answer these lines between the games, and play the games as people do.

    ``most``: after so many answers within games they go home.
    """

    def __init__(self, lines: list[str], most: int = 10_000) -> None:
        self.voice = FakeVoice()
        self.table = Table(self.voice, self, self.voice.said.append)
        self._lines = lines
        self._left = most

    def listen(self, question: Question, quiet_from: float) -> Answer:
        host = self.table.witness
        if not isinstance(host, CavernHost) or host.state.phase is Phase.OVER:
            return Answer.of_line(self._lines.pop(0))
        if self._left == 0:
            raise NoMoreAnswers
        self._left -= 1
        return SILENCE if question.silence_agrees else Answer.of_line(usual(host.state))


def clock(day: int = 1) -> Callable[[], datetime]:
    moment = datetime(2026, 5, day, 19, tzinfo=UTC)

    def now() -> datetime:
        nonlocal moment
        moment += timedelta(seconds=1)
        return moment

    return now


def held(folder: Folder, guests: Guests, given: Given, day: int = 1, seed: int = 5) -> list[str]:
    sitting = Sitting(guests.table, folder, None, plain=True, seed=seed, clock=clock(day))
    sitting.hold(given, offers_open_game=True)
    return guests.voice.said


def test_several_games_make_an_evening_with_standings(tmp_path: Path) -> None:
    folder = Folder(tmp_path, clock())
    lines = ["yes", "score", "same again", "who won last time", "no"]
    said = held(folder, Guests(lines), GIVEN)
    first, second = (folder.story(number).content for number in (1, 2))
    assert first.winners is not None and second.winners is not None
    assert first.header.host["evening"] == second.header.host["evening"]
    (evening,) = evenings(folder)
    assert [each.number for each in evening.games] == [1, 2]
    for name, number in evening.standings.items():
        assert number == (name in first.winners) + (name in second.winners)
    told = [line for line in said if "tonight" in line]
    assert told[0].startswith("After one game tonight") and told[0] == told[1]
    assert told[2].startswith("After two games tonight")
    winners = " and ".join(second.winners)
    last = next(line for line in said if line.startswith("Last time"))
    assert f", {winners} won the cavern game. At the cavern game: {winners} " in last
    assert re.search(r"At the cavern game: (Ana|Ben) .+ and (Ana|Ben) .+ points\.$", told[2])
    out = CliRunner().invoke(evenings_command, ["--data", str(tmp_path)]).output
    assert "two games (cavern and cavern) finished; won by " in out
    out = CliRunner().invoke(evenings_command, ["--data", str(tmp_path), "--json"]).output
    (row,) = json.loads(out)["evenings"]
    assert row["won"] == dict(evening.standings)
    ends = [folder.story(number).state.result.scores for number in (1, 2)]
    summed = {name: sum(each[seat] for each in ends) for seat, name in enumerate(("Ana", "Ben"))}
    assert row["points"] == {"cavern": summed}


def test_points_of_tiles_and_letters_are_told_each_by_themselves(tmp_path: Path) -> None:
    began = clock()()
    evening: dict[str, Any] = {"host": {"evening": began.isoformat(timespec="milliseconds")}}
    folder = Folder(tmp_path, clock())
    tiles = write(folder, "tiles", **evening)
    match = write(folder, "letters", course=match_steps(3), **evening)
    for written in (tiles, match):
        written.game.close()
    names = [each.name for each in PLAYERS]
    totals = {each.seat: each.total for each in tiles.states[-1].results}
    wanted = {
        "tiles": {name: totals[seat] for seat, name in enumerate(names)},
        "letters": dict(zip(names, match.states[-1].scores, strict=True)),
    }
    assert max(wanted["letters"].values()) > 1000
    out = CliRunner().invoke(evenings_command, ["--data", str(tmp_path), "--json"]).output
    (row,) = json.loads(out)["evenings"]
    assert row["points"] == wanted
    guests = Guests(["score", "stop", "yes"])
    sitting = Sitting(guests.table, folder, None, plain=True, clock=lambda: began)
    with pytest.raises(Stopped):
        sitting.hold(Given(), offers_open_game=False)
    standing = next(line for line in guests.voice.said if "tonight" in line)
    told = CliRunner().invoke(evenings_command, ["--data", str(tmp_path)]).output
    for text in (told, standing):
        for game, called in (("tiles", "tile"), ("letters", "letter")):
            found = re.search(rf"At the {called} game: (.+?)\.", text)
            assert found is not None
            scored = dict(re.findall(r"(Ana|Ben|Caro) (\w+(?: \w+)*?) points?", found[1]))
            assert scored == {
                name: "no" if each == 0 else number_word(each)
                for name, each in wanted[game].items()
            }


def test_an_evening_that_was_broken_off_goes_on_with_its_standings(tmp_path: Path) -> None:
    folder = Folder(tmp_path, clock())
    with pytest.raises(NoMoreAnswers):
        held(folder, Guests(["yes"], most=4), GIVEN)
    said = held(folder, Guests(["yes", "no"]), Given(), day=2)
    assert said[1].startswith("The cavern game of Ana and Ben from ")
    assert any(line.startswith("After one game tonight") for line in said)
    (evening,) = evenings(folder)
    assert [each.number for each in evening.games] == [1]


def test_who_won_last_time_is_who_won_the_latest_evening(tmp_path: Path) -> None:
    held(Folder(tmp_path, clock(1)), Guests(["yes", "no"]), GIVEN, day=1)
    other = replace(GIVEN, names=("Caro", "Dora"))
    held(Folder(tmp_path, clock(3)), Guests(["yes", "no"]), other, day=3)
    game = last_finished(Folder(tmp_path))
    assert game is not None and game.summary is not None
    assert game.summary.header.names[:2] == ("Caro", "Dora")
    assert [each.began[:10] for each in evenings(Folder(tmp_path))] == ["2026-05-03", "2026-05-01"]
    assert set(standings([game.summary])) >= {"Caro", "Dora"}


def test_the_same_people_on_the_same_day_go_on_with_their_evening(tmp_path: Path) -> None:
    folder = Folder(tmp_path, clock())
    held(folder, Guests(["yes", "no"]), GIVEN)
    (evening,) = evenings(folder)
    now = datetime.fromisoformat(evening.began)
    assert same_evening(folder, ("ben", "Ana"), now) == evening.began
    assert same_evening(folder, ("Ana", "Caro"), now) is None
    assert same_evening(folder, ("Ana", "Ben"), now + timedelta(days=1)) is None
