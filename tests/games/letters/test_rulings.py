"""The rulings on the turn, the plays and the piles, beyond the scenarios."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from assistant.games.letters import (
    Build,
    Deal,
    Discard,
    Draw,
    Pass,
    Phase,
    PlayThief,
    Settings,
    Source,
    Swap,
    Take,
    begin,
    can,
    decide,
    forced,
    house_rules,
    legal_commands,
    verify,
)
from assistant.games.letters.cards import ALI_BABA, Colour, deck
from assistant.games.letters.events import (
    AliBabasLost,
    GameUnwon,
    NobodyWins,
    Reshuffled,
    ShoutedInVain,
    ShoutForgotten,
)
from assistant.games.letters.rows import colour_of
from assistant.games.letters.steps import ali_babas_at_risk, missing_to_win
from tests.games.letters.scenes import (
    PLACE_SILENTLY,
    SHOUT_AND_PLACE,
    act,
    build,
    card,
    cards,
    caused,
    deal,
    discard,
    draw_up,
    is_forced,
    refusal,
    row,
    same_cards,
    swap,
    table,
    take_from_hand,
    take_from_row,
    thief,
)

PLAIN = "T-N B-A T-S T-M B-P T-O"
RIVAL = "gE gS B-M pA pN"
READY = "A T-N B-A T-S T-M B-P"


def test_a_set_spells_the_sequence() -> None:
    """SES-1: O1 P1 E3 N1 S2 A1 M1 in each colour and in each kind of special card."""
    sets: dict[object, Counter[str | None]] = {}
    for each in deck(4, Colour.ORANGE):
        if each != ALI_BABA:
            sets.setdefault(each.colour or each.kind, Counter())[each.letter] += 1
    assert len(sets) == 7
    assert all(found == Counter("OPENSESAME") for found in sets.values())


@pytest.mark.parametrize("left_out", list(Colour))
def test_the_group_chooses_the_colour_left_out(left_out: Colour) -> None:
    """SES-2: ten Letters of one colour stay out with two or three players, none with four."""
    assert left_out not in {each.colour for each in deck(3, left_out)}
    assert left_out in {each.colour for each in deck(4, left_out)}


def test_a_first_discard_that_is_no_letter_stays() -> None:
    """SES-3: nobody can draw it, so the pile is all there is."""
    state = table(["T-N B-A T-S T-M B-P", RIVAL], discard="T-E")
    assert is_forced(state, Draw(Source.PILE))


def test_each_draw_may_choose_its_source() -> None:
    """SES-4: after the top Letter is taken, the next one may be drawn, too."""
    state = table(["T-N B-A T-S T-M", RIVAL], discard="gN pO")
    state = act(state, Draw(Source.DISCARD))
    state = act(state, Draw(Source.DISCARD))
    assert same_cards(state.hands[0], "T-N B-A T-S T-M pO gN")


def test_nobody_plays_with_five_cards() -> None:
    """SES-5: with fewer than six cards drawing is all that is allowed."""
    state = table(["bO T-N B-A T-S T-M", RIVAL], discard="gN")
    assert {type(command) for command in legal_commands(state)} == {Draw}


def test_any_number_of_plays_and_no_pass() -> None:
    """SES-6: plays go on until a discard, and there is no passing."""
    state = table(["bO bP bE T-S T-M B-P", RIVAL])
    for text in ("bO", "bP", "bE"):
        state = draw_up(act(state, build(state, text, 0)))
    assert state.turn == 0
    assert refusal(state, Pass()).rule == "SES-6"
    assert act(state, discard(state, "T-S")).turn == 1


def test_a_card_must_be_where_the_command_says() -> None:
    """SES-6: a stale command is refused rather than played with another card."""
    state = table(["bO bP bE T-S T-M B-P", RIVAL])
    assert "blue O" in refusal(state, Build(0, card("bP"), 0)).reason
    assert "no card 7" in refusal(state, Discard(6, card("bP"))).reason
    assert refusal(state, Build(0, card("bO"), 2)).rule == "SES-10"
    assert refusal(state, Take(3, card("T-S"), 2, None, card("bS"))).rule == "SES-17"
    assert refusal(state, Take(3, card("T-S"), 1, 5, card("bS"))).rule == "SES-17"
    assert refusal(state, Take(3, card("T-S"), 1, 0, card("gS"))).rule == "SES-17"
    assert refusal(state, Take(3, card("T-S"), 1, None, card("gS"))).rule == "SES-17"


def test_a_usable_card_may_be_discarded() -> None:
    """SES-7: nothing but a playable thief is forced."""
    state = table(["bO bP T-N T-S T-M B-P", RIVAL])
    assert can(state, discard(state, "bO"))


def test_two_rows_never_share_a_colour() -> None:
    """SES-8: a Letter enters a colourless row only if its colour is free."""
    state = table(["bE gE pE T-S T-M B-P", "bS gS", "T-A"], ["B-O A", "gO gP", ""])
    assert can(state, build(state, "bE", 0))
    assert "another row is green" in refusal(state, build(state, "gE", 0)).reason.lower()
    assert "That row is green" in refusal(state, build(state, "pE", 1)).reason


def test_a_dismantled_colour_is_free_again() -> None:
    """SES-9: without its last Letter a row has no colour."""
    state = table(["T-P gP T-N B-A T-S T-M", "gS B-M T-A bN"], ["A", "B-O bP"])
    assert refusal(state, build(state, "gP", 1)).rule == "SES-11"
    state = act(state, take_from_row(state, "T-P", 1))
    assert colour_of(state.rows[1]) is None
    assert can(state, build(state, "gP", 1))
    assert can(state, build(state, "bP", 0))


def test_anybodys_row_may_be_started() -> None:
    """SES-10: building on a rival's empty row fixes its colour."""
    state = table(["gO B-A T-S T-M B-P T-O", RIVAL])
    state = act(state, build(state, "gO", 1))
    assert colour_of(state.rows[1]) is Colour.GREEN


