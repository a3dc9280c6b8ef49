"""The table for the eyes: rows and hands with colour plus letter, or the same in sentences."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from assistant.games.letters import View
from assistant.games.letters.cards import SEQUENCE, Card, Colour, Kind
from assistant.games.letters.rows import next_letter
from assistant.hosting import letters_answers
from assistant.hosting.letters_names import Naming
from assistant.hosting.lines import Lines
from assistant.hosting.tile_screen import has_true_colours

_STYLES = {
    Colour.BLUE: "#ffffff on #0000d7",
    Colour.GREEN: "#000000 on #00af00",
    Colour.PURPLE: "#ffffff on #8700af",
    Colour.ORANGE: "#000000 on #ffaf00",
}
"""Colours that look alike on all terminals, each with a contrast of 4.5 to 1 at least."""

_IN_HAND, _IN_ROW = 10, 5  # columns of a card; ten of a row fit into eighty columns
_SIGNS = {Kind.BRIDGE: "bridge", Kind.TAKE: "take", Kind.THIEF: "thief"}


def draw(console: Console, view: View, naming: Naming) -> None:
    """Draws rows, hands, thieves and piles; a card reads as its colour or kind and its letter."""
    coloured = has_true_colours(console)
    for seat, name in enumerate(naming.players):
        mark = "*" if seat == view.turn else " "
        wanted = next_letter(view.rows[seat])
        title = f"{mark} {name}: {view.scores[seat]} points" + (
            f", next {wanted}" if wanted else ""
        )
        grid = Grid(title=title, title_justify="left", show_header=False, box=None, padding=0)
        for _ in range(len(SEQUENCE) + 1):
            grid.add_column(no_wrap=True)
        cells = [_cell(card, _short(card), _IN_ROW, coloured) for card in view.rows[seat]]
        free = [Text(f"{letter:>{_IN_ROW}} ") for letter in SEQUENCE]
        grid.add_row("row  ", *cells, *free[len(cells) :])
        console.print(grid)
        hand = Text("hand ")
        for at, card in enumerate(view.hands[seat]):
            hand += _cell(card, f"{at + 1} {_name(card)}", _IN_HAND, coloured)
        console.print(hand)
    top = _name(view.discard_top) if view.discard_top else "nothing"
    out = SEQUENCE[: view.thieves] or "none"
    console.print(
        Text(f"thieves {out}   discard pile {top}   draw pile {view.draw_count}"), soft_wrap=True
    )


def tell(show: Callable[[str], None], view: View, naming: Naming, lines: Lines) -> None:
    """The same as sentences, one a line."""
    for seat in range(len(naming.players)):
        show(letters_answers.row(view, seat, naming, lines))
    for seat in range(len(naming.players)):
        show(letters_answers.hand(view, seat, naming, lines))
    show(letters_answers.thieves(view, naming, lines))
    show(letters_answers.discard_pile(view, naming, lines))


def _cell(card: Card, name: str, width: int, coloured: bool) -> Text:
    style = _STYLES[card.colour] if card.colour and coloured else "reverse"
    return Text.assemble((f"{name:<{width}}", style), " ")


def _short(card: Card) -> str:
    """A card in a row, short: "blu E", "bri E"."""
    kind, _, letter = _name(card).rpartition(" ")
    return f"{kind[:3]} {letter}" if card.letter else "ali"


def _name(card: Card) -> str:
    if card.letter is None:
        return "Ali Baba"
    kind = card.colour.value if card.colour else _SIGNS[card.kind]
    return f"{kind} {card.letter}"
