"""What a command causes."""

from __future__ import annotations

from assistant.games.kernel import Chance
from assistant.games.letters.cards import ALI_BABA, DEALT_HAND, SEQUENCE, Card, deck
from assistant.games.letters.commands import (
    Build,
    Command,
    Deal,
    Discard,
    Draw,
    Pass,
    PlaceAliBaba,
    PlayThief,
    Source,
    Swap,
    Take,
)
from assistant.games.letters.events import (
    AliBabasLost,
    Built,
    Dealt,
    Discarded,
    Drew,
    Event,
    GameUnwon,
    GameWon,
    MatchWon,
    NobodyWins,
    Passed,
    Reshuffled,
    ShoutedInVain,
    ShoutForgotten,
    Swapped,
    ThiefPlayed,
    Took,
    TurnEnded,
)
from assistant.games.letters.scoring import TARGET, multiplier_after_thieves, win_points
from assistant.games.letters.state import State
from assistant.games.letters.steps import missing_to_win
from assistant.games.letters.verifying import verify


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """The events that ``command`` causes; raises NotAllowed if it is not allowed now."""
    refusal = verify(state, command)
    if refusal is not None:
        raise refusal
    seat = state.turn
    match command:
        case Deal():
            return (_deal(state),)
        case Draw():
            return _draw(state, command)
        case Build(slot, card, row):
            return (Built(seat, slot, card, row),)
        case Swap(slot, card, row, position, out):
            return (Swapped(seat, slot, card, row, position, out),)
        case Take(slot, card, owner, place, taken):
            return (Took(seat, slot, card, owner, place, taken),)
        case Discard():
            return _discard(state, command)
        case PlayThief(slot, card):
            return _play_thief(state, slot, card)
        case PlaceAliBaba():
            return _place_ali_baba(state, command)
        case Pass():
            return _pass(state)


def _deal(state: State) -> Dealt:
    """SES-39: the dealer is drawn by lot or chosen, and moves left with each game."""
    chance = state.chance
    if state.dealer is not None:
        dealer = (state.dealer + 1) % state.seats
    elif state.settings.first_dealer is not None:
        dealer = state.settings.first_dealer
    else:
        dealer, chance = chance.below(state.seats)
    cards, chance = chance.shuffled(deck(state.seats, state.settings.left_out))
    dealt = state.seats * DEALT_HAND
    hands = tuple(cards[start : start + DEALT_HAND] for start in range(0, dealt, DEALT_HAND))
    return Dealt(dealer, hands, cards[dealt:-1], cards[-1:], chance)


def _draw(state: State, command: Draw) -> tuple[Event, ...]:
    """SES-4, SES-32: the piles turn over as soon as the last card is drawn, or before the draw."""
    seat = state.turn
    if command.source is Source.DISCARD:
        return (Drew(seat, Source.DISCARD, state.discard[-1]),)
    if not state.draw:
        refilled = _reshuffle(state.discard, state.chance)
        return refilled, Drew(seat, Source.PILE, refilled.draw[-1])
    drew = Drew(seat, Source.PILE, state.draw[-1])
    if len(state.draw) == 1 and len(state.discard) > 1:
        return drew, _reshuffle(state.discard, state.chance)
    return (drew,)


def _reshuffle(discard: tuple[Card, ...], chance: Chance) -> Reshuffled:
    """SES-32: the whole discard pile is shuffled, and its top card turned over."""
    cards, chance = chance.shuffled(discard)
    return Reshuffled(cards[:-1], cards[-1:], chance)


def _ali_babas_lost(state: State, kept: int = 0) -> tuple[Event, ...]:
    count = state.hands[state.turn].count(ALI_BABA) - kept
    return (AliBabasLost(state.turn, count),) if count else ()


def _turn_ended(state: State) -> TurnEnded:
    return TurnEnded((state.turn + 1) % state.seats)


def _discard(state: State, command: Discard) -> tuple[Event, ...]:
    """SES-26: the Ali Babas go first, the named card on top of them."""
    seat, slot, card = state.turn, command.slot, command.card
    if card == ALI_BABA:
        lost = _ali_babas_lost(state, kept=1)
        return Discarded(seat, slot, card), *lost, _turn_ended(state)
    slot -= state.hands[seat][:slot].count(ALI_BABA)
    return *_ali_babas_lost(state), Discarded(seat, slot, card), _turn_ended(state)


def _play_thief(state: State, slot: int, card: Card) -> tuple[Event, ...]:
    """SES-21, SES-25, SES-35."""
    played: tuple[Event, ...] = (ThiefPlayed(state.turn, slot, card), *_ali_babas_lost(state))
    if state.thieves + 1 == len(SEQUENCE):
        doubled = multiplier_after_thieves(state.settings, state.multiplier)
        return *played, GameUnwon(NobodyWins.THIEVES, doubled)
    return *played, _turn_ended(state)


def _place_ali_baba(state: State, command: PlaceAliBaba) -> tuple[Event, ...]:
    """SES-28 to SES-31."""
    seat = state.turn
    if missing_to_win(state) is not None:
        return ShoutedInVain(seat), *_ali_babas_lost(state)
    if not command.shouted:
        lost: tuple[Event, ...] = (ShoutForgotten(seat), *_ali_babas_lost(state))
        return lost if state.settings.turn_goes_on_without_shout else (*lost, _turn_ended(state))
    won = GameWon(seat, win_points(state, seat, state.multiplier))
    if state.scores[seat] + won.points >= TARGET:
        return won, MatchWon(seat)
    return (won,)


def _pass(state: State) -> tuple[Event, ...]:
    """SES-33: once no hand holds a card, all could only pass in a row, so the game ends."""
    if not any(state.hands):
        return Passed(state.turn), GameUnwon(NobodyWins.STALLED, state.multiplier)
    return Passed(state.turn), _turn_ended(state)