def test_only_the_next_letter_is_built() -> None:
    """SES-11: letters in order, Ali Baba anywhere, ten cards at most, no other kinds."""
    state = table(["bP A B-O T-S T40-M B-P", "pE"], ["", row("g")])
    assert "next letter of that row is O" in refusal(state, build(state, "bP", 0)).reason
    assert refusal(state, build(state, "B-P", 0)).rule == "SES-11"
    assert can(state, build(state, "B-O", 0))
    assert can(state, build(state, "A", 0))
    assert refusal(state, build(state, "A", 1)).rule == "SES-11"
    assert refusal(state, build(state, "T-S", 0)).rule == "SES-11"
    assert refusal(state, build(state, "T40-M", 0)).rule == "SES-11"


def test_a_swap_needs_the_letter_of_the_place() -> None:
    """SES-12: any row and any place with a Bridge or Ali Baba, and the hand stays at six."""
    state = table(["gE bE gN T-S T-M B-P", "gS B-M T-A bN"], ["", "gO A B-E A"])
    assert refusal(state, swap(state, "gE", 1, 1)).rule == "SES-12"
    assert refusal(state, Swap(0, card("gE"), 1, 4, card("A"))).rule == "SES-12"
    assert refusal(state, Swap(0, card("gE"), 1, 2, card("A"))).rule == "SES-12"
    assert refusal(state, Swap(0, card("gE"), 2, 2, card("A"))).rule == "SES-12"
    state = act(state, swap(state, "gE", 1, 2))
    state = act(state, swap(state, "gN", 1, 3))
    assert state.rows[1] == cards("gO A gE gN")
    assert same_cards(state.hands[0], "bE T-S T-M B-P B-E A")


def test_a_swap_may_fix_the_colour() -> None:
    """SES-13: a colourless row takes any free colour."""
    state = table(["gO bO T-N T-S T-M B-P", RIVAL], ["B-O", ""])
    assert colour_of(act(state, swap(state, "gO", 0, 0)).rows[0]) is Colour.GREEN


