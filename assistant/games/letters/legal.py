"""All that is allowed now."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.letters.cards import SEQUENCE, Card, Kind
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
from assistant.games.letters.rows import next_letter
from assistant.games.letters.state import Table
from assistant.games.letters.steps import Step, is_forced, step
from assistant.games.letters.verifying import can, misfit

_SWAPPABLE = (Kind.BRIDGE, Kind.ALI_BABA)
_TAKEABLE = (Kind.LETTER, Kind.BRIDGE)


def legal_commands(table: Table) -> tuple[Command, ...]:
    """Every command allowed now; empty only when the match is over (SES-6, SES-33).

    Equal cards in two slots give two commands.
    """
    match step(table):
        case Step.NOTHING:
            return ()
        case Step.DEAL:
            return (Deal(),)
        case Step.PASS:
            return (Pass(),)
        case Step.DRAW:
            sources = (Draw(source) for source in Source)
            return tuple(draw for draw in sources if misfit(table, draw) is None)
        case Step.THIEF:
            return (*_wins(table), *_thieves(table))
        case Step.PLAY:
            plays = (play for play in _plays(table) if misfit(table, play) is None)
            return (*_wins(table), *plays)


def forced(table: Table) -> Command | None:
    """The command to carry out unasked because it is the only one allowed, or ``None``."""
    commands = legal_commands(table)
    return commands[0] if len(commands) == 1 else None


def _wins(table: Table) -> Iterator[Command]:
    places = (PlaceAliBaba(shouted=shouted) for shouted in (True, False))
    return (place for place in places if can(table, place))


def _thieves(table: Table) -> Iterator[Command]:
    for slot, card in enumerate(table.hands[table.turn]):
        if is_forced(table, card):
            yield PlayThief(slot, card)


def _plays(table: Table) -> Iterator[Command]:
    """Plays whose cards and letters fit; colours and this turn's bans are left to ``misfit``."""
    for slot, card in enumerate(table.hands[table.turn]):
        if card.kind in (Kind.LETTER, Kind.BRIDGE, Kind.ALI_BABA):
            yield from _builds(table, slot, card)
        if card.kind is Kind.LETTER:
            yield from _swaps(table, slot, card)
        if card.kind in (Kind.TAKE, Kind.ALI_BABA):
            yield from _takes(table, slot, card)
        yield Discard(slot, card)


def _builds(table: Table, slot: int, card: Card) -> Iterator[Build]:
    for owner, row in enumerate(table.rows):
        wanted = next_letter(row)
        if wanted is not None and card.letter in (wanted, None):
            yield Build(slot, card, owner)


def _swaps(table: Table, slot: int, card: Card) -> Iterator[Swap]:
    for owner, row in enumerate(table.rows):
        for position, out in enumerate(row):
            if out.kind in _SWAPPABLE and SEQUENCE[position] == card.letter:
                yield Swap(slot, card, owner, position, out)


def _takes(table: Table, slot: int, card: Card) -> Iterator[Take]:
    for owner, hand in enumerate(table.hands):
        if owner == table.turn:
            continue
        for place, taken in enumerate(hand):
            if taken.kind in _TAKEABLE and card.letter in (taken.letter, None):
                yield Take(slot, card, owner, place, taken)
        if row := table.rows[owner]:
            yield Take(slot, card, owner, None, row[-1])
