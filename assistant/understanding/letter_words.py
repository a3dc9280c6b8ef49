"""The words of the letter-card game: its moves and questions as phrases, and how words are weighed.

Everything that can be said is in ``grammars/letters.toml``; here its parts are filled in from a
view of the table (SES-41: slots, code words, and no letter that only sounds like another).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import Any

from assistant.data import data_path
from assistant.games.kernel import Seat
from assistant.games.letters import (
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
    View,
    legal_commands,
)
from assistant.games.letters.cards import FULL_HAND, SEQUENCE, Card, Colour, Kind
from assistant.understanding.deck_file import NUMBER_WORDS
from assistant.understanding.move_phrases import Phrase, Wording
from assistant.understanding.spelling import spoken_form
from assistant.understanding.typed import typed_words


class Topic(StrEnum):
    """What can be asked about the game."""

    HAND = "hand"
    ROW = "row"
    ROWS = "rows"
    CAN_DO = "can_do"
    NEED = "need"
    THIEVES = "thieves"
    DISCARD_PILE = "discard_pile"
    TEACH = "teach"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question instead of a move; ``seat`` for a hand or a row."""

    topic: Topic
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class OnlyNamed:
    """A card of the own hand was named, but not what to do with it."""

    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class NotHeld:
    """A card was named that the player does not hold."""

    card: Card


Said = Command | Asked | OnlyNamed | NotHeld
"""What an answer can mean."""

_ORDER = (PlaceAliBaba, PlayThief, Swap, Build, Take, Discard, Draw, Pass, Deal)
"""The order in which moves are offered."""

_MOST_NUMBERS = len(SEQUENCE)