def test_only_a_letter_goes_in_and_no_letter_comes_out() -> None:
    """SES-14: neither Bridge for Ali Baba nor Letter for Letter."""
    state = table(["B-O bE T-N T-S T-M B-P", RIVAL], ["A", "bO bP bE"])
    assert refusal(state, swap(state, "B-O", 0, 0)).rule == "SES-14"
    assert refusal(state, swap(state, "bE", 1, 2)).rule == "SES-14"


def test_a_card_swapped_in_is_not_taken_back_this_turn() -> None:
    """SES-15: neither by Take nor by Ali Baba; next turn it may be."""
    state = table(["gE T-E A T-S T-M B-P", "gS B-M T-A bN"], ["", "gO gP B-E"])
    state = act(state, swap(state, "gE", 1, 2))
    for taker in ("T-E", "A"):
        assert refusal(state, take_from_row(state, taker, 1)).rule == "SES-15"
    state = replace(state, placed=frozenset())
    assert can(state, take_from_row(state, "T-E", 1))


def test_a_card_taken_from_a_place_returns_in_no_way_this_turn() -> None:
    """SES-16: neither the card nor its equal, built or swapped in; elsewhere it may go."""
    state = table(["T-E B-E gE T-S T-M B-P", "gS B-M T-A bN"], ["B-O A", "gO gP gE"])
    state = act(state, take_from_row(state, "T-E", 1))
    assert refusal(state, build(state, "gE", 1)).rule == "SES-16"
    state = draw_up(act(state, build(state, "B-E", 1)))
    assert refusal(state, swap(state, "gE", 1, 2)).rule == "SES-16"
    state = act(state, discard(state, "T-S"))
    assert state.removed == ()


def test_a_take_card_takes_its_letter_only() -> None:
    """SES-17: from any place of a hand, in any colour, never a Bridge, and goes to the discard."""
    state = table(["T-E T-S T-M B-P bO bP", "B-E gS gE B-M pE"], ["", "gO"])
    assert refusal(state, take_from_hand(state, "T-E", 1, "gS")).rule == "SES-17"
    assert refusal(state, take_from_hand(state, "T-E", 1, "B-E")).rule == "SES-17"
    assert refusal(state, take_from_row(state, "T-E", 1)).rule == "SES-17"
    assert refusal(state, Take(3, card("B-P"), 1, 2, card("gE"))).rule == "SES-17"
    after = act(state, take_from_hand(state, "T-E", 1, "pE"))
    assert after.discard_top == card("T-E")
    assert after.hands[1] == cards("B-E gS gE B-M")


def test_ali_baba_takes_letters_and_bridges() -> None:
    """SES-18: from a hand or from the end of a row, but no Take, Thieves or Ali Baba card."""
    state = table(["A T-S T-M B-P bO bP", "B-E gS T-E T40-E A"], ["", "gO"])
    for text in ("B-E", "gS"):
        assert can(state, take_from_hand(state, "A", 1, text))
    for text in ("T-E", "T40-E", "A"):
        assert refusal(state, take_from_hand(state, "A", 1, text)).rule == "SES-18"
    after = act(state, take_from_row(state, "A", 1))
    assert after.rows[1] == ()
    assert after.discard_top == ALI_BABA


def test_ali_baba_at_the_end_guards_a_row() -> None:
    """SES-19: until he is swapped out, nothing before him can be taken."""
    state = table(["A T-P gE T-M B-P bO", "gS B-M pA pN"], ["", "gO gP A"])
    assert not can(state, take_from_row(state, "A", 1))
    assert not can(state, take_from_row(state, "T-P", 1, "gP"))
    state = replace(act(state, swap(state, "gE", 1, 2)), placed=frozenset())
    assert can(state, take_from_row(state, "A", 1))


