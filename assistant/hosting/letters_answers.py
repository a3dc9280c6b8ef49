"""Answers to what players ask in the letter-card game at any moment, short and from a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assistant.games.kernel import Seat
from assistant.games.letters import (
    Build,
    Command,
    PlaceAliBaba,
    Swap,
    Take,
    View,
    legal_commands,
)
from assistant.games.letters.cards import ALI_BABA, SEQUENCE, Card, Kind
from assistant.games.letters.rows import colour_of, next_letter
from assistant.games.letters.steps import Step, missing_to_win, step
from assistant.hosting.letters_names import Naming
from assistant.hosting.lines import Lines, counted, either, listing
from assistant.understanding.deck_file import number_word
from assistant.understanding.letter_words import Asked, Topic

_MOST_TAKES = 6


def answer(asked: Asked, view: View, naming: Naming, lines: Lines) -> tuple[str, ...]:
    """The answer to a question; all but the draw pile is public (C5, SES-40)."""
    if asked.topic is Topic.TEACH:
        return lines.lessons
    return (_told(asked, view, naming, lines),)


def _told(asked: Asked, view: View, naming: Naming, lines: Lines) -> str:
    match asked:
        case Asked(Topic.HAND, int(seat)):
            return hand(view, seat, naming, lines)
        case Asked(Topic.ROW, int(seat)):
            return row(view, seat, naming, lines)
        case Asked(Topic.ROWS):
            return " ".join(row(view, seat, naming, lines) for seat in range(len(view.rows)))
        case Asked(Topic.CAN_DO):
            return can_do(view, naming, lines)
        case Asked(Topic.NEED):
            return need(view, naming, lines)
        case Asked(Topic.THIEVES):
            return thieves(view, naming, lines)
        case _:
            return discard_pile(view, naming, lines)


def numbered(cards: Sequence[Card], naming: Naming) -> str:
    """Cards by their numbers: "one, blue P pearl; two, Ali Baba"."""
    return "; ".join(f"{number_word(at + 1)}, {naming.card(card)}" for at, card in enumerate(cards))


def hand(view: View, seat: Seat, naming: Naming, lines: Lines) -> str:
    """Somebody's cards by their numbers."""
    cards = view.hands[seat]
    if not cards:
        return lines("hand_empty", name=naming.players[seat])
    return lines("hand", name=naming.players[seat], cards=numbered(cards, naming))


def row(view: View, seat: Seat, naming: Naming, lines: Lines) -> str:
    """A row, what it needs first to last: how long, which colour, what comes next."""
    cards, name = view.rows[seat], naming.row(seat)
    wanted = next_letter(cards)
    if not cards:
        return lines("row_empty", row=name, letter=naming.letter(SEQUENCE[0]))
    then = lines("row_next", letter=naming.letter(wanted)) if wanted else lines("row_at_end")
    odd = [
        f"{naming.card(card)} at place {number_word(at + 1)}"
        for at, card in enumerate(cards)
        if card.kind is not Kind.LETTER
    ]
    colour = colour_of(cards)
    told = lines(
        "row",
        row=name,
        cards=counted(len(cards), "card", "cards"),
        color=colour.value if colour else "of no color yet",
        then=then,
    )
    if not odd:
        return told
    bridges = lines("row_bridges", cards=listing(odd))
    return f"{told} {bridges}"


def thieves(view: View, naming: Naming, lines: Lines) -> str:
    """How far the forty thieves are (SES-35)."""
    letter = naming.letter(SEQUENCE[view.thieves % len(SEQUENCE)])
    if not view.thieves:
        return lines("thieves_none", letter=letter)
    is_ = "is" if view.thieves == 1 else "are"
    count = number_word(view.thieves)
    return lines("thieves", count=count, letter=letter, **{"is": is_})


def discard_pile(view: View, naming: Naming, lines: Lines) -> str:
    """Its top card; all of it only where it lies open (SES-40)."""
    if view.discard_top is None:
        return lines("discard_empty")
    if view.discard:
        cards = [naming.card(card) for card in reversed(view.discard)]
        return lines("discard_all", cards=listing(cards))
    return lines("discard_top", card=naming.the(view.discard_top))