class LetterWords:
    """The vocabulary of a match between players with these ``names``, in the order of the seats.

    ``knows`` tells whether the speech model can hear a word; without it (typed play) all words
    count. A name it does not know is listened for by its sound, from ``vocabulary``, and "player
    two" names that seat, too (see :attr:`strangers`).
    """

    def __init__(
        self,
        names: Sequence[str],
        knows: Callable[[str], bool] | None = None,
        vocabulary: Iterable[str] = (),
    ) -> None:
        content = tomllib.loads(data_path("grammars", "letters.toml").read_text(encoding="utf-8"))
        self._texts: Mapping[str, Mapping[str, Any]] = content
        self._letters: Mapping[str, Mapping[str, str]] = content["letters"]
        self._knows = knows or (lambda _word: True)
        self._names: list[str] = []
        self.strangers: list[Seat] = []
        """Seats whose names the speech model does not know."""
        vocabulary = tuple(vocabulary)
        for seat, name in enumerate(names):
            words = typed_words(name)
            if knows is not None and not all(map(knows, words)):
                self.strangers.append(seat)
                forms = [w if knows(w) else spoken_form(w, vocabulary, knows) for w in words]
                words = [form for form in forms if form]
            self._names.append(" ".join(words))

    @cached_property
    def wording(self) -> Wording:
        """How strictly words are taken: what names a card is never exchanged, but for [alike]."""
        letters = frozenset(row["say"] for row in self._letters.values())
        codes = frozenset(row["code"] for row in self._letters.values())
        colours = frozenset(colour.value for colour in Colour)
        numbers = {*NUMBER_WORDS[1 : _MOST_NUMBERS + 1], *map(str, range(1, _MOST_NUMBERS + 1))}
        names = {word for name in self._names for word in (*name.split(), *f"{name}'s".split())}
        alike: dict[str, dict[str, float]] = {
            heard: dict(meant) for heard, meant in self._texts["alike"].items()
        }
        for number in range(1, _MOST_NUMBERS + 1):
            alike[str(number)] = {NUMBER_WORDS[number]: 0.0}
        for name in filter(None, self._names):  # typed without the apostrophe
            last = name.split()[-1]
            if f"{last}s" not in names:
                alike[f"{last}s"] = {f"{last}'s": 0.0}
        keys = {*letters, *codes, *colours, *numbers, *names, *self._texts["words"]["keys"]}
        return Wording(frozenset(keys), alike, (colours,), letters=letters, codes=codes)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Words that a slip of typing may be mended into: all that occur in phrases."""
        tables = (self._texts["cards"], self._texts["moves"], self._texts["questions"])
        texts = " ".join(text for table in tables for text in table.values())
        return self.wording.keys | set(re.findall(r"[a-z]+", texts))

    def code(self, letter: str) -> str:
        """The code word of a letter: "pearl"."""
        return self._letters[letter]["code"]

    def legal(self, view: View) -> tuple[Phrase[Said], ...]:
        """What may be played now, and what may be asked."""
        commands = sorted(
            legal_commands(view),
            key=lambda each: (
                _ORDER.index(type(each)),
                getattr(each, "row", view.turn) != view.turn,
            ),
        )
        takers = _free_takers(commands)
        phrases = [phrase for each in commands for phrase in self._move(view, each, takers)]
        drawing = any(isinstance(each, Draw) for each in commands)
        return (*phrases, *self._questions(view, drawing))

    def refused(self, view: View) -> tuple[Phrase[Said], ...]:
        """What may be said though the rules forbid it now, so that the host can say why.

        These phrases also keep the recogniser fair: it is never told what should be said.
        """
        allowed = set(legal_commands(view))
        named = tuple(each for each in _imaginable(view) if each not in allowed)
        phrases = [phrase for each in named for phrase in self._move(view, each, None)]
        return (*phrases, *self._not_held(view))

    @cached_property
    def typical(self) -> tuple[str, ...]:
        """How moves are said, with every card of the deck, for the recogniser to expect."""
        parts: dict[str, Sequence[Mapping[str, str]]] = {
            "{kind}": [{"kind": each.value} for each in (*Colour, Kind.BRIDGE)],
            "{letter}": [{"letter": row["say"], **row} for row in self._letters.values()],
            "{whose}": [{"whose": f"{name}'s"} for name in self._names if name],
            "{number}": [{"number": word} for word in NUMBER_WORDS[1 : FULL_HAND + 1]],
        }
        parts["{code}"] = parts["{letter}"]
        sentences = []
        for text in self._texts["words"]["typical"]:
            used = [each for mark, each in parts.items() if mark in text]
            if "{letter}" in text and "{code}" in text:
                used.remove(parts["{code}"])
            for chosen in product(*used):
                filled = {key: value for part in chosen for key, value in part.items()}
                sentences.append(self._listened(text.format(**filled)))
        return tuple(dict.fromkeys(sentences))

    def ordinals(self, choices: Sequence[Said]) -> tuple[Phrase[Said], ...]:
        """Choices by their place in a list just read out: "the second one"."""
        words = ("first", "second", "third", "fourth", "fifth", "sixth")
        return tuple(
            Phrase(f"[the] {word} [one]", choice)
            for word, choice in zip(words, choices, strict=False)
        )

    # Moves

    def _move(
        self, view: View, command: Command, takers: Mapping[tuple[Seat, int | None], int] | None
    ) -> Iterator[Phrase[Said]]:
        """``takers``: which card takes each target when none is named; None for any."""
        match command:
            case Draw(Source.PILE):
                yield self._phrase("draw_pile", command)
            case Draw():
                if view.discard_top is not None:
                    yield self._phrase(
                        "draw_discard", command, target=self._named(view.discard_top)
                    )
            case Build(row=row):
                key = "build_own" if row == view.turn else "build_other"
                yield self._phrase(key, command, **self._own(view, command.slot), **self._row(row))
            case Swap():
                yield self._swap(view, command)
            case Take(slot, _, owner, place, taken):
                card = self._own(view, slot)
                with_card = self._fill("moves", "with", **card)
                free = takers is None or takers.get((owner, place)) == slot
                yield self._phrase(
                    "take_row" if place is None else "take_hand",
                    command,
                    target=self._target(view.hands[owner], place, taken),
                    slot=self._slot(place or 0),
                    **{"with": f"[{with_card}]" if free else with_card},
                    **card,
                    **self._row(owner),
                )
            case Discard(slot):
                yield self._phrase("discard", command, **self._own(view, slot))
            case PlayThief(slot):
                yield self._phrase("thief", command, **self._own(view, slot))
            case PlaceAliBaba(shouted):
                mine = self._texts["cards"]["mine"]
                yield self._phrase("shout" if shouted else "place", command, mine=mine)
            case _:
                pass

    def _swap(self, view: View, command: Swap) -> Phrase[Said]:
        bridge = command.out.kind is Kind.BRIDGE
        letter = SEQUENCE[command.position]
        out = self._fill(
            "moves",
            "swap_bridge" if bridge else "swap_ali_baba",
            named=self._letter(letter),
        )
        own = command.row == view.turn
        row = {"whose": self._texts["cards"]["mine"]} if own else self._row(command.row)
        place = NUMBER_WORDS[command.position + 1]
        return self._phrase(
            "swap", command, out=out, place=place, **self._own(view, command.slot), **row
        )

    def _questions(self, view: View, drawing: bool) -> Iterator[Phrase[Said]]:
        texts = self._texts["questions"]
        yield Phrase(texts["own_hand"], Asked(Topic.HAND, view.turn))
        yield Phrase(texts["own_row"], Asked(Topic.ROW, view.turn))
        for slot, card in enumerate(() if drawing else view.hands[view.turn]):
            parts = self._own_parts(view, slot)
            if card.kind is Kind.THIEF:
                parts["name"] = parts["slot"]  # "thieves" alone asks about the thieves
            text = self._fill("questions", "what_with", **parts)
            yield Phrase(self._listened(text), OnlyNamed(slot, card))
        for seat in range(len(view.hands)):
            if seat != view.turn:
                yield self._question(Topic.HAND, seat)
                yield self._question(Topic.ROW, seat)
        for topic in (Topic.ROWS, Topic.CAN_DO, Topic.NEED, Topic.THIEVES, Topic.TEACH):
            yield Phrase(self._listened(texts[topic.value]), Asked(topic))
        if not drawing:
            yield Phrase(texts["discard_pile"], Asked(Topic.DISCARD_PILE))

    def _question(self, topic: Topic, seat: Seat) -> Phrase[Said]:
        text = self._fill("questions", topic.value, **self._row(seat))
        return Phrase(text, Asked(topic, seat))

    def _not_held(self, view: View) -> Iterator[Phrase[Said]]:
        """Letter cards in play that the player does not hold, named by colour."""
        for colour in Colour:
            for letter in dict.fromkeys(SEQUENCE):
                card = Card(Kind.LETTER, letter, colour)
                if card not in view.hands[view.turn]:
                    name = f"[the|my] {colour.value} [letter] {self._letter(letter)}"
                    yield self._phrase("build_own", NotHeld(card), card=name, mine="my")
                    yield self._phrase("discard", NotHeld(card), card=name)

    # Cards and rows

    def _own(self, view: View, slot: int) -> dict[str, str]:
        """Ways to name a card of the hand."""
        own = self._fill("cards", "own", **self._own_parts(view, slot))
        return {"card": own, "mine": self._texts["cards"]["mine"]}

    def _own_parts(self, view: View, slot: int) -> dict[str, str]:
        """A card's number and name; of equal cards only the first goes by its name."""
        hand = view.hands[view.turn]
        number = self._slot(slot)
        first = hand.index(hand[slot]) == slot
        return {"slot": number, "name": self._named(hand[slot]) if first else number}

    def _target(self, hand: Sequence[Card], place: int | None, card: Card) -> str:
        """Ways to name a card of an opponent; a later one of equal cards has its slot only."""
        if place is not None and hand.index(card) != place:
            return self._slot(place)
        return self._named(card)

    def _named(self, card: Card) -> str:
        key = "ali_baba" if card.kind is Kind.ALI_BABA else card.kind.value
        named = self._letter(card.letter) if card.letter else ""
        parts = {"named": named, "colour": card.colour.value if card.colour else ""}
        text = self._fill("cards", key, **parts)
        if card.colour is not None:
            text = f"{text}|{self._fill('cards', 'coloured', **parts)}"
        return f"({text})"

    def _letter(self, letter: str) -> str:
        spelled = self._letters[letter]
        any_letter = "|".join(row["say"] for row in self._letters.values())
        return self._fill(
            "cards", "named", letter=spelled["say"], code=spelled["code"], any=any_letter
        )

    def _slot(self, slot: int) -> str:
        return self._fill("cards", "slot", number=NUMBER_WORDS[slot + 1])

    def _row(self, seat: Seat) -> dict[str, str]:
        names = [self._names[seat]] if self._names[seat] else []
        if seat in self.strangers:
            names.append(f"player {NUMBER_WORDS[seat + 1]}")
        whose = "|".join(self._fill("cards", "whose", name=name) for name in names)
        ways = [way for way in whose.split("|") if all(map(self._knows, way.split()))]
        return {"whose": f"({'|'.join(ways)})"}

    # Texts

    def _phrase(self, key: str, move: Said, **parts: str) -> Phrase[Said]:
        return Phrase(self._listened(self._fill("moves", key, **parts)), move)

    def _fill(self, table: str, key: str, **parts: str) -> str:
        text: str = self._texts[table][key].format(**parts)
        return text

    def _listened(self, text: str) -> str:
        """``text`` with the one spelling of each sound that the recogniser is given."""
        for mark in "()[]|":
            text = text.replace(mark, f" {mark} ")
        listen = self._texts["listen"]
        return " ".join(listen.get(word, word) for word in text.split())