def test_a_complete_row_can_be_dismantled_by_opponents_only() -> None:
    """SES-20."""
    state = table(["A T-E T-M B-P bO bP", "pS B-M"], ["", row("g")])
    assert len(act(state, take_from_row(state, "T-E", 1)).rows[1]) == 9
    own = replace(state, turn=1, hands=(state.hands[1], state.hands[0]))
    assert refusal(own, take_from_row(own, "T-E", 1)).rule == "SES-20"


def test_a_thief_is_forced_as_soon_as_the_hand_is_full() -> None:
    """SES-21: after any draw of the turn, before any other play."""
    state = table(["bO T-S T-M B-P T-E T-A", "gS B-M"], thieves=1)
    state = act(state, build(state, "bO", 0))
    state = replace(state, draw=(*state.draw, card("T40-P")))
    state = act(state, Draw(Source.PILE))
    assert is_forced(state, thief(state, "T40-P"))
    assert refusal(state, discard(state, "T-S")).rule == "SES-21"
    calm = table(["bO T-S T-M B-P T40-E T-A", "gS B-M"], thieves=1)
    assert refusal(calm, thief(calm, "T40-E")).rule == "SES-21"
    assert refusal(calm, PlayThief(1, card("T-S"))).rule == "SES-21"


def test_one_thief_a_turn_and_equal_ones_are_the_same() -> None:
    """SES-22."""
    state = table(["T40-E T40-E T40-N B-P T-E T-A", "gS B-M"], thieves=2)
    assert len(legal_commands(state)) == 2
    one, other = (act(state, command) for command in legal_commands(state))
    assert one.hands == other.hands
    assert (one.turn, one.thieves) == (1, 3)


def test_discarded_thieves_come_back_at_the_reshuffle() -> None:
    """SES-23: a thief that cannot be played may be discarded, and is shuffled like the rest."""
    state = table(["T40-N T-S T-M B-P T-E T-A", "gS B-M T-N bO bP"])
    state = act(state, discard(state, "T40-N"))
    state = replace(state, draw=state.draw[-1:])
    events, state = caused(state, Draw(Source.PILE))
    assert isinstance(events[-1], Reshuffled)
    assert card("T40-N") in state.draw + state.discard


def test_the_house_rule_lets_a_win_beat_the_thieves() -> None:
    """SES-24: only the shouted win; anything else still waits for the thief."""
    hands = ["A T40-O T-N B-A T-S T-M", RIVAL]
    strict = table(hands, [row("b", 10)])
    assert is_forced(strict, thief(strict, "T40-O"))
    lenient = replace(strict, settings=Settings(win_beats_thieves=True))
    assert set(legal_commands(lenient)) == {SHOUT_AND_PLACE, thief(lenient, "T40-O")}
    assert refusal(lenient, PLACE_SILENTLY).rule == "SES-21"


def test_a_forced_thief_discards_every_ali_baba() -> None:
    """SES-25: next turn more than one card is drawn."""
    state = table(["A A T40-O B-P T-E T-O", RIVAL])
    events, state = caused(state, thief(state, "T40-O"))
    assert AliBabasLost(0, 2) in events
    assert len(state.hands[0]) == 3


def test_the_house_rule_wants_ali_baba_himself_discarded() -> None:
    """SES-26: with it the ending discard must be an Ali Baba; the others go along."""
    state = table(["A A T-O B-P T-E T-A", RIVAL])
    assert ali_babas_at_risk(state) == 2
    assert act(state, discard(state, "T-O")).discard[-3:] == cards("A A T-O")
    strict = replace(state, settings=Settings(discard_ali_baba=True))
    assert refusal(strict, discard(strict, "T-O")).rule == "SES-26"
    after = act(strict, discard(strict, "A"))
    assert after.discard[-2:] == cards("A A")
    assert after.hands[0] == cards("T-O B-P T-E T-A")


def test_an_ali_baba_that_was_dealt_waits_for_its_owners_turn() -> None:
    """SES-27: it stays through the turns before, safe from the others, and goes at its end."""
    state = table(["T-E A B-P T-M T-S bO", "A gO gP gE gN"])
    assert refusal(state, take_from_hand(state, "A", 1, "A")).rule == "SES-18"
    state = act(state, discard(state, "bO"))
    assert ALI_BABA in state.hands[1]
    state = draw_up(state)
    assert ALI_BABA not in act(state, discard(state, "gO")).hands[1]


