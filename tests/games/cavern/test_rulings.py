"""The rulings that no scenario shows, roughly in their order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.games.cavern.deck import CHIEF, Alarm, Deck, Kind
from assistant.games.cavern.moves import (
    Command,
    Draw,
    OpenSesame,
    Recite,
    Rule,
    Take,
    begin,
    can,
    decide,
    legal_commands,
    replay,
    verify,
)
from assistant.games.cavern.recitation import Outcome, full_list
from assistant.games.cavern.scoring import count, result
from assistant.games.cavern.settings import (
    FAMILY,
    Adjectives,
    AliBaba,
    Grouping,
    Judge,
    LapsStart,
    Naming,
    Settings,
)
from assistant.games.cavern.sharing import pick_order
from assistant.games.cavern.state import (
    CardRevealed,
    Case,
    OpenedSesame,
    Phase,
    Recited,
    SharingBegan,
    State,
    Took,
)
from assistant.games.cavern.tokens import Capture, Tokens
from assistant.games.kernel import NotAllowed, Seat
from tests.games.cavern.tables import (
    DECK,
    RULEBOOK,
    SIX_PLAIN,
    after,
    gains,
    reciting,
    said,
    shared_out,
    table,
)

TWO_PEOPLE = Settings(cassim=True)


def new_game(
    seats: int, ali: Seat | None = 0, settings: Settings = RULEBOOK, seed: int = 3
) -> State:
    return replay(begin(DECK, settings, seats, ali, seed))


def refused(state: State, command: Command) -> str:
    """The ruling behind a refusal; ``decide`` must refuse as ``verify`` does."""
    refusal = verify(state, command)
    assert refusal is not None
    assert not can(state, command)
    with pytest.raises(NotAllowed, match=re.escape(refusal.reason)):
        decide(state, command)
    assert refusal.reason.endswith(".")
    return refusal.rule


def recite_all(state: State) -> State:
    return after(state, Recite(full_list(state.hand, state.adjectives)))


def test_the_first_thief_sits_left_of_ali_in_every_round() -> None:
    """ALI-1."""
    state = new_game(4, ali=3)
    for ali, thief in ((3, 0), (0, 1), (1, 2)):
        assert (state.ali, state.thief) == (ali, thief)
        state = after(state, Draw(), Recite(()))
        _, state = shared_out(state)


def test_ali_must_draw_once_and_can_leave_only_after_a_right_list() -> None:
    """ALI-2, ALI-7."""
    state = new_game(4)
    assert legal_commands(state) == (Draw(),)
    assert refused(state, OpenSesame()) == "ALI-2"
    state = after(state, Draw())
    assert refused(state, OpenSesame()) == "ALI-7"
    assert refused(state, Draw()) == "ALI-7"
    state = recite_all(state)
    assert legal_commands(state) == (Draw(), OpenSesame())
    events = decide(state, OpenSesame())
    assert events[0] == OpenedSesame(ali=0)
    assert refused(after(state, OpenSesame()), Draw()) == "ALI-24"


def test_the_reveal_carries_what_the_host_says() -> None:
    """ALI-3."""
    assert Settings().naming is Naming.ALOUD
    (revealed,) = decide(table(phase=Phase.DRAW_FIRST, top=("lion",)), Draw())
    assert isinstance(revealed, CardRevealed)
    assert (revealed.card, revealed.alarm) == ("lion", Alarm.NOISY)
    assert (revealed.tokens, revealed.thief) == (Tokens(0, 1, 0), 1)


def test_a_capture_ends_the_round_without_a_recitation() -> None:
    """ALI-4: the revealed card is shared as well."""
    state = table(hand=("key",), tokens=(1, 1, 0), top=("statue",))
    revealed, sharing = decide(state, Draw())
    assert isinstance(revealed, CardRevealed) and isinstance(sharing, SharingBegan)
    assert revealed.capture is Capture.ALL_DIFFERENT
    state = after(state, Draw())
    assert state.hand == ("key", "statue")
    assert refused(state, Recite(())) == "ALI-24"


def test_no_tokens_capture_both_ways_and_five_always_capture() -> None:
    """ALI-5, ALI-6."""
    free = {Tokens()}
    for held in range(1, 6):
        reached = {tokens.plus(alarm) for tokens in free for alarm in Alarm}
        for tokens in reached:
            alike = max(tokens.shiny, tokens.noisy, tokens.encumbering) >= 3
            different = min(tokens.shiny, tokens.noisy, tokens.encumbering) >= 1
            assert not (alike and different)
            assert (tokens.capture is None) == (not alike and not different)
        free = {tokens for tokens in reached if tokens.capture is None}
        assert bool(free) == (held < 5)


def test_tokens_go_back_after_the_round() -> None:
    """ALI-6."""
    state = after(table(hand=("key",), tokens=(2, 1, 0)), OpenSesame())
    assert state.tokens == Tokens(2, 1, 0)
    _, state = shared_out(state)
    assert state.tokens == Tokens()


def test_thieves_recite_clockwise_and_skip_ali() -> None:
    """ALI-8."""
    state = table(4, ali=2, thief=1, phase=Phase.DECIDE, pile=SIX_PLAIN)
    reciters = []
    for _ in range(4):
        state = after(state, Draw())
        reciters.append(state.thief)
        state = recite_all(state)
    assert reciters == [1, 3, 0, 1]


def test_options_for_hosting_have_the_defaults_of_the_rulings() -> None:
    """ALI-11, ALI-13, ALI-15."""
    assert not Settings().correction_grace
    assert not Settings().strict_formula
    assert Settings().time_limit_s is None
    assert Settings(time_limit_s=45).time_limit_s == 45
    with pytest.raises(ValueError, match="30, 45 or 60"):
        Settings(time_limit_s=20)


def test_the_family_rules() -> None:
    """ALI-10, ALI-11, ALI-25."""
    assert FAMILY.grouping is Grouping.LENIENT
    assert FAMILY.correction_grace and FAMILY.own_collection


def test_a_list_in_progress_waits_for_more() -> None:
    """ALI-15."""
    state = after(reciting(SIX_PLAIN[:2]), Recite(said("cushion"), ended=False))
    assert (state.phase, state.thief) == (Phase.RECITE, 1)
    state = after(state, Recite(said("cushion", "hourglass"), ended=False))
    assert state.phase is Phase.DECIDE


def test_done_must_be_said_where_the_table_wants_it() -> None:
    """ALI-15."""
    state = reciting(SIX_PLAIN[:1], Settings(say_done=True))
    state = after(state, Recite(said("cushion"), ended=False))
    assert state.phase is Phase.RECITE
    assert after(state, Recite(said("cushion"))).phase is Phase.DECIDE
    assert after(state, Recite(said("cushion", "book"))).phase is Phase.SHARE


@pytest.mark.parametrize("honest", [True, False])
def test_the_word_of_a_human_ali_stands_even_if_wrong(honest: bool) -> None:
    """ALI-16."""
    state = reciting(SIX_PLAIN[:1], Settings(judge=Judge.HUMAN))
    wrong = after(state, Recite(said("book")))
    right = after(state, Recite(said("cushion")))
    for judged, correct in ((wrong, not honest), (right, honest)):
        assert judged.phase is Phase.RULE
        assert judged.to_move == judged.ali
        assert refused(judged, Draw()) == "ALI-16"
        assert refused(judged, Recite(())) == "ALI-16"
        ruled = after(judged, Rule(correct))
        assert ruled.phase is (Phase.DECIDE if correct else Phase.SHARE)


def test_only_the_thief_on_turn_is_heard() -> None:
    """ALI-17."""
    assert reciting(SIX_PLAIN).to_move == 1
    assert refused(table(hand=SIX_PLAIN), Recite(())) == "ALI-7"
    assert refused(table(phase=Phase.DRAW_FIRST), Recite(())) == "ALI-2"


@pytest.mark.parametrize("correct", [True, False])
def test_the_table_decides_what_could_not_be_understood(correct: bool) -> None:
    """ALI-18: a treasure that the deck lacks is no mistake either."""
    state = reciting(SIX_PLAIN)
    assert refused(state, Recite(said("banana"))) == "ALI-18"
    state = after(state, Rule(correct))
    assert state.phase is (Phase.DECIDE if correct else Phase.SHARE)
    assert refused(table(), Rule(correct)) == "ALI-7"


def test_few_cards_do_not_reach_everybody() -> None:
    """ALI-19, ALI-20, ALI-30: what is left over favours Ali Baba."""
    assert pick_order(Case.SESAME, 2, 4, 3, None, Settings()) == (3, 0)
    assert pick_order(Case.SESAME, 5, 4, 0, None, Settings()) == (0, 1, 2, 3, 0)
    assert pick_order(Case.MISTAKE, 2, 4, 1, 0, Settings()) == (1, 1)


def test_laps_may_start_left_of_the_thief_at_fault() -> None:
    """ALI-21: Ali Baba then picks at his own place in each lap."""
    settings = Settings(laps_start=LapsStart.FAULT_LEFT)
    assert pick_order(Case.MISTAKE, 8, 4, 0, 2, settings) == (0, 0, 0, 3, 0, 1, 3, 0)


def test_with_one_thief_a_mistake_gives_all_to_ali() -> None:
    """ALI-22."""
    settings = Settings(ali=AliBaba.HOST)
    assert pick_order(Case.MISTAKE, 5, 2, 0, 1, settings) == (0, 0, 0, 0, 0)
    assert pick_order(Case.CAPTURE, 3, 2, 0, None, settings) == (1, 1, 1)


def test_a_capture_leaves_ali_nothing() -> None:
    """ALI-23: even if the cards do not divide."""
    assert pick_order(Case.CAPTURE, 4, 4, 1, None, Settings()) == (2, 3, 0, 2)


def test_cards_are_picked_from_the_open_hand() -> None:
    """ALI-24."""
    state = after(table(hand=("book", "lion", "book")), OpenSesame())
    assert legal_commands(state) == (Take("book"), Take("lion"))
    assert refused(state, Take("crown")) == "ALI-24"
    assert refused(table(hand=("book",)), Take("book")) == "ALI-7"
    state = after(state, Take("book"))
    assert (state.hand, state.piles[0], state.to_move) == (("lion", "book"), ("book",), 1)


def test_the_chief_thief_has_no_alarm_and_must_be_named() -> None:
    """ALI-26, ALI-28: after him both more drawing and leaving are possible."""
    assert DECK.named[CHIEF] == Kind(CHIEF, 1, None, DECK.chief_adjectives)
    state = after(table(tokens=(2, 2, 0), pile=(CHIEF, *SIX_PLAIN)), Draw())
    assert (state.tokens, state.final_round) == (Tokens(2, 2, 0), True)
    assert after(state, Recite(())).phase is Phase.SHARE
    state = after(recite_all(state), Draw())
    assert state.hand == (CHIEF, "cushion")


def test_the_chief_thief_may_be_worth_nothing() -> None:
    """ALI-27."""
    pile = (CHIEF, "goldfish", "book", "book")
    assert count(pile, DECK, Settings()) == (3, 2)
    assert count(pile, DECK, Settings(chief_scores=False)) == (2, 1)


def test_an_empty_pile_sends_ali_home() -> None:
    """ALI-29, ALI-30: shared as in case 1, and nobody said open sesame."""
    state = after(table(pile=("key",)), Draw())
    recited, sharing = decide(state, Recite(said("key")))
    assert isinstance(recited, Recited)
    assert sharing == SharingBegan(Case.SESAME, (0,), None)


def test_ali_moves_left_after_each_round_until_the_chief_thief() -> None:
    """ALI-28, ALI-31, ALI-32: also after a capture; turns as Ali Baba may be unequal."""
    state = table(3, ali=2, hand=("key",), tokens=(1, 1, 0), top=("elephant",))
    _, state = shared_out(after(state, Draw()))
    assert (state.ali, state.round_number, state.phase) == (0, 2, Phase.DRAW_FIRST)


def test_the_first_ali_is_drawn_by_lot_if_nobody_says() -> None:
    """ALI-32: never Cassim."""
    assert {new_game(4, None, seed=seed).ali for seed in range(40)} == {0, 1, 2, 3}
    assert {new_game(3, None, TWO_PEOPLE, seed).ali for seed in range(40)} == {0, 1}
    with pytest.raises(NotAllowed) as refusal:
        new_game(3, 2, TWO_PEOPLE)
    assert refusal.value.rule == "ALI-32"


def test_a_fixed_ali_stays() -> None:
    """ALI-32 with a host who is always Ali Baba."""
    state = new_game(2, ali=1, settings=Settings(ali=AliBaba.HOST))
    for _ in range(2):
        _, state = shared_out(after(state, Draw(), Recite(())))
        assert (state.ali, state.thief) == (1, 0)


def test_a_lasting_tie_is_a_shared_victory() -> None:
    """ALI-33."""
    piles = (("book", "lion"), ("book", "crown"), ("book", "book"))
    assert result(piles, DECK, Settings(), None).winners == (0, 1)


def test_the_chief_thief_lies_on_the_bottom_eight() -> None:
    """ALI-34: 37 treasures, the chief thief, 8 treasures; whatever the deck, the last nine."""
    for seed in range(10):
        pile = new_game(4, seed=seed).pile
        assert pile.index(CHIEF) == 37
        assert Counter(pile) == {name: kind.copies for name, kind in DECK.named.items()}
    nine = Deck("nine", (Kind("book", 9),))
    pile = replay(begin(nine, Settings(), 3, 0, 1)).pile
    assert pile == ("book", CHIEF, *["book"] * 8)


@pytest.mark.parametrize(
    ("seats", "settings", "allowed"),
    [
        (2, Settings(), False),
        (3, Settings(), True),
        (5, Settings(), True),
        (6, Settings(), False),
        (1, Settings(ali=AliBaba.HOST), False),
        (2, Settings(ali=AliBaba.HOST), True),
        (6, Settings(ali=AliBaba.HOST), True),
        (7, Settings(ali=AliBaba.HOST), False),
        (2, Settings(ali=AliBaba.HOST, cassim=True), False),
        (3, TWO_PEOPLE, True),
        (4, TWO_PEOPLE, False),
    ],
)
def test_how_many_may_sit_at_the_table(seats: int, settings: Settings, allowed: bool) -> None:
    """ALI-35."""
    if allowed:
        assert new_game(seats, settings=settings).seats == seats
        return
    with pytest.raises(NotAllowed) as refusal:
        new_game(seats, settings=settings)
    assert refusal.value.rule == "ALI-35"


def test_cassim_is_silent_and_takes_cards_by_lot() -> None:
    """ALI-35: he is never Ali Baba, never recites, and in case 2 the lap is Cassim, Ali."""
    state = new_game(3, ali=1, settings=TWO_PEOPLE)
    assert (state.cassim, state.thief) == (2, 0)
    state = replace(state, hand=SIX_PLAIN, phase=Phase.RECITE)
    events = decide(state, Recite(()))
    assert events[-1] == SharingBegan(Case.MISTAKE, (1, 1, 1, 2, 1, 2), 0)
    state = after(state, Recite(()), Take("book"), Take("cushion"))
    events = decide(state, Take("dagger"))
    assert [event.seat for event in events if isinstance(event, Took)] == [1, 2]
    state = after(state, Take("dagger"))
    assert state.to_move == 1
    state = after(state, Take(state.hand[0]))
    assert (state.ali, state.thief, gains(state)) == (0, 1, (0, 4, 2))
    assert recite_all(after(state, Draw())).thief == 1


def test_cassim_scores_for_nobody() -> None:
    """ALI-35."""
    piles: Sequence[Sequence[str]] = (("book",), (), ("goldfish", "crown", "lion"))
    final = result(piles, DECK, TWO_PEOPLE, 2)
    assert (final.scores, final.winners) == ((1, 0, 0), (0,))


def test_adjectives_last_for_a_round() -> None:
    """ALI-37, ALI-39: the chief thief needs one like any card."""
    thieves = Settings(adjectives=Adjectives.THIEVES)
    state = table(phase=Phase.RECITE, hand=(CHIEF,), thief=1, settings=thieves)
    assert after(state, Recite(said(CHIEF))).phase is Phase.SHARE
    state = after(state, Recite(said((CHIEF, 1, "bearded"))))
    assert state.adjectives == {CHIEF: "bearded"}
    _, state = shared_out(after(state, OpenSesame()))
    assert (state.phase, state.adjectives) == (Phase.DRAW_FIRST, {})


def test_the_host_may_give_the_adjectives() -> None:
    """ALI-37, ALI-39: at the reveal, and a later copy keeps it."""
    settings = Settings(adjectives=Adjectives.HOST)
    state = table(pile=("lion", CHIEF, "lion", *SIX_PLAIN), settings=settings)
    given = []
    for _ in range(3):
        revealed = decide(state, Draw())[0]
        assert isinstance(revealed, CardRevealed) and revealed.adjective is not None
        given.append(revealed.adjective)
        state = recite_all(after(state, Draw()))
        assert state.phase is Phase.DECIDE
    assert given[0] in DECK.named["lion"].adjectives and given[2] == given[0]
    assert given[1] in DECK.chief_adjectives


def test_a_human_ali_who_accepts_a_list_accepts_its_new_adjective() -> None:
    """ALI-16, ALI-37."""
    settings = Settings(adjectives=Adjectives.THIEVES, judge=Judge.HUMAN)
    state = reciting(("lion",), settings)
    state = after(state, Recite(said(("lion", 1, "scary"), "book")), Rule(True))
    assert state.adjectives == {"lion": "scary"}


@pytest.mark.parametrize("adjectives", [Adjectives.THIEVES, Adjectives.HOST])
def test_adjectives_need_a_deck_that_has_them(adjectives: Adjectives) -> None:
    """ALI-37."""
    bare = Deck("bare", (Kind("book", 9),), ("bearded",))
    with pytest.raises(NotAllowed, match="no adjective for the book") as refusal:
        begin(bare, Settings(adjectives=adjectives), 3, 0, 1)
    assert refusal.value.rule == "ALI-37"


def test_a_judgement_tells_what_was_counted() -> None:
    """ALI-14: the judge sees kinds, whatever words were used for them."""
    (event,) = decide(reciting(SIX_PLAIN), Recite(said("book"), ended=False))
    assert isinstance(event, Recited)
    assert event.judgement.outcome is Outcome.SO_FAR_SO_GOOD
    assert event.judgement.counted == {"book": 1}


@pytest.mark.parametrize(
    ("kinds", "complaint"),
    [
        ((Kind("book", 8),), "more than 8"),
        ((Kind("book", 9), Kind("lion", 0)), "at least one copy"),
        ((Kind("book", 9), Kind("book", 1)), "same name"),
        ((Kind("book", 9), Kind(CHIEF, 1)), "cannot be a treasure"),
    ],
)
def test_impossible_decks_are_refused(kinds: tuple[Kind, ...], complaint: str) -> None:
    """ALI-26, ALI-34."""
    with pytest.raises(ValueError, match=complaint):
        Deck("impossible", kinds)


def test_a_log_must_start_with_a_game() -> None:
    with pytest.raises(ValueError, match="empty log"):
        replay(())
    with pytest.raises(ValueError, match="starts with"):
        replay((OpenedSesame(0),))


def test_every_ruling_is_cited_by_a_test() -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    cited = {int(number) for text in sources for number in re.findall(r"ALI-(\d+)\b", text)}
    assert cited >= set(range(1, 42))
    scenarios = {int(n) for text in sources for n in re.findall(r"def test_ali_t(\d+)_", text)}
    assert scenarios == set(range(1, 18))
