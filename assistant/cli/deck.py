"""``alibaba deck``: decks of one's own."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import click

from assistant.cli.keeping import data_option, folder_of
from assistant.cli.output import echo
from assistant.games.cavern.deck import Alarm
from assistant.hearing.models import choose_model, load_model
from assistant.hosting.lines import counted, listing
from assistant.understanding.deck_check import check_deck, unsounded, words_of
from assistant.understanding.deck_file import DeckFile, DeckProblem, parse_deck, read_deck
from assistant.understanding.deck_shelf import SHIPPED, find_deck, shelf
from assistant.understanding.deck_starter import FEWEST, starting_deck


def own_decks(data: Path | None) -> Path:
    """The folder of the player's own decks; it is not made."""
    return folder_of(data).path / "decks"


@click.group()
def deck() -> None:
    """Decks of your own for the cavern: new, check, list."""


@deck.command()
@click.argument("name")
@click.option(
    "--treasure",
    "treasures",
    multiple=True,
    metavar="WORD",
    help="A treasure; give it once for each. Without any you are asked for them.",
)
@data_option
def new(name: str, treasures: tuple[str, ...], data: Path | None) -> None:
    """Write a deck file called NAME to begin with, in the folder of your own decks.

    Its comments say what can be added. A file that is there already is left alone.
    """
    if not re.fullmatch(r"\w[\w-]*", name):
        raise click.UsageError("The name of a deck is made of letters, digits, - and _ only.")
    path = own_decks(data) / f"{name}.toml"
    if name in SHIPPED:
        raise click.ClickException(f"{name} is a deck of the program: choose another name.")
    if path.exists():
        raise click.ClickException(f"{path} is there already: choose another name, or edit it.")
    if not treasures:
        asked = click.prompt(f"Treasures, {FEWEST} or more, with commas between them")
        treasures = tuple(asked.split(","))
    words = [" ".join(each.lower().split()) for each in treasures if each.strip()]
    try:
        text = starting_deck(name, words)
        parse_deck(text, path)
    except ValueError as problem:
        raise click.ClickException(f"No deck was written, for {problem}.") from None
    except DeckProblem as problem:
        raise click.ClickException(f"No deck was written: {problem.sentence}") from None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as problem:
        raise click.ClickException(f"{path} cannot be written: {problem.strerror}.") from None
    click.echo(f"{path} is written. Edit it, then: alibaba deck check {name}")


@deck.command("list")
@data_option
def list_decks(data: Path | None) -> None:
    """List the decks that can be played by name, with their cards and the rules they suit."""
    for name, path in shelf(own_decks(data)).items():
        whose = "yours" if path.parent == own_decks(data) else "of the program"
        try:
            told = _told(read_deck(path))
        except DeckProblem as problem:
            told = f"cannot be played, {problem}"
        click.echo(f"{name} ({whose}): {told}")


@deck.command()
@click.argument("deck", metavar="DECK")
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@data_option
def check(deck: str, model: Path | None, data: Path | None) -> None:
    """Check the deck with the name or path DECK against the speech model.

    Tells of each treasure which of its words the model knows, what to listen for instead of those
    it does not know, and which words of the deck sound alike (by the CMU Pronouncing Dictionary).
    The exit code is 1 if the deck cannot be played by voice with all rules; warnings leave it at 0.
    """
    path = find_deck(deck, own_decks(data))
    file = read_deck(path)
    choice = choose_model(model)
    loaded = load_model(choice.path)
    click.echo(f"{path}: {_told(file)}")
    click.echo(f"The speech model is {choice.path.name}, {choice.reason}.")
    for treasure in file.treasures.values():
        known = {word: loaded.knows(word) for word in words_of(treasure)}
        parts = [
            f"{verb} {listing([word for word in known if known[word] is knows])}"
            for verb, knows in (("does not know", False), ("knows", True))
            if knows in known.values()
        ]
        echo(f"  {treasure.kind}: the model {', but '.join(parts)}.")
    findings = check_deck(file, loaded.knows, loaded.vocabulary())
    for finding in findings:
        manner = "problem" if finding.serious else "warning"
        click.echo(f"{path}:{finding.line}: {manner}: {finding.sentence}")
    if unheard := unsounded(file):
        click.echo(f"How {listing(unheard)} sounds is not known: no likeness was looked for.")
    problems = sum(finding.serious for finding in findings)
    warnings = counted(len(findings) - problems, "warning", "warnings")
    summary = f"{counted(problems, 'problem', 'problems')}, {warnings}."
    if problems:
        raise click.ClickException(summary)
    click.echo(f"The deck can be played: {summary}")


def _told(file: DeckFile) -> str:
    """Cards, alarms and rules of a deck, as one sentence."""
    cards = Counter(dict.fromkeys(Alarm, 0))
    for kind in file.deck.kinds:
        if kind.alarm:
            cards[kind.alarm] += kind.copies
    alarms = [f"{number} {alarm.value}" for alarm, number in cards.items() if number]
    bare = [kind.name for kind in file.deck.named.values() if not kind.adjectives]
    rules = "for all rules" if not bare else f"not for --adjectives ({bare[0]} has none)"
    noise = listing(alarms) or "no alarm, so none can catch Ali Baba"
    return f"{file.deck.size} cards of {len(file.deck.kinds)} kinds, {noise}; {rules}."