def test_what_a_win_needs() -> None:
    """SES-28: ten Letters of one colour on the own row, six cards and an Ali Baba."""
    assert missing_to_win(table([READY, RIVAL], [row("b")])) is None
    for hand, own in ((READY, row("b", 9)), (PLAIN, row("b"))):
        state = table([hand, RIVAL], [own])
        assert refusal(state, SHOUT_AND_PLACE).reason == missing_to_win(state)
    short = replace(table([READY, RIVAL], [row("b")]), draw=(), discard=())
    short = replace(short, hands=(short.hands[0][:5], short.hands[1]))
    assert "six cards" in refusal(short, SHOUT_AND_PLACE).reason
    rival = table([READY, RIVAL], ["", row("b")])
    assert not can(rival, SHOUT_AND_PLACE)


def test_the_shout_alone_places_ali_baba() -> None:
    """SES-29: one command is both the shout and the placing."""
    state = table([READY, RIVAL], [row("b")])
    assert act(state, SHOUT_AND_PLACE).scores[0] > 0


def test_what_a_forgotten_shout_costs_under_the_house_rules() -> None:
    """SES-30: the turn may go on with drawing, or the host reminds at no cost."""
    state = table([READY, RIVAL], [row("b")])
    events, after = caused(state, PLACE_SILENTLY)
    assert events[:2] == (ShoutForgotten(0), AliBabasLost(0, 1))
    assert after.turn == 1
    lenient = replace(state, settings=Settings(turn_goes_on_without_shout=True))
    after = act(lenient, PLACE_SILENTLY)
    assert after.turn == 0
    assert {type(command) for command in legal_commands(after)} == {Draw}
    family = replace(state, settings=Settings(remind_shout=True))
    assert refusal(family, PLACE_SILENTLY).rule == "SES-30"
    assert can(family, SHOUT_AND_PLACE)


def test_a_false_shout_costs_nothing_but_under_the_house_rule() -> None:
    """SES-31: refused without effect; the house rule takes the Ali Babas and play goes on."""
    state = table([READY, RIVAL])
    assert refusal(state, SHOUT_AND_PLACE).rule == "SES-28"
    strict = replace(state, settings=Settings(false_shout_costs=True))
    events, after = caused(strict, SHOUT_AND_PLACE)
    assert events == (ShoutedInVain(0), AliBabasLost(0, 1))
    assert (after.turn, len(after.hands[0])) == (0, 5)
    assert refusal(replace(after, hands=(cards("T-N B-A T-S T-M B-P T-O"), ())), SHOUT_AND_PLACE)


@pytest.mark.parametrize(("discarded", "refilled"), [("", 0), ("gO", 0), ("gO B-E", 1)])
def test_the_last_card_drawn_needs_two_discards_for_a_new_pile(
    discarded: str, refilled: int
) -> None:
    """SES-32: no discard, no effect; a single one stays the discard."""
    state = table(["T-N B-A T-S T-M B-P", RIVAL], discard=discarded)
    state = replace(state, draw=cards("bO"))
    events, after = caused(state, Draw(Source.PILE))
    assert any(isinstance(event, Reshuffled) for event in events) is bool(refilled)
    assert after.draw_count == refilled
    assert after.discard_count == len(cards(discarded)) - refilled


def test_an_empty_pile_is_refilled_when_discards_have_come() -> None:
    """SES-32: a later draw shuffles them, unless the player prefers the Letter on top."""
    state = table(["T-N B-A T-S T-M B-P", RIVAL], discard="B-E gO")
    state = replace(state, draw=())
    assert can(state, Draw(Source.DISCARD))
    events, after = caused(state, Draw(Source.PILE))
    assert isinstance(events[0], Reshuffled)
    assert (after.draw_count, after.discard_count, len(after.hands[0])) == (0, 1, 6)
    alone = replace(state, discard=cards("gO"))
    assert verify(alone, Draw(Source.PILE)) is not None
    assert is_forced(alone, Draw(Source.DISCARD))


