"""The host of the tile game: whose turn, what magic asks for, what happened, who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from assistant.games.kernel import Chance, NotAllowed, Seat, to_record
from assistant.games.tiles import (
    UNDEALT,
    Command,
    Event,
    Result,
    Settings,
    State,
    Step,
    Variant,
    View,
    begin,
    decide,
    evolve,
    to_act,
    verify,
    verify_setup,
    verify_undo,
    view,
)
from assistant.games.tiles.bots import BOTS, Strength
from assistant.games.tiles.events import Dealt, Taken
from assistant.hosting import tile_answers
from assistant.hosting.book import Book
from assistant.hosting.course import Course, Past, Saved
from assistant.hosting.ears import Answer
from assistant.hosting.lines import listing
from assistant.hosting.moves import MoveAsker
from assistant.hosting.table import AskAgain, Context, Table
from assistant.hosting.tile_asking import INQUIRIES, TileAsking, described
from assistant.hosting.tile_board import describe
from assistant.hosting.tile_events import is_worth_telling_later, sentences
from assistant.hosting.tile_names import PLURALS, by_colour
from assistant.understanding import commands
from assistant.understanding.tile_words import TileWords

COMPUTERS = ("Morgiana", "Cassim", "Zobeide")
"""The names of computer players."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's name; ``strength`` if the computer plays it."""

    name: str
    strength: Strength | None = None


@dataclass(frozen=True)
class TilesEvening:
    """All that the game needs to begin."""

    players: tuple[Player, ...]
    settings: Settings
    seed: int
    start: Seat | None = None
    """Who begins; drawn if None (BABA-38)."""


