"""Short ways to journals: random legal games of every kind, written as a host writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from assistant.games import letters, tiles
from assistant.games.cavern import moves as cavern
from assistant.games.cavern.recitation import full_list
from assistant.games.cavern.settings import Settings as CavernRules
from assistant.games.cavern.state import Phase as CavernPhase
from assistant.games.kernel import Chance, Strength, fingerprint, to_plain, to_record
from assistant.games.letters.bots import BOTS
from assistant.journal.folder import Folder, Happened, OpenGame
from assistant.journal.gamefile import Clock
from assistant.journal.header import Header, SavedDeck, SavedPlayer
from assistant.journal.rules import RULES
from tests.games.cavern.tables import DECK

PLAYERS = tuple(SavedPlayer(name, "person") for name in ("Ana", "Ben", "Caro"))


def clock() -> Clock:
    """A clock that goes on by a second whenever it is looked at."""
    moments: Iterator[datetime] = (
        datetime(2026, 5, 1, 20, tzinfo=UTC) + timedelta(seconds=n) for n in range(10**6)
    )
    return lambda: next(moments)


def header(game: str, seed: int = 1, **changes: Any) -> Header:
    """The header of a game with everything as usual."""
    settings = {"cavern": CavernRules(), "tiles": tiles.Settings(), "letters": letters.Settings()}
    deck = SavedDeck.of("a.toml", 'name = "a"') if game == "cavern" else None
    values = {
        "game": game,
        "program": "0.1.0",
        "rules": RULES[game].version,
        "seed": seed,
        "players": PLAYERS,
        "settings": to_plain(settings[game]),
        "deck": deck,
    }
    return Header(**{**values, **changes})


Steps = Iterator[Sequence[Any]]


def cavern_steps(seed: int) -> Steps:
    """What happens in a cavern game of people who are right most of the time."""
    rng = Random(seed)
    events: Sequence[Any] = cavern.begin(DECK, CavernRules(), 3, None, seed)
    state = None
    while True:
        yield events
        for event in events:
            state = cavern.evolve(state, event)
        assert state is not None
        if state.phase is CavernPhase.OVER:
            return
        choices = list(cavern.legal_commands(state))
        if state.phase is CavernPhase.RECITE and rng.random() < 0.9:
            choices = [cavern.Recite(full_list(state.hand, state.adjectives))]
        events = cavern.decide(state, rng.choice(choices))


def tiles_steps(seed: int) -> Steps:
    """What happens in a random tile game."""
    rng = Random(seed)
    events: Sequence[Any] = tiles.begin(tiles.Settings(), 3, seed)
    state = tiles.UNDEALT
    while True:
        yield events
        for event in events:
            state = tiles.evolve(state, event)
        legal = tiles.legal_commands(state)
        if not legal:
            return
        events = tiles.decide(state, rng.choice(legal))


def letters_steps(seed: int, most: int = 120) -> Steps:
    """What happens in the first part of a random letter match."""
    rng = Random(seed)
    state = letters.begin(3, seed, letters.Settings())
    for _ in range(most):
        legal = letters.legal_commands(state)
        if not legal:
            return
        events = letters.decide(state, rng.choice(legal))
        yield events
        for event in events:
            state = letters.evolve(state, event)


def match_steps(seed: int) -> Steps:
    """A whole letter match of computer players."""
    luck = Chance.seeded(seed)
    state = letters.begin(3, seed, letters.Settings())
    while state.phase is not letters.Phase.FINISHED:
        if state.phase is letters.Phase.READY:
            command: letters.Command = letters.Deal()
        else:
            command, luck = BOTS[Strength.MEDIUM](letters.view(state, state.turn), luck)
        events = letters.decide(state, command)
        yield events
        for event in events:
            state = letters.evolve(state, event)


STEPS: dict[str, Callable[[int], Steps]] = {
    "cavern": cavern_steps,
    "tiles": tiles_steps,
    "letters": letters_steps,
}


@dataclass
class Written:
    """A game as it was written: every state, and what the host kept beside it."""

    game: OpenGame
    states: list[Any]
    keeps: list[int]


def begun(kind: str, seed: int) -> Any:
    """The state before the first event."""
    return RULES[kind].before(header(kind, seed))


def write(
    folder: Folder,
    kind: str,
    seed: int = 1,
    steps: int | None = None,
    course: Steps | None = None,
    **changes: Any,
) -> Written:
    """Plays a random game of this kind into a new journal, or its first ``steps`` steps.
    ``course``: what happens instead; ``changes``: what the header has besides.
    """
    rules = RULES[kind]
    game = folder.new(header(kind, seed, **changes))
    state = begun(kind, seed)
    written = Written(game, [state], [0])
    for number, events in enumerate(course or STEPS[kind](seed)):
        if number == steps:
            break
        happened, winners = [], None
        for event in events:
            state = rules.evolve(state, event)
            happened.append(Happened(to_record(event), fingerprint(state)))
            if (seats := rules.winners(event)) is not None:
                winners = [PLAYERS[seat].name for seat in seats]
        game.file.happened("Ana", happened, {"luck": number + 1}, winners)
        game.file.told()
        written.states.append(state)
        written.keeps.append(number + 1)
    return written
