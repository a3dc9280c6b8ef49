"""What happened in the letter-card game, as the table hears it. All hands lie open (C5)."""

from __future__ import annotations

from assistant.games.letters.cards import FULL_HAND
from assistant.games.letters.commands import Source
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
)
from assistant.games.letters.rows import is_complete, next_letter
from assistant.games.letters.scoring import loot
from assistant.games.letters.state import State
from assistant.hosting.letters_names import Naming, times
from assistant.hosting.lines import Lines, counted
from assistant.understanding.deck_file import number_word


def sentences(event: Event, after: State, naming: Naming, lines: Lines) -> tuple[str, ...]:
    """How ``event`` is announced. ``after``: the state that it led to."""
    names, the = naming.players, naming.the
    match event:
        case Dealt():
            return _dealt(after, naming, lines)
        case Drew(seat, Source.DISCARD, card):
            return (lines("draws_discard", name=names[seat], card=the(card)),)
        case Drew(seat, _, card):
            return (lines("draws", name=names[seat], card=the(card)),)
        case Reshuffled():
            return (lines("reshuffled"),)
        case Built(seat, _, card, row):
            built = lines("builds", name=names[seat], card=the(card), row=naming.row(row))
            return (built, *row_now(row, after, naming, lines, only_whole=True))
        case Swapped(seat, _, card, row, _, out):
            parts = {"name": names[seat], "card": the(card), "out": the(out)}
            swapped = lines("swaps", row=naming.row(row), **parts)
            return (swapped, *row_now(row, after, naming, lines, only_whole=True))
        case Took(seat, _, card, owner, place, taken):
            key = "takes_row" if place is None else "takes_hand"
            parts = {"name": names[seat], "card": the(taken), "taker": the(card)}
            return (lines(key, owner=names[owner], **parts),)
        case AliBabasLost(_, count):
            return (lines("ali_babas_lost", count=ali_babas(count), goes=_goes(count)),)
        case Discarded(seat, _, card):
            return (lines("discards", name=names[seat], card=the(card)),)
        case ThiefPlayed(seat, _, card):
            assert card.letter is not None
            number = number_word(after.thieves)
            letter = naming.letter(card.letter)
            return (lines("thief_played", name=names[seat], letter=letter, number=number),)
        case ShoutForgotten(seat):
            return (lines("shout_forgotten", name=names[seat]),)
        case ShoutedInVain():
            return (lines("shouted_in_vain"),)
        case Passed(seat):
            return (lines("passed", name=names[seat]),)
        case GameWon():
            return _won(event, after, naming, lines)
        case GameUnwon(why, multiplier):
            if why is NobodyWins.STALLED:
                return (lines("stalled"),)
            return (lines("thieves_win", times=times(multiplier)),)
        case MatchWon(seat):
            return (lines("match_won", name=names[seat], points=after.scores[seat]),)
        case _:
            return ()


def row_now(
    row: int, after: State, naming: Naming, lines: Lines, only_whole: bool = False
) -> tuple[str, ...]:
    """What a row needs next, or that it is full (SES-11, SES-28)."""
    cards, name = after.rows[row], naming.row(row)
    wanted = next_letter(cards)
    if is_complete(cards):
        return (lines("row_complete", row=name),)
    if only_whole:
        return ()
    if wanted is None:
        return (lines("row_full", row=name),)
    return (lines("needs_next", row=name, letter=naming.letter(wanted)),)


def consequence(event: Event, after: State, naming: Naming, lines: Lines) -> tuple[str, ...]:
    """What follows from a move that the host has just named to the player who said it."""
    match event:
        case Built(row=row):
            return row_now(row, after, naming, lines)
        case Swapped(seat, row=row, out=out):
            back = lines("to_hand", card=naming.the(out), name=naming.players[seat])
            return (back, *row_now(row, after, naming, lines, only_whole=True))
        case Took(seat, taken=taken):
            return (lines("to_hand", card=naming.the(taken), name=naming.players[seat]),)
        case Discarded():
            return ()
        case _:
            return sentences(event, after, naming, lines)


def drawn_as(event: Drew, after: State, naming: Naming, lines: Lines) -> str:
    """A draw by a person, with the number by which the card can be named (SES-5)."""
    hand = after.hands[event.seat]
    if event.source is Source.DISCARD or len(hand) > FULL_HAND:
        return sentences(event, after, naming, lines)[0]
    number = number_word(len(hand))
    name = naming.players[event.seat]
    return lines("draws_as", name=name, card=naming.the(event.card), number=number)


def ali_babas(count: int) -> str:
    """So many Ali Babas, in words."""
    return counted(count, "Ali Baba", "Ali Babas")


def _goes(count: int) -> str:
    return "goes" if count == 1 else "go"


def _dealt(after: State, naming: Naming, lines: Lines) -> tuple[str, ...]:
    assert after.dealer is not None and after.discard_top is not None
    dealt = lines(
        "dealt",
        game=number_word(after.game),
        dealer=naming.players[after.dealer],
        first=naming.players[after.turn],
        card=naming.the(after.discard_top),
    )
    if after.multiplier == 1:
        return (dealt,)
    return (dealt, lines("counts_times", times=times(after.multiplier)))


def _won(event: GameWon, after: State, naming: Naming, lines: Lines) -> tuple[str, ...]:
    """The win, and where its points come from (SES-36, SES-37)."""
    name = naming.players[event.seat]
    told = [lines("game_won", name=name, points=event.points)]
    parts = loot(after, event.seat)
    for part in parts:
        owner = naming.players[part.owner]
        told.append(lines("loot", owner=owner, hand=part.hand, row=part.row))
    plain = sum(part.hand + part.row for part in parts)
    if plain and event.points != plain:
        told.append(lines("doubled", times=times(event.points // plain)))
    return tuple(told)
