"""The host of the tile game: whose turn, what magic asks for, what happened, who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from assistant.games.kernel import Chance, Seat
from assistant.games.tiles import (
    UNDEALT,
    Command,
    Event,
    Result,
    Settings,
    State,
    Step,
    Treasure,
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
from assistant.games.tiles.bots import BOTS
from assistant.games.tiles.events import Dealt, Taken
from assistant.hosting import tile_answers
from assistant.hosting.book import Book
from assistant.hosting.course import Course, Past, Rules, Saved
from assistant.hosting.lines import listing
from assistant.hosting.move_host import MoveEvening, MoveHost
from assistant.hosting.moves import MoveAsker, MoveQuestion
from assistant.hosting.table import AskAgain, Table
from assistant.hosting.tile_asking import INQUIRIES, TileAsking
from assistant.hosting.tile_board import describe
from assistant.hosting.tile_events import is_worth_telling_later, sentences
from assistant.hosting.tile_names import PLURALS, by_colour
from assistant.understanding import commands
from assistant.understanding.tile_words import Sayable, TileWords

COMPUTERS = ("Morgiana", "Cassim", "Zobeide")
"""The names of computer players."""


@dataclass(frozen=True)
class TilesEvening(MoveEvening[Settings]):
    """All that the game needs to begin."""

    start: Seat | None = None
    """Who begins; drawn if None (BABA-38)."""


class TilesHost(MoveHost[State, Event, Command, Sayable]):
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
        seats = len(evening.players)
        refusal = verify_setup(evening.settings, seats, evening.start)
        if saved is None and refusal is not None:
            raise refusal
        names = tuple(player.name for player in evening.players)
        luck = first_luck(evening.seed)
        course = Course(UNDEALT, luck, _RULES, names, book, saved)
        asker = MoveAsker(table, words.wording, words.vocabulary)
        things = [treasure.value for treasure in Treasure]
        super().__init__(table, evening.players, course, asker, record, things)
        table.lines.vary(evening.seed)
        self._evening = evening
        self._words = words
        self._display = display
        self._saved = saved
        self._asking = TileAsking(words, names, table.lines)
        self._changes: dict[Seat, list[str]] = {seat: [] for seat in range(seats)}

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
        self._table.voice.say(self._standings())
        for past in saved.past:
            self._retell(past, aloud=past.events == saved.untold and past is saved.past[-1])
        self._course.book.told()

    def _retell(self, past: Past[State, Event], *, aloud: bool) -> None:
        state = past.before
        for event in past.events:
            state = evolve(state, event)
            self._tell_of(event, state, aloud=aloud)

    def _went_back(self) -> None:
        """What changed is what the steps that are left have changed."""
        for changes in self._changes.values():
            changes.clear()
        for past in self._course.past:
            self._retell(past, aloud=False)

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
        return self._wanted(seat)

    def _question(self, state: State, seat: Seat) -> MoveQuestion[Sayable]:
        seen = view(state, seat)
        return self._asking.question(seen, partial(verify, state), self._questions(seat, seen))

    def _command(self, said: Sayable) -> Command:
        assert not isinstance(said, INQUIRIES)
        return said

    def _on_turn(self) -> Seat | None:
        return to_act(self.state)

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

    def _announce(self, event: Event, before: State, after: State, seat: Seat | None) -> None:
        if isinstance(event, Dealt):
            self._welcome()
        self._tell_of(event, after, aloud=True)

    def _tell_of(self, event: Event, after: State, *, aloud: bool) -> None:
        """Tells of an event that led to ``after``, and notes it for "what changed"."""
        for line in sentences(event, after, self._names, self._table.lines):
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
        self._tell_computers()
        if state.removed:
            tell("removed", kinds=listing([PLURALS[kind] for kind in state.removed]))
        if state.settings.variant is Variant.LAMP:
            tell("lamps_beside", tiles=by_colour(state.beside))
        tell("open_tiles" if state.settings.open_tiles else "hidden_tiles")
        tell("how_to_learn")

    # What can be asked at any time

    def _teach(self) -> None:
        for lesson in self._table.lines.lessons:
            self._table.voice.say(lesson)

    def _changed(self, seat: Seat) -> str:
        changes = self._changes[seat]
        if not changes:
            return self._table.lines("nothing_changed")
        return self._table.lines("since", story=" ".join(changes))

    def _standings(self) -> str:
        return tile_answers.standings(self._view(None), self._names, self._table.lines)

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

    def _view(self, seat: Seat | None) -> View:
        return view(self.state, seat)


def first_luck(seed: int) -> Chance:
    """The luck of computer players at the start of a game; it is apart from the game's own."""
    return Chance.seeded(seed ^ 0xBABA)


def _winners(state: State) -> list[Seat] | None:
    return [result.seat for result in state.results if result.rank == 1] or None


_RULES: Rules[State, Event, Command] = Rules(decide, evolve, verify_undo, _winners)


def void(_result: object) -> None:
    """Nothing, whatever came before."""
