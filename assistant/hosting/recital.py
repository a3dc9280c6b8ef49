"""Hearing one recitation to its verdict: patience, doubt, and asking for a single item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assistant.games.cavern.moves import Recite, Rule
from assistant.games.cavern.settings import Judge
from assistant.games.cavern.state import State
from assistant.games.kernel import to_plain
from assistant.hearing.turn import (
    MOVE,
    Budget,
    End,
    Heard,
    Progress,
    Want,
    recitation_budget,
)
from assistant.hosting.ears import Answer, Question
from assistant.hosting.table import Table
from assistant.understanding.cavern_words import CavernWords, Doubt, Item, Reading
from assistant.understanding.commands import Command, match_heard
from assistant.understanding.deck_file import NUMBER_WORDS
from assistant.understanding.recitation import (
    Opinion,
    Verdict,
    judge_items,
    judge_reading,
    mentions,
    progress,
)
from assistant.understanding.second_hearing import reconsidered, ways_of
from assistant.understanding.typed import typed_words

_PATIENCE_S = 16.0  # of silence in all, with a neutral prompt on the way (ALI-15)
_TYPED = Heard((), 0.0)
_TRIES = 2  # how often one doubtful item is asked for before the table decides (ALI-18)


class Recital:
    """One thief's recitation. ``name``: who recites; ``ruler``: who decides if it stays unclear."""

    def __init__(
        self,
        table: Table,
        words: CavernWords,
        state: State,
        name: str,
        ruler: str | None,
        thinking_s: float = 4.0,
    ) -> None:
        self._table = table
        self._words = words
        self._state = state
        self._name = name
        self._ruler = ruler
        self._thinking_s = thinking_s
        budget = recitation_budget(len(state.hand), thinking_s)
        limit = state.settings.time_limit_s
        self._timed = limit is not None
        self._budget = budget if limit is None else replace(budget, limit=float(limit))
        self._so_far = Reading((), (), False, False, False)
        self._shown = 0
        self._confirmed = False
        self._careful = table.is_hard_to_hear(name)
        self.opinion: Opinion | None = None
        """The last opinion, for "what did you hear"."""
        self.answers: list[Answer] = []
        """All that the thief said, for a dispute."""

    def hear(self, prompt: str) -> Recite | Rule:
        """Asks with ``prompt`` and listens until the list can be judged.

        The thief is never interrupted for a doubt: it is settled once the list has ended. Raises
        what :meth:`Table.ask` raises.
        """
        lines, name = self._table.lines, self._name
        silences = limits = tries = 0
        asked = prompt
        while True:
            answer = self._ask(asked)
            reading = self._read(answer)
            before, self._so_far = self._so_far, _joined(self._so_far, reading)
            if reading.items:
                silences = 0
            limits += answer.end is End.LIMIT
            silences += answer.end in (End.SILENCE, End.LIMIT) or (
                reading.ended and not reading.items
            )
            ended = silences > 1 or (self._timed and limits > 1)
            opinion = self._judge(self._so_far, ended, answer.heard)
            second = self._reconsidered(opinion, before, answer.heard)
            if Verdict.SO_FAR_SO_GOOD is not opinion.verdict or second.verdict is Verdict.COMPLETE:
                opinion = self.opinion = second
                self._so_far = replace(self._so_far, items=opinion.items)
            while self._is_asked_about(opinion, answer):
                if tries >= _TRIES:
                    return self._ruled()
                tries += 1
                unfinished = opinion.verdict is Verdict.MISTAKE and opinion.judgement.at is not None
                self._so_far = self._clarified(opinion)
                opinion = self._judge(self._so_far, ended or not unfinished)
            self._table.explain(self._grounds(opinion))
            self._table.witness.understood(self._understood(opinion))
            match opinion.verdict:
                case Verdict.COMPLETE if self._formula_missing():
                    self._so_far = Reading((), (), False, False, False)
                    asked = lines("formula", name=name)
                case Verdict.COMPLETE | Verdict.MISTAKE:
                    return Recite(mentions(opinion.items), ended=True)
                case _ if ended:  # nothing at all was said, twice (ALI-15)
                    return Recite(mentions(opinion.items), ended=True)
                case _ if answer.end is End.LIMIT:  # no list is judged for its time alone
                    asked = lines("is_that_all", name=name)
                    if self._timed:
                        self._budget = replace(self._budget, limit=_PATIENCE_S)
                case _:
                    asked = lines("go_on", name=name)
                    self._budget = replace(
                        self._budget, silence=max(_PATIENCE_S - self._thinking_s, 8.0)
                    )

    def _is_asked_about(self, opinion: Opinion, answer: Answer) -> bool:
        """Whether an item is asked for again: the one in doubt, and for a voice that is hard to
        hear the one that would be the mistake, once, in the same words.
        """
        if opinion.verdict is Verdict.UNCLEAR:
            return bool(opinion.items)
        return (
            opinion.verdict is Verdict.MISTAKE
            and bool(opinion.items)
            and not (self._confirmed or self._so_far.gave_up)
            and self._table.needs_care(self._name, answer)
        )

    def _ask(self, prompt: str) -> Answer:
        question = Question(self._words.phrases(), self._listen, self._budget)
        answer = self._table.ask(prompt, question, (self._table.lines("help_recite"),), ())
        self.answers.append(answer)
        return answer

    def _listen(self, heard: Heard) -> Progress:
        if match_heard(heard.words, self._table.anywhere, heard.unheard_s):
            return Progress(Want.PAUSE, 0)
        reading = _joined(self._so_far, self._words.read(heard.words))
        opinion = self._judge(reading, False, heard)
        if not heard.provisional:
            self._show_found(opinion)
        patient = self._careful or heard.noisy or self._state.settings.correction_grace
        return progress(opinion, reading, patient)

    def _show_found(self, opinion: Opinion) -> None:
        """For young players the cards that were named are shown as they are named (ALI-36)."""
        found = opinion.judgement.counted
        if self._state.settings.young and len(found) > self._shown:
            self._shown = len(found)
            names = ", ".join(self._words.deck.phrase(kind, n) for kind, n in found.items())
            self._table.show(self._table.lines("shown", treasures=names))

    def _read(self, answer: Answer) -> Reading:
        if answer.typed is None:
            return self._words.read(answer.heard.words)
        return self._words.read(self._words.typed(answer.typed))

    def _judge(self, reading: Reading, ended: bool, heard: Heard = _TYPED) -> Opinion:
        state = self._state
        self.opinion = judge_reading(
            reading,
            state.hand,
            state.settings,
            state.adjectives,
            ended=ended,
            unheard_s=heard.unheard_s,
            noisy=heard.noisy,
        )
        return self.opinion

    def _reconsidered(self, first: Opinion, before: Reading, heard: Heard) -> Opinion:
        """The opinion after the second hearing of what was said after ``before``."""
        state = self._state
        return reconsidered(
            first,
            ways_of(heard, lambda words: _joined(before, self._words.read(words))),
            lambda reading: judge_items(
                reading, state.hand, state.settings, state.adjectives, True
            ),
            contrast_db=heard.contrast_db,
        )

    def _grounds(self, opinion: Opinion) -> str:
        """How a verdict came about, for people who want to see it. The hand stays secret unless
        the recitation has failed.
        """
        deck = self._words.deck
        items = [deck.phrase(i.kind, i.count, i.adjective) for i in opinion.items]
        grounds = f"understood: {', '.join(items) or 'no treasure'} -> {opinion.verdict.value}"
        flaw = opinion.judgement.flaw
        if opinion.verdict is Verdict.MISTAKE and flaw is not None:
            grounds += f" ({flaw.value}: {opinion.judgement.kind})"
        return grounds

    def _understood(self, opinion: Opinion) -> Mapping[str, object]:
        """How the answers so far were matched, for the journal; times in seconds of the turn."""
        return {
            "items": [to_plain(item) for item in opinion.items],
            "unknown": [list(span) for span in self._so_far.unknown],
            "doubtful": opinion.doubtful,
            "verdict": opinion.verdict.value,
        }

    def _formula_missing(self) -> bool:
        return self._state.settings.strict_formula and not self._so_far.formula

    def _clarified(self, opinion: Opinion) -> Reading:
        """The list with the doubtful item asked for again, in words that do not tell whether it
        was right (ALI-18).
        """
        items, at = list(opinion.items), opinion.doubtful
        if opinion.verdict is Verdict.MISTAKE:
            at = opinion.judgement.at
        place = len(items) if at is None else at
        answer = self._table.ask(
            self._clarifying(items, at), self._small_question(), (), self._nothing
        )
        self.answers.append(answer)
        if at is not None and items[at].doubt is Doubt.NUMBER:
            number = _number_in(answer)
            if number is not None:
                self._confirmed = True
                items[at] = _sure(replace(items[at], count=number))
                return self._settled(items)
        fresh = [_confirmed(item, items[place:][:1]) for item in self._read(answer).items]
        if self._table.command_in(answer, self._nothing):
            fresh = []
        elif not fresh:
            return replace(self._so_far, items=tuple(items))
        self._confirmed = True
        named = {item.kind for number, item in enumerate(items) if number != at}
        if sum(item.kind in named for item in fresh) > 1:
            return self._settled(fresh)  # they said the whole list again
        if fresh and place and fresh[0].kind == items[place - 1].kind:
            fresh = fresh[1:]  # they began again with the item before
        items[place : place + (at is not None)] = fresh
        return self._settled(items)

    def _settled(self, items: Sequence[Item]) -> Reading:
        return replace(self._so_far, items=tuple(items), unknown=())

    def _clarifying(self, items: Sequence[Item], at: int | None) -> str:
        lines, deck = self._table.lines, self._words.deck
        if at is not None and items[at].doubt is Doubt.NUMBER:
            several = deck.treasures[items[at].kind].wording.several
            return lines("how_many", treasures=several, name=self._name)
        place = len(items) if at is None else at
        if place == 0:
            return lines("what_first", name=self._name)
        before = items[place - 1]
        return lines("what_after", before=deck.phrase(before.kind, before.count), name=self._name)

    def _small_question(self) -> Question:
        numbers = tuple(word for word in NUMBER_WORDS[1:10] if self._hearable(word))
        phrases = (*self._words.phrases(), *numbers, *self._table.hearable(self._nothing))
        nothing = self._nothing

        def listen(heard: Heard) -> Progress:
            known = (
                self._words.read(heard.words).items
                or _heard_number(heard)
                or match_heard(heard.words, (*nothing, *self._table.anywhere), heard.unheard_s)
            )
            return Progress(Want.PAUSE if known else Want.MORE, 1 if known else 0)

        return Question(phrases, listen, Budget(MOVE.silence, 0.8, MOVE.limit))

    @property
    def _nothing(self) -> tuple[Command, ...]:
        return self._table.named("nothing")

    def _hearable(self, word: str) -> bool:
        return self._table.knows is None or self._table.knows(word)

    def _ruled(self) -> Rule:
        if self._state.settings.judge is Judge.HUMAN and self._ruler is not None:
            prompt = self._table.lines("ali_rules", name=self._ruler)
        else:
            prompt = self._table.lines("table_rules")
        own = self._table.named("it_was_right", "it_was_wrong")
        command = self._table.choose(prompt, self._ruler or "everybody", own)
        return Rule(command.name == "it_was_right")


def _joined(before: Reading, after: Reading) -> Reading:
    if after.restarted:
        return replace(after, formula=before.formula or after.formula)
    return Reading(
        (*before.items, *after.items),
        (*before.unknown, *after.unknown),
        after.ended,
        after.gave_up,
        before.formula or after.formula,
        before.begun or after.begun,
    )


def _sure(item: Item) -> Item:
    return replace(item, doubt=None, confidence=1.0)


def _confirmed(item: Item, before: Sequence[Item]) -> Item:
    """Two hearings that agree make an item sure."""
    same = before and (item.kind, item.count) == (before[0].kind, before[0].count)
    return _sure(item) if same else item


def _heard_number(heard: Heard) -> int | None:
    texts = [word.text for word in heard.words if word.text in NUMBER_WORDS[1:]]
    return NUMBER_WORDS.index(texts[-1]) if texts else None


def _number_in(answer: Answer) -> int | None:
    if answer.typed is None:
        return _heard_number(answer.heard)
    for text in typed_words(answer.typed):
        if text.isascii() and text.isdecimal() and len(text) < 3 and int(text):
            return int(text)
        if text in NUMBER_WORDS[1:]:
            return NUMBER_WORDS.index(text)
    return None