def _free_takers(commands: Iterable[Command]) -> dict[tuple[Seat, int | None], int]:
    """The card used where none is named: a take card, and Ali Baba only if there is no other."""
    takers: dict[tuple[Seat, int | None], int] = {}
    takes = [each for each in commands if isinstance(each, Take)]
    for take in sorted(takes, key=lambda each: (each.card.kind is Kind.ALI_BABA, each.slot)):
        takers.setdefault((take.owner, take.place), take.slot)
    return takers


def _imaginable(view: View) -> Iterator[Command]:
    """Plays that a player may name, allowed or not."""
    seat = view.turn
    hand = view.hands[seat]
    letters = [(slot, card) for slot, card in enumerate(hand) if card.kind is Kind.LETTER]
    takers = [s for s, card in enumerate(hand) if card.kind in (Kind.TAKE, Kind.ALI_BABA)]
    for slot, card in enumerate(hand):
        yield Discard(slot, card)
        for row in range(len(view.rows)):
            yield Build(slot, card, row)
    for row, cards in enumerate(view.rows):
        for position, out in enumerate(cards):
            if out.kind in (Kind.BRIDGE, Kind.ALI_BABA):
                for slot, card in letters:
                    yield Swap(slot, card, row, position, out)
    for slot in takers:
        for owner, cards in enumerate(view.hands):
            if owner != seat:
                for place, taken in enumerate(cards):
                    yield Take(slot, hand[slot], owner, place, taken)
                if view.rows[owner]:
                    yield Take(slot, hand[slot], owner, None, view.rows[owner][-1])
    yield PlaceAliBaba(True)
    yield PlaceAliBaba(False)
