"""What the tile game asks of a person: prompts, help, refusals, and what is at stake."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from assistant.games.kernel import NotAllowed, Seat
from assistant.games.tiles import (
    Command,
    Forbid,
    KeepLamp,
    LeaveNeighbours,
    Show,
    Step,
    SwapLamp,
    Take,
    TakeNeighbour,
    TakeShown,
    View,
)
from assistant.games.tiles.places import spot
from assistant.games.tiles.state import binding
from assistant.hosting.lines import Lines, either, listing
from assistant.hosting.moves import MoveQuestion, Stakes
from assistant.hosting.tile_board import answer
from assistant.hosting.tile_names import restricted, the
from assistant.understanding import commands
from assistant.understanding.tile_words import OnPlace, OnTile, Sayable, TileWords, Under, Where

INQUIRIES = (Where, Under, OnTile, OnPlace)
"""What is said to be answered, not to be played."""

Refusal = Callable[[Command], NotAllowed | None]


class TileAsking:
    """Makes the questions of one table from what the asked seat may know."""

    def __init__(self, words: TileWords, names: Sequence[str], lines: Lines) -> None:
        self._words = words
        self._names = names
        self._lines = lines

    def question(
        self,
        seen: View,
        refusal: Refusal,
        asides: Mapping[commands.Command, Callable[[], None]],
    ) -> MoveQuestion[Sayable]:
        """What to ask the seat that sees ``seen``, whose choice is awaited. ``asides``: commands
        that hold besides.
        """
        seat, words, lines = seen.seat, self._words, self._lines
        assert seat is not None
        return MoveQuestion(
            name=self._names[seat],
            prompt=self._prompt(seat, seen),
            legal=words.legal(seen),
            refused=words.refused(seen),
            decoys=words.decoys,
            describe=described,
            why_not=lambda said: self._why_not(said, seen, refusal),
            narrowing=words.narrowing,
            stakes=lambda said: stakes(said, seen),
            commands=asides,
            aside=lambda said: (
                (answer(said, seen, lines),) if isinstance(said, INQUIRIES) else None
            ),
            help_lines=self._help(seen),
            secret=seen.step is Step.SHOW and not seen.settings.open_tiles,
        )

    def _prompt(self, seat: Seat, seen: View) -> str:
        lines, name = self._lines, self._names[seat]
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

    def _why_not(self, said: Sequence[Sayable], seen: View, refusal: Refusal) -> str:
        """Why a tile, or any of a treasure, cannot be had."""
        meant = [each for each in said if not isinstance(each, INQUIRIES)]
        bans = binding(seen.restrictions, seen.turn)
        tiles = [each.tile for each in meant if isinstance(each, Take | TakeNeighbour)]
        refusals = [refusal(each) for each in meant]
        for tile in (tile for tile in tiles if tile in seen.face_up.values()):
            for ban in (ban for ban in bans if ban.forbids(tile)):
                what = restricted(ban)
                return self._lines("forbidden_now", tile=tile, what=what)
        if len(meant) == 1 and refusals[0] is not None:
            return refusals[0].reason
        first = meant[0]
        assert isinstance(first, Take | TakeNeighbour | TakeShown | Show)
        return self._lines("no_such_treasure", treasure=first.tile.treasure.value)

    def _help(self, seen: View) -> tuple[str, ...]:
        lines = self._lines
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


def stakes(said: Sayable, seen: View) -> Stakes:
    """A take that turns up the last tiles, or empties the board, brings the end (BABA-24, 25)."""
    if not isinstance(said, Take | TakeNeighbour):
        return Stakes.ORDINARY
    found = spot(seen, said.tile)
    uncovers = len(found.uncovers) if found else 0
    if uncovers == len(seen.face_down) > 0 or (not seen.face_down and len(seen.face_up) == 1):
        return Stakes.GRAVE
    return Stakes.ORDINARY
