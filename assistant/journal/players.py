"""Who has played here, and how each of them likes to be treated: ``players.toml``."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from assistant.journal.problems import CannotSave, Damaged, reason

STEPS = range(1, 6)
"""Of the speech rate and of loudness."""

DETAILS = range(1, 4)
"""How much is said: briefly, as usual, at length."""

THINKING_S = (4.0, 12.0)

_MANNER = ("rate", "volume", "detail")
_HEAD = "# Who has played here. Kept by the program; alibaba players lists and changes it.\n\n"


@dataclass(frozen=True, slots=True)
class Profile:
    """One player. Raises ValueError for what cannot be.

    The host speaks to a player in that player's manner, as far as it was chosen: None is as the
    table has it.
    """

    name: str
    rate: int | None = None
    """The step of the host's speech rate, 1 (slow) to 5."""
    volume: int | None = None
    """The step of the host's loudness, 1 (soft) to 5."""
    detail: int | None = None
    """How much the host says, 1 (brief) to 3."""
    thinking_s: float = 4.0
    """Seconds to think between two words, 4 to 12."""
    careful: bool = False
    """Whether the voice is hard to hear: then what was heard is asked about before it holds."""

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ValueError("a player has a name")
        if not {self.rate, self.volume} <= {None, *STEPS}:
            raise ValueError("rate and volume are steps from 1 to 5")
        if self.detail not in (None, *DETAILS):
            raise ValueError("the detail is a step from 1 to 3")
        if not THINKING_S[0] <= self.thinking_s <= THINKING_S[1]:
            raise ValueError("the thinking time is 4 to 12 seconds")


class Players:
    """The players in a data folder. A file that makes no sense is never written over."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "players.toml"

    def all(self) -> tuple[Profile, ...]:
        """Everybody, in the order in which they came. Raises Damaged, CannotSave."""
        try:
            content = tomllib.loads(self.path.read_text(encoding="utf-8"))
            profiles = tuple(_profile(row) for row in content.get("player", ()))
        except FileNotFoundError:
            return ()
        except OSError as problem:
            raise CannotSave(f"{self.path} cannot be read: {reason(problem)}.") from problem
        except (ValueError, TypeError, KeyError, AttributeError) as problem:
            raise Damaged(
                f"{self.path} is damaged ({problem}): mend it, or move it away to begin a new one."
            ) from problem
        return profiles

    def find(self, name: str) -> Profile | None:
        """The player of this name, in capitals or not. Raises as :meth:`all`."""
        return next((each for each in self.all() if _key(each.name) == _key(name)), None)

    def keep(self, *profiles: Profile) -> None:
        """Adds players, or changes those of the same name. Raises as :meth:`all`."""
        kept = {_key(each.name): each for each in self.all()}
        kept.update({_key(each.name): each for each in profiles})
        self._write(kept.values())

    def remove(self, name: str) -> bool:
        """Forgets a player; False if there is none of this name. Raises as :meth:`all`."""
        before = self.all()
        left = [each for each in before if _key(each.name) != _key(name)]
        if len(left) == len(before):
            return False
        self._write(left)
        return True

    def _write(self, profiles: Iterable[Profile]) -> None:
        rows = [
            {
                "name": each.name,
                **{key: step for key in _MANNER if (step := getattr(each, key)) is not None},
                "thinking": float(each.thinking_s),
                "careful": each.careful,
            }
            for each in profiles
        ]
        fresh = self.path.with_suffix(".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with fresh.open("w", encoding="utf-8") as file:
                file.write(_HEAD + tomli_w.dumps({"player": rows}))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
        except OSError as problem:
            raise CannotSave(f"The players cannot be saved: {reason(problem)}.") from problem


def _profile(row: dict[str, Any]) -> Profile:
    return Profile(
        name=str(row["name"]),
        **{key: int(row[key]) for key in _MANNER if key in row},
        thinking_s=float(row.get("thinking", THINKING_S[0])),
        careful=bool(row.get("careful", False)),
    )


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
