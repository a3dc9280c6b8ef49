"""The host of the letter-card game: turns, the shout, warnings, what happened, points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from assistant.games.kernel import Chance, NotAllowed, Seat, to_record
from assistant.games.letters import (
    Command,
    Discard,
    Event,
    Phase,
    Settings,
    Source,
    State,
    View,
    begin,
    decide,
    evolve,
    house_rules,
    legal_commands,
    verify,
    view,
)
from assistant.games.letters.bots import BOTS, Strength
from assistant.games.letters.events import Dealt, Drew, TurnEnded
from assistant.games.letters.scoring import TARGET
from assistant.games.letters.steps import Step, ali_babas_at_risk, step
from assistant.games.letters.undoing import verify_undo
from assistant.hosting.book import Book
from assistant.hosting.course import Course, Saved
from assistant.hosting.ears import Answer
from assistant.hosting.letters_answers import distinct, hand, numbered, standings
from assistant.hosting.letters_asking import LettersAsking, needs_warning
from assistant.hosting.letters_events import ali_babas, consequence, drawn_as, sentences
from assistant.hosting.letters_names import Naming
from assistant.hosting.lines import listing
from assistant.hosting.moves import MoveAsker, Stakes
from assistant.hosting.table import AskAgain, Context, Stopped, Table
from assistant.understanding.deck_file import number_word
from assistant.understanding.letter_words import Asked, LetterWords, NotHeld, OnlyNamed

COMPUTERS = ("Amir", "Hakim", "Sarah")
"""The names of computer players: speech models know them and "Amir's", for hands are asked for."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's name; ``strength`` if the computer plays it."""

    name: str
    strength: Strength | None = None


@dataclass(frozen=True)
class LettersEvening:
    """All that a match needs to begin."""

    players: tuple[Player, ...]
    settings: Settings
    seed: int


