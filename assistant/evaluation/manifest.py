"""Manifests: JSON lines that say what is in each recording of a set.

A line holds ``audio`` (a path relative to the manifest) and is one of three kinds:

- a recitation: ``hand`` {treasure: count}, ``verdict`` "correct" or "mistake", ``deck`` "cavern"
  or a deck file (a path relative to the manifest) or ``treasures`` (all treasures of that deck),
  ``adjectives`` {treasure: adjective} where the adjective variant is on, ``speech_end`` in seconds;
- a phrase: ``phrases`` (the closed list) and ``expected`` (which of them is said);
- not for us: ``phrases`` and ``expected`` are null, and nothing in it is meant for the game.

``voice`` or ``speaker`` may name who speaks, or ``player`` where the examples of one person were
recorded (``alibaba record-examples``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CAVERN = "cavern"
"""The ``deck`` of lines that use the deck of the cavern game."""


class ManifestProblem(Exception):
    """A manifest that cannot be used; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Clip:
    """What every line says. ``number`` is the line in the manifest, from 1."""

    number: int
    audio: str
    path: Path
    voice: str


@dataclass(frozen=True, slots=True)
class Recitation(Clip):
    """A thief recites."""

    hand: Mapping[str, int]
    treasures: tuple[str, ...] | None
    """All treasures of the deck; None for a deck file or the deck of the cavern game."""
    adjectives: Mapping[str, str] | None
    """Those bound in this round; None where the adjective variant is off."""
    correct: bool
    speech_end: float | None
    """Seconds until the last word is over."""
    deck: Path | None = None
    """The deck file; None for the deck of the cavern game, or for ``treasures``."""


@dataclass(frozen=True, slots=True)
class Phrase(Clip):
    """Somebody says one of a closed list."""

    phrases: tuple[str, ...]
    expected: str


@dataclass(frozen=True, slots=True)
class NotForUs(Clip):
    """Speech or noise that must cause nothing."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The usable lines, and a sentence (``file:line: ...``) for each line that is not."""

    path: Path
    clips: tuple[Clip, ...]
    problems: tuple[str, ...]
    player: str | None = None
    """Whose examples these are, if all lines are of one player."""


def read_manifest(path: Path) -> Manifest:
    """Reads a manifest; blank lines are passed over.

    Raises :class:`ManifestProblem` if the file is missing, no text, or has no line at all.
    """
    if path.is_dir():
        raise ManifestProblem(f"{path} is a folder; name the manifest in it.")
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ManifestProblem(f"There is no manifest at {path}.") from None
    except UnicodeDecodeError:
        raise ManifestProblem(f"The manifest {path} is not a text file.") from None
    except OSError as error:
        raise ManifestProblem(f"The manifest {path} cannot be read: {error.strerror}.") from None
    clips: list[Clip] = []
    problems: list[str] = []
    players: set[str | None] = set()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                row = _object(line)
                clips.append(_clip(row, number, path.parent))
                players.add(row.get("player"))
            except _Flaw as flaw:
                problems.append(f"{path}:{number}: {flaw}")
    if not clips and not problems:
        raise ManifestProblem(f"The manifest {path} is empty: it names no recording.")
    player = players.pop() if len(players) == 1 else None
    return Manifest(path, tuple(clips), tuple(problems), player)


class _Flaw(Exception):
    pass


def _object(line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        raise _Flaw("the line is not JSON.") from None
    if not isinstance(row, dict):
        raise _Flaw("the line is not a JSON object in braces.")
    return row


def _clip(row: dict[str, Any], number: int, folder: Path) -> Clip:
    audio = row.get("audio")
    if not isinstance(audio, str) or not audio:
        raise _Flaw('the line lacks "audio", the path of a recording.')
    voice = str(row.get("voice") or row.get("speaker") or row.get("player") or "unknown")
    base = (number, audio, folder / audio, voice)
    if "hand" in row:
        return _recitation(row, base, folder)
    if row.get("phrases") is not None:
        return _phrase(row, base)
    if "phrases" in row and "expected" in row:
        if row["expected"] is not None:
            raise _Flaw('"expected" without "phrases": say which phrases may be said.')
        return NotForUs(*base)
    raise _Flaw('the line lacks "hand" (a recitation), or "phrases" and "expected".')


def _recitation(row: dict[str, Any], base: tuple[int, str, Path, str], folder: Path) -> Recitation:
    hand = row["hand"]
    if not (
        isinstance(hand, dict) and hand and all(type(n) is int and n > 0 for n in hand.values())
    ):
        raise _Flaw('"hand" must be {treasure: count}, each count 1 or more.')
    verdict = row.get("verdict")
    if verdict not in ("correct", "mistake"):
        raise _Flaw('"verdict" must be "correct" or "mistake".')
    treasures: tuple[str, ...] | None = None
    deck: Path | None = None
    if row.get("treasures") is not None:
        treasures = _texts(row["treasures"], "treasures")
        strange = sorted(set(hand) - set(treasures))
        if strange:
            raise _Flaw(f'"{strange[0]}" is in the hand but not in "treasures".')
    elif row.get("deck") != CAVERN:
        if not str(row.get("deck")).endswith(".toml"):
            raise _Flaw(f'the line needs "deck": "{CAVERN}" or a file, or a list of "treasures".')
        deck = folder / row["deck"]
    adjectives = row.get("adjectives")
    if adjectives is not None and not (
        isinstance(adjectives, dict) and all(isinstance(word, str) for word in adjectives.values())
    ):
        raise _Flaw('"adjectives" must be {treasure: adjective}, or null.')
    end = row.get("speech_end")
    if end is not None and (isinstance(end, bool) or not isinstance(end, int | float)):
        raise _Flaw('"speech_end" must be a number of seconds.')
    return Recitation(*base, hand, treasures, adjectives, verdict == "correct", end, deck)


def _phrase(row: dict[str, Any], base: tuple[int, str, Path, str]) -> Phrase:
    phrases = _texts(row["phrases"], "phrases")
    expected = row.get("expected")
    if expected not in phrases:
        raise _Flaw('"expected" must be one of "phrases".')
    return Phrase(*base, phrases, expected)


def _texts(value: Any, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise _Flaw(f'"{key}" must be a list of words in square brackets.')
    if not all(isinstance(text, str) and text.strip() for text in value):
        raise _Flaw(f'"{key}" must hold words in quotation marks only.')
    return tuple(dict.fromkeys(value))
