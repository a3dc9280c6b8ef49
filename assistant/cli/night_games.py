"""The games of an evening: what can be chosen in each, and how a plan becomes a game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from assistant.cli import play_letters, play_tiles
from assistant.cli.deck import own_decks
from assistant.cli.house_rules import house_rules, options_in
from assistant.cli.house_rules import settings_from as cavern_settings
from assistant.cli.keeping import cavern_words
from assistant.cli.veil import veil_screen
from assistant.games.cavern.bots import Temper
from assistant.games.cavern.settings import AliBaba
from assistant.games.kernel import Strength
from assistant.games.letters import Settings as LetterSettings
from assistant.games.tiles import verify_setup
from assistant.hearing.models import Model
from assistant.hosting.book import Book
from assistant.hosting.cavern import CavernHost, Evening
from assistant.hosting.letters import LettersEvening
from assistant.hosting.move_host import Player
from assistant.hosting.night_setup import Offer, Plan
from assistant.hosting.opening import BadTable, ask_first, seat_players
from assistant.hosting.saving import header_of
from assistant.hosting.table import Table
from assistant.hosting.tiles import TilesEvening
from assistant.journal.header import Header
from assistant.understanding.deck_file import read_deck
from assistant.understanding.deck_shelf import find_deck

Start = tuple[Header, Callable[[Table, Book], object]]
"""What is written down before a game, and what plays it."""

_TEMPERS = tuple(temper.name.lower() for temper in Temper)
_STRENGTHS = tuple(strength.value for strength in Strength)
_RULES: Mapping[str, Mapping[str, Sequence[str]]] = {
    "cavern": {
        "ordinary": (),
        "family": ("--family",),
        "adjectives": ("--adjectives", "host"),
        "order": ("--order",),
    },
    "tiles": {
        "ordinary": (),
        "lamp": ("--variant", "lamp"),
        "equal": ("--variant", "equal"),
        "cave": ("--variant", "small"),
    },
    "letters": {"ordinary": (), "reminders": ("--remind",), "doubling": ("--cumulative",)},
}
"""The house rules behind each choice, as ``alibaba play`` takes them."""

OFFERS = {
    "cavern": Offer("cavern", 5, tuple(_RULES["cavern"]), _TEMPERS, "steady", role_changes=True),
    "tiles": Offer("tiles", 4, tuple(_RULES["tiles"]), _STRENGTHS, "medium"),
    "letters": Offer("letters", 4, tuple(_RULES["letters"]), _STRENGTHS, "medium"),
}


def start(
    table: Table, plan: Plan, model: Model | None, *, plain: bool, seed: int | None = None
) -> Start:
    """The game of a plan. Raises BadTable where its rules do not allow so many players."""
    luck = secrets.randbits(32) if seed is None else seed
    rules = _RULES[plan.game][plan.rules]
    if plan.game == "cavern":
        return _cavern(table, plan, rules, model, luck, plain)
    return (_tiles if plan.game == "tiles" else _letters)(plan, rules, model, luck, plain)


def _cavern(
    table: Table, plan: Plan, rules: Sequence[str], model: Model | None, seed: int, plain: bool
) -> Start:
    ali = AliBaba.ROTATE if plan.in_turn else AliBaba.HOST
    settings = cavern_settings(options_in(rules, house_rules), ali)
    players = seat_players(plan.names, ali, cassim=False)
    evening = Evening(
        deck=read_deck(find_deck("cavern", own_decks(None))),
        players=players,
        settings=settings,
        seed=seed,
        first=ask_first(table, players) if plan.in_turn else len(players) - 1,
        temper=Temper[plan.temper.upper()],
    )
    words = cavern_words(evening.deck, settings, model)
    veil_screen(table)
    return header_of(evening), lambda at, book: CavernHost(at, evening, words, book=book).play()


def _tiles(plan: Plan, rules: Sequence[str], model: Model | None, seed: int, plain: bool) -> Start:
    game = play_tiles.TILES
    settings = play_tiles.settings_from(options_in(rules, play_tiles.tile_rules))
    players = _seated(plan, game.computers)
    if refusal := verify_setup(settings, len(players)):
        raise BadTable(refusal.reason)
    evening = TilesEvening(players, settings, seed, None)
    return (
        game.saving.header_of(evening),
        lambda at, book: game.host(at, evening, model, plain=plain, book=book).play(),
    )


def _letters(
    plan: Plan, rules: Sequence[str], model: Model | None, seed: int, plain: bool
) -> Start:
    game = play_letters.LETTERS
    options: dict[str, Any] = options_in(rules, play_letters.letter_rules)
    settings: LetterSettings = play_letters.settings_from(options)
    evening = LettersEvening(_seated(plan, game.computers), settings, seed)
    return (
        game.saving.header_of(evening),
        lambda at, book: game.host(at, evening, model, plain=plain, book=book).play(),
    )


def _seated(plan: Plan, computers: Sequence[str]) -> tuple[Player, ...]:
    """Whoever plays alone is joined by a computer player with a name of its own."""
    people = tuple(Player(name) for name in plan.names)
    if len(people) > 1:
        return people
    taken = plan.names[0].casefold()
    companion = next(name for name in computers if name.casefold() != taken)
    return (*people, Player(companion, Strength(plan.temper)))
