"""What people may know: equal for any two games that look alike from where they sit."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st

from assistant.games.cavern.deck import CHIEF
from assistant.games.cavern.moves import OpenSesame, Recite, Take
from assistant.games.cavern.risk import unseen
from assistant.games.cavern.settings import Grouping, Settings
from assistant.games.cavern.state import Phase, State
from assistant.games.cavern.tokens import Tokens
from assistant.games.cavern.views import ali_view, own_collection, table_view
from assistant.games.kernel import NotAllowed
from tests.games.cavern.tables import DECK, after, reciting, said, shared_out, table

ALL_CARDS = tuple(kind.name for kind in DECK.kinds for _ in range(kind.copies))
CLOSED = st.sampled_from((Phase.DRAW_FIRST, Phase.RECITE, Phase.RULE, Phase.DECIDE))


def dealt(cards: list[str], phase: Phase) -> State:
    """Five cards in hand, twelve collected, the rest in the pile."""
    state = table(hand=(), tokens=(1, 1, 0), thief=2, phase=phase, pile=cards[17:])
    piles = (tuple(cards[5:9]), tuple(cards[9:10]), tuple(cards[10:17]), ())
    return replace(state, hand=tuple(cards[:5]), piles=piles)


@trying(max_examples=40, deadline=None)
@given(st.permutations(ALL_CARDS), st.permutations(ALL_CARDS), CLOSED)
def test_the_table_view_does_not_depend_on_hidden_cards(
    cards: list[str], others: list[str], phase: Phase
) -> None:
    """ALI-25, ALI-41."""
    assert table_view(dealt(cards, phase)) == table_view(dealt(others, phase))


@trying(max_examples=20, deadline=None)
@given(st.permutations(ALL_CARDS[20:]))
def test_what_ali_knows_does_not_depend_on_the_order_of_the_pile(pile: list[str]) -> None:
    """ALI-40."""
    state = table(hand=("cushion",), pile=(*pile[:-8], CHIEF, *pile[-8:]))
    known = replace(state, pile=(*ALL_CARDS[20:-8], CHIEF, *ALL_CARDS[-8:]))
    assert ali_view(state, 0) == ali_view(known, 0)
    assert unseen(state) == unseen(known)


def test_hand_size_and_tokens_are_public() -> None:
    """ALI-41."""
    view = table_view(table(hand=("mirror", "crown", "key"), tokens=(2, 0, 0)))
    assert (view.hand_size, view.tokens) == (3, Tokens(2, 0, 0))
    assert view.open_hand == ()


def test_only_ali_may_look_at_the_hand() -> None:
    """ALI-40."""
    state = table(hand=("mirror", "key"))
    assert ali_view(state, 0).hand == ("mirror", "key")
    with pytest.raises(NotAllowed) as refusal:
        ali_view(state, 1)
    assert refusal.value.rule == "ALI-40"


def test_the_hand_is_open_during_the_sharing_only() -> None:
    """ALI-24, ALI-25: what was taken is face down again."""
    state = after(table(hand=("mirror", "key")), OpenSesame())
    assert table_view(state).open_hand == ("mirror", "key")
    state = after(state, Take("mirror"))
    view = table_view(state)
    assert (view.open_hand, view.collected, view.collections) == (("key",), (1, 0, 0, 0), ())


def test_all_is_laid_open_at_the_end() -> None:
    """ALI-25."""
    last = replace(table(hand=("mirror", CHIEF)[:1]), final_round=True)
    _, state = shared_out(after(last, OpenSesame()))
    view = table_view(state)
    assert view.collections == (("mirror",), (), (), ())
    assert view.result is not None and view.result.winners == (0,)
    assert own_collection(state, 0) == ("mirror",)


def test_families_may_ask_for_their_own_collection() -> None:
    """ALI-25."""
    state = table(settings=Settings(own_collection=True))
    state = replace(state, piles=((), ("lion",), (), ()))
    assert own_collection(state, 1) == ("lion",)


def test_young_players_see_what_they_have_named() -> None:
    """ALI-36: copies appear all at once, and go back at the end of the recitation."""
    young = Settings(young=True, grouping=Grouping.LENIENT)
    state = reciting(("cushion", "lion", "cushion"), young)
    state = after(state, Recite(said("lion", "cushion"), ended=False))
    assert table_view(state).shown == {"lion": 1}
    state = after(state, Recite(said("lion", "cushion", "cushion"), ended=False))
    assert state.phase is Phase.DECIDE
    assert table_view(state).shown == {}
    grown_up = after(reciting(("lion", "key")), Recite(said("lion"), ended=False))
    assert table_view(grown_up).shown == {}
