"""Evenings: the games that were begun in one sitting, and who won how many of them.

Every game of an evening carries when the evening began in its header (``host["evening"]``), so
there is no further file that could be lost or tell another story than the games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.journal.folder import Folder, Listed
from assistant.journal.gamefile import Summary

_LATEST = 30  # finished games that are looked at for the last one; numbers follow the beginnings


@dataclass(frozen=True)
class Evening:
    """One evening. ``began``: its time as the journal writes times."""

    began: str
    games: tuple[Listed, ...]
    """In the order in which they were begun."""

    @property
    def finished(self) -> tuple[Summary, ...]:
        """The games that were played to the end."""
        return tuple(
            each.summary for each in self.games if each.summary and each.summary.winners is not None
        )

    @property
    def standings(self) -> Mapping[str, int]:
        """Games won by each player, the most first; a shared victory is one for each who shares it.

        Everybody who finished a game is there, computer players only if they won.
        """
        return standings(self.finished)


def standings(games: Iterable[Summary]) -> Mapping[str, int]:
    """Games won by each player of ``games``, the most first: see :class:`Evening`."""
    won: Counter[str] = Counter()
    for game in games:
        won.update({each.name: 0 for each in game.header.players if each.role == "person"})
        won.update(game.winners or ())
    return dict(won.most_common())


def evenings(folder: Folder) -> list[Evening]:
    """All evenings, the latest first. Raises CannotSave where the folder cannot be read."""
    by_evening: dict[str, list[Listed]] = {}
    for each in sorted(folder.listing()[0], key=lambda each: each.number):
        began = each.summary and each.summary.header.host.get("evening")
        if began:
            by_evening.setdefault(began, []).append(each)
    return [Evening(began, tuple(by_evening[began])) for began in sorted(by_evening)[::-1]]


def last_finished(folder: Folder) -> Summary | None:
    """The game that people finished last, recorded ones apart. Raises CannotSave."""
    listed, _ = folder.listing(_LATEST)
    finished = [
        each.summary
        for each in listed
        if each.summary and each.summary.winners and not each.summary.header.host.get("demo")
    ]
    return max(finished, key=lambda each: each.last or "", default=None)
