"""The speech model, and whether it knows all words of the games."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from assistant.data import data_path
from assistant.doctor.finding import Finding, State
from assistant.hearing.models import Model, ModelProblem, choose_model, load_model
from assistant.hosting.lines import listing
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import phrases_of, read_commands
from assistant.understanding.deck_file import DeckProblem, read_deck
from assistant.understanding.letter_words import LetterWords
from assistant.understanding.tile_words import TileWords

_COMMANDS = ("commands", "practice", "night")


def load_for_check(path: Path | None) -> tuple[Model | None, list[Finding]]:
    """The model that a game would use, if it can be loaded, and what is to be said about it."""
    try:
        choice = choose_model(path)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            model = load_model(choice.path)
            model.for_answers(())  # loads them now; a game would only when they are needed
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


def check_vocabulary(
    model: Model, decks: Mapping[str, Path], names: Sequence[str] = ()
) -> Iterator[Finding]:
    """Whether the model knows the words of these decks, of the commands and the games of moves, and
    the ``names`` of those who play.
    """
    faults = list(chain(_decks(model, decks), _words(model), _names(model, names)))
    yield from faults
    if not faults:
        of_decks = f"the {'deck' if len(decks) == 1 else 'decks'} {listing(list(decks))}"
        of_names = ", and the names of all players" if names else ""
        yield Finding(
            "vocabulary",
            State.GOOD,
            f"The speech model knows all words of {of_decks}, of the tile game, the letter game and"
            f" the commands{of_names}.",
        )


def _decks(model: Model, decks: Mapping[str, Path]) -> Iterator[Finding]:
    for path in decks.values():
        try:
            CavernWords(
                read_deck(path), adjectives=True, knows=model.knows, vocabulary=model.vocabulary()
            ).phrases()
        except DeckProblem as problem:
            remedy = (
                f"Put a form that is spelled with known words into {path.name}, or use another"
                " model: alibaba deck check helps."
            )
            yield Finding("vocabulary", State.BAD, str(problem), remedy)


def _words(model: Model) -> Iterator[Finding]:
    tables = [read_commands(data_path("grammars", f"{each}.toml")) for each in _COMMANDS]
    commands = phrases_of([each for table in tables for each in table.values()])
    for what, words in (
        ("commands", " ".join(commands).split()),
        ("the tile game", TileWords().vocabulary),
        ("the letter game", LetterWords(()).vocabulary),
    ):
        unknown = sorted({word for word in words if word.isalpha() and not model.knows(word)})
        if unknown:
            yield Finding(
                "vocabulary",
                State.DOUBTFUL,
                f"The speech model does not know these words of {what}: {', '.join(unknown)}.",
                "Say it in another way, type it, or use another model.",
                {"unknown_words": len(unknown)},
            )


def _names(model: Model, names: Sequence[str]) -> Iterator[Finding]:
    unknown = [each for each in names if not all(map(model.knows, each.casefold().split()))]
    if unknown:
        yield Finding(
            "vocabulary",
            State.DOUBTFUL,
            f"The speech model does not know the {'name' if len(unknown) == 1 else 'names'}"
            f" {listing(unknown)}.",
            "Type such a name when I ask who plays, or take another: I know most first names.",
            {"unknown_names": len(unknown)},
        )
