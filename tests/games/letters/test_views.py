"""What a seat may know."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import settings as run_settings
from hypothesis import strategies as st

from assistant.games.kernel import Chance, to_plain
from assistant.games.letters import Settings, view
from assistant.games.letters.bots.imagining import imagine
from tests.games.letters.scenes import all_cards, cards, deal, table


@run_settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 999), seats=st.integers(2, 4))
def test_a_view_is_the_same_whatever_is_hidden(seed: int, seats: int) -> None:
    """SES-40: neither the draw pile nor the luck to come changes what anybody sees."""
    state = deal(seats, seed)
    hidden, _ = Chance.seeded(seed).shuffled(state.draw)
    other = replace(state, draw=hidden, chance=Chance.seeded(seed + 1))
    for seat in range(seats):
        assert to_plain(view(state, seat)) == to_plain(view(other, seat))


def test_the_discard_pile_below_its_top_is_hidden() -> None:
    """SES-40: unless the house rule lays it open."""
    state = table(["gE", "pE"], discard="bO B-E gN")
    seen = view(state, 0)
    assert seen.discard == ()
    assert (seen.discard_top, seen.discard_count) == (cards("gN")[0], 3)
    opened = replace(state, settings=Settings(open_discard=True))
    assert view(opened, 0).discard == cards("bO B-E gN")


def test_hands_lie_open() -> None:
    """SES-1: every seat sees every hand."""
    state = deal(4)
    assert all(view(state, seat).hands == state.hands for seat in range(4))


@run_settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 999), seats=st.integers(2, 4), opened=st.booleans())
def test_an_imagined_state_looks_like_the_true_one(seed: int, seats: int, opened: bool) -> None:
    """SES-40: it has the same cards in other places, and only hidden ones move."""
    state = deal(seats, seed, Settings(open_discard=opened))
    imagined, _ = imagine(view(state, 1), Chance.seeded(seed))
    assert view(imagined, 1) == view(state, 1)
    assert all_cards(imagined) == all_cards(state)
