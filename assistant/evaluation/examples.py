"""Examples of one person's speech: the sentences to read, and the folder where they are kept."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from assistant.evaluation.manifest import ManifestProblem
from assistant.hearing.hush import Samples
from assistant.hearing.recordings import RecordingProblem, write_recording
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import Command, phrases_of

_MANIFEST = "manifest.jsonl"
_A_RECITATION = 3  # treasures: few enough to be read in one breath
_COMMANDS = (
    "repeat", "help", "score", "whose_turn", "what_heard", "challenge", "undo", "pause", "stop",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence to read, and what a manifest says of it besides."""

    text: str
    row: Mapping[str, Any]


def sentences(words: CavernWords, commands: Mapping[str, Command]) -> Iterator[Sentence]:
    """All treasures of a deck in short recitations, then commands, yes and no; the same ones
    each time. ``commands``: those that the model can hear.
    """
    deck = words.deck
    chance = Random(deck.deck.name)
    kinds = list(deck.deck.named.values())
    chance.shuffle(kinds)
    for at in range(0, len(kinds), _A_RECITATION):
        hand = {
            kind.name: min(kind.copies, chance.choice((1, 2)))
            for kind in kinds[at : at + _A_RECITATION]
        }
        treasures = ", ".join(deck.phrase(kind, count) for kind, count in hand.items())
        row = {"hand": hand, "verdict": "correct", "deck": _file_of(words)}
        yield Sentence(f"In the cavern there is {treasures}.", row)
    asked = [commands[name] for name in _COMMANDS if name in commands]
    for command in asked:
        yield _phrase(command.say[0], phrases_of(asked))
    for answer in ("yes", "no"):
        yield _phrase(answer, ("yes", "no"))


def _phrase(text: str, phrases: Sequence[str]) -> Sentence:
    return Sentence(f"{text}.", {"phrases": list(phrases), "expected": text})


def _file_of(words: CavernWords) -> str:
    """The name under which a deck is kept beside the examples: another one for each version."""
    path = words.deck.path
    return f"{path.stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.toml"


class Examples:
    """The examples of ``player`` below ``folder``, which is made with the first one. Each is on
    disk as soon as :meth:`keep` returns."""

    def __init__(self, folder: Path, player: str) -> None:
        name = "".join(letter if letter.isalnum() else "_" for letter in player.casefold())
        self.folder = folder / name
        self.manifest = self.folder / _MANIFEST
        self.player: str = next((row["player"] for row in self.rows()), player)

    def rows(self) -> list[dict[str, Any]]:
        """The lines of the manifest whose recording is there. Raises :class:`ManifestProblem`."""
        if not self.manifest.is_file():
            return []
        try:
            lines = self.manifest.read_text(encoding="utf-8").splitlines()
            rows = [json.loads(line) for line in lines if line.strip()]
            return [row for row in rows if (self.folder / row["audio"]).is_file()]
        except (OSError, ValueError, TypeError, KeyError):
            raise ManifestProblem(
                f"The manifest {self.manifest} is damaged: mend it, or delete its folder."
            ) from None

    def has(self, sentence: Sentence) -> bool:
        """Whether this sentence is recorded."""
        return any(_is_of(row, sentence) for row in self.rows())

    def keep(
        self, sentence: Sentence, samples: Samples, rate: int, speech_end: float, deck: Path
    ) -> None:
        """Keeps a recording in place of an earlier one of the sentence; ``deck``: its deck file.

        Raises :class:`RecordingProblem`.
        """
        others = [row for row in self.rows() if not _is_of(row, sentence)]
        taken = {row["audio"] for row in others}
        names = (f"{number:03}.flac" for number in range(1, len(taken) + 2))
        audio = next(name for name in names if name not in taken)
        row = {"audio": audio, "player": self.player, "said": sentence.text, **sentence.row}
        if "hand" in row:
            row["speech_end"] = round(speech_end, 2)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_recording(self.folder / audio, samples, rate)
            if "deck" in row:
                shutil.copyfile(deck, self.folder / row["deck"])
            self._write([*others, row])
        except OSError as problem:
            why = problem.strerror
            raise RecordingProblem(f"Nothing can be kept in {self.folder}: {why}.") from problem

    def delete(self) -> int:
        """Deletes all recordings of the player and what belongs to them; how many there were.

        Raises :class:`RecordingProblem`.
        """
        number = len(self.rows())
        try:
            if self.manifest.is_file():
                shutil.rmtree(self.folder)
        except OSError as problem:
            why = problem.strerror
            raise RecordingProblem(f"{self.folder} cannot be deleted: {why}.") from problem
        return number

    def _write(self, rows: Sequence[Mapping[str, Any]]) -> None:
        fresh = self.manifest.with_suffix(".new")
        lines = [json.dumps(row, ensure_ascii=False) for row in rows]
        fresh.write_text("\n".join(lines) + "\n", encoding="utf-8")
        fresh.replace(self.manifest)


def _is_of(row: Mapping[str, Any], sentence: Sentence) -> bool:
    return row.get("said") == sentence.text and row.get("deck") == sentence.row.get("deck")
