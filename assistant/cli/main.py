"""The ``alibaba`` command: its subcommands, and one clear sentence for whatever goes wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import NoReturn

import click

from assistant import __version__
from assistant.cli.deck import deck
from assistant.cli.demo import demo
from assistant.cli.demo_moves import demo_letters, demo_tiles
from assistant.cli.demo_practice import demo_practice
from assistant.cli.devices import devices
from assistant.cli.doctor import doctor
from assistant.cli.evaluate import evaluate
from assistant.cli.evenings import evenings
from assistant.cli.games import games
from assistant.cli.night import night
from assistant.cli.output import equip
from assistant.cli.play import play
from assistant.cli.play_letters import letters
from assistant.cli.play_tiles import tiles
from assistant.cli.players import players
from assistant.cli.practice import practice
from assistant.cli.progress import progress
from assistant.cli.record_examples import record_examples
from assistant.cli.replay import replay
from assistant.cli.resume import resume
from assistant.devices.choice import NoSuchDevice
from assistant.evaluation.manifest import ManifestProblem
from assistant.games.kernel import NotAllowed
from assistant.hearing.folders import ModelProblem
from assistant.hearing.microphone import MicrophoneProblem
from assistant.hearing.recordings import RecordingProblem
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.opening import BadTable
from assistant.journal.problems import JournalProblem
from assistant.speaking import SpeakingError
from assistant.understanding.deck_file import DeckProblem
from assistant.understanding.deck_shelf import NoSuchDeck

INTERRUPTED = 130
"""Exit code after Ctrl-C."""

_SENTENCES = (
    BadTable,
    DeckProblem,
    JournalProblem,
    ManifestProblem,
    MicrophoneProblem,
    ModelProblem,
    NoSuchDeck,
    NoSuchDevice,
    NotAllowed,
    RecordingProblem,
    SpeakingError,
)


class Evening(click.Group):
    """A group that stands for ``night`` where no subcommand is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts ``night`` in front of nothing, or of its options."""
        own = {name for param in self.get_params(ctx) for name in param.opts}
        if not args or (args[0].startswith("-") and args[0].partition("=")[0] not in own):
            args = ["night", *args]
        return super().parse_args(ctx, args)


@click.group(cls=Evening, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="alibaba")
def cli() -> None:
    """An offline voice host for the games of Ali Baba. By itself it holds a whole evening."""


cli.add_command(night)
play.add_command(tiles)
play.add_command(letters)
cli.add_command(play)
demo.add_command(demo_tiles)
demo.add_command(demo_letters)
demo.add_command(demo_practice)
cli.add_command(demo)
cli.add_command(practice)
cli.add_command(progress)
cli.add_command(resume)
cli.add_command(games)
cli.add_command(evenings)
cli.add_command(players)
cli.add_command(replay)
cli.add_command(evaluate)
cli.add_command(deck)
cli.add_command(record_examples)
cli.add_command(devices)
cli.add_command(doctor)
equip(cli)


def main() -> NoReturn:
    """Runs the command line and exits: 0 well, 1 with a sentence, 2 for wrong usage, 130 after
    Ctrl-C.
    """
    sys.exit(run(lambda: cli.main(standalone_mode=False)))


def run(command: Callable[[], object]) -> int:
    """The exit code of ``command``, with what went wrong as one sentence on standard error."""
    try:
        command()
    except click.ClickException as problem:
        problem.show()
        return problem.exit_code
    except _SENTENCES as problem:
        click.echo(str(problem), err=True)
        return 1
    except NoMoreAnswers:
        click.echo("The game was not finished, for no more answers came.", err=True)
        return 1
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nGoodbye.")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0