def standings(view: View, naming: Naming, lines: Lines) -> str:
    """Points of the match, the thieves, and how much is left to draw (SES-38)."""
    points = [f"{name} has {view.scores[seat]}" for seat, name in enumerate(naming.players)]
    return lines(
        "standings",
        points=f"{listing(points)} points",
        game=number_word(view.game),
        thieves=thieves(view, naming, lines),
        pile=lines("pile", count=counted(view.draw_count, "card is", "cards are")),
    )


def can_do(view: View, naming: Naming, lines: Lines) -> str:
    """What the player on turn can play, the best first."""
    commands = distinct(legal_commands(view))
    match step(view):
        case Step.DRAW:
            assert view.discard_top is not None
            return lines("could_draw", card=naming.the(view.discard_top))
        case Step.THIEF:
            return lines("must_thief", letter=naming.letter(SEQUENCE[view.thieves]))
        case Step.PLAY:
            pass
        case _:
            return lines("not_your_turn")
    told = []
    if PlaceAliBaba(True) in commands and missing_to_win(view) is None:
        told.append(lines("can_shout"))
    for kind, key in ((Build, "can_build"), (Swap, "can_swap"), (Take, "can_take")):
        chosen = [each for each in commands if isinstance(each, kind)]
        chosen.sort(key=lambda each: getattr(each, "row", view.turn) != view.turn)  # own row first
        moves = [naming.move(each, view) for each in chosen]
        if kind is Take and len(moves) > _MOST_TAKES:
            told.append(lines("can_take_many", count=number_word(len(moves))))
        elif moves:
            verb = len(moves[0].split(" ", 1)[0]) + 1
            told.append(lines(key, moves=either([move[verb:] for move in moves])))
    if not told:
        return lines("nothing_to_play")
    return " ".join([*told, lines("can_discard")])


def could_become(card: Card, view: View) -> tuple[Command, ...]:
    """What can be done with a card that was named without a verb (SES-41); of much two examples."""
    moves = tuple(
        each for each in distinct(legal_commands(view)) if getattr(each, "card", None) == card
    )
    return moves if len(moves) <= _MOST_TAKES else (moves[0], moves[-1])


def need(view: View, naming: Naming, lines: Lines) -> str:
    """What the player on turn lacks to win, the next thing first (SES-28)."""
    seat = view.turn
    if missing_to_win(view) is None:
        return lines("need_nothing")
    cards = view.rows[seat]
    wanted, colour = next_letter(cards), colour_of(cards)
    told = []
    if wanted is not None:
        in_colour = f", in {colour.value}" if colour else ""
        told.append(lines("need_next", letter=naming.letter(wanted), color=in_colour))
    fillers = [
        f"{naming.the(card)} at place {number_word(at + 1)}"
        for at, card in enumerate(cards)
        if card.kind is not Kind.LETTER
    ]
    if fillers:
        told.append(lines("need_swaps", cards=listing(fillers)))
    held = _wanted_elsewhere(view, seat)
    if held:
        is_ = "is" if len(held) == 1 else "are"
        named = [f"the {naming.card(card)} ({naming.players[owner]})" for card, owner in held]
        told.append(lines("need_others_hold", cards=listing(named), **{"is": is_}))
    if ALI_BABA not in view.hands[seat]:
        told.append(lines("need_ali_baba"))
    return " ".join(told)


def _wanted_elsewhere(view: View, seat: Seat) -> list[tuple[Card, Seat]]:
    """Letters of the row's colour that it lacks and that lie in other hands."""
    cards, colour = view.rows[seat], colour_of(view.rows[seat])
    if colour is None:
        return []
    held = (*(card for card in cards if card.kind is Kind.LETTER), *view.hands[seat])
    have = Counter(card.letter or "" for card in held if card.colour is colour)
    lacking = Counter(SEQUENCE) - have
    return [
        (card, owner)
        for owner, held in enumerate(view.hands)
        for card in held
        if owner != seat and card.colour is colour and lacking[card.letter or ""]
    ]


def distinct(commands: Sequence[Command]) -> tuple[Command, ...]:
    """One command of those that do the same with equal cards (SES-1)."""
    kept: dict[object, Command] = {}
    for each in commands:
        match each:
            case Take(_, card, owner, place, taken):
                kept.setdefault((card, owner, place is None, taken), each)
            case Build() | Swap():
                rest = (each.row, getattr(each, "position", None))
                kept.setdefault((type(each), each.card, rest), each)
            case _:
                kept.setdefault((type(each), getattr(each, "card", None) or each), each)
    return tuple(kept.values())
