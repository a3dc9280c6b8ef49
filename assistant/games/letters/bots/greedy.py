"""A player who minds its own row only: no blocking, no building for others, no look at rivals."""

from __future__ import annotations

from assistant.games.kernel import Chance
from assistant.games.letters.bots.needs import aimed_colour, missing_positions
from assistant.games.letters.cards import SEQUENCE, Card, Colour, Kind
from assistant.games.letters.commands import (
    Build,
    Command,
    Discard,
    Draw,
    PlaceAliBaba,
    Source,
    Swap,
    Take,
)
from assistant.games.letters.legal import legal_commands
from assistant.games.letters.views import View


def choose_greedily(view: View, chance: Chance) -> tuple[Command, Chance]:
    """The command that helps the own row most at once; the first of equals."""
    colour = aimed_colour(view, view.turn)
    wanted = _still_wanted(view, colour)
    return max(legal_commands(view), key=lambda each: _gain(view, each, colour, wanted)), chance


def _still_wanted(view: View, colour: Colour) -> list[str | None]:
    """The letters that are neither on the own row nor in the own hand."""
    wanted: list[str | None] = [SEQUENCE[at] for at in missing_positions(view.rows[view.turn])]
    for card in view.hands[view.turn]:
        if card.colour is colour and card.letter in wanted:
            wanted.remove(card.letter)
    return wanted


def _gain(view: View, command: Command, colour: Colour, wanted: list[str | None]) -> float:
    """How much a command helps: wins, swaps, letters, takes, fillers, and last a discard."""
    match command:
        case PlaceAliBaba(shouted):
            return 100 if shouted else -100
        case Draw(source):
            top = view.discard_top
            useful = top is not None and top.colour is colour and top.letter in wanted
            return 1 if useful == (source is Source.DISCARD) else 0
        case Swap(card=card, row=row):
            return 90 if row == view.turn and card.colour is colour else -100
        case Build(card=card, row=row):
            if row != view.turn or (card.kind is Kind.LETTER and card.colour is not colour):
                return -100
            return {Kind.LETTER: 80, Kind.BRIDGE: 60, Kind.ALI_BABA: 50}[card.kind]
        case Take(taken=taken):
            return 70 if taken.colour is colour and taken.letter in wanted else -100
        case Discard(card=card):
            return -_keeping(view, card, colour, wanted)
        case _:
            return 0


def _keeping(view: View, card: Card, colour: Colour, wanted: list[str | None]) -> float:
    """What a card in hand is worth to the own row, from 0 to 5."""
    match card.kind:
        case Kind.LETTER:
            return 5 if card.colour is colour else 1
        case Kind.BRIDGE:
            ahead = list(SEQUENCE[len(view.rows[view.turn]) :])
            return 3 if card.letter in ahead else 0.5
        case Kind.TAKE:
            return 4 if card.letter in wanted else 0.5
        case _:
            return 0
