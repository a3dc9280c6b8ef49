"""Why a command is not allowed now, in a sentence a host can speak."""

from __future__ import annotations

from assistant.games.kernel import NotAllowed, Seat
from assistant.games.letters.cards import ALI_BABA, SEQUENCE, Card, Kind
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
from assistant.games.letters.rows import colour_clash, next_letter
from assistant.games.letters.state import Removed, Table
from assistant.games.letters.steps import (
    Step,
    discard_serves,
    is_forced,
    missing_to_win,
    pile_serves,
    step,
)


def verify(table: Table, command: Command) -> NotAllowed | None:
    """Why ``command`` is not allowed now, or ``None`` if it is (SES-6)."""
    return _out_of_step(table, command) or misfit(table, command)


def can(table: Table, command: Command) -> bool:
    """Whether ``command`` is allowed now."""
    return verify(table, command) is None


def misfit(table: Table, command: Command) -> NotAllowed | None:
    """Why ``command`` would fail even at its step of the turn, or ``None``."""
    match command:
        case Draw():
            return _misfit_draw(table, command)
        case PlaceAliBaba():
            return _misfit_win(table, command)
        case Deal() | Pass():
            return None
    hand = table.hands[table.turn]
    if not 0 <= command.slot < len(hand):
        return NotAllowed(f"You have no card {command.slot + 1}.", "SES-6")
    if (held := hand[command.slot]) != command.card:
        return NotAllowed(f"Your card {command.slot + 1} is {held}.", "SES-6")
    match command:
        case Build():
            return _misfit_build(table, command)
        case Swap():
            return _misfit_swap(table, command)
        case Take():
            return _misfit_take(table, command)
        case Discard():
            return _misfit_discard(table, command)
        case PlayThief():
            return _misfit_thief(table, command)


def _out_of_step(table: Table, command: Command) -> NotAllowed | None:
    match step(table), command:
        case (
            (Step.DEAL, Deal())
            | (Step.DRAW, Draw())
            | (Step.PASS, Pass())
            | (Step.THIEF, PlayThief())
            | (Step.PLAY, Build() | Swap() | Take() | Discard() | PlaceAliBaba() | PlayThief())
        ):
            return None
        case Step.THIEF, PlaceAliBaba(shouted=True) if table.settings.win_beats_thieves:
            return None
        case Step.DEAL, _:
            return NotAllowed("The game is over. Deal the next one first.", "SES-38")
        case Step.NOTHING, _:
            return NotAllowed("The match is over.", "SES-38")
        case _, Deal():
            return NotAllowed("The game is not over yet.", "SES-38")
        case Step.DRAW, _:
            return NotAllowed("Draw up to six cards first.", "SES-5")
        case Step.THIEF, _:
            letter = SEQUENCE[table.thieves]
            return NotAllowed(f"The forty thieves {letter} must be played first.", "SES-21")
        case Step.PASS, _:
            return NotAllowed("You have no card, and there is none to draw. Pass.", "SES-33")
        case _, Draw():
            return NotAllowed("You cannot draw now. Play a card.", "SES-5")
    return NotAllowed("You cannot pass. Discard a card to end your turn.", "SES-6")


def _misfit_draw(table: Table, command: Draw) -> NotAllowed | None:
    if command.source is Source.DISCARD and not discard_serves(table):
        return NotAllowed("Only a letter card may be drawn from the discard pile.", "SES-4")
    if command.source is Source.PILE and not pile_serves(table):
        return NotAllowed("The draw pile is empty.", "SES-33")
    return None


def _misfit_build(table: Table, command: Build) -> NotAllowed | None:
    card = command.card
    if card.kind not in (Kind.LETTER, Kind.BRIDGE, Kind.ALI_BABA):
        return NotAllowed(f"A {card.kind} card cannot be built into a row.", "SES-11")
    if not 0 <= command.row < len(table.rows):
        return NotAllowed("There is no such row.", "SES-10")
    row = table.rows[command.row]
    wanted = next_letter(row)
    if wanted is None:
        return NotAllowed("That row has its ten cards already.", "SES-11")
    if card.kind is not Kind.ALI_BABA and card.letter != wanted:
        return NotAllowed(f"The next letter of that row is {wanted}.", "SES-11")
    return _colour_refused(table, command.row, card) or _return_refused(
        table, Removed(command.row, len(row), card)
    )


