"""Whole games at random tables, checked after every event."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st

from assistant.games.cavern.deck import CHIEF, Deck, Kind
from assistant.games.cavern.moves import (
    Command,
    Recite,
    Rule,
    begin,
    can,
    decide,
    evolve,
    legal_commands,
    replay,
    verify,
)
from assistant.games.cavern.recitation import Mention, full_list
from assistant.games.cavern.settings import (
    Adjectives,
    AliBaba,
    Grouping,
    Judge,
    LapsStart,
    Settings,
)
from assistant.games.cavern.state import (
    EVENTS,
    CardRevealed,
    Case,
    Event,
    GameEnded,
    Phase,
    SharingBegan,
    State,
    Took,
)
from assistant.games.cavern.views import table_view
from assistant.games.kernel import Seat, fingerprint, from_record, to_plain, to_record
from tests.games.cavern.tables import DECK, ENCUMBERING, NOISY, SHINY

SMALL_DECK = Deck(
    "twelve cards",
    (
        Kind("lion", 2, NOISY, ("scary",)),
        Kind("crown", 3, SHINY, ("golden", "stolen")),
        Kind("statue", 1, ENCUMBERING, ("marble",)),
        Kind("book", 5, None, ("secret",)),
        Kind("key", 1, None, ("tiny",)),
    ),
    ("bearded",),
)


class Table(NamedTuple):
    deck: Deck
    settings: Settings
    seats: int
    ali: Seat | None
    seed: int


@st.composite
def tables(draw: st.DrawFn) -> Table:
    settings = draw(
        st.builds(
            Settings,
            grouping=st.sampled_from(Grouping),
            say_done=st.booleans(),
            judge=st.sampled_from(Judge),
            laps_start=st.sampled_from(LapsStart),
            cassim=st.booleans(),
            chief_scores=st.booleans(),
            young=st.booleans(),
            adjectives=st.sampled_from(Adjectives),
            order=st.booleans(),
            ali=st.sampled_from(AliBaba),
        )
    )
    few, many = (2, 6) if settings.ali is AliBaba.HOST else (3, 5)
    seats = 3 if settings.cassim else draw(st.integers(few, many))
    ali = draw(st.none() | st.integers(0, seats - 1 - settings.cassim))
    deck = draw(st.sampled_from((DECK, SMALL_DECK)))
    return Table(deck, settings, seats, ali, draw(st.integers(0, 2**32)))


def some_command(state: State, luck: Random) -> Command:
    """Mostly right recitations, so that rounds end in all three ways."""
    if state.phase is not Phase.RECITE or luck.random() < 0.05:
        return luck.choice(legal_commands(state))
    right = full_list(state.hand, state.adjectives)
    if state.settings.adjectives is not Adjectives.OFF:
        words = {m.kind: m.adjective or "nameless" for m in right}
        right = tuple(Mention(m.kind, m.count, words[m.kind]) for m in right)
    match luck.randrange(12):
        case 0:
            return Recite(right[:-1], ended=luck.random() < 0.5)
        case 1:
            return Recite((*right, Mention(luck.choice(list(state.deck.named)))))
        case 2:
            return Recite(right[::-1])
        case 3:
            return Recite(right, ended=False)
    return Recite(right)


def check_cards(state: State) -> None:
    """Every card is in one place: the pile, the hand or a collection."""
    held = Counter(state.pile) + Counter(state.hand)
    for pile in state.piles:
        held += Counter(pile)
    printed = {kind.name: kind.copies for kind in state.deck.kinds}
    assert held == Counter({**printed, CHIEF: 1})


def check_secrets(state: State) -> None:
    """ALI-24, ALI-25, ALI-36, ALI-41: no hidden card is named anywhere in the public view."""
    view = table_view(state)
    public = set(view.open_hand) | set(view.shown)
    if state.phase is Phase.OVER:
        return
    if state.phase is not Phase.SHARE:
        assert not view.open_hand
    text = json.dumps(to_plain(view))
    for kind in state.deck.named:
        assert kind in public or json.dumps(kind) not in text


def check_rest(state: State) -> None:
    """Between commands somebody can act, unless the game is over; never Cassim (ALI-35)."""
    commands = legal_commands(state)
    assert (state.phase is Phase.OVER) == (not commands) == (state.to_move is None)
    assert all(can(state, command) for command in commands)
    assert state.to_move is None or state.to_move != state.cassim
    if state.phase is Phase.SHARE:
        assert state.sharing is not None
        assert len(state.sharing.takers) == len(state.hand) > 0
    if state.phase is Phase.RECITE:
        assert state.thief not in (state.ali, state.cassim)
        assert state.hand and state.tokens.capture is None


def slow_recount(
    table: Table, log: list[Event], cassim: Seat | None
) -> tuple[set[Seat], list[int]]:
    """Winners and scores from nothing but the picks in the log."""
    mine: list[dict[str, int]] = [{} for _ in range(table.seats)]
    for event in log:
        if isinstance(event, Took):
            mine[event.seat][event.card] = mine[event.seat].get(event.card, 0) + 1
    single = {kind.name for kind in table.deck.kinds if kind.copies == 1}
    if table.settings.chief_scores:
        single.add(CHIEF)
    else:
        for cards in mine:
            cards.pop(CHIEF, None)
    if cassim is not None:
        mine[cassim] = {}
    scores = [len(cards) for cards in mine]
    ones = [sum(1 for kind in cards if kind in single) for cards in mine]
    rivals = [seat for seat in range(table.seats) if seat != cassim]
    top = [seat for seat in rivals if scores[seat] == max(scores[each] for each in rivals)]
    return {seat for seat in top if ones[seat] == max(ones[each] for each in top)}, scores


def play(table: Table) -> tuple[State, list[Event]]:
    luck = Random(table.seed)
    state: State | None = None
    log: list[Event] = []
    events = begin(*table)
    while events:
        for event in events:
            state = evolve(state, event)
            log.append(event)
            check_cards(state)
            check_secrets(state)
        assert state is not None
        check_rest(state)
        over = state.phase is Phase.OVER
        events = () if over else decide(state, some_command(state, luck))
    assert state is not None
    return state, log


@trying(max_examples=40, deadline=None)
@given(tables())
def test_random_games(table: Table) -> None:
    state, log = play(table)

    ending = log[-1]
    assert isinstance(ending, GameEnded)
    assert state.result == ending.result
    winners, scores = slow_recount(table, log, state.cassim)
    assert set(ending.result.winners) == winners
    assert list(ending.result.scores) == scores

    text = [json.dumps(to_record(event)) for event in log]
    read = [from_record(EVENTS, json.loads(line)) for line in text]
    assert read == log
    again = replay(read)
    assert again == state
    assert fingerprint(again) == fingerprint(state)


@trying(max_examples=15, deadline=None)
@given(tables())
def test_random_games_follow_the_rules_of_a_round(table: Table) -> None:
    """ALI-4, ALI-19 to ALI-23, ALI-28: read from the log alone."""
    state, log = play(table)
    final = False
    for event, following in pairwise(log):
        if isinstance(event, CardRevealed):
            final = final or event.card == CHIEF
            if event.capture is not None:
                assert isinstance(following, SharingBegan) and following.case is Case.CAPTURE
        if isinstance(event, SharingBegan) and event.case is Case.MISTAKE:
            assert event.fault not in event.order
        if isinstance(following, GameEnded):
            assert final and isinstance(event, Took)
    assert state.final_round


@trying(max_examples=15, deadline=None)
@given(tables(), st.sampled_from((Rule(True), Recite(()))))
def test_a_finished_game_allows_nothing(table: Table, command: Command) -> None:
    """ALI-28."""
    state, _ = play(table)
    refusal = verify(state, command)
    assert refusal is not None and refusal.rule == "ALI-28"


def test_the_same_seed_is_the_same_game() -> None:
    table = Table(DECK, Settings(), 4, None, 11)
    assert play(table) == play(table)
