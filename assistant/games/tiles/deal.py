"""Setting up a game: which tiles are used and where they lie (BABA-1, BABA-36 to BABA-38)."""

from __future__ import annotations

from assistant.games.kernel import Chance, NotAllowed, Seat
from assistant.games.tiles.events import Dealt, Event, Placed, TurnBegan
from assistant.games.tiles.settings import Settings, Variant
from assistant.games.tiles.treasures import ALL_TILES, Tile, Treasure

_KINDS_REMOVED = {Variant.EQUAL: 1, Variant.SMALL: 3}
_TILES_BESIDE = 6


def verify_setup(settings: Settings, players: int, start: Seat | None = None) -> NotAllowed | None:
    """Why no game can begin like this, or None (BABA-36, BABA-37, BABA-38)."""
    if players not in settings.players:
        if settings.variant is Variant.SMALL:
            return NotAllowed("The smaller cave is for two players.", "BABA-37")
        return NotAllowed("Ali Baba is for two to four players.", "BABA-38")
    if start is not None and start not in range(players):
        return NotAllowed("The start player must sit at the table.", "BABA-38")
    if settings.removed is not None and settings.variant is not Variant.EQUAL:
        return NotAllowed("A treasure is chosen to be left out in Equal Treasures only.", "BABA-36")
    return None


def begin(
    settings: Settings, players: int, seed: int, start: Seat | None = None
) -> tuple[Event, ...]:
    """The events that set a game up; ``start`` is drawn if not given (BABA-38).

    Raises :class:`NotAllowed` as :func:`verify_setup` says.
    """
    refusal = verify_setup(settings, players, start)
    if refusal is not None:
        raise refusal
    chance = Chance.seeded(seed)
    if start is None:
        start, chance = chance.below(players)
    removed, chance = _removed_kinds(settings, chance)
    used = [tile for tile in ALL_TILES if tile.treasure not in removed]
    beside: tuple[Tile, ...] = ()
    if settings.variant is Variant.LAMP:
        lampless, chance = chance.shuffled(
            tile for tile in used if tile.treasure is not Treasure.LAMP
        )
        beside = lampless[:_TILES_BESIDE]
        used = [tile for tile in used if tile not in beside]
    shuffled, chance = chance.shuffled(used)
    places = settings.layout.places
    board, boxed = shuffled[: len(places)], shuffled[len(places) :]
    dealt = Dealt(
        settings=settings,
        players=players,
        start=start,
        board=tuple(Placed(place, tile) for place, tile in zip(places, board, strict=True)),
        boxed=boxed,
        removed=removed,
        beside=beside,
        chance=chance,
    )
    return dealt, TurnBegan(start, lapsed=None)


def _removed_kinds(settings: Settings, chance: Chance) -> tuple[tuple[Treasure, ...], Chance]:
    if settings.removed is not None:
        return (settings.removed,), chance
    kinds, after = chance.shuffled(Treasure)
    count = _KINDS_REMOVED.get(settings.variant, 0)
    return kinds[:count], after if count else chance
