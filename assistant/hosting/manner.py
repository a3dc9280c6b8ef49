"""How the host speaks: how fast, how loud and how much; kept from one game to the next."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import IntEnum
from pathlib import Path

from assistant.journal.players import Profile

_FILE = "manner.json"


class Detail(IntEnum):
    """How much the host says."""

    SHORT = 1
    NORMAL = 2
    LONG = 3
    """With the help for each question before it."""


@dataclass(frozen=True, slots=True)
class Manner:
    """Steps from 1 to 5, and how much is said. Raises ValueError for steps that do not exist."""

    rate: int = 3
    volume: int = 4
    detail: Detail = Detail.NORMAL

    def __post_init__(self) -> None:
        if not {self.rate, self.volume} <= {*range(1, 6)}:
            raise ValueError("rate and volume are steps from 1 to 5")


def manner_for(players: Collection[Profile], usual: Manner) -> Manner:
    """How the host speaks to these players: as slowly, as loudly and as fully as any of them wants
    it, who all want what is ``usual`` unless they chose otherwise.
    """
    if not players:
        return usual
    return Manner(
        min(each.rate or usual.rate for each in players),
        max(each.volume or usual.volume for each in players),
        Detail(max(each.detail or usual.detail for each in players)),
    )


class RememberedManner:
    """Keeps the manner of the table in a folder. A file that cannot be read holds none."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _FILE

    def get(self) -> Manner:
        """The manner of last time, or the ordinary one."""
        try:
            content = json.loads(self._path.read_text(encoding="utf-8"))
            return Manner(content["rate"], content["volume"], Detail(content["detail"]))
        except (OSError, ValueError, KeyError, TypeError):
            return Manner()

    def keep(self, manner: Manner) -> None:
        """Remembers a manner. Nothing happens where nothing can be written: then it is asked for
        again the next time.
        """
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self._path.with_suffix(".new")
            fresh.write_text(json.dumps(asdict(manner), indent=2) + "\n", encoding="utf-8")
            fresh.replace(self._path)