def test_with_nothing_to_draw_one_plays_on_and_passes_at_last() -> None:
    """SES-33: fewer than six cards are played, an empty hand passes, empty hands end the game."""
    state = replace(table(["T-E T40-O", "gS"]), draw=(), discard=())
    assert is_forced(state, thief(state, "T40-O"))
    state = replace(table(["bO", "gS"]), draw=(), discard=())
    state = act(state, build(state, "bO", 0))
    assert refusal(state, discard(replace(state, hands=(cards("bP"), ())), "bP")).rule == "SES-33"
    state = act(state, Pass())
    assert state.turn == 1
    empty = replace(state, hands=((), ()), multiplier=2)
    assert forced(empty) == Pass()
    events, after = caused(empty, Pass())
    assert events[-1] == GameUnwon(NobodyWins.STALLED, multiplier=2)
    assert after.phase is Phase.READY


def test_a_robbed_hand_is_filled_at_the_owners_turn() -> None:
    """SES-34."""
    state = table(["T-E A T-S T-M B-P bO", "gE gS B-M T-A bN"])
    state = act(state, take_from_hand(state, "T-E", 1, "gE"))
    state = act(state, take_from_hand(state, "A", 1, "gS"))
    state = act(state, discard(state, "T-S"))
    assert len(state.hands[1]) == 3
    assert len(draw_up(state).hands[1]) == 6


def test_dealer_and_start_move_left() -> None:
    """SES-38, SES-39: the dealer is chosen or drawn by lot, then moves left with each game."""
    assert deal(3, settings=Settings(first_dealer=2)).turn == 0
    assert {deal(3, seed).dealer for seed in range(20)} == {0, 1, 2}
    state = act(replace(deal(3, settings=Settings(first_dealer=2)), phase=Phase.READY), Deal())
    assert (state.dealer, state.turn, state.game) == (0, 1, 2)
    assert refusal(state, Deal()).rule == "SES-38"
    with pytest.raises(ValueError, match="first dealer"):
        begin(2, 1, Settings(first_dealer=2))
    with pytest.raises(ValueError, match="2 to 4"):
        begin(5, 1)


def test_between_games_only_the_deal_is_left() -> None:
    """SES-38."""
    state = begin(2, 1)
    assert is_forced(state, Deal())
    assert refusal(state, Draw(Source.PILE)).rule == "SES-38"


def test_commands_name_slot_kind_letter_and_colour() -> None:
    """SES-41: every play can be spoken by slot as well as by card, place and letter."""
    state = table(["gN T-E A T-S T-M B-P", "pE gS B-M T-A bN", "pS"], ["", "", "gO gP gE A"])
    commands = legal_commands(state)
    assert Swap(0, card("gN"), 2, 3, ALI_BABA) in commands
    assert Take(1, card("T-E"), 1, 0, card("pE")) in commands
    assert str(card("pE")) == "purple E"
    assert [str(card(text)) for text in ("A", "T-E", "B-N", "T40-S")] == [
        "Ali Baba",
        "take E",
        "bridge N",
        "forty thieves S",
    ]


def test_own_options_are_labelled_as_house_rules() -> None:
    """SES-42: by default none is on; every switch has a phrase to announce it."""
    assert house_rules(Settings()) == ()
    everything = Settings(
        win_beats_thieves=True,
        discard_ali_baba=True,
        turn_goes_on_without_shout=True,
        remind_shout=True,
        false_shout_costs=True,
        cumulative_doubling=True,
        open_discard=True,
    )
    assert len(house_rules(everything)) == 7


def test_refusals_are_raised_by_decide() -> None:
    """SES-6: what verify refuses, decide raises."""
    state = table([PLAIN, RIVAL])
    refused = refusal(state, Pass())
    with pytest.raises(type(refused), match="cannot pass"):
        decide(state, Pass())
