"""Possible truths behind a view: states in which all that is hidden is drawn at random."""

from __future__ import annotations

from assistant.games.kernel import Chance
from assistant.games.tiles.state import ShownTile, State, Step
from assistant.games.tiles.treasures import ALL_TILES, Tile
from assistant.games.tiles.views import View


def imagine(view: View, chance: Chance) -> tuple[State, Chance]:
    """A state that looks like ``view``, each way to place the unseen tiles equally likely.

    Unseen are the tiles that lie face down, in the box and behind hidden screens. The state's own
    generator is the one returned, never that of the real game.
    """
    seen = {*view.face_up.values(), *view.beside, *view.gone}
    seen.update(tile for screen in view.screens for tile in screen or ())
    seen.update(each.tile for each in view.shown)
    unseen, chance = chance.shuffled(
        tile for tile in ALL_TILES if tile.treasure not in view.removed and tile not in seen
    )
    stock = list(unseen)
    face_down = {place: stock.pop() for place in sorted(view.face_down)}
    screens = tuple(_screen(view, seat, screen, stock) for seat, screen in enumerate(view.screens))
    shown, chance = _chosen(view, screens, chance)
    state = State(
        settings=view.settings,
        players=view.players,
        start=view.start,
        chance=chance,
        face_up=view.face_up,
        face_down=face_down,
        boxed=tuple(stock),
        removed=view.removed,
        beside=view.beside,
        gone=view.gone,
        screens=screens,
        track=view.track,
        restrictions=view.restrictions,
        phase=view.phase,
        turn=view.turn,
        step=view.step,
        taken=view.taken,
        place=view.place,
        turned=view.turned,
        must_show=view.must_show,
        shown=shown,
        results=view.results,
    )
    return state, chance


def _screen(
    view: View, seat: int, screen: tuple[Tile, ...] | None, stock: list[Tile]
) -> tuple[Tile, ...]:
    if screen is not None:
        return screen
    known = tuple(each.tile for each in view.shown if each.seat == seat)
    return (*known, *(stock.pop() for _ in range(view.held[seat] - len(known))))


def _chosen(
    view: View, screens: tuple[tuple[Tile, ...], ...], chance: Chance
) -> tuple[tuple[ShownTile, ...], Chance]:
    """Yellow: what those who have chosen already are or may be about to show (BABA-15)."""
    if view.step is not Step.SHOW:
        return view.shown, chance
    own = {each.seat: each for each in view.shown}
    waiting = view.must_show[0]
    shown = []
    seat = (view.turn + 1) % view.players
    while seat != waiting:
        if seat in own:
            shown.append(own[seat])
        elif screens[seat]:
            tile, chance = chance.choose(screens[seat])
            shown.append(ShownTile(seat, tile))
        seat = (seat + 1) % view.players
    return tuple(shown), chance
