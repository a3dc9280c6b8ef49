"""The players who are remembered, at a table: the host treats each as they like it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.hosting.evening import Player, Role
from assistant.hosting.table import Table
from assistant.journal.folder import Folder
from assistant.journal.players import Players, Profile
from assistant.journal.problems import JournalProblem


def remembered(table: Table, folder: Folder, *, told: bool = False) -> tuple[Profile, ...]:
    """Everybody who has played here; nobody, with a word about it unless that was ``told``, if
    that cannot be read.
    """
    try:
        return Players(folder.path).all()
    except JournalProblem as problem:
        if not told:
            table.tell("players_unknown", problem=str(problem))
        return ()


def people_of(players: Sequence[Player]) -> list[str]:
    """The names of those who are people."""
    return [each.name for each in players if each.role is Role.PERSON]


def treat_as_they_like(
    table: Table, folder: Folder, names: Sequence[str], *, told: bool = False
) -> None:
    """Remembers these people, and treats them as before.

    The host speaks as slowly as any of them needs. What they ask for on the way ("slower") is
    remembered for whoever is on turn, else for all of them. ``told``: as
    :func:`remembered` has it.
    """
    players = Players(folder.path)

    def rate_chosen(name: str | None, rate: int) -> None:
        for each in [name] if name in table.profiles else list(table.profiles):
            table.profiles[each] = replace(table.profiles[each], rate=rate)
        _keep(table, players)

    by_name = {each.name.casefold(): each for each in remembered(table, folder, told=told)}
    table.profiles = {name: by_name.get(name.casefold()) or Profile(name) for name in names}
    table.rate_chosen = rate_chosen
    if set(map(str.casefold, names)) & set(by_name):
        table.voice.rate = min(each.rate for each in table.profiles.values())
    _keep(table, players)


def _keep(table: Table, players: Players) -> None:
    try:
        players.keep(*table.profiles.values())
    except JournalProblem:
        return  # told when they were read; nothing is written over
