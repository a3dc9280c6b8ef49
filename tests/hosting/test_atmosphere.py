"""The host has a voice of his own: wordings vary, dangers are named, feats praised, tones sound."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.games.cavern.deck import Alarm
from assistant.games.cavern.recitation import Outcome
from assistant.games.cavern.settings import AliBaba, Settings
from assistant.games.cavern.state import CardRevealed, Event, Recited
from assistant.games.cavern.tokens import Tokens
from assistant.hosting.cavern_announcer import LONG
from assistant.hosting.lines import Lines
from assistant.hosting.table import ALARM, CAPTURED, COUNTED, NOT_UNDERSTOOD, WRONG, YOUR_TURN
from assistant.speaking.earcons import Earcon
from tests.hosting.fakes import FakeVoice, is_worded, table_with, worded
from tests.playthroughs.director import Director, evening, seated

VARIED = sorted(
    key for table in Lines().tables.values() for key, wordings in table.items() if len(wordings) > 1
)
PARTS = {
    part: f"<{part}>"
    for part in (
        "name", "prompt", "treasure", "alarm", "count", "alarm_word", "ali", "dangers",
        "treasure_word",
    )
}  # fmt: skip
TONES = {each.value for each in Earcon}


@given(seed=st.integers(), keys=st.lists(st.sampled_from(VARIED), max_size=30))
def test_nothing_is_worded_the_same_twice_in_a_row(seed: int, keys: list[str]) -> None:
    lines, again = Lines(), Lines()
    lines.vary(seed)
    again.vary(seed)
    latest: dict[str, str] = {}
    for key in keys:
        line = lines(key, **PARTS)
        assert line == again(key, **PARTS), "a seed decides all"
        assert latest.get(key) != line
        latest[key] = line


def test_every_wording_is_heard_sooner_or_later() -> None:
    lines = Lines()
    for key in VARIED:
        assert len({lines(key, **PARTS) for _ in range(60)}) == len(lines.wordings(key))


def test_no_wording_is_much_longer_than_the_shortest() -> None:
    for key in VARIED:
        words = [len(wording.split()) for wording in Lines().wordings(key)]
        assert max(words) <= min(words) + 7, key


class Log(FakeVoice):
    """Tones among the lines, in their order."""

    def earcon(self, name: str, *, printed: bool = True) -> None:
        assert name in TONES
        assert not printed, "the sentence beside it is its printed twin"
        self.said.append(f"*{name}*")


def played(seed: int, ali: AliBaba = AliBaba.HOST) -> tuple[list[str], list[Event]]:
    """Lines and tones of an evening, and its events."""
    host, _ = seated(Director(), evening(Settings(ali=ali), ("Ana", "Ben", "Caro"), seed))
    voice, events = Log(), list[Event]()
    host._table.voice = voice
    host._record = events.append
    host.play()
    return voice.said, events


SEEDS = range(100, 106)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_sentence_is_said_twice_in_a_row_all_evening(seed: int) -> None:
    said, _ = played(seed)
    sentences = [line for line in said if not line.startswith("*")]
    assert not [one for one, next_one in pairwise(sentences) if one == next_one]
    assert played(seed)[0] == said, "the same evening is told in the same words"
    for key in ("recite", "next_treasure", "right"):
        used = [found.re.pattern for line in sentences if (found := worded(line, key))]
        assert len(used) > 2
        assert not [one for one, next_one in pairwise(used) if one == next_one]


@pytest.mark.parametrize("ali", list(AliBaba))
def test_the_danger_is_named_as_soon_as_two_alarms_are_out(ali: AliBaba) -> None:
    named = 0
    for seed in SEEDS:
        said, events = played(seed, ali)
        expected = [
            {each.value for each in Alarm if event.tokens.captured_by(each)}
            for event in events
            if isinstance(event, CardRevealed) and event.alarm and alarms(event.tokens) >= 2
            if event.capture is None
        ]
        told = [found for line in said if (found := worded(line, "danger"))]
        assert [set(re.split(" or |, ", found["dangers"])) for found in told] == expected
        whose = {found["ali"] for found in told}
        assert whose <= ({"I am"} if ali is AliBaba.HOST else {"Ana is", "Ben is", "Caro is"})
        named += len(told)
    assert named > 3


def alarms(tokens: Tokens) -> int:
    return sum(tokens.of(each) for each in Alarm)


def test_a_long_list_is_praised_and_a_short_one_is_not() -> None:
    praised = 0
    for seed in SEEDS:
        said, events = played(seed)
        hand, feats = 0, 0
        for event in events:
            if isinstance(event, CardRevealed):
                hand = 0 if event.tokens is None else hand + 1
            if isinstance(event, Recited) and event.judgement.outcome is Outcome.COMPLETE:
                feats += sum(mention.count for mention in event.mentions) >= LONG
        told = sum(is_worded(line, "right_long", "right_very_long") for line in said)
        assert told == feats
        praised += told
    assert praised > 0


TWINS = {
    COUNTED: ("right", "right_long", "right_very_long"),
    WRONG: (
        "wrong_extra", "wrong_too_many", "wrong_too_few", "wrong_split", "wrong_unfinished",
    ),
    ALARM: ("alarm",),
    CAPTURED: ("captured_alike", "captured_different"),
}  # fmt: skip


def test_each_tone_has_its_sentence_and_each_such_sentence_its_tone() -> None:
    heard = set()
    for seed in SEEDS:
        said, _ = played(seed)
        for before, line in pairwise(said):
            for tone, keys in TWINS.items():
                assert (before == f"*{tone}*") == is_worded(line, *keys), (before, line)
            if line == f"*{YOUR_TURN}*":
                assert before[-1] in ".?", "it ends a question"
        heard |= {line.strip("*") for line in said if line.startswith("*")}
    assert heard == TONES - {NOT_UNDERSTOOD}


def test_a_tone_tells_that_something_was_not_understood() -> None:
    table, _, _ = table_with(["hm", "draw"])
    table.voice = voice = Log()
    table.choose("Well?", "Ana", table.named("draw"))
    assert voice.said[:3] == ["Well?", f"*{YOUR_TURN}*", f"*{NOT_UNDERSTOOD}*"]
    assert is_worded(voice.said[3], "again")
