"""The host of the tile game: whose turn, what magic asks for, what happened, who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from assistant.games.kernel import Chance, NotAllowed, Seat, to_record
from assistant.games.tiles import (
    UNDEALT,
    Command,
    Event,
    Forbid,
    KeepLamp,
    LeaveNeighbours,
    Result,
    Settings,
    Show,
    State,
    Step,
    SwapLamp,
    Take,
    TakeNeighbour,
    TakeShown,
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
from assistant.games.tiles.places import spot
from assistant.games.tiles.state import binding
from assistant.hosting import tile_answers
from assistant.hosting.book import Book
from assistant.hosting.course import Course, Saved
from assistant.hosting.ears import Answer
from assistant.hosting.lines import either, listing
from assistant.hosting.moves import MoveAsker, MoveQuestion, Stakes
from assistant.hosting.table import AskAgain, Context, Table
from assistant.hosting.tile_board import answer, describe
from assistant.hosting.tile_events import is_worth_telling_later, sentences
from assistant.hosting.tile_names import PLURALS, by_colour, restricted, the
from assistant.understanding import commands
from assistant.understanding.tile_words import OnPlace, OnTile, Sayable, TileWords, Under, Where

COMPUTERS = ("Morgiana", "Cassim", "Zobeide")
"""The names of computer players."""

_INQUIRIES = (Where, Under, OnTile, OnPlace)
_LESSONS = 7


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
        for event in saved.untold:
            self._announce(event)
        self._course.book.told()

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
        seen, words, name = self._view(seat), self._words, self._names[seat]
        question: MoveQuestion[Sayable] = MoveQuestion(
            name=name,
            prompt=self._prompt(seat, seen),
            legal=words.legal(seen),
            refused=words.refused(seen),
            decoys=words.decoys,
            describe=described,
            why_not=self._why_not,
            narrowing=words.narrowing,
            stakes=lambda said: _stakes(said, seen),
            commands=self._questions(seat, seen),
            aside=lambda said: (
                answer(said, seen, self._table.lines) if isinstance(said, _INQUIRIES) else None
            ),
            help_lines=self._help(seen),
        )
        said = self._asker.ask(question)
        assert not isinstance(said, _INQUIRIES)
        last = self._table.last_answer
        self._was_named = last is not None and last.typed is None
        self._table.witness.understood(to_record(said))
        self._table.explain(f"understood: {described(said)}")
        return said

    def _prompt(self, seat: Seat, seen: View) -> str:
        lines, name = self._table.lines, self._names[seat]
        match seen.step:
            case Step.TAKE:
                bans = binding(seen.restrictions, seat)
                if not bans:
                    return lines("take_tile", name=name)
                if all(any(ban.forbids(tile) for ban in bans) for tile in seen.face_up.values()):
                    return lines("take_tile_rescued", name=name)
                barred = listing([restricted(ban) for ban in dict.fromkeys(bans)])
                return lines("take_tile_bound", name=name, forbidden=barred)
            case Step.NEIGHBOUR:
                choices = [described(command) for command in seen.legal]
                return lines("neighbour_tile", name=name, choices=either(choices))
            case Step.SHOW:
                return lines("show_tile", name=name, taker=self._names[seen.turn])
            case Step.TAKE_SHOWN:
                return lines("take_shown", name=name)
            case Step.FORBID:
                return lines("forbid", name=name)
            case Step.LAMP:
                beside = [the(tile) for tile in seen.beside]
                return lines("lamp", name=name, beside=either(beside))

    def _why_not(self, said: Sequence[Sayable]) -> str:
        """Why a tile, or any of a treasure, cannot be had."""
        meant = [each for each in said if not isinstance(each, _INQUIRIES)]
        bans = binding(self.state.restrictions, self.state.turn)
        tiles = [each.tile for each in meant if isinstance(each, Take | TakeNeighbour)]
        refusals = [verify(self.state, each) for each in meant]
        for tile in (tile for tile in tiles if tile in self.state.face_up.values()):
            for ban in (ban for ban in bans if ban.forbids(tile)):
                what = restricted(ban)
                return self._table.lines("forbidden_now", tile=tile, what=what)
        if len(meant) == 1 and refusals[0] is not None:
            return refusals[0].reason
        first = meant[0]
        assert isinstance(first, Take | TakeNeighbour | TakeShown | Show)
        return self._table.lines("no_such_treasure", treasure=first.tile.treasure.value)

    def _questions(self, seat: Seat, seen: View) -> Mapping[commands.Command, Callable[[], None]]:
        say, lines, names = self._table.voice.say, self._table.lines, self._names
        asked = self._words.questions

        def board() -> None:
            for line in describe(seen, lines):
                say(line)

        return {
            asked["takeable"]: lambda: void(say(tile_answers.choices(seen, lines))),
            asked["board"]: board,
            asked["changed"]: lambda: void(say(self._changed(seat))),
            asked["forbidden"]: lambda: void(say(tile_answers.forbidden(seen, names, lines))),
            asked["others"]: lambda: void(say(tile_answers.others(seen, seat, names, lines))),
            asked["teach"]: self._teach,
        }

    def _help(self, seen: View) -> tuple[str, ...]:
        lines = self._table.lines
        match seen.step:
            case Step.TAKE:
                tile = next(
                    iter(command.tile for command in seen.legal if isinstance(command, Take))
                )
                place = spot(seen, tile)
                assert place is not None
                return (
                    lines("help_take_tile", example=the(tile), position=place.position),
                    lines("help_ask", example=the(tile)),
                )
            case Step.NEIGHBOUR:
                return (lines("help_neighbour"),)
            case Step.SHOW:
                return (lines("help_show"),)
            case Step.TAKE_SHOWN:
                return (lines("help_take_shown"),)
            case Step.FORBID:
                return (lines("help_forbid"),)
            case Step.LAMP:
                return (lines("help_lamp"),)

    # What happened

    def _happen(
        self, events: Sequence[Event], seat: Seat | None, luck: Chance | None = None
    ) -> None:
        """One step: written down, then announced. ``seat``: the person who decided it."""
        self._course.write(events, seat, luck)
        for event in events:
            self._record(event)
            self._course.happen(event)
            self._announce(event)
        self._course.book.told()

    def _announce(self, event: Event) -> None:
        if isinstance(event, Dealt):
            self._welcome()
        for line in sentences(event, self.state, self._names, self._table.lines):
            if not (self._was_named and isinstance(event, Taken)):  # it was named to be confirmed
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
        for number in range(1, _LESSONS + 1):
            self._table.tell(f"lesson_{number}")

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


def described(said: Sayable) -> str:
    """A move as choices and confirmations name it."""
    match said:
        case Take(_, tile) | TakeNeighbour(_, tile) | Show(_, tile) | TakeShown(_, tile):
            return the(tile)
        case SwapLamp(_, tile):
            return f"the lamp for {the(tile)}"
        case KeepLamp():
            return "to keep the lamp"
        case LeaveNeighbours():
            return "to leave them"
        case Forbid(_, restriction):
            return restricted(restriction)
        case Where(tile):
            return f"where {the(tile)} is"
        case Under(tile):
            return f"what is under {the(tile)}"
        case OnTile(tile):
            return f"what is on {the(tile)}"
        case OnPlace():
            return "what is on that place"


def _stakes(said: Sayable, seen: View) -> Stakes:
    """A take that turns up the last tiles, or empties the board, brings the end (BABA-24, 25)."""
    if not isinstance(said, Take | TakeNeighbour):
        return Stakes.ORDINARY
    found = spot(seen, said.tile)
    uncovers = len(found.uncovers) if found else 0
    if uncovers == len(seen.face_down) > 0 or (not seen.face_down and len(seen.face_up) == 1):
        return Stakes.GRAVE
    return Stakes.ORDINARY
