"""What came back of a list: heard to its end, doubts asked for again, and none held against anyone.

The recitals of a game end at the first mistake; here the whole list is wanted, slips and all. What
stays unclear after it was asked for again is counted as unclear, and is no slip (ALI-18). In a loud
room any treasure may have been swallowed: one that is missing counts as forgotten only if the
player says that there was nothing else, or says the list again where it is quiet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.games.cavern.deck import CHIEF
from assistant.games.cavern.recitation import Mention
from assistant.games.practice.settings import Mode
from assistant.hearing.turn import MOVE, Budget, End, Heard, Progress, Want, recitation_budget
from assistant.hearing.words import UNKNOWN, Word
from assistant.hosting.ears import Answer, Question
from assistant.hosting.practice_asking import place_in
from assistant.hosting.practice_sums import number_heard, number_in
from assistant.hosting.table import Table
from assistant.understanding.cavern_words import CERTAIN, CavernWords, Doubt, Item, Reading
from assistant.understanding.commands import Command
from assistant.understanding.deck_file import NUMBER_WORDS
from assistant.understanding.recitation import (
    BELIEVED,
    UNHEARD_S,
    mentions,
)

_ASKED_AGAIN = 3  # doubts of one list that are asked for again; more would spoil the rest of it
_PAUSE_S = 2.0  # after as many treasures as there were, if not all of them are right


class Skipped(Exception):
    """The player does not want this list."""


@dataclass(frozen=True, slots=True)
class CameBack:
    """What was named (on a walk: place by place), and how many things stayed unclear."""

    named: tuple[Mention | None, ...]
    unclear: int


class ListHearing:
    """Hears one list come back. ``skip`` are the commands that leave it out."""

    def __init__(
        self,
        table: Table,
        words: CavernWords,
        shown: Sequence[Mention],
        mode: Mode,
        name: str,
        skip: Sequence[Command],
    ) -> None:
        self._table = table
        self._words = words
        self._shown = {each.kind: each for each in shown}
        self._mode = mode
        self._name = name
        self._skip = tuple(skip)
        self._items: list[Item] = []
        self._unclear = 0
        self._noisy = False  # told by words only: without any, quiet and noise are alike

    def hear(self, prompt: str) -> CameBack:
        """Asks with ``prompt`` and listens until the list has ended and its doubts are settled.

        Raises :class:`Skipped`, and what :meth:`Table.ask` raises.
        """
        asked, silences, lost = prompt, 0, False
        while True:
            answer = self._ask(asked, self._whole_question(), *self._nothing)
            if self._table.command_in(answer, self._nothing):
                break
            reading = self._read(answer)
            self._items += reading.items
            lost = lost or self._lost_something(reading, answer.heard)
            silences += answer.end in (End.SILENCE, End.LIMIT)
            if (answer.typed and reading.items) or reading.ended or self._whole():
                break
            if silences > 1 or answer.end is End.SOUND_OVER:
                break
            key = "is_that_all" if answer.end is End.LIMIT else "go_on"
            asked = self._table.lines(key, name=self._name)
        self._settle()
        if lost and not self._whole():
            self._settle_lost()
        named = mentions(self._items)
        self._note(named)
        return CameBack(named, self._unclear)

    def hear_places(self, places: Sequence[str]) -> CameBack:
        """Asks for the treasure at each of ``places``. Raises as :meth:`hear`."""
        named: list[Mention | None] = []
        for at, place in enumerate(places):
            lines, expected = self._table.lines, list(self._shown)[at]
            where = place_in("where", place, lines)
            prompt = lines("at_place" if at else "recall_walk", where=where, name=self._name)
            named.append(self._at_place(prompt, expected))
            self._note([each for each in named if each is not None])
        return CameBack(tuple(named), self._unclear)

    def _at_place(self, prompt: str, expected: str) -> Mention | None:
        before: str | None = None
        asked = prompt
        for attempt in range(2):
            answer = self._ask(asked, self._small_question(), *self._nothing)
            if self._table.command_in(answer, self._nothing):
                return None
            reading = self._read(answer)
            item = reading.items[-1] if reading.items else None
            if not answer.text and answer.heard.unheard_s < UNHEARD_S:
                if answer.typed is not None or (attempt and not self._noisy):
                    return None
                asked = self._table.lines("nobody", prompt=prompt, name=self._name)
                continue
            if item is not None:
                needed = BELIEVED if item.kind == expected else self._certain
                if item.confidence >= needed or item.kind == before:
                    return Mention(item.kind)
                before = item.kind
            asked = self._table.lines("again", prompt=prompt)
        self._unclear += 1
        return None

    def _ask(self, prompt: str, question: Question, *own: Command) -> Answer:
        help_key = "help_place" if self._mode is Mode.WALK else "help_recall"
        phrases = (*question.phrases, *self._table.hearable((*own, *self._skip)))
        answer = self._table.ask(
            prompt,
            replace(question, phrases=phrases),
            (self._table.lines(help_key),),
            (*own, *self._skip),
        )
        if self._table.command_in(answer, self._skip):
            raise Skipped
        self._noisy = self._noisy or (answer.heard.noisy and bool(answer.heard.words))
        return answer

    def _listen(self, heard: Heard) -> Progress:
        commands = self._table.listener_for((*self._nothing, *self._skip))(heard)
        if commands.counted:
            return commands
        reading = self._read_words(heard.words)
        items = [*self._items, *reading.items]
        if reading.ended:
            return Progress(Want.NOTHING, len(items))
        if self._whole(items):
            return Progress(Want.PAUSE, len(items))
        if len({item.kind for item in items}) >= len(self._shown):
            return Progress(Want.PAUSE, len(items), pause=_PAUSE_S)
        return Progress(Want.MORE, len(items))

    def _whole(self, items: Sequence[Item] | None = None) -> bool:
        """Whether all treasures of the list were named, whatever else was."""
        named = {item.kind for item in (self._items if items is None else items)}
        return set(self._shown) <= named

    def _read(self, answer: Answer) -> Reading:
        if answer.typed is None:
            return self._read_words(answer.heard.words)
        return self._read_words(self._words.typed(answer.typed))

    def _read_words(self, words: Sequence[Word]) -> Reading:
        """The chief thief is in no list of practice: to hear him is to have lost another word."""
        reading = self._words.read(words)
        items = tuple(item for item in reading.items if item.kind != CHIEF)
        return replace(reading, items=items, begun=reading.begun or items != reading.items)

    def _settle(self) -> None:
        """Asks for the doubtful items again, the first first."""
        settled: list[Item] = []
        asked = 0
        for item in self._items:
            if not self._doubtful(item):
                settled.append(item)
                continue
            asked += 1
            fresh = self._asked_again(item, settled) if asked <= _ASKED_AGAIN else None
            if fresh is None:
                self._unclear += 1
            settled += fresh or ()
        self._items = settled

    @property
    def _certain(self) -> float:
        """How clearly a treasure that is not of the list must be heard to be taken for said: in
        noise it must be heard twice.
        """
        return math.inf if self._noisy else CERTAIN

    def _doubtful(self, item: Item) -> bool:
        shown = self._shown.get(item.kind)
        if item.confidence < (self._certain if shown is None else BELIEVED):
            return True
        if shown is None:
            return False
        unnamed = self._mode is Mode.ADJECTIVES and shown.adjective and not item.adjective
        return bool(unnamed) or self._blurred(item)  # an adjective may have been lost on the way

    def _blurred(self, item: Item) -> bool:
        """Whether the number or adjective of a treasure of the list is wrong, but not for sure."""
        shown = self._shown.get(item.kind)
        if shown is None or (item.doubt is None and not self._noisy):
            return False
        if self._mode is Mode.GROUPS:
            return item.doubt is Doubt.NUMBER or item.count != shown.count
        return self._mode is Mode.ADJECTIVES and item.adjective != shown.adjective

    def _asked_again(self, item: Item, before: Sequence[Item]) -> list[Item] | None:
        """What takes the place of a doubtful item, nothing perhaps; None if it stays unclear."""
        lines, deck = self._table.lines, self._words.deck
        if self._mode is Mode.GROUPS and item.confidence >= BELIEVED:
            several = deck.treasures[item.kind].wording.several
            prompt = lines("how_many", treasures=several, name=self._name)
        elif before:
            named = deck.phrase(before[-1].kind, before[-1].count)
            prompt = lines("what_after", before=named, name=self._name)
        else:
            prompt = lines("what_first", name=self._name)
        answer = self._ask(prompt, self._small_question(), *self._nothing)
        if self._table.command_in(answer, self._nothing):
            return []
        number = number_in(answer)
        fresh = list(self._read(answer).items)
        if not fresh and number is not None and self._mode is Mode.GROUPS:
            return [replace(item, count=number, doubt=None, confidence=1.0)]
        named_before = {each.kind for each in before}
        if len(fresh) > 1:  # they began again with what came before
            fresh = [each for each in fresh if each.kind not in named_before]
        sure = [each for each in fresh if each.kind == item.kind or not self._doubtful(each)]
        return [each for each in sure if not self._blurred(each) or _agree(each, item)][:1] or None

    def _settle_lost(self) -> None:
        """Something may have been said that was not understood, and not all treasures were named:
        the player may say it again, or the whole list.
        """
        prompt = self._table.lines("missed_something", name=self._name)
        answer = self._ask(prompt, self._whole_question(), *self._nothing)
        if self._table.command_in(answer, self._nothing):
            return
        reading = self._read(answer)
        named = {item.kind for item in self._items}
        fresh = [item for item in reading.items if item.kind not in named]
        sure = [item for item in fresh if not self._doubtful(item)]
        for item in sure:
            self._items.insert(self._place_of(item), item)
        if (
            len(sure) < len(fresh)
            or not reading.items
            or self._lost_something(reading, answer.heard)
        ):
            self._unclear += len(self._shown.keys() - {item.kind for item in self._items})

    def _lost_something(self, reading: Reading, heard: Heard) -> bool:
        """Whether a treasure may have been said that was not understood. Pieces of commands in the
        middle of a list are such a sign: they were listened for too.
        """
        if reading.unknown or reading.begun or (self._noisy and heard.noisy):
            return True
        known = self._words.grammar_words
        strange = any(word.text not in known and word.text not in UNKNOWN for word in heard.words)
        return strange or heard.unheard_s >= UNHEARD_S

    def _place_of(self, item: Item) -> int:
        """Where a treasure that was not understood at first may have been named: where it fits."""
        order = list(self._shown)
        later = order[order.index(item.kind) :] if item.kind in order else []
        places = (at for at, each in enumerate(self._items) if each.kind in later)
        return next(places, len(self._items))

    def _whole_question(self) -> Question:
        budget = recitation_budget(len(self._shown), self._table.thinking_time(self._name))
        return Question(self._words.phrases(), self._listen, budget)

    def _small_question(self) -> Question:
        numbers = tuple(filter(self._hearable, NUMBER_WORDS[1:10]))
        own = (*self._nothing, *self._skip)
        commands = self._table.listener_for(own)

        def listen(heard: Heard) -> Progress:
            known = self._read_words(heard.words).items or number_heard(heard) is not None
            return Progress(Want.PAUSE, 1) if known else commands(heard)

        return Question(
            (*self._words.phrases(), *numbers), listen, Budget(MOVE.silence, 0.8, MOVE.limit)
        )

    @property
    def _nothing(self) -> tuple[Command, ...]:
        return self._table.named("nothing")

    def _hearable(self, word: str) -> bool:
        return self._table.knows is None or self._table.knows(word)

    def _note(self, named: Sequence[Mention]) -> None:
        deck = self._words.deck
        phrases = [deck.phrase(each.kind, each.count, each.adjective) for each in named]
        unclear = f"; unclear: {self._unclear}" if self._unclear else ""
        self._table.explain(f"understood: {', '.join(phrases) or 'no treasure'}{unclear}")
        self._table.witness.understood(
            {"treasures": [each.kind for each in named], "unclear": self._unclear}
        )


def _agree(one: Item, other: Item) -> bool:
    """Whether two hearings that are sure of themselves have the same treasure."""
    if one.doubt is not None or other.doubt is not None:
        return False
    return (one.kind, one.count, one.adjective) == (other.kind, other.count, other.adjective)