class LettersHost:
    """Plays a match. ``record`` is told each event right before it is announced; ``book`` writes
    them down before that.

    ``display`` shows the table to the eyes before each person's turn. With ``saved`` a match is
    gone on with where it stood. Raises ValueError for a table no match can be played at.
    """

    def __init__(
        self,
        table: Table,
        evening: LettersEvening,
        words: LetterWords,
        display: Callable[[View], None] = lambda _view: None,
        record: Callable[[Event], None] = lambda _event: None,
        *,
        book: Book | None = None,
        saved: Saved[State, Event] | None = None,
    ) -> None:
        self._table = table
        self._evening = evening
        self._words = words
        self._display = display
        self._record = record
        self._names = tuple(player.name for player in evening.players)
        self._naming = Naming(words, self._names)
        self._asking = LettersAsking(words, self._naming, table.lines)
        self._asker = MoveAsker(table, words.wording, words.vocabulary)
        self._new_turn = True
        self._warned = False
        self._was_named = False
        self._saved = saved
        self._course: Course[State, Event] = Course(
            begin(len(evening.players), evening.seed, evening.settings),
            first_luck(evening.seed),
            evolve,
            verify_undo,
            self._names,
            _winners,
            book,
            saved,
        )
        table.context = Context(
            score=lambda: standings(self._view(), self._naming, table.lines),
            cards=lambda: hand(self._view(), self.state.turn, self._naming, table.lines),
            turn=self._turn,
            undo=self._undo,
        )
        table.witness = self

    @property
    def state(self) -> State:
        """The whole truth of the moment."""
        return self._course.state

    def play(self) -> State:
        """Games until somebody has won the match (SES-38); the state at the end.

        Raises what :meth:`Table.ask` raises; :class:`Stopped` when nobody wants another game.
        """
        if self._saved is None:
            self._welcome()
        else:
            self._go_on(self._saved)
        while self.state.phase is not Phase.FINISHED:
            if self.state.phase is Phase.READY and self.state.game and not self._another():
                raise Stopped
            with suppress(AskAgain):
                self._next()
        return self.state

    def _go_on(self, saved: Saved[State, Event]) -> None:
        self._table.tell("we_go_on", players=listing(self._names))
        self._table.voice.say(standings(self._view(), self._naming, self._table.lines))
        if saved.untold:
            state = saved.past[-1].before
            for event in saved.untold:
                state = evolve(state, event)
                self._announce(event, state, None)
        self._course.book.told()

    # What to do next

    def _next(self) -> None:
        seat, state = self.state.turn, self.state
        only = distinct(legal_commands(state))
        strength = self._evening.players[seat].strength
        self._was_named = False
        if state.phase is Phase.READY or len(only) == 1:
            self._happen(decide(state, only[0]), None)  # announced, not asked
        elif strength is not None:
            command, luck = BOTS[strength](view(state, seat), self._course.luck)
            self._happen(decide(state, command), None, luck)
        else:
            self._happen(decide(state, self.ask()), seat)

    def ask(self) -> Command:
        """What the person on turn wants to play, warned where cards would be lost (SES-26)."""
        while True:
            command, state = self._wanted(), self.state
            if not isinstance(command, Discard) or not needs_warning(command.card, state):
                return command
            if self._warned:
                return command
            self._warned = True
            name = self._names[state.turn]
            prompt = self._table.lines(
                "at_risk",
                move=self._naming.move(command, self._view()),
                count=ali_babas(ali_babas_at_risk(state)),
                name=name,
            )
            if self._table.yes_or_no(prompt, name):
                self._was_named = self._by_voice()
                return command

    def _wanted(self) -> Command:
        seen = self._view()
        if self._new_turn and step(seen) is Step.PLAY:
            self._display(seen)
        refusal = partial(verify, self.state)
        question = self._asking.question(
            seen, refusal, new_turn=self._new_turn, warned=self._warned
        )
        said = self._asker.ask(question)
        assert not isinstance(said, Asked | OnlyNamed | NotHeld)
        self._was_named = self._by_voice() and question.stakes(said) is not Stakes.LIGHT
        self._table.witness.understood(to_record(said))
        self._table.explain(f"understood: {self._naming.move(said, seen)}")
        if step(seen) is Step.PLAY:
            self._new_turn = False
        return said

    def _by_voice(self) -> bool:
        last = self._table.last_answer
        return last is not None and last.typed is None

    def _another(self) -> bool:
        return self._table.yes_or_no(self._table.lines("another_game"))

    # What happened

    def _happen(
        self, events: Sequence[Event], seat: Seat | None, luck: Chance | None = None
    ) -> None:
        """One step: written down, then announced. ``seat``: the person who decided it."""
        self._course.write(events, seat, luck)
        for event in events:
            self._record(event)
            self._course.happen(event)
            self._announce(event, self.state, seat)
            if isinstance(event, TurnEnded | Dealt):
                self._new_turn, self._warned = True, False
        self._course.book.told()

    def _announce(self, event: Event, after: State, seat: Seat | None) -> None:
        for line in self._told(event, after, seat):
            self._table.voice.say(line)

    def _told(self, event: Event, state: State, seat: Seat | None) -> Iterable[str]:
        naming, lines = self._naming, self._table.lines
        match event:
            case Dealt():
                return (*sentences(event, state, naming, lines), *self._first_hands())
            case Drew(drawer, source):
                if self._is_person(drawer):
                    return (drawn_as(event, state, naming, lines),)
                if source is Source.PILE:
                    self._table.show(sentences(event, state, naming, lines)[0])
                    return ()
            case _:
                pass
        if seat is not None and self._was_named:
            return consequence(event, state, naming, lines)
        return sentences(event, state, naming, lines)

    def _first_hands(self) -> Iterable[str]:
        """After the deal everybody hears their cards once; from then on the drawn ones."""
        for seat, player in enumerate(self._evening.players):
            if player.strength is None:
                cards = numbered(self.state.hands[seat], self._naming)
                yield self._table.lines("first_hand", name=player.name, cards=cards)

    def _welcome(self) -> None:
        tell = self._table.tell
        tell("welcome", players=listing(self._names))
        played = [player.name for player in self._evening.players if player.strength is not None]
        if played:
            is_ = "is" if len(played) == 1 else "are"
            tell("welcome_computers", names=listing(played), **{"is": is_})
        for seat in self._words.strangers:
            tell("stranger", name=self._names[seat], number=number_word(seat + 1))
        if rules := house_rules(self._evening.settings):
            tell("house_rules", rules=listing(rules))
        tell("how_to_learn")

    # What can be asked at any time

    def _undo(self) -> str:
        """Goes back to before the last play of a person, or says why not."""
        lines, past = self._table.lines, self._course.undoable()
        if past is None:
            return ""
        if isinstance(past, NotAllowed):
            return lines("cannot_undo", reason=past.reason)
        assert past.seat is not None
        self._course.back("undo")
        self._table.tell("undone", name=self._names[past.seat])
        self._course.book.told()
        raise AskAgain

    def heard(self, asked: str, answer: Answer) -> None:
        """Every answer is written down with the name of the player on turn."""
        self._course.book.heard(self._names[self.state.turn], asked, answer)

    def understood(self, how: Mapping[str, object], *, latest_only: bool = False) -> None:
        """What was made of it is written beside it."""
        self._course.book.understood(how, latest_only=latest_only)

    def _turn(self) -> str:
        return self._table.lines("turn", name=self._names[self.state.turn])

    def _is_person(self, seat: Seat) -> bool:
        return self._evening.players[seat].strength is None

    def _view(self) -> View:
        return view(self.state, self.state.turn)


def first_luck(seed: int) -> Chance:
    """The luck of computer players at the start of a match; it is apart from the match's own."""
    return Chance.seeded(seed ^ 0x5E5A4E)


def _winners(state: State) -> list[Seat] | None:
    """Who has won the match (SES-38)."""
    if state.phase is not Phase.FINISHED:
        return None
    return [seat for seat, points in enumerate(state.scores) if points >= TARGET]
