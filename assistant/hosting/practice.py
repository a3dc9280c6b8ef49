"""Hosts one session of practice: shows lists, hears them come back, and tells what did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from assistant.games.cavern.recitation import Mention
from assistant.games.practice.scoring import Score
from assistant.games.practice.session import (
    Command,
    PassOver,
    Recall,
    Show,
    State,
    counted_lists,
    decide,
    evolve,
)
from assistant.games.practice.settings import Mode
from assistant.games.practice.span import span_of
from assistant.hosting.book import Book, NoBook
from assistant.hosting.ears import Answer
from assistant.hosting.lines import counted, listing
from assistant.hosting.practice_asking import place_in
from assistant.hosting.practice_hearing import CameBack, ListHearing, Skipped
from assistant.hosting.practice_sums import ask_sum
from assistant.hosting.table import Context, Table
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import Command as Spoken
from assistant.understanding.deck_file import number_word

Presenter = Callable[[Sequence[str], float], object]
"""Shows items, one every so many seconds. Raises :class:`CutShort`."""

EVERY_S: Mapping[Mode, float] = {
    Mode.PLAIN: 1.0,
    Mode.GROUPS: 1.0,
    Mode.ADJECTIVES: 1.5,
    Mode.ORDER: 1.0,
    Mode.LATER: 1.0,
    Mode.WALK: 2.5,
}
"""Seconds from one item to the next."""


class CutShort(Exception):
    """A key was pressed before the last item of a list was shown."""


class PracticeHost:
    """Hosts ``state`` for ``name``. Everything is written into ``book`` before it is said."""

    def __init__(
        self,
        table: Table,
        state: State,
        name: str,
        words: CavernWords,
        commands: Mapping[str, Spoken],
        present: Presenter,
        book: Book | None = None,
    ) -> None:
        self.state = state
        self._table = table
        self._name = name
        self._words = words
        self._skip = (commands["skip"],)
        self._present = present
        self._book: Book = book or NoBook()

    def play(self) -> State:
        """Hosts the session to its end. Raises what :meth:`Table.ask` raises."""
        table = self._table
        before = table.context, table.witness
        things = [kind.name for kind in self._words.deck.deck.kinds]
        table.context = Context(
            score=self._so_far,
            turn=self._turn,
            on_turn=lambda: self._name,
            things=things,
            names=(self._name,),
        )
        table.witness = self
        try:
            with table.speaking_to(self._name):
                self._play()
        finally:
            table.context, table.witness = before
        return self.state

    def _play(self) -> None:
        interrupted = self.state.current is not None  # it was shown before the program was cut off
        if interrupted:
            self._do(PassOver())
        self._welcome()
        if interrupted:
            self._table.tell("interrupted_list")
        while not self.state.ended:
            self._one_list()
        self._table.voice.say(self._span_today())

    def heard(self, asked: str, answer: Answer) -> None:
        """An answer came in."""
        self._book.heard(self._name, asked, answer)

    def understood(self, how: Mapping[str, object], *, latest_only: bool = False) -> None:
        """What was made of the answers."""
        self._book.understood(how, latest_only=latest_only)

    def _welcome(self) -> None:
        settings, done = self.state.settings, len(self.state.trials)
        lists = counted(settings.lists - done, "list", "lists")
        self._table.tell("goes_on" if done else "one_practises", lists=lists, name=self._name)
        if settings.due and not done:
            # Their number only: to name them would help to remember them.
            due = counted(len(settings.due), "treasure", "treasures")
            self._table.tell("come_back", treasures=due)

    def _one_list(self) -> None:
        mode = self.state.settings.mode
        self._do(Show(self._words.deck.deck.kinds))
        shown = self.state.current
        assert shown is not None
        count = counted(len(shown), "treasure", "treasures")
        self._table.tell("list_of", number=len(self.state.trials) + 1, count=count)
        try:
            self._present([self._item(at, each) for at, each in enumerate(shown)], EVERY_S[mode])
            self._book.told()
            for first, second in self.state.sums:
                right = ask_sum(self._table, first, second, self._name) == first + second
                key = "sum_right" if right else "sum_wrong"
                self._table.tell(key, total=number_word(first + second))
            back = self._came_back(shown)
        except (CutShort, Skipped) as reason:
            self._do(PassOver())
            self._table.tell("cut_short" if isinstance(reason, CutShort) else "not_counted")
        else:
            self._do(Recall(back.named, back.unclear))
            score = self.state.trials[-1].score
            assert score is not None
            self._table.voice.say(" ".join(self._told(score, shown, back.named)))
        self._book.told()

    def _came_back(self, shown: Sequence[Mention]) -> CameBack:
        settings = self.state.settings
        hearing = ListHearing(
            self._table, self._words, shown, settings.mode, self._name, self._skip
        )
        if settings.mode is Mode.WALK:
            return hearing.hear_places(settings.places[: len(shown)])
        return hearing.hear(self._table.lines(f"recall_{settings.mode.value}", name=self._name))

    def _item(self, at: int, item: Mention) -> str:
        phrase = self._words.deck.phrase(item.kind, item.count, item.adjective)
        if self.state.settings.mode is not Mode.WALK:
            return phrase
        lines = self._table.lines
        place = place_in("the_place", self.state.settings.places[at], lines)
        return lines("at_the", place=place, treasure=phrase)

    def _told(
        self, score: Score, shown: Sequence[Mention], named: Sequence[Mention | None]
    ) -> list[str]:
        """Sentences in this order: right, misplaced, forgotten, intruded; then what is left out."""
        lines, deck = self._table.lines, self._words.deck
        items = {each.kind: each for each in named if each} | {each.kind: each for each in shown}

        def phrases(kinds: Sequence[str]) -> str:
            each = (items[kind] for kind in kinds)
            return listing([deck.phrase(item.kind, item.count, item.adjective) for item in each])

        count = number_word(len(score.right)) if score.right else "none"
        if score.passed:
            return [lines("all_right", count=count)]
        told = [lines("some_right", count=count)]
        for key, kinds in (
            ("misplaced", score.misplaced),
            ("forgotten", score.forgotten),
            ("intruded", score.intruded),
            ("left_out", score.left_out),
        ):
            if kinds:
                told.append(lines(key, treasures=phrases(kinds)))
        if score.passed is None:
            told.append(lines("not_counted"))
        return told

    def _do(self, command: Command) -> None:
        """Writes down what ``command`` causes, and goes on from there."""
        happened, state = [], self.state
        for event in decide(state, command):
            state = evolve(state, event)
            happened.append((event, state))
        self._book.step(self._name, happened, {}, () if state.ended else None)
        self.state = state

    def _so_far(self) -> str:
        lists = counted_lists(self.state.trials)
        passed = sum(whole for _, whole in lists)
        return self._table.lines(
            "so_far", passed=number_word(passed), lists=counted(len(lists), "list", "lists")
        )

    def _turn(self) -> str:
        return self._table.lines(
            "turn_practice",
            name=self._name,
            number=len(self.state.trials) + 1,
            lists=self.state.settings.lists,
        )

    def _span_today(self) -> str:
        span = span_of(counted_lists(self.state.trials))
        if span is None:
            return self._table.lines("no_span")
        key = "span_today" if span.best else "span_none"
        return self._table.lines(key, mean=f"{span.mean:.1f}", best=number_word(span.best))
