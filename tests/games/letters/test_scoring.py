"""Points over several games, against a slow reference."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import settings as run_settings
from hypothesis import strategies as st

from assistant.games.letters import Deal, Phase, Settings, State, begin, forced
from assistant.games.letters.cards import SEQUENCE, Card, Colour, Kind, deck
from assistant.games.letters.events import GameWon, MatchWon
from assistant.games.letters.scoring import Loot, loot
from tests.games.letters import reference
from tests.games.letters.scenes import (
    SHOUT_AND_PLACE,
    act,
    card,
    cards,
    caused,
    notation,
    row,
    table,
    thief,
)

READY = "A T-N B-A T-S T-M B-P"


def test_every_kind_of_card_has_its_points() -> None:
    """SES-37: Letter 10, Bridge 10, Take 20, Thieves 40, Ali Baba 50; hands and rows count."""
    state = table([READY, "gE B-O T-E T40-E A", "gS", ""], [row("b"), "", "pO A B-E", "gO"])
    assert loot(state, 0) == (Loot(1, 130, 0), Loot(2, 10, 70), Loot(3, 0, 10))


def test_own_cards_piles_and_thieves_row_count_for_nobody() -> None:
    """SES-37: but Letters built for others do."""
    state = table([READY, ""], [row("b"), ""], thieves=5)
    events, _ = caused(state, SHOUT_AND_PLACE)
    assert events == (GameWon(0, 0),)


def test_1001_points_win_the_match() -> None:
    """SES-38: not 1000, but 1001 or more."""
    state = table([READY, "gE"], [row("b")])
    short = replace(state, scores=(990, 0))
    assert act(short, SHOUT_AND_PLACE).phase is Phase.READY
    events, after = caused(replace(state, scores=(991, 0)), SHOUT_AND_PLACE)
    assert events == (GameWon(0, 10), MatchWon(0))
    assert after.phase is Phase.FINISHED
    assert forced(after) is None


def won_by(state: State, seat: int, spread: list[int]) -> State:
    """The running game, arranged so that ``seat`` can win and the rest is spread by ``spread``."""
    complete = tuple(Card(Kind.LETTER, each, Colour.BLUE) for each in SEQUENCE)
    left = list(deck(state.seats, state.settings.left_out))
    for each in (*complete, *cards(READY)):
        left.remove(each)
    hands: list[list[Card]] = [[] for _ in state.scores]
    rows: list[list[Card]] = [[] for _ in state.scores]
    hands[seat], rows[seat] = list(cards(READY)), list(complete)
    for number, pick in enumerate(spread):
        other = (seat + 1 + number % (state.seats - 1)) % state.seats
        place = hands[other] if pick % 2 else rows[other]
        place.append(left.pop(pick % len(left)))
    return replace(
        state,
        turn=seat,
        hands=tuple(tuple(hand) for hand in hands),
        rows=tuple(tuple(each) for each in rows),
        draw=tuple(left),
        discard=(),
    )


def lost_to_thieves(state: State) -> State:
    """The running game with the last thief in hand."""
    hands = (cards("T40-E T-P T-O T-S T-M B-P"), *state.hands[1:])
    return replace(state, turn=0, hands=hands, thieves=9)


ENDINGS = st.lists(
    st.one_of(st.none(), st.tuples(st.integers(0, 3), st.lists(st.integers(0, 99), max_size=12))),
    min_size=4,
    max_size=14,
)


@run_settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 4), endings=ENDINGS, cumulative=st.booleans())
def test_a_match_counts_as_the_slow_reference_counts(
    seats: int, endings: list[tuple[int, list[int]] | None], cumulative: bool
) -> None:
    """SES-35, SES-36, SES-38: thieves double the next win (once, or again by the house rule)."""
    state = begin(seats, 1, Settings(cumulative_doubling=cumulative))
    totals, robbed = [0] * seats, 0
    for ending in endings:
        state = act(state, Deal())
        if ending is None:
            state = lost_to_thieves(state)
            state = act(state, thief(state, "T40-E"))
            robbed += 1
        else:
            winner = ending[0] % seats
            state = won_by(state, winner, ending[1])
            hands = [[notation(each) for each in hand] for hand in state.hands]
            rows = [[notation(each) for each in each_row] for each_row in state.rows]
            factor = (2**robbed if cumulative else 2) if robbed else 1
            totals[winner] += factor * reference.points(winner, hands, rows)
            robbed = 0
            state = act(state, SHOUT_AND_PLACE)
        assert list(state.scores) == totals
        if max(totals) >= 1001:
            assert state.phase is Phase.FINISHED
            break
        assert state.phase is Phase.READY


def test_a_win_resets_the_doubling() -> None:
    """SES-36."""
    state = replace(table([READY, "gE"], [row("b")]), multiplier=2)
    after = act(state, SHOUT_AND_PLACE)
    assert (after.scores, after.multiplier) == ((20, 0), 1)
    assert card("gE") in after.hands[1]
