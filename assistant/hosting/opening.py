"""Before a game: who plays, on which seats, and who is Ali Baba first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.games.cavern.settings import AliBaba
from assistant.games.kernel import Seat
from assistant.hearing.turn import MOVE
from assistant.hosting.cavern import Player, Role
from assistant.hosting.ears import Question
from assistant.hosting.table import Table
from assistant.understanding.commands import Command
from assistant.understanding.deck_file import NUMBER_WORDS, number_word

COMPANION = "Morgiana"
"""The computer player who joins a table of two (ALI-35)."""

CASSIM = "Cassim"
HOST = "Ali Baba"
_LONGEST_NAME = 20


class BadTable(Exception):
    """Players that no game can be played with; the message is one sentence for people."""


def read_names(text: str) -> tuple[str, ...]:
    """Names from "Ana, Ben and Caro". Raises :class:`BadTable` for names that clash or are none."""
    names = [" ".join(part.split()) for part in re.split(r",|;|\band\b|&", text)]
    names = [name for name in names if name]
    seen: dict[str, str] = {}
    for name in names:
        if len(name) > _LONGEST_NAME or not any(letter.isalpha() for letter in name):
            raise BadTable(f'"{name}" cannot be a name: use up to {_LONGEST_NAME} letters.')
        if name.casefold() in {HOST.casefold(), COMPANION.casefold(), CASSIM.casefold()}:
            raise BadTable(f"{name} is a name of the game's own: choose another one.")
        if name.casefold() in seen:
            raise BadTable(f"Two players are called {name}: give one of them another name.")
        seen[name.casefold()] = name
    return tuple(names)


def seat_players(names: Sequence[str], ali: AliBaba, *, cassim: bool) -> tuple[Player, ...]:
    """Who sits where. With a host as Ali Baba, he sits last, so the first name recites first.

    Two people who take turns as Ali Baba are joined by a computer player, or by silent Cassim
    (ALI-35). Raises :class:`BadTable` for a number of people the game is not for.
    """
    people = tuple(Player(name) for name in names)
    if ali is AliBaba.HOST:
        if not 1 <= len(people) <= 5:
            raise BadTable(
                f"The cavern is for one to five thieves when I am Ali Baba, not for {len(people)}."
            )
        return (*people, Player(HOST, Role.HOST))
    if not 2 <= len(people) <= 5:
        raise BadTable(
            "Taking turns as Ali Baba is for two to five players, "
            f"not for {len(people)}: leave out --ali rotate to play against me."
        )
    if len(people) == 2:
        third = Player(CASSIM, Role.CASSIM) if cassim else Player(COMPANION, Role.COMPUTER)
        return (*people, third)
    return people


def ask_names(table: Table) -> tuple[str, ...]:
    """Asks who plays. Names are typed; a number, spoken or typed, gives "Player one" and so on."""
    numbers = player_numbers(1, 5)
    question = Question(table.hearable(numbers), table.listener_for(numbers), MOVE)
    prompt = table.lines("who_plays")
    asked, misses = prompt, 0
    while True:
        answer = table.ask(asked, question, (), numbers)
        number = table.command_in(answer, numbers)
        if number is not None:
            return numbered(int(number.name))
        if answer.typed:
            try:
                if names := read_names(answer.typed):
                    return names
            except BadTable as problem:
                table.voice.say(str(problem))
        misses += 1
        asked = table.retry(prompt, "everybody", misses, answer, numbers)


def player_numbers(least: int, most: int) -> tuple[Command, ...]:
    """How many play, as it is said and typed; the command's name is the number."""
    return tuple(
        Command(str(n), (number_word(n), *_players(n)), "", (str(n),))
        for n in range(least, most + 1)
    )


def numbered(count: int) -> tuple[str, ...]:
    """Names for players who give none: "Player one" and so on."""
    return tuple(f"Player {number_word(n)}" for n in range(1, count + 1))


def ask_first(table: Table, players: Sequence[Player]) -> Seat | None:
    """Asks who is the youngest (ALI-32), once more if no name was understood; None, to draw lots,
    if that is passed over.
    """
    people = [seat for seat, player in enumerate(players) if player.role is Role.PERSON]
    own = [
        Command(
            str(seat),
            (players[seat].name.lower(), f"player {number}", f"number {number}"),
            "",
            (str(seat + 1),),
        )
        for seat, number in ((seat, NUMBER_WORDS[seat + 1]) for seat in people)
    ]
    question = Question(table.hearable(own), table.listener_for(own), MOVE)
    prompt = table.lines("youngest")
    answer = table.ask(prompt, question, (), own)
    found = table.command_in(answer, own)
    if found is None and answer.typed != "":
        asked = table.retry(prompt, "everybody", 1, answer, own, numbered=True)
        found = table.command_in(table.ask(asked, question, (), own), own)
    return None if found is None else int(found.name)


def _players(number: int) -> tuple[str, ...]:
    word = number_word(number)
    return ("just me",) if number == 1 else (f"{word} players", f"we are {word}")
