"""A second, slow reading of the rules, written from the rule summary and not from the engine.

Cards are strings as in the scenarios (see scenes.py); nothing here calls the engine's rules.
"""

from __future__ import annotations

from collections.abc import Sequence

SEQ = "OPENSESAME"

Play = tuple[str | int | None, ...]


def is_letter(card: str) -> bool:
    """Whether a card is a Letter card, such as ``bO``."""
    return card != "A" and "-" not in card


def letter(card: str) -> str:
    """The letter printed on a card."""
    return "" if card == "A" else card[-1]


def colour(row: Sequence[str]) -> str:
    """The colour of a row, empty while it has none."""
    return "".join(card[0] for card in row if is_letter(card))[:1]


def colour_is_legal(rows: Sequence[Sequence[str]], q: int, card: str) -> bool:
    """Whether a Letter may enter row ``q``: all rows must keep different single colours."""
    after = [[*row, card] if seat == q else list(row) for seat, row in enumerate(rows)]
    sets = [{each[0] for each in row if is_letter(each)} for row in after]
    used = [each for found in sets for each in found]
    return all(len(found) <= 1 for found in sets) and len(used) == len(set(used))


def plays(
    me: int,
    hands: Sequence[Sequence[str]],
    rows: Sequence[Sequence[str]],
    placed: Sequence[tuple[int, int]],
    removed: Sequence[tuple[int, int, str]],
) -> set[Play]:
    """All plays with a full hand and no forced thief, without the placing of Ali Baba."""
    found: set[Play] = set()
    for slot, card in enumerate(hands[me]):
        found.add(("discard", slot))
        for q, row in enumerate(rows):
            for pos in range(10):
                banned = (q, pos, card) in removed
                fits = card == "A" or letter(card) == SEQ[pos]
                legal = not is_letter(card) or colour_is_legal(rows, q, card)
                if not fits or not legal or banned:
                    continue
                if pos == len(row) and (is_letter(card) or card == "A" or card.startswith("B-")):
                    found.add(("build", slot, q))
                if pos < len(row) and is_letter(card) and (row[pos] == "A" or row[pos][:2] == "B-"):
                    found.add(("swap", slot, q, pos))
        for q in range(len(hands)):
            if q == me:
                continue
            targets: list[tuple[int | None, str]] = list(enumerate(hands[q]))
            if rows[q] and (q, len(rows[q]) - 1) not in placed:
                targets.append((None, rows[q][-1]))
            for place, target in targets:
                by_take = card.startswith("T-") and is_letter(target)
                by_ali = card == "A" and (is_letter(target) or target.startswith("B-"))
                if (by_take and letter(target) == letter(card)) or by_ali:
                    found.add(("take", slot, q, place))
    return found


def can_win(me: int, hands: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the placing of Ali Baba would win."""
    complete = len(rows[me]) == 10 and all(is_letter(card) for card in rows[me])
    return complete and len(hands[me]) == 6 and "A" in hands[me]


def points(me: int, hands: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> int:
    """What a win is worth before doubling."""
    total = 0
    for seat in range(len(hands)):
        for card in [*hands[seat], *rows[seat]]:
            if seat == me:
                continue
            if card == "A":
                total += 50
            elif card.startswith("T40-"):
                total += 40
            elif card.startswith("T-"):
                total += 20
            else:
                total += 10
    return total
