"""Evenings: the games that were begun in one sitting, and who won how many of them.

Every game of an evening carries when the evening began in its header (``host["evening"]``), so
there is no further file that could be lost or tell another story than the games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from assistant.journal.folder import Folder, Listed
from assistant.journal.gamefile import Summary
from assistant.journal.rules import RULES

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
        won.update(dict.fromkeys(game.header.people, 0))
        won.update(game.winners or ())
    return dict(won.most_common())


def points(folder: Folder, games: Iterable[Listed]) -> Mapping[str, Mapping[str, int]]:
    """What people scored in the finished ones of these games: for each kind of game, the sum for
    each of them, the highest first. Treasures, tiles and letter cards are no common measure, so
    kinds are not added up. Raises JournalProblem.
    """
    scored: dict[str, Counter[str]] = {}
    for each in games:
        if each.summary is None or each.summary.winners is None:
            continue
        header = each.summary.header
        scores = RULES[header.game].points(folder.story(each.number).state)
        kind = scored.setdefault(header.game, Counter())
        for player, score in zip(header.players, scores, strict=False):
            if player.role == "person":
                kind[player.name] += score
    return {game: dict(kind.most_common()) for game, kind in scored.items()}


def evenings(folder: Folder) -> list[Evening]:
    """All evenings, the latest first. Raises CannotSave where the folder cannot be read."""
    by_evening: dict[str, list[Listed]] = {}
    for each in sorted(folder.listing()[0], key=lambda each: each.number):
        began = each.summary and each.summary.header.host.get("evening")
        if began:
            by_evening.setdefault(began, []).append(each)
    return [Evening(began, tuple(by_evening[began])) for began in sorted(by_evening)[::-1]]


def same_evening(folder: Folder, people: Iterable[str], now: datetime) -> str | None:
    """When the latest evening of today began, if these very people played in it; today is the day
    of ``now`` at this place. Raises CannotSave.
    """
    wanted = {name.casefold() for name in people}
    for held in evenings(folder):
        if datetime.fromisoformat(held.began).astimezone().date() != now.astimezone().date():
            continue
        played = [people_in(each.summary) for each in held.games if each.summary]
        return held.began if wanted in played else None
    return None


def people_in(game: Summary) -> set[str]:
    """The people of a game, their names in small letters."""
    return {name.casefold() for name in game.header.people}


def last_finished(folder: Folder) -> Listed | None:
    """The game that people finished last, recorded ones apart. Raises CannotSave."""
    listed, _ = folder.listing(_LATEST)
    finished = [
        (each.summary.last or "", each)
        for each in listed
        if each.summary and each.summary.winners and not each.summary.header.host.get("demo")
    ]
    return max(finished, key=lambda each: each[0], default=("", None))[1]
