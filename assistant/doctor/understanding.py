"""The speech model, and whether it knows all words of the games."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

from assistant.data import data_path
from assistant.doctor.finding import Finding, State
from assistant.hearing.models import Model, ModelProblem, choose_model, load_model
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import phrases_of, read_commands
from assistant.understanding.deck_file import DeckProblem, read_deck


def load_for_check(path: Path | None) -> tuple[Model | None, list[Finding]]:
    """The model that a game would use, if it can be loaded, and what is to be said about it."""
    try:
        choice = choose_model(path)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            model = load_model(choice.path)
    except ModelProblem as problem:
        remedy = "Name another folder with --model, or leave --model and ALIBABA_MODEL out."
        return None, [Finding("speech model", State.BAD, str(problem), remedy)]
    findings = [
        Finding("speech model", State.DOUBTFUL, sentence, "Unpack that model again, or remove it.")
        for sentence in choice.skipped
    ]
    if caught:
        findings.append(
            Finding(
                "speech model",
                State.DOUBTFUL,
                str(caught[0].message),
                "Use another model, such as the bundled one.",
            )
        )
    findings.append(
        Finding(
            "speech model",
            State.GOOD,
            f"The speech model {model.path.name} is used, because it is {choice.reason}.",
            figures={"loading_s": round(model.load_s, 3)},
        )
    )
    return model, findings


def check_vocabulary(model: Model, deck: Path | None = None) -> Iterator[Finding]:
    """Whether the model knows the words of the deck and of the commands."""
    path = deck or data_path("grammars", "cavern.toml")
    try:
        words = CavernWords(
            read_deck(path), adjectives=True, knows=model.knows, vocabulary=model.vocabulary()
        )
        phrases = words.phrases()
    except DeckProblem as problem:
        yield Finding(
            "vocabulary",
            State.BAD,
            str(problem),
            f"Put a form that is spelled with known words into {path.name}, or use another model.",
        )
        return
    commands = phrases_of(tuple(read_commands(data_path("grammars", "commands.toml")).values()))
    unknown = sorted({word for each in commands for word in each.split() if not model.knows(word)})
    if unknown:
        yield Finding(
            "vocabulary",
            State.DOUBTFUL,
            f"The speech model does not know these words of commands: {', '.join(unknown)}.",
            "Say those commands in another way, type them, or use another model.",
            {"unknown_words": len(unknown)},
        )
        return
    yield Finding(
        "vocabulary",
        State.GOOD,
        f"The speech model knows all words of the deck {path.stem} and of the commands.",
        figures={"phrases": len(phrases) + len(commands)},
    )
