"""The board in words: what can be taken, layer by layer, and around one tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.games.tiles.geometry import Place
from assistant.games.tiles.legality import allowed
from assistant.games.tiles.places import (
    layer_name,
    lying_on,
    position_name,
    spot,
    spots,
)
from assistant.games.tiles.state import binding
from assistant.games.tiles.treasures import Tile
from assistant.games.tiles.views import View
from assistant.hosting.lines import Lines, counted, listing
from assistant.hosting.tile_names import by_colour, the
from assistant.understanding.tile_words import Inquiry, OnPlace, OnTile, Under, Where


def takeable(view: View) -> Mapping[Place, Tile]:
    """What the seat on turn may take; everything if all is forbidden (BABA-20, BABA-21)."""
    return allowed(view.face_up, binding(view.restrictions, view.turn)) or view.face_up


def what_can_be_taken(view: View, lines: Lines) -> str:
    """How many tiles, and which, grouped by colour."""
    free = takeable(view).values()
    sentence = lines("can_take", count=_tiles(len(free)), tiles=by_colour(free))
    barred = [tile for tile in view.face_up.values() if tile not in free]
    if not barred:
        return sentence
    forbidden = lines("can_take_not", tiles=by_colour(barred))
    return f"{sentence} {forbidden}"


def describe(view: View, lines: Lines) -> tuple[str, ...]:
    """The whole board: how many tiles can be taken first, then the layers from the top down."""
    free = takeable(view).values()
    sentences = [lines("takeable", count=_tiles(len(free)))]
    face_up = spots(view)
    for layer in reversed(range(len(view.settings.layout.sizes))):
        name = layer_name((layer, 0, 0))
        shown = [each for each in face_up if each.place[0] == layer]
        down = sum(place[0] == layer for place in view.face_down)
        tiles = ", ".join(
            f"{each.position} {each.tile}{'' if each.tile in free else ' (forbidden)'}"
            for each in shown
        )
        if shown and down:
            sentences.append(lines("layer_mixed", layer=name, tiles=tiles, count=_tiles(down)))
        elif shown:
            sentences.append(lines("layer_face_up", layer=name, tiles=tiles))
        elif down:
            sentences.append(lines("layer_face_down", layer=name, count=_tiles(down)))
    return tuple(sentences)


def answer(inquiry: Inquiry, view: View, lines: Lines) -> str:
    """What is public about a tile or a place (BABA-3)."""
    match inquiry:
        case Where(tile):
            return _where(tile, view, lines)
        case Under(tile):
            return _under(tile, view, lines)
        case OnTile(tile):
            nothing = lines("nothing_on_tile", tile=tile)
            return f"{nothing} {_turning_up(tile, view, lines)}"
        case OnPlace(places):
            return " ".join(_on_place(place, view, lines) for place in places)


def _where(tile: Tile, view: View, lines: Lines) -> str:
    found = spot(view, tile)
    assert found is not None
    sentences = [lines("lies_at", tile=tile, layer=found.layer, position=found.position)]
    if found.neighbours:
        beside = [the(each) for each in found.neighbours.values()]
        sentences.append(lines("beside_it", lie=_lie(beside), tiles=listing(beside)))
    return " ".join([*sentences, _turning_up(tile, view, lines)])


def _under(tile: Tile, view: View, lines: Lines) -> str:
    found = spot(view, tile)
    assert found is not None
    below = [
        place
        for place in view.settings.layout.rests_on[found.place]
        if place in view.face_down or place in view.face_up
    ]
    if not below:
        return lines("lies_on_board")
    count = _tiles(len(below))
    sentence = lines("covers", tile=tile, count=count, lie=_lie(below))
    return f"{sentence} {_turning_up(tile, view, lines)}"


def _turning_up(tile: Tile, view: View, lines: Lines) -> str:
    found = spot(view, tile)
    assert found is not None
    if not found.uncovers:
        return lines("would_turn_up_none")
    return lines("would_turn_up", count=_tiles(len(found.uncovers)))


def _on_place(place: Place, view: View, lines: Lines) -> str:
    layout = view.settings.layout
    above = lying_on(view, place)
    open_ones = [the(view.face_up[each]) for each in above if each in view.face_up]
    covered = len(above) - len(open_ones)
    tiles = listing([*open_ones, *([f"{_tiles(covered)} face down"] if covered else [])])
    return lines(
        "on_place",
        position=position_name(layout, place),
        layer=layer_name(place),
        lie=_lie(above),
        tiles=tiles,
    )


def _tiles(number: int) -> str:
    return counted(number, "tile", "tiles")


def _lie(things: Sequence[object]) -> str:
    return "lies" if len(things) == 1 else "lie"
