"""Spoken and typed commands: one table serves the recogniser, the matcher and help."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path

from rapidfuzz import fuzz, process

from assistant.hearing.turn import THRICE, Heard, Progress, Want
from assistant.hearing.words import UNKNOWN, Word
from assistant.understanding.typed import typed_words

CLEAR = 0.7
"""A command heard with less confidence than this is asked for again."""

FAINT = 0.35
"""A command heard twice in a row with this confidence is believed."""

LIKELY = 0.8
"""A command with more than this share of the ways to hear an answer again is believed. With less
it is as often another one (`benchmarks/results/hearing_in_noise.md`)."""

_FEW_WORDS = 3
_FILLERS = frozenset({"a", "an", "the", "please", "uh", "um", "er"})
_STRANGE_S = 0.25
_BESIDE_S = 0.45  # a breath or a slow onset beside a command stays below 0.4 s
_FUZZY_SCORE, _FUZZY_MARGIN = 84, 8


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be said: ``name`` in the table, phrases, help and short typed forms."""

    name: str
    say: tuple[str, ...]
    help: str
    typed: tuple[str, ...] = ()


def read_commands(path: Path) -> Mapping[str, Command]:
    """The table in ``path`` (``grammars/commands.toml``)."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        name: Command(name, tuple(row["say"]), row["help"], tuple(row.get("typed", ())))
        for name, row in content.items()
    }


def listed(phrases: Iterable[str]) -> tuple[Command, ...]:
    """Commands that are nothing but their phrase, as for a closed list of answers."""
    return tuple(Command(phrase, (phrase,), "") for phrase in phrases)


def phrases_of(commands: Iterable[Command]) -> tuple[str, ...]:
    """What to listen for."""
    return tuple(dict.fromkeys(phrase for command in commands for phrase in command.say))


def match_heard(
    words: Sequence[Word],
    commands: Iterable[Command],
    unheard_s: float = 0.0,
    least: float = CLEAR,
) -> Command | None:
    """The command that these words are, or None. ``unheard_s``: seconds of sound as loud as speech
    in which no word was heard; ``least``: the confidence that each word needs.

    The whole utterance must be the command: other speech beside it means that somebody was talking
    about something else, and a faint word is no order. Saying it twice is fine.
    """
    if unheard_s >= _BESIDE_S:
        return None
    if any(word.text in UNKNOWN and word.end - word.start >= _STRANGE_S for word in words):
        return None
    spoken = [word for word in words if word.text not in UNKNOWN]
    if not spoken or min(word.confidence for word in spoken) < least:
        return None
    return _exactly([word.text for word in spoken], commands)


def heard_enough(heard: Heard, commands: Iterable[Command]) -> Progress:
    """What an answer so far is worth where one of ``commands`` is wanted.

    A few words in a quiet room that are none, or speech in which no word was heard, may be one that
    was not clear: those are heard again.
    """
    if match_answer(heard, commands):
        return Progress(Want.PAUSE, 1)
    unclear = not heard.noisy and len(heard.words) <= _FEW_WORDS
    return Progress(Want.MORE, again=THRICE if unclear else 0, brief=True)


def match_answer(heard: Heard, commands: Iterable[Command]) -> Command | None:
    """The command that a spoken answer is, or None.

    What was not clear at first, but in a quiet room, is judged by the further hearings: by the
    probability that it was the command, in the mean of them all.
    """
    commands = tuple(commands)
    found = match_heard(heard.words, commands, heard.unheard_s)
    if found or heard.noisy:
        return found
    shares = dict.fromkeys(commands, 0.0)
    for hearing in heard.hearings:
        total = sum(exp(-way.behind) for way in hearing)
        for way in hearing:
            command = match_heard(way.words, commands, way.unheard_s)
            if command:
                shares[command] += exp(-way.behind) / total / len(heard.hearings)
    return next((command for command in commands if shares[command] > LIKELY), None)


def match_typed(text: str, commands: Iterable[Command]) -> Command | None:
    """The command that a typed line is: its phrase, its short form, or a near miss in spelling."""
    commands = tuple(commands)
    line = text.strip().lower()
    for command in commands:
        if line in command.typed:
            return command
    words = typed_words(text)
    if not words:
        return None
    exact = _exactly(words, commands)
    if exact or any(word.isdigit() for word in words):
        return exact
    owners = {phrase: command for command in commands for phrase in command.say}
    near = process.extract(" ".join(words), list(owners), scorer=fuzz.ratio, limit=8)
    best: dict[str, float] = {}
    for phrase, score, _ in near:
        best.setdefault(owners[phrase].name, score)
    ranked = sorted(best.items(), key=lambda entry: -entry[1])
    if not ranked or ranked[0][1] < _FUZZY_SCORE:
        return None
    if len(ranked) > 1 and ranked[0][1] - ranked[1][1] < _FUZZY_MARGIN:
        return None
    return next(command for command in commands if command.name == ranked[0][0])


def _exactly(texts: Sequence[str], commands: Iterable[Command]) -> Command | None:
    said = _core(texts)
    if not said:
        return None
    for command in commands:
        for phrase in command.say:
            words = _core(phrase.split())
            times, rest = divmod(len(said), len(words))
            if not rest and said == words * times:
                return command
    return None


def _core(words: Sequence[str]) -> list[str]:
    """What counts of some words: all of them where nothing else is left (a player named An)."""
    return [word for word in words if word not in _FILLERS] or list(words)
