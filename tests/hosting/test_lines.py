"""The host's sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import assistant.hosting
from assistant.data import data_path
from assistant.hosting.lines import Lines, counted, listing
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import phrases_of, read_commands
from tests.hosting.fakes import shipped_deck

LINES = Lines()
COMMANDS = read_commands(data_path("grammars", "commands.toml"))
ANSWERS = {
    word
    for phrase in (
        *phrases_of(COMMANDS.values()),
        *phrases_of(read_commands(data_path("grammars", "night.toml")).values()),
        *(form for kind in shipped_deck().treasures for form in (kind, f"{kind}s")),
        *CavernWords(shipped_deck(), adjectives=True).phrases(),
    )
    for word in phrase.split()
}


GAMES = [path.stem.removeprefix("host_") for path in data_path("grammars").glob("host_*.toml")]
PROMPTS = {
    f"{game}: {key} {number}": line
    for game, tables in (("any", LINES.tables), *((game, Lines(game).own) for game in GAMES))
    for table in ("prompts", "retries")
    for key, wordings in tables.get(table, {}).items()
    for number, line in enumerate(wordings)
}


@pytest.mark.parametrize("prompt", PROMPTS.values(), ids=PROMPTS.keys())
def test_no_prompt_ends_with_a_word_that_is_also_an_answer(prompt: str) -> None:
    if prompt.endswith("{prompt}"):
        return  # ends as the prompt does
    last = re.findall(r"[\w']+|\{\w+\}", prompt)[-1]
    assert last.lower() not in ANSWERS


def test_every_line_is_used_and_every_used_line_exists() -> None:
    code = "\n".join(
        path.read_text() for path in Path(assistant.hosting.__file__).parents[1].rglob("*.py")
    )
    tables = [
        table for game in GAMES for name, table in Lines(game).own.items() if name != "lesson"
    ]  # lessons are told one after the other
    keys = {key for table in (*LINES.tables.values(), *tables) for key in table}
    built = {key for key in keys if f"{re.sub('[^_]+$', '', key)}{{" in code}
    assert not {key for key in keys - built if f'"{key}"' not in code}
    asked_for = set(re.findall(r'(?:tell|lines|lines\.part)\(\s*"(\w+)"', code))
    assert asked_for <= keys


def test_a_line_begins_with_a_capital_letter() -> None:
    assert LINES("takes", name="ben", treasure="the key") == "Ben takes the key."


def test_lists_and_numbers_read_well() -> None:
    assert listing([]) == ""
    assert listing(["a lion"]) == "a lion"
    assert listing(["a lion", "a key"]) == "a lion and a key"
    assert counted(1, "card", "cards") == "one card"
    assert counted(13, "card", "cards") == "13 cards"
