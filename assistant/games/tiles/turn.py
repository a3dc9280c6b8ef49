"""What a command causes: the course of a turn, its magic, and the end of the game."""

from __future__ import annotations

from assistant.games.kernel import clockwise
from assistant.games.tiles.commands import (
    Command,
    Forbid,
    KeepLamp,
    LeaveNeighbours,
    Show,
    SwapLamp,
    Take,
    TakeNeighbour,
    TakeShown,
)
from assistant.games.tiles.events import (
    AllShown,
    ChoiceOpened,
    Chosen,
    Event,
    FinalTurnsBegan,
    Forbidden,
    GameEnded,
    LampKept,
    LampSwapped,
    LastTileTurned,
    NeighboursLeft,
    NeighbourTaken,
    NoEffect,
    Placed,
    Scored,
    ShownTaken,
    Taken,
    TurnBegan,
    TurnedUp,
)
from assistant.games.tiles.evolve import evolve
from assistant.games.tiles.geometry import Place
from assistant.games.tiles.legality import allowed, neighbours, verify
from assistant.games.tiles.scoring import final_table
from assistant.games.tiles.settings import Variant
from assistant.games.tiles.state import Phase, State, Step, binding
from assistant.games.tiles.treasures import Colour, Tile, Treasure

PINK_POINTS = 5
POINTS_EACH = 2


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """The events that ``command`` causes; raises :class:`NotAllowed` as ``verify`` says."""
    return play(state, command)[1]


def play(state: State, command: Command) -> tuple[State, tuple[Event, ...]]:
    """The state after ``command`` and the events that led there; raises as :func:`decide`."""
    refusal = verify(state, command)
    if refusal is not None:
        raise refusal
    turn = _Turn(state)
    match command:
        case Take(_, tile):
            turn.take(tile)
        case KeepLamp(seat):
            turn.happen(LampKept(seat))
            turn.use_magic()
        case SwapLamp(_, tile):
            turn.swap_lamp(tile)
        case TakeNeighbour(_, tile):
            turn.take_neighbour(tile)
        case LeaveNeighbours(seat):
            turn.happen(NeighboursLeft(seat))
            turn.end()
        case Show(seat, tile):
            turn.happen(Chosen(seat, tile))
            turn.reveal_when_all_have_chosen()
        case TakeShown(_, tile):
            turn.take_shown(tile)
        case Forbid(seat, restriction):
            turn.happen(Forbidden(seat, restriction))
            turn.end()
    return turn.state, tuple(turn.events)


class _Turn:
    """A turn under way: the state so far and the events since the command."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = state.turn
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    def take(self, tile: Tile) -> None:
        """Steps 1 and 2 of a turn; then a lamp's owner chooses, else the magic works."""
        state = self.state
        rescued = not allowed(state.face_up, binding(state.restrictions, self.seat))
        place = _place_of(state, tile)
        self.happen(Taken(self.seat, tile, place, rescued))
        self._turn_up(place)
        if state.settings.variant is Variant.LAMP and tile.treasure is Treasure.LAMP:
            self._ask(Step.LAMP)
        else:
            self.use_magic()

    def swap_lamp(self, tile: Tile) -> None:
        """The magic of ``tile`` works at the lamp's place; no second swap (BABA-31, BABA-32)."""
        lamp = self.state.taken
        assert lamp is not None
        self.happen(LampSwapped(self.seat, lamp, tile))
        self.use_magic()

    def use_magic(self) -> None:
        """Step 3 of a turn, up to a choice that the magic needs."""
        tile = self.state.taken
        assert tile is not None
        match tile.colour:
            case Colour.PINK:
                self._score(Colour.PINK, PINK_POINTS, None)
                self.end()
            case Colour.BLUE:
                self._blue()
                self.end()
            case Colour.BROWN:
                held = self.state.screens[self.seat]
                count = sum(each.treasure is tile.treasure for each in held)
                self._score(Colour.BROWN, POINTS_EACH * count, count)
                self.end()
            case Colour.GREEN:
                self._ask_for_neighbour()
            case Colour.YELLOW:
                self._ask_to_show()
            case Colour.WHITE:
                self._ask(Step.FORBID)

    def take_neighbour(self, tile: Tile) -> None:
        """Green's extra tile, without its magic; what it uncovers turns at once (BABA-8)."""
        place = _place_of(self.state, tile)
        self.happen(NeighbourTaken(self.seat, tile, place))
        self._turn_up(place)
        self.end()

    def reveal_when_all_have_chosen(self) -> None:
        """Yellow: nothing is shown before all have chosen (BABA-15)."""
        if not self.state.must_show:
            self.happen(AllShown(self.seat, self.state.shown))
            self._ask(Step.TAKE_SHOWN)

    def take_shown(self, tile: Tile) -> None:
        """Yellow: the tile changes hands without its magic (BABA-16, BABA-17)."""
        giver = next(each.seat for each in self.state.shown if each.tile == tile)
        self.happen(ShownTaken(self.seat, tile, giver))
        self.end()

    def end(self) -> None:
        """Pass the turn on, or end the game (BABA-24, BABA-25)."""
        if not self.state.face_up:
            self._finish(board_empty=True)
            return
        following = (self.seat + 1) % self.state.players
        if following == self.state.start:
            if self.state.phase is Phase.FINAL_TURNS:
                self._finish(board_empty=False)
                return
            if self.state.phase is Phase.FINISH_ROUND:
                self.happen(FinalTurnsBegan())
        self.happen(TurnBegan(following, self.state.restrictions[following]))

    def _turn_up(self, place: Place) -> None:
        state = self.state
        places = state.settings.layout.uncovered_by_taking(place, state.face_up, state.face_down)
        if places:
            tiles = tuple(Placed(each, state.face_down[each]) for each in places)
            self.happen(TurnedUp(self.seat, tiles))
            if not self.state.face_down:
                self.happen(LastTileTurned(self.seat))

    def _blue(self) -> None:
        """A tile of layer 0 clears its square and turns nothing; others never clear (BABA-10)."""
        state = self.state
        assert state.place is not None
        if state.place[0] == 0:
            self._score(Colour.BLUE, POINTS_EACH, None)
        elif state.turned:
            self._score(Colour.BLUE, POINTS_EACH * state.turned, state.turned)
        else:
            self.happen(NoEffect(self.seat, Colour.BLUE))

    def _ask_to_show(self) -> None:
        """Yellow: every opponent who has a tile must show one (BABA-14)."""
        opponents = clockwise(self.seat, self.state.players)[1:]
        choosers = tuple(seat for seat in opponents if self.state.screens[seat])
        if choosers:
            self.happen(ChoiceOpened(self.seat, Step.SHOW, choosers))
        else:
            self.happen(NoEffect(self.seat, Colour.YELLOW))
            self.end()

    def _ask_for_neighbour(self) -> None:
        """Green: a must if a neighbour may be taken; without one no effect (BABA-6, BABA-7)."""
        if neighbours(self.state):
            self._ask(Step.NEIGHBOUR)
        else:
            self.happen(NoEffect(self.seat, Colour.GREEN))
            self.end()

    def _ask(self, step: Step) -> None:
        self.happen(ChoiceOpened(self.seat, step, (self.seat,)))

    def _score(self, colour: Colour, points: int, counted: int | None) -> None:
        self.happen(Scored(self.seat, colour, points, counted))

    def _finish(self, board_empty: bool) -> None:
        self.happen(GameEnded(board_empty, final_table(self.state.track, self.state.screens)))


def _place_of(state: State, tile: Tile) -> Place:
    return next(place for place, each in state.face_up.items() if each == tile)