class TilesHost:
    """Plays one game. ``record`` is told each event right before it is announced; ``book`` writes
    them down before that.

    ``display`` shows the board to the eyes before each person's turn. With ``saved`` a game is gone
    on with where it stood. Raises :class:`NotAllowed` for a table no game can be played at.
    """

    def __init__(
        self,
        table: Table,
        evening: TilesEvening,
        words: TileWords,
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
        self._asking = TileAsking(words, self._names, table.lines)
        self._asker = MoveAsker(table, words.wording, words.vocabulary)
        self._changes: dict[Seat, list[str]] = {seat: [] for seat in range(len(self._names))}
        self._was_named = False
        self._saved = saved
        self._course: Course[State, Event] = Course(
            UNDEALT,
            first_luck(evening.seed),
            evolve,
            verify_undo,
            self._names,
            _winners,
            book,
            saved,
        )
        if saved is None:
            refusal = verify_setup(evening.settings, len(evening.players), evening.start)
            if refusal is not None:
                raise refusal
        table.context = Context(
            score=lambda: tile_answers.standings(self._view(None), self._names, table.lines),
            cards=self._holdings,
            turn=self._turn,
            undo=self._undo,
        )
        table.witness = self

    @property
    def state(self) -> State:
        """The whole truth of the moment."""
        return self._course.state

    def play(self) -> tuple[Result, ...]:
        """The whole game, from the welcome to the final table, best first.

        Raises what :meth:`Table.ask` raises.
        """
        if self._saved is None:
            evening = self._evening
            seats = len(evening.players)
            self._happen(begin(evening.settings, seats, evening.seed, evening.start), None)
        else:
            self._go_on(self._saved)
        while (seat := to_act(self.state)) is not None:
            with suppress(AskAgain):
                self._next(seat)
        return self.state.results

    def _go_on(self, saved: Saved[State, Event]) -> None:
        self._table.tell("we_go_on", players=listing(self._names))
        self._table.voice.say(
            tile_answers.standings(self._view(None), self._names, self._table.lines)
        )
        for past in saved.past:
            self._retell(past, aloud=past.events == saved.untold and past is saved.past[-1])
        self._course.book.told()

    def _retell(self, past: Past[State, Event], *, aloud: bool) -> None:
        state = past.before
        for event in past.events:
            state = evolve(state, event)
            self._announce(event, state, aloud=aloud)

    # What to do next

    def _next(self, seat: Seat) -> None:
        seen, strength = self._view(seat), self._evening.players[seat].strength
        self._was_named = False
        if strength is not None:
            command, luck = BOTS[strength](seen, self._course.luck)
            self._happen(decide(self.state, command), None, luck)
        elif len(seen.legal) == 1 and seen.step is not Step.TAKE:
            self._happen(decide(self.state, seen.legal[0]), None)  # announced, not asked
        else:
            if seen.step is Step.TAKE:
                self._display(seen)
            self._happen(decide(self.state, self.ask(seat)), seat)

    def ask(self, seat: Seat) -> Command:
        """What the person on ``seat``, whose choice is awaited, wants. Raises as :meth:`play`."""
        seen = self._view(seat)
        refusal = partial(verify, self.state)
        said = self._asker.ask(self._asking.question(seen, refusal, self._questions(seat, seen)))
        assert not isinstance(said, INQUIRIES)
        last = self._table.last_answer
        self._was_named = last is not None and last.typed is None
        self._table.witness.understood(to_record(said))
        self._table.explain(f"understood: {described(said)}")
        return said

    def _questions(self, seat: Seat, seen: View) -> Mapping[commands.Command, Callable[[], None]]:
        say, lines, names = self._table.voice.say, self._table.lines, self._names
        asked = self._words.questions

        def board() -> None:
            for line in describe(seen, lines):
                say(line)

        def choices() -> None:
            told = tile_answers.choices(seen, lines)
            say(self._privately(seat, told) if seen.step is Step.SHOW else told)

        return {
            asked["takeable"]: choices,
            asked["board"]: board,
            asked["changed"]: lambda: void(say(self._changed(seat))),
            asked["forbidden"]: lambda: void(say(tile_answers.forbidden(seen, names, lines))),
            asked["others"]: lambda: void(say(tile_answers.others(seen, seat, names, lines))),
            asked["teach"]: self._teach,
        }

    # What happened

    def _happen(
        self, events: Sequence[Event], seat: Seat | None, luck: Chance | None = None
    ) -> None:
        """One step: written down, then announced. ``seat``: the person who decided it."""
        self._course.write(events, seat, luck)
        for event in events:
            self._record(event)
            self._course.happen(event)
            self._announce(event, self.state)
        self._course.book.told()

    def _announce(self, event: Event, state: State, *, aloud: bool = True) -> None:
        """Tells of an event that led to ``state``, and notes it for "what changed"."""
        if isinstance(event, Dealt) and aloud:
            self._welcome()
        for line in sentences(event, state, self._names, self._table.lines):
            if aloud and not (self._was_named and isinstance(event, Taken)):  # it was just named
                self._table.voice.say(line)
            for seat, changes in self._changes.items():
                if is_worth_telling_later(event, seat):
                    changes.append(line)
        if isinstance(event, Taken):
            self._changes[event.seat].clear()

    def _welcome(self) -> None:
        tell, state = self._table.tell, self.state
        count = len(state.face_up) + len(state.face_down)
        tell("welcome", players=listing(self._names), count=count)
        played = [player.name for player in self._evening.players if player.strength is not None]
        if played:
            is_ = "is" if len(played) == 1 else "are"
            tell("welcome_computers", names=listing(played), **{"is": is_})
        if state.removed:
            tell("removed", kinds=listing([PLURALS[kind] for kind in state.removed]))
        if state.settings.variant is Variant.LAMP:
            tell("lamps_beside", tiles=by_colour(state.beside))
        tell("open_tiles" if state.settings.open_tiles else "hidden_tiles")
        tell("how_to_learn")

    def heard(self, asked: str, answer: Answer) -> None:
        """Every answer is written down with the name of whoever is to choose."""
        seat = to_act(self.state)
        self._course.book.heard(None if seat is None else self._names[seat], asked, answer)

    def understood(self, how: Mapping[str, object], *, latest_only: bool = False) -> None:
        """What was made of it is written beside it."""
        self._course.book.understood(how, latest_only=latest_only)

    def _undo(self) -> str:
        """Goes back to before the last choice of a person, or says why not (BABA-40)."""
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

    # What can be asked at any time

    def _teach(self) -> None:
        for lesson in self._table.lines.lessons:
            self._table.voice.say(lesson)

    def _changed(self, seat: Seat) -> str:
        changes = self._changes[seat]
        if not changes:
            return self._table.lines("nothing_changed")
        return self._table.lines("since", story=" ".join(changes))

    def _holdings(self) -> str:
        """What the seat whose choice is awaited has; on the screen alone where it is secret."""
        seat = to_act(self.state)
        if seat is None:
            return ""
        told = tile_answers.holdings(self._view(seat), seat, self._names, self._table.lines)
        return self._privately(seat, told)

    def _privately(self, seat: Seat, told: str) -> str:
        """What to say for ``told``, which is for the screen alone where tiles are secret."""
        if self.state.settings.open_tiles:
            return told
        self._table.show(told)
        return self._table.lines("shown_to_you", name=self._names[seat])

    def _turn(self) -> str:
        seat = to_act(self.state)
        return "" if seat is None else self._table.lines("turn", name=self._names[seat])

    def _view(self, seat: Seat | None) -> View:
        return view(self.state, seat)


def first_luck(seed: int) -> Chance:
    """The luck of computer players at the start of a game; it is apart from the game's own."""
    return Chance.seeded(seed ^ 0xBABA)


def _winners(state: State) -> list[Seat] | None:
    return [result.seat for result in state.results if result.rank == 1] or None


def void(_result: object) -> None:
    """Nothing, whatever came before."""
