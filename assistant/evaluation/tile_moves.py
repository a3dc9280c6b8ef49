"""Spoken moves of the tile game: each clip is an answer in one position of one game.

A manifest line holds ``audio`` (relative to the manifest), ``voice``, ``said``, the position
(``variant``, ``players``, ``seed``, and ``plies``, the number of choices already made at random),
and ``expected``: the record of the move that is said, or null where nothing must be played because
it is ambiguous, not legal, or not meant for the game.

The answer goes through the host itself. The player never objects when the host names a move and
leaves a moment to say no; asked outright whether a move is meant, the player says the truth.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.evaluation.one_answer import AskedAgain, OneAnswer, Score
from assistant.games.kernel import Chance, from_record, replay, to_record
from assistant.games.tiles import (
    COMMANDS,
    UNDEALT,
    Command,
    Event,
    Settings,
    State,
    Variant,
    begin,
    evolve,
    legal_commands,
    play,
    to_act,
)
from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording, read_recording
from assistant.hosting.course import Saved
from assistant.hosting.lines import Lines
from assistant.hosting.move_host import Player
from assistant.hosting.table import Table
from assistant.hosting.tile_asking import described
from assistant.hosting.tiles import TilesEvening, TilesHost
from assistant.understanding.tile_words import TileWords

_NAMES = ("Ana", "Ben", "Caro", "Dan")


@dataclass(frozen=True, slots=True)
class Position:
    """A position that is reached by random play."""

    variant: Variant
    players: int
    seed: int
    plies: int

    def events(self) -> tuple[Event, ...]:
        """All that happened up to there (less if the game was over before)."""
        log = list(begin(Settings(variant=self.variant), self.players, self.seed, start=0))
        state = UNDEALT
        for event in log:
            state = evolve(state, event)
        chance = Chance.seeded(self.seed)
        for _ in range(self.plies):
            if to_act(state) is None:
                break
            command, chance = chance.choose(legal_commands(state))
            state, events = play(state, command)
            log.extend(events)
        return tuple(log)

    def saved(self) -> Saved[State, Event]:
        """The position as a host goes on from it."""
        return Saved(replay(evolve, UNDEALT, self.events()), Chance.seeded(0), (), ())


@dataclass(frozen=True, slots=True)
class MoveClip:
    """One line of the manifest."""

    path: Path
    voice: str
    said: str
    position: Position
    expected: Command | None


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What was heard in a clip and what became of it."""

    clip: MoveClip
    heard: str
    played: Command | None
    score: Score


def read_moves(path: Path) -> tuple[MoveClip, ...]:
    """The clips of a manifest."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return tuple(_clip(row, path.parent) for row in rows)


def written(clip: MoveClip) -> dict[str, Any]:
    """The manifest line of a clip."""
    position = clip.position
    return {
        "audio": clip.path.name,
        "voice": clip.voice,
        "said": clip.said,
        "variant": position.variant.value,
        "players": position.players,
        "seed": position.seed,
        "plies": position.plies,
        "expected": None if clip.expected is None else to_record(clip.expected),
    }


def score(clips: tuple[MoveClip, ...], model: Model) -> Iterator[MoveResult]:
    """Each clip through recogniser and host."""
    words = TileWords()
    for clip in clips:
        yield score_one(clip, read_recording(clip.path), model, words)


def score_one(clip: MoveClip, recording: Recording, model: Model, words: TileWords) -> MoveResult:
    """One clip, already read."""
    lines = Lines("tiles")
    agrees_to = []
    if clip.expected is not None:
        name = _NAMES[clip.expected.seat]
        agrees_to.append(lines("sure_of_move", move=described(clip.expected), name=name))
    player = OneAnswer(model, recording, agrees_to)
    table = Table(player, player, lambda _line: None, knows=model.knows, lines=lines)
    seated = tuple(Player(name) for name in _NAMES[: clip.position.players])
    settings = Settings(variant=clip.position.variant)
    evening = TilesEvening(seated, settings, clip.position.seed, start=0)
    host = TilesHost(table, evening, words, saved=clip.position.saved())
    seat = to_act(host.state)
    assert seat is not None
    played = None
    with suppress(AskedAgain):
        played = host.ask(seat)
    if played == clip.expected:
        outcome = Score.CONFIRMED if player.confirmed else Score.RIGHT
    else:
        outcome = Score.ASKED if played is None else Score.WRONG
    return MoveResult(clip, player.heard, played, outcome)


def _clip(row: dict[str, Any], folder: Path) -> MoveClip:
    return MoveClip(
        folder / row["audio"],
        row["voice"],
        row["said"],
        Position(Variant(row["variant"]), row["players"], row["seed"], row["plies"]),
        None if row["expected"] is None else from_record(COMMANDS, row["expected"]),
    )
