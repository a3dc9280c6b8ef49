"""The words of the tile game: how every move and question is said (``grammars/tiles.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.data import data_path
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
from assistant.games.tiles.geometry import Place
from assistant.games.tiles.places import Spot, layer_name, position_name, spots
from assistant.games.tiles.state import Step
from assistant.games.tiles.treasures import ALL_TILES, Colour, Restriction, Tile, Treasure
from assistant.games.tiles.views import View
from assistant.understanding import commands
from assistant.understanding.expression import parse, words_of
from assistant.understanding.move_phrases import FILLERS, Phrase, Wording

_PLACE_KEYS = frozenset(
    {"top", "bottom", "upper", "lower", "middle", "left", "right", "far", "second", "third"}
    | {"above", "below", "next", "beside"}
)
_QUESTION_KEYS = frozenset({"what", "where", "under"})
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True)
class Where:
    """Where does a tile lie?"""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Under:
    """What does a tile lie on, and what would be turned up without it?"""

    tile: Tile


@dataclass(frozen=True, slots=True)
class OnTile:
    """What lies on a tile?"""

    tile: Tile


@dataclass(frozen=True, slots=True)
class OnPlace:
    """What lies on the tiles at these places, which share a name?"""

    places: tuple[Place, ...]


Inquiry = Where | Under | OnTile | OnPlace
Sayable = Command | Inquiry

_TILE_COMMANDS: Mapping[Step, tuple[str, type[Take | TakeNeighbour | Show | TakeShown]]] = {
    Step.TAKE: ("take", Take),
    Step.NEIGHBOUR: ("neighbour", TakeNeighbour),
    Step.SHOW: ("show", Show),
    Step.TAKE_SHOWN: ("take", TakeShown),
}


class TileWords:
    """All that can be said in the tile game, from the one file that help is read from too."""

    def __init__(self) -> None:
        text = data_path("grammars", "tiles.toml").read_text(encoding="utf-8")
        self._file: Mapping[str, Any] = tomllib.loads(text)
        self.questions: Mapping[str, commands.Command] = {
            name: commands.Command(
                name, tuple(row["say"]), row["help"], tuple(row.get("typed", ()))
            )
            for name, row in self._file["questions"].items()
        }
        self._colours = {colour: _one_of(self._file["colours"][colour.value]) for colour in Colour}
        forms = {treasure: self._file["treasures"][treasure.value] for treasure in Treasure}
        self._treasures = {kind: _one_of([one for one, _ in each]) for kind, each in forms.items()}
        self._several = {
            kind: _one_of([form for pair in each for form in pair]) for kind, each in forms.items()
        }

    @cached_property
    def wording(self) -> Wording:
        """Colours and treasures carry the meaning; a colour is never taken for another."""
        colours = self._words(self._colours.values())
        treasures = self._words(self._several.values()) - {"magic", "treasure", "treasures"}
        decoys = frozenset(self._file["decoys"]["words"])
        keys: frozenset[str] = (
            colours | treasures | decoys | _PLACE_KEYS | _QUESTION_KEYS | {*_ORDINALS}
        )
        spellings = self._file["spellings"].items()
        alike = {written: {meant: 0.0} for written, meant in spellings}
        keys |= frozenset(written for written, meant in spellings if meant in keys)
        # "On top of the middle" is no "top middle", so "of" is no word to pass over.
        fillers = FILLERS - {"of"} | {"in", "on", "at", "to"}
        return Wording(keys, alike, (colours | decoys,), fillers)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All words that a typed line may hold."""
        fixed = (*self._file["moves"].values(), *self._file["inquiries"].values())
        texts = (*self._file["sides"].values(), *self._colours.values(), *self._several.values())
        slots = {"tile", "place", "side", "value", "number"}
        phrases = [text.replace("{", " ").replace("}", " ") for text in (*fixed, *texts)]
        asked = [phrase for question in self.questions.values() for phrase in question.say]
        return (
            self._words([*phrases, *asked]) - slots | self.wording.keys | {*self._file["spellings"]}
        )

    def legal(self, view: View) -> tuple[Phrase[Sayable], ...]:
        """The ways to say each of ``view.legal``, and to ask about what lies on the board."""
        return (*self._moves(view), *self._inquiries(view))

    def refused(self, view: View) -> tuple[Phrase[Sayable], ...]:
        """The ways to say what might be wanted but is not legal now: tiles by their full names, or
        by a treasure of which there is none.
        """
        seat = view.seat
        if seat is None or view.step not in _TILE_COMMANDS:
            return ()
        pattern, command = _TILE_COMMANDS[view.step]
        wanted = [command(seat, tile) for tile in _tiles_in_game(view)]
        return tuple(
            Phrase(
                self._fill(
                    pattern,
                    tile=f"[{self._colours[each.tile.colour]}] "
                    f"{self._treasures[each.tile.treasure]}",
                ),
                each,
            )
            for each in wanted
            if each not in view.legal
        )

    @cached_property
    def decoys(self) -> tuple[str, ...]:
        """What is listened for only so that it is not heard as something else."""
        colours = [
            f"{lead}{word}" for word in self._file["decoys"]["words"] for lead in ("", "the ")
        ]
        return (*colours, *self._file["decoys"]["refusals"])

    def narrowing(self, choices: Sequence[Sayable]) -> tuple[Phrase[Sayable], ...]:
        """Ways to name one of ``choices`` just read out: by its colour, or by its number."""
        return tuple(
            Phrase(self._fill("choice", tile=self._tile(command.tile), number=ordinal), command)
            for command, ordinal in zip(choices, _ORDINALS, strict=False)
            if not isinstance(command, KeepLamp | LeaveNeighbours | Forbid | OnPlace)
        )

    def _moves(self, view: View) -> Iterator[Phrase[Sayable]]:
        around = {spot.tile: spot for spot in spots(view)}
        for command in view.legal:
            match command:
                case Take(_, tile) | TakeNeighbour(_, tile):
                    pattern = "take" if isinstance(command, Take) else "neighbour"
                    yield Phrase(self._fill(pattern, tile=self._tile(tile)), command)
                    yield from self._by_place(view, around[tile], command)
                case TakeShown(_, tile):
                    yield Phrase(self._fill("take", tile=self._tile(tile)), command)
                case Show(_, tile):
                    yield Phrase(self._fill("show", tile=self._tile(tile)), command)
                case SwapLamp(_, tile):
                    yield Phrase(self._fill("swap_lamp", tile=self._tile(tile)), command)
                case KeepLamp():
                    yield Phrase(self._fill("keep_lamp"), command)
                case LeaveNeighbours():
                    yield Phrase(self._fill("leave"), command)
                case Forbid(_, restriction):
                    yield Phrase(self._fill("forbid", value=self._value(restriction)), command)

    def _by_place(self, view: View, spot: Spot, command: Command) -> Iterator[Phrase[Sayable]]:
        place = f"({spot.position} [[of] [the] {spot.layer}])"
        yield Phrase(self._fill("place", place=place), command)
        for side, neighbour in spot.neighbours.items():
            seen_from = {"up": "down", "down": "up", "left": "right", "right": "left"}[side.value]
            either = f"({self._file['sides']['any']}|{self._file['sides'][seen_from]})"
            text = self._fill("beside", side=either, tile=self._full(neighbour))
            yield Phrase(text, command)

    def _inquiries(self, view: View) -> Iterator[Phrase[Sayable]]:
        if view.step is not Step.TAKE:
            return
        for tile in view.face_up.values():
            name = self._tile(tile)
            yield Phrase(self._ask("where", tile=name), Where(tile))
            yield Phrase(self._ask("under", tile=name), Under(tile))
            yield Phrase(self._ask("on_tile", tile=name), OnTile(tile))
        layout = view.settings.layout
        covered: dict[str, list[Place]] = {}
        for place in sorted(view.face_down, reverse=True):
            position, layer = position_name(layout, place), layer_name(place)
            covered.setdefault(position, []).append(place)
            text = self._ask("on_place", place=f"{position} [of] [the] {layer}")
            yield Phrase(text, OnPlace((place,)))
        for position, places in covered.items():
            yield Phrase(self._ask("on_place", place=position), OnPlace(tuple(places)))

    def _tile(self, tile: Tile) -> str:
        """A tile by both names, by its treasure, or as "the blue one" (BABA-1)."""
        colour, treasure = self._colours[tile.colour], self._treasures[tile.treasure]
        return f"({colour} {treasure}|{treasure}|{colour} one)"

    def _full(self, tile: Tile) -> str:
        return f"({self._colours[tile.colour]} {self._treasures[tile.treasure]})"

    def _value(self, restriction: Restriction) -> str:
        if restriction.colour is not None:
            return self._colours[restriction.colour]
        assert restriction.treasure is not None
        return self._several[restriction.treasure]

    def _fill(self, name: str, **slots: str) -> str:
        text: str = self._file["moves"][name]
        return text.format(**slots)

    def _ask(self, name: str, **slots: str) -> str:
        text: str = self._file["inquiries"][name]
        return text.format(**slots)

    @staticmethod
    def _words(texts: Any) -> frozenset[str]:
        return frozenset().union(*(words_of(parse(text)) for text in texts))


def _one_of(names: Sequence[str]) -> str:
    return f"({'|'.join(names)})"


def _tiles_in_game(view: View) -> list[Tile]:
    return [tile for tile in ALL_TILES if tile.treasure not in view.removed]
