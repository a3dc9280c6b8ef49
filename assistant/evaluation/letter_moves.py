"""Spoken moves of the letter-card game: each clip is an answer in one position of one game.

A manifest line holds ``audio`` (relative to the manifest), ``voice``, ``said``, the position
(``players``, ``seed``, and ``plies``, how many commands the medium computer players had given), and
``expected``: the effect of the move that is said (see :func:`effect`), or null where nothing must
be played because it is ambiguous, not legal, or not meant for the game. The answer goes through the
host itself. The player never objects when the host names a move and leaves a moment to say no;
asked outright whether a move is meant, the player says the truth.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.evaluation.one_answer import AskedAgain, OneAnswer, Score
from assistant.games.kernel import Chance, replay, to_plain
from assistant.games.letters import (
    Command,
    Event,
    State,
    begin,
    decide,
    evolve,
    forced,
    legal_commands,
    view,
)
from assistant.games.letters.bots import BOTS, Strength
from assistant.games.letters.steps import ali_babas_at_risk
from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording, read_recording
from assistant.hosting.course import Saved
from assistant.hosting.letters import LettersEvening, LettersHost
from assistant.hosting.letters_events import ali_babas
from assistant.hosting.letters_names import Naming
from assistant.hosting.lines import Lines
from assistant.hosting.move_host import Player
from assistant.hosting.table import Table
from assistant.understanding.letter_words import LetterWords

NAMES = ("Anna", "Ben", "Cara", "Sarah")


@dataclass(frozen=True, slots=True)
class Position:
    """A position that computer players reach."""

    players: int
    seed: int
    plies: int

    def state(self) -> State:
        """The state there, after whatever is forced has been carried out."""
        state, chance = begin(self.players, self.seed), Chance.seeded(self.seed)
        done = 0
        while done < self.plies or forced(state) is not None:
            command = forced(state)
            if command is None:
                command, chance = BOTS[Strength.MEDIUM](view(state, state.turn), chance)
            state = replay(evolve, state, decide(state, command))
            done += 1
        return state


@dataclass(frozen=True, slots=True)
class MoveClip:
    """One line of the manifest."""

    path: Path
    voice: str
    said: str
    position: Position
    expected: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What was heard in a clip and what became of it."""

    clip: MoveClip
    heard: str
    played: Command | None
    score: Score


def effect(command: Command | None) -> dict[str, Any] | None:
    """A command as a JSON object, without the slots of cards that are equal to others (SES-1)."""
    if command is None:
        return None
    plain: dict[str, Any] = {"command": type(command).__name__, **to_plain(command)}
    plain.pop("slot", None)
    if plain.get("place") is not None:
        plain["place"] = "hand"
    return plain


def read_moves(path: Path) -> tuple[MoveClip, ...]:
    """The clips of a manifest."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return tuple(
        MoveClip(
            path.parent / row["audio"],
            row["voice"],
            row["said"],
            Position(row["players"], row["seed"], row["plies"]),
            row["expected"],
        )
        for row in rows
    )


def written(clip: MoveClip) -> dict[str, Any]:
    """The manifest line of a clip."""
    return {
        "audio": clip.path.name,
        "voice": clip.voice,
        "said": clip.said,
        **to_plain(clip.position),
        "expected": clip.expected,
    }


def score(clips: tuple[MoveClip, ...], model: Model) -> Iterator[MoveResult]:
    """Each clip through recogniser and host."""
    for clip in clips:
        yield score_one(clip, read_recording(clip.path), model)


def score_one(clip: MoveClip, recording: Recording, model: Model) -> MoveResult:
    """One clip, already read."""
    lines, names = Lines("letters"), NAMES[: clip.position.players]
    words = LetterWords(names, model.knows)
    state = clip.position.state()
    seen = view(state, state.turn)
    name, agrees_to = names[state.turn], []
    for each in legal_commands(state):
        if effect(each) == clip.expected:
            named = Naming(words, names).move(each, seen)
            lost = ali_babas(ali_babas_at_risk(state))
            agrees_to.append(lines("sure_of_move", move=named, name=name))
            agrees_to.append(lines("at_risk", move=named, count=lost, name=name))
    player = OneAnswer(model, recording, agrees_to)
    table = Table(player, player, lambda _line: None, knows=model.knows, lines=lines)
    seated = tuple(Player(name) for name in names)
    evening = LettersEvening(seated, state.settings, clip.position.seed)
    saved: Saved[State, Event] = Saved(state, Chance.seeded(0), (), ())
    host = LettersHost(table, evening, words, saved=saved)
    played = None
    with suppress(AskedAgain):
        played = host.ask()
    if effect(played) == clip.expected:
        outcome = Score.CONFIRMED if player.confirmed else Score.RIGHT
    else:
        outcome = Score.ASKED if played is None else Score.WRONG
    return MoveResult(clip, player.heard, played, outcome)
