"""Spoken moves of the tile game: each clip is an answer in one position of one game.

A manifest line holds ``audio`` (relative to the manifest), ``voice``, ``said``, the position
(``variant``, ``players``, ``seed``, and ``plies``, the number of choices already made at random),
and ``expected``: the record of the move that is said, or null where nothing must be played because
it is ambiguous, not legal, or not meant for the game. The answer goes through the host itself;
silence afterwards agrees, which is the least careful player there is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from assistant.games.kernel import Chance, from_record, to_record
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
from assistant.hearing.turn import End, Heard
from assistant.hosting.ears import Answer, Question
from assistant.hosting.lines import Lines
from assistant.hosting.recorded import hear
from assistant.hosting.table import Table
from assistant.hosting.tiles import Player, TilesEvening, TilesHost
from assistant.understanding.tile_words import TileWords

_NAMES = ("Ana", "Ben", "Caro", "Dan")


class Score(Enum):
    """What became of a clip."""

    RIGHT = "right"
    ASKED = "asked"
    WRONG = "wrong"
    """A move was played that was not said."""


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


class Asked(Exception):
    """The host asked back."""


class _OneClip:
    """Gives one answer; silence agrees to what was understood, any other question is too many."""

    def __init__(self, model: Model, recording: Recording) -> None:
        self._model = model
        self._recording: Recording | None = recording
        self.heard = ""

    def listen(self, question: Question, quiet_from: float) -> Answer:
        recording, self._recording = self._recording, None
        if recording is None:
            if question.silence_agrees:
                return Answer(None, Heard((), 0.0), End.SILENCE)
            raise Asked
        answer = Answer.of_turn(hear(self._model, recording, question))
        self.heard = " ".join(
            f"{w.text}:{w.confidence:.2f}" if w.confidence < 0.995 else w.text
            for w in answer.heard.words
        )
        return answer


class _Mute:
    sound_ended_at = 0.0

    def say(self, text: str) -> None:
        """Nothing."""

    def slower(self) -> bool:
        return False

    faster = louder = softer = slower


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
    ears = _OneClip(model, recording)
    host, state = _host(clip.position, ears, model, words)
    seat = to_act(state)
    assert seat is not None
    played = None
    with suppress(Asked):
        played = host.ask(seat)
    if played == clip.expected:
        return MoveResult(clip, ears.heard, played, Score.RIGHT)
    return MoveResult(clip, ears.heard, played, Score.ASKED if played is None else Score.WRONG)


def _host(
    position: Position, ears: _OneClip, model: Model, words: TileWords
) -> tuple[TilesHost, State]:
    table = Table(_Mute(), ears, lambda _line: None, knows=model.knows, lines=Lines("tiles"))
    players = tuple(Player(name) for name in _NAMES[: position.players])
    settings = Settings(variant=position.variant)
    evening = TilesEvening(players, settings, position.seed, start=0)
    host = TilesHost(table, evening, words, past=position.events())
    return host, host.state


def _clip(row: dict[str, Any], folder: Path) -> MoveClip:
    return MoveClip(
        folder / row["audio"],
        row["voice"],
        row["said"],
        Position(Variant(row["variant"]), row["players"], row["seed"], row["plies"]),
        None if row["expected"] is None else from_record(COMMANDS, row["expected"]),
    )
