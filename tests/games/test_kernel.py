"""The kernel that all rules stand on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.games.kernel import (
    Chance,
    clockwise,
    fingerprint,
    from_record,
    replay,
    to_record,
)


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Painted:
    seat: int
    colours: tuple[Colour, ...]
    owner: Mapping[int, str]
    note: str | None = None


@given(st.integers(), st.lists(st.integers(), max_size=60))
def test_a_shuffle_keeps_every_card_and_repeats_with_the_seed(seed: int, cards: list[int]) -> None:
    once, after = Chance.seeded(seed).shuffled(cards)
    again, also_after = Chance.seeded(seed).shuffled(cards)
    assert sorted(once) == sorted(cards)
    assert (once, after) == (again, also_after)


def test_every_order_of_three_is_about_equally_likely() -> None:
    chance = Chance.seeded(1)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        order, chance = chance.shuffled((1, 2, 3))
        seen[order] += 1
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_a_number_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Chance.seeded(0).below(0)


def test_seats_run_clockwise() -> None:
    assert clockwise(3, 4) == (3, 0, 1, 2)


def test_events_survive_being_written_down() -> None:
    event = Painted(2, (Colour.RED, Colour.BLUE), {0: "Ana"}, None)
    record = to_record(event)
    assert record == {
        "event": "Painted",
        "seat": 2,
        "colours": ["red", "blue"],
        "owner": {"0": "Ana"},
        "note": None,
    }
    assert from_record([Painted], record) == event


@pytest.mark.parametrize(
    "record", [{"event": "Burnt"}, {}, {"event": "Painted", "sheet": 1}, {"event": "Painted"}]
)
def test_an_unknown_record_is_refused(record: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        from_record([Painted], record)


def test_equal_states_have_equal_fingerprints() -> None:
    assert fingerprint(Painted(1, (), {1: "a", 2: "b"})) == fingerprint(
        Painted(1, (), {2: "b", 1: "a"})
    )
    assert fingerprint(Painted(1, (), {})) != fingerprint(Painted(2, (), {}))


def test_replay_folds_events() -> None:
    assert replay(lambda state, event: state + event, 1, [2, 3]) == 6
