"""How cards, rows and moves are called in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.games.kernel import Seat
from assistant.games.letters import (
    Build,
    Discard,
    Draw,
    PlaceAliBaba,
    PlayThief,
    Source,
    Swap,
    Take,
    View,
)
from assistant.games.letters.cards import Card, Kind
from assistant.understanding.deck_file import number_word
from assistant.understanding.letter_words import Asked, LetterWords, OnlyNamed, Said, Topic


@dataclass(frozen=True)
class Naming:
    """Names things to the player on turn. ``players``: the names, in the order of the seats.

    Letters come with their code words, for E and P, M and N are as hard to hear in the host's
    voice as in the players' (SES-41).
    """

    words: LetterWords
    players: Sequence[str]

    def letter(self, letter: str) -> str:
        """A letter with its code word: "P pearl"."""
        return f"{letter} {self.words.code(letter)}"

    def card(self, card: Card) -> str:
        """A card in a list: "blue P pearl", "bridge E emerald", "Ali Baba"."""
        if card.letter is None:
            return "Ali Baba"
        kind = "forty thieves" if card.kind is Kind.THIEF else (card.colour or card.kind).value
        return f"{kind} {self.letter(card.letter)}"

    def the(self, card: Card) -> str:
        """A card in a sentence: "the blue P pearl"."""
        return self.card(card) if card.letter is None else f"the {self.card(card)}"

    def row(self, row: Seat, speaker: Seat | None = None) -> str:
        """Whose row: "your row" to ``speaker``, else "Ben's row"."""
        return "your row" if row == speaker else f"{self.players[row]}'s row"

    def move(self, said: Said, view: View) -> str:
        """A move as it is confirmed and offered for choice, in words that would be understood."""
        match said:
            case Draw(Source.PILE):
                return "draw from the pile"
            case Draw():
                assert view.discard_top is not None
                return f"take {self.the(view.discard_top)}"
            case Build(_, card, row):
                return f"build {self.the(card)} on {self.row(row, view.turn)}"
            case Swap(_, card, row, position, out):
                place = "" if out.kind is Kind.BRIDGE and _unlike(view, row, out) else _at(position)
                there = f"{self.the(out)}{place} on {self.row(row, view.turn)}"
                return f"swap {there} for your {self.card(card)}"
            case Take(_, card, owner, place, taken):
                where = f"{self.players[owner]}'s {'row' if place is None else 'hand'}"
                return f"take {self.the(taken)} from {where} with your {self.card(card)}"
            case Discard(_, card):
                return f"discard {self.the(card)}"
            case PlayThief(_, card):
                return f"play {self.the(card)}"
            case OnlyNamed(_, card):
                return self.the(card)
            case Asked(Topic.HAND | Topic.ROW as topic, int(seat)):
                return f"{self.players[seat]}'s {topic.value}"
            case Asked(topic):
                return topic.value.replace("_", " ")
            case PlaceAliBaba(True):
                return "the shout open sesame, with Ali Baba on your row"
            case PlaceAliBaba():
                return "place Ali Baba without a shout"
            case _:
                return ""


def _unlike(view: View, row: Seat, out: Card) -> bool:
    return view.rows[row].count(out) == 1


def _at(position: int) -> str:
    return f" at place {number_word(position + 1)}"


def times(multiplier: int) -> str:
    """How often points count: "twice", "four times"."""
    return "twice" if multiplier == 2 else f"{number_word(multiplier)} times"
