"""The players who are remembered, at a table: the host treats each as they like it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from assistant.cli.keeping import data_folder
from assistant.hosting.evening import Player, Role
from assistant.hosting.manner import Manner, RememberedManner, manner_for
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

    What they ask for on the way ("slower") is remembered. ``told``: as :func:`remembered` has it.
    """
    players = Players(folder.path)

    def keep(profiles: Iterable[Profile]) -> None:
        with suppress(JournalProblem):  # told when they were read; nothing is written over
            players.keep(*profiles)

    by_name = {each.name.casefold(): each for each in remembered(table, folder, told=told)}
    table.profiles = {name: by_name.get(name.casefold()) or Profile(name) for name in names}
    table.keep_profiles = keep
    table.adopt_manner()
    keep(table.profiles.values())


def manner_to(data: Path | None, *names: str) -> Manner:
    """How the host speaks to these players, and to whoever else is at the table."""
    usual = RememberedManner(data_folder(data)).get()
    try:
        found = [Players(data_folder(data)).find(name) for name in names]
    except JournalProblem:
        return usual
    return manner_for([each for each in found if each], usual)