def _misfit_swap(table: Table, command: Swap) -> NotAllowed | None:
    card = command.card
    if card.kind is not Kind.LETTER:
        return NotAllowed("Only a letter card can be swapped in.", "SES-14")
    if not 0 <= command.row < len(table.rows):
        return NotAllowed("There is no such row.", "SES-12")
    row = table.rows[command.row]
    if not 0 <= command.position < len(row):
        return NotAllowed(f"That row has no card {command.position + 1}.", "SES-12")
    there = row[command.position]
    if there != command.out:
        return NotAllowed(f"Card {command.position + 1} of that row is {there}.", "SES-12")
    if there.kind not in (Kind.BRIDGE, Kind.ALI_BABA):
        return NotAllowed("Only a bridge or Ali Baba can be swapped out.", "SES-14")
    if card.letter != SEQUENCE[command.position]:
        return NotAllowed(f"That place needs the letter {SEQUENCE[command.position]}.", "SES-12")
    return _colour_refused(table, command.row, card) or _return_refused(
        table, Removed(command.row, command.position, card)
    )


def _colour_refused(table: Table, row: Seat, card: Card) -> NotAllowed | None:
    clash = colour_clash(table.rows, row, card.colour) if card.colour else None
    return NotAllowed(clash, "SES-8") if clash else None


def _return_refused(table: Table, back: Removed) -> NotAllowed | None:
    if back in table.removed:
        reason = f"{back.card} was taken from that place this turn and cannot return there."
        return NotAllowed(reason[0].upper() + reason[1:], "SES-16")
    return None


def _misfit_take(table: Table, command: Take) -> NotAllowed | None:
    card, taken = command.card, command.taken
    if card.kind not in (Kind.TAKE, Kind.ALI_BABA):
        return NotAllowed("Only a take card or Ali Baba can take a card.", "SES-17")
    if not 0 <= command.owner < len(table.hands):
        return NotAllowed("There is no such player.", "SES-17")
    if command.owner == table.turn:
        return NotAllowed("You can only take cards from an opponent.", "SES-20")
    cards = table.rows[command.owner] if command.place is None else table.hands[command.owner]
    place = len(cards) - 1 if command.place is None else command.place
    if not 0 <= place < len(cards):
        return NotAllowed("There is no card to take in that place.", "SES-17")
    if cards[place] != taken:
        return NotAllowed(f"The card in that place is {cards[place]}.", "SES-17")
    if card.kind is Kind.TAKE and (taken.kind is not Kind.LETTER or taken.letter != card.letter):
        return NotAllowed(f"Take {card.letter} takes only a letter card {card.letter}.", "SES-17")
    if taken.kind not in (Kind.LETTER, Kind.BRIDGE):
        return NotAllowed("Ali Baba takes only a letter card or a bridge.", "SES-18")
    if command.place is None and (command.owner, place) in table.placed:
        return NotAllowed("That card was placed this turn and cannot be taken back.", "SES-15")
    return None


def _misfit_discard(table: Table, command: Discard) -> NotAllowed | None:
    if (
        table.settings.discard_ali_baba
        and command.card.kind is not Kind.ALI_BABA
        and ALI_BABA in table.hands[table.turn]
    ):
        return NotAllowed("The card you discard must be Ali Baba.", "SES-26")
    return None


def _misfit_thief(table: Table, command: PlayThief) -> NotAllowed | None:
    if command.card.kind is not Kind.THIEF:
        return NotAllowed("Only a forty thieves card joins the thieves.", "SES-21")
    if not is_forced(table, command.card):
        return NotAllowed(f"The thieves wait for the letter {SEQUENCE[table.thieves]}.", "SES-21")
    return None


def _misfit_win(table: Table, command: PlaceAliBaba) -> NotAllowed | None:
    missing = missing_to_win(table)
    if missing is None:
        if not command.shouted and table.settings.remind_shout:
            return NotAllowed("Shout open sesame before you place Ali Baba.", "SES-30")
        return None
    if command.shouted and table.settings.false_shout_costs and ALI_BABA in table.hands[table.turn]:
        return None
    return NotAllowed(missing, "SES-28")
