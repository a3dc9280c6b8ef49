"""``alibaba record-examples``: somebody's own voice, to see how well it is understood."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from assistant.cli.deck import own_decks
from assistant.cli.keeping import data_option, folder_of
from assistant.cli.known_players import manner_to
from assistant.cli.output import Unprinted, echo, printed_to
from assistant.cli.room import device_options, open_microphone, open_player
from assistant.data import data_path
from assistant.evaluation.examples import Examples, sentences
from assistant.evaluation.listening import hearable
from assistant.evaluation.reading_aloud import ReadingAloud
from assistant.hearing.microphone import MicrophoneProblem
from assistant.hearing.models import choose_model, load_model
from assistant.hosting.ears import MicrophoneAndKeyboard
from assistant.hosting.lines import counted
from assistant.speaking import open_speaker
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import phrases_of, read_commands
from assistant.understanding.deck_file import read_deck
from assistant.understanding.deck_shelf import find_deck


def examples_of(player: str, data: Path | None) -> Examples:
    """The examples of a player in the data folder."""
    return Examples(folder_of(data).path / "examples", player)


@click.command("record-examples")
@click.argument("player", required=False)
@click.option(
    "--deck",
    default="cavern",
    metavar="DECK",
    help="A name from alibaba deck list, or a TOML file.",
)
@click.option("--again", type=int, multiple=True, metavar="NUMBER", help="Record this one anew.")
@click.option(
    "--list", "only_list", is_flag=True, help="Show the sentences, and which are recorded."
)
@click.option("--delete", is_flag=True, help="Delete all recordings of the player.")
@click.option("--yes", is_flag=True, help="Delete without asking.")
@click.option("--no-tts", is_flag=True, help="Print only, do not speak.")
@device_options
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@data_option
def record_examples(
    player: str | None,
    deck: str,
    again: tuple[int, ...],
    only_list: bool,
    delete: bool,
    yes: bool,
    no_tts: bool,
    mic: str | None,
    loudspeaker: str | None,
    model: Path | None,
    data: Path | None,
) -> None:
    """Record PLAYER reading sentences of the game, to see how well PLAYER is understood.

    Each sentence is read out and printed; say it after the program. A recording that is too quiet
    or too loud is asked for again. Stop at any time: the next call goes on where this one ended.
    The recordings stay on this computer, beside the saved games; "alibaba evaluate PLAYER" tells
    how well they are understood, and which words to avoid.
    """
    player = (player or click.prompt("Who is speaking")).strip()
    if not any(letter.isalnum() for letter in player):
        raise click.UsageError("The name of the player must have a letter.")
    examples = examples_of(player, data)
    if delete:
        _delete(examples, yes)
        return
    file = read_deck(find_deck(deck, own_decks(data)))
    loaded = load_model(choose_model(model).path)
    words = CavernWords(file, knows=loaded.knows, vocabulary=loaded.vocabulary())
    table = read_commands(data_path("grammars", "commands.toml"))
    commands = {each.name: each for each in hearable(tuple(table.values()), loaded.knows)}
    wanted = list(sentences(words, commands))
    if only_list:
        for number, sentence in enumerate(wanted, 1):
            state = "recorded" if examples.has(sentence) else "open"
            echo(f"{number:3}  {state}: {sentence.text}")
        return
    if any(not 1 <= number <= len(wanted) for number in again):
        raise click.UsageError(f"--again takes the numbers 1 to {len(wanted)}: see --list.")
    phrases = (*words.phrases(), *phrases_of(commands.values()))
    out = printed_to(tts=not no_tts)
    problems = out.voice_failed if isinstance(out, Unprinted) else None
    microphone, problem = open_microphone(mic, data)
    if microphone is None:
        raise MicrophoneProblem(problem)
    sounds, manner = open_player(loudspeaker, microphone, data), manner_to(data, player)
    with (
        closing(microphone),
        open_speaker(
            out,
            tts=not no_tts,
            player=sounds,
            problems=problems,
            rate=manner.rate,
            volume=manner.volume,
        ) as speaker,
    ):
        ears = MicrophoneAndKeyboard(loaded, microphone)
        ReadingAloud(speaker, ears, examples, file.path, phrases).record(wanted, again)


def _delete(examples: Examples, yes: bool) -> None:
    number = counted(len(examples.rows()), "recording", "recordings")
    if not yes:
        click.confirm(f"Delete {number} of {examples.player} for good?", abort=True)
    examples.delete()
    click.echo(f"Deleted {number} of {examples.player}.")
