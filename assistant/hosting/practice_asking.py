"""Before practice: who, which mode, and the places of a walk; by voice or by keyboard."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache

from assistant.data import data_path
from assistant.games.practice.settings import LONGEST, Mode
from assistant.hearing.turn import MOVE, Budget, Heard, Progress, Want
from assistant.hearing.words import Word
from assistant.hosting.ears import Question
from assistant.hosting.lines import Lines, either, listing
from assistant.hosting.opening import BadTable, read_names
from assistant.hosting.table import Table
from assistant.understanding.cavern_words import ENDINGS
from assistant.understanding.commands import Command, read_commands
from assistant.understanding.deck_file import NUMBER_WORDS, number_word
from assistant.understanding.recitation import BELIEVED

FEWEST_PLACES = 3
_LONGEST_PLACE = 20
_NAMES_READ_OUT = 4
_PLACES = Budget(silence=8.0, pause=2.0, limit=60.0)


def practice_commands() -> Mapping[str, Command]:
    """The commands of ``grammars/practice.toml``."""
    return read_commands(data_path("grammars", "practice.toml"))


def ask_who(table: Table, known: Sequence[str], commands: Mapping[str, Command]) -> str:
    """Who practises: somebody ``known``, a typed name, or "player one" and so on by voice."""
    named = [Command(name, (name.lower(),), "") for name in known[:_NAMES_READ_OUT]]
    own = [*named, commands["somebody_new"]]
    names = ", ".join(known[:_NAMES_READ_OUT])
    prompt = table.lines("who_of_these", names=names) if known else table.lines("who_practises")
    question = Question(table.hearable(own), table.listener_for(own), MOVE)
    asked, misses = prompt, 0
    while True:
        answer = table.ask(asked, question, (), own)
        command = table.command_in(answer, own)
        if command is not None:
            return _new_name(known) if command not in named else command.name
        if answer.typed:
            try:
                (name,) = read_names(answer.typed)
                return name
            except BadTable as problem:
                table.voice.say(str(problem))
            except ValueError:  # none, or more than one
                pass
        misses += 1
        asked = table.retry(prompt, "everybody", misses, answer, own)


def ask_mode(table: Table, name: str, commands: Mapping[str, Command]) -> Mode:
    """Which mode is practised."""
    own = [commands[mode.value] for mode in Mode]
    choices = either([command.say[0] for command in own])
    prompt = table.lines("which_mode", choices=choices, name=name)
    return Mode(table.choose(prompt, name, own).name)


def ask_places(table: Table, name: str) -> tuple[str, ...]:
    """The places of a walk: typed with commas, or said out of a list."""
    offered = places_offered()
    prompt = table.lines(
        "which_places",
        least=number_word(FEWEST_PLACES),
        most=number_word(LONGEST),
        places=listing(offered),
        name=name,
    )
    knows = table.knows or (lambda _word: True)
    phrases = tuple(
        phrase
        for phrase in (*offered, *(f"the {place} and the {place}" for place in offered), *ENDINGS)
        if all(knows(word) for word in phrase.split())
    )

    def listen(heard: Heard) -> Progress:
        anywhere = table.listener_for(())(heard)
        found = places_heard(heard.words, offered)
        enough = len(found) >= FEWEST_PLACES
        return (
            anywhere
            if anywhere.counted
            else Progress(Want.PAUSE if enough else Want.MORE, len(found))
        )

    while True:
        answer = table.ask(prompt, Question(phrases, listen, _PLACES), (), ())
        if answer.typed is not None:
            places = read_places(answer.typed)
        else:
            places = places_heard(answer.heard.words, offered)
        if places_problem(table, places):
            table.voice.say(places_problem(table, places))
            continue
        if answer.typed is not None or table.yes_or_no(
            table.lines("these_places", places=listing(places), name=name), name
        ):
            return places


def places_offered() -> tuple[str, ...]:
    """The places that can be said by voice."""
    return _words_of_places()["places"]


def place_in(line: str, place: str, lines: Lines) -> str:
    """A place as a line begins with it: "At the hall", but "Under the bed"."""
    if place.split()[0] in _words_of_places()["prepositions"]:
        return place[:1].upper() + place[1:]
    return lines(line, place=place)


@cache
def _words_of_places() -> Mapping[str, tuple[str, ...]]:
    text = data_path("grammars", "places.toml").read_text(encoding="utf-8")
    return {key: tuple(words) for key, words in tomllib.loads(text).items()}


def read_places(text: str) -> tuple[str, ...]:
    """Places from "the hall, kitchen, my desk", as they follow on "the"."""
    parts = (" ".join(part.split()) for part in text.lower().split(","))
    return tuple(part.removeprefix("the ").removeprefix("my ") for part in parts if part)


def places_heard(words: Sequence[Word], offered: Sequence[str]) -> tuple[str, ...]:
    """The places that were said, in their order, each once; they are read back and asked about."""
    texts = [word.text if word.confidence >= BELIEVED else "" for word in words]
    found: list[str] = []
    for at in range(len(texts)):
        for place in sorted(offered, key=len, reverse=True):
            if texts[at : at + len(place.split())] == place.split():
                found.append(place)
                break
    return tuple(dict.fromkeys(found))


def places_problem(table: Table, places: Sequence[str]) -> str:
    """The sentence that says what is wrong with ``places``; empty if nothing is."""
    fits = FEWEST_PLACES <= len(places) <= LONGEST and len(set(places)) == len(places)
    if fits and all(len(place) <= _LONGEST_PLACE for place in places):
        return ""
    least, most = number_word(FEWEST_PLACES), number_word(LONGEST)
    return table.lines("bad_places", least=least, most=most)


def _new_name(known: Sequence[str]) -> str:
    taken = {name.casefold() for name in known}
    numbers = (f"Player {word}" for word in NUMBER_WORDS[1:])
    return next((name for name in numbers if name.casefold() not in taken), "Player")
