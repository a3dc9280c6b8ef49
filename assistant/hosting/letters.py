"""The host of the letter-card game: turns, the shout, warnings, what happened, points."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from assistant.games.kernel import Chance, Seat
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
from assistant.games.letters.bots import BOTS
from assistant.games.letters.cards import SEQUENCE
from assistant.games.letters.events import Dealt, Drew, TurnEnded
from assistant.games.letters.scoring import TARGET
from assistant.games.letters.steps import Step, ali_babas_at_risk, step
from assistant.games.letters.undoing import verify_undo
from assistant.hosting.book import Book
from assistant.hosting.course import Course, Rules, Saved
from assistant.hosting.letters_answers import distinct, hand, numbered, standings
from assistant.hosting.letters_asking import LettersAsking, needs_warning
from assistant.hosting.letters_events import ali_babas, consequence, drawn_as, sentences
from assistant.hosting.letters_names import Naming
from assistant.hosting.lines import listing
from assistant.hosting.move_host import MoveEvening, MoveHost
from assistant.hosting.moves import MoveAsker, MoveQuestion
from assistant.hosting.table import AskAgain, Stopped, Table
from assistant.understanding.deck_file import number_word
from assistant.understanding.letter_words import Asked, LetterWords, NotHeld, OnlyNamed, Said

COMPUTERS = ("Amir", "Hakim", "Sarah")
"""The names of computer players: speech models know them and "Amir's", for hands are asked for."""


@dataclass(frozen=True)
class LettersEvening(MoveEvening[Settings]):
    """All that a match needs to begin."""


class LettersHost(MoveHost[State, Event, Command, Said]):
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
        names = tuple(player.name for player in evening.players)
        start = begin(len(names), evening.seed, evening.settings)
        course = Course(start, first_luck(evening.seed), _RULES, names, book, saved)
        asker = MoveAsker(table, words.wording, words.vocabulary)
        things = {words.code(letter) for letter in SEQUENCE}
        super().__init__(table, evening.players, course, asker, record, things)
        table.lines.vary(evening.seed)
        self._evening = evening
        self._words = words
        self._display = display
        self._saved = saved
        self._naming = Naming(words, names)
        self._asking = LettersAsking(words, self._naming, table.lines)
        self._new_turn = True
        self._warned = False

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
        self._table.voice.say(self._standings())
        if saved.untold:
            state = saved.past[-1].before
            for event in saved.untold:
                before, state = state, evolve(state, event)
                self._announce(event, before, state, None)
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
        """What the person on turn wants to play. Raises as :meth:`play`."""
        seen = self._view()
        if self._new_turn and step(seen) is Step.PLAY:
            self._display(seen)
        command = self._wanted(self.state.turn)
        if step(seen) is Step.PLAY:
            self._new_turn = False
        return command

    def _question(self, state: State, seat: Seat) -> MoveQuestion[Said]:
        refusal = partial(verify, state)
        return self._asking.question(
            view(state, seat), refusal, new_turn=self._new_turn, warned=self._warned
        )

    def _command(self, said: Said) -> Command:
        assert not isinstance(said, Asked | OnlyNamed | NotHeld)
        return said

    def _on_turn(self) -> Seat | None:
        return self.state.turn

    def _is_meant(self, command: Command, state: State) -> bool:
        """Warns once a turn where Ali Babas would be lost (SES-26)."""
        if not isinstance(command, Discard) or not needs_warning(command.card, state):
            return True
        if self._warned:
            return True
        self._warned = self._was_named = True
        name, move = self._names[state.turn], self._naming.move(command, view(state, state.turn))
        count = ali_babas(ali_babas_at_risk(state))
        prompt = self._table.lines("at_risk", move=move, count=count, name=name)
        return self._table.yes_or_no(prompt, name)

    def _another(self) -> bool:
        return self._table.yes_or_no(self._table.lines("another_game"))

    # What happened

    def _announce(self, event: Event, before: State, after: State, seat: Seat | None) -> None:
        for line in self._told(event, after, seat):
            self._table.voice.say(line)
        if isinstance(event, TurnEnded | Dealt):
            self._new_turn, self._warned = True, False

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
        self._tell_computers()
        for seat in self._words.strangers:
            tell("stranger", name=self._names[seat], number=number_word(seat + 1))
        if rules := house_rules(self._evening.settings):
            tell("house_rules", rules=listing(rules))
        tell("how_to_learn")

    # What can be asked at any time

    def _standings(self) -> str:
        return standings(self._view(), self._naming, self._table.lines)

    def _holdings(self) -> str:
        return hand(self._view(), self.state.turn, self._naming, self._table.lines)

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


_RULES: Rules[State, Event, Command] = Rules(decide, evolve, verify_undo, _winners)
