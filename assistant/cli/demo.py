"""``alibaba demo``: a recorded game, heard and judged by the real recogniser."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import click

from assistant.cli.house_rules import house_rules, settings_from
from assistant.data import data_path
from assistant.games.cavern.settings import Adjectives, AliBaba
from assistant.hearing.models import choose_model, load_model
from assistant.hearing.recordings import Recording
from assistant.hosting.cavern import CavernHost, Evening
from assistant.hosting.opening import seat_players
from assistant.hosting.recorded import RecordedEars, read_game
from assistant.hosting.table import Table
from assistant.speaking import Player, Sound, SpeakingError, open_speaker
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.deck_file import read_deck


@click.group()
def demo() -> None:
    """Play a recorded game, without a microphone: cavern."""


@demo.command()
@click.option("--fast", is_flag=True, help="Neither speak nor play the clips, and do not wait.")
@click.option("--no-tts", is_flag=True, help="Do not speak; still play the clips.")
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
def cavern(fast: bool, no_tts: bool, model: Path | None) -> None:
    """A whole game of the cavern by four recorded thieves.

    Every answer is a clip that goes through the recogniser and the judge as a voice at the table
    would. Lines that begin with a bar tell what was heard and how it was understood.
    """
    play_recorded(fast=fast, tts=not (fast or no_tts), model=model)


def play_recorded(*, fast: bool, tts: bool, model: Path | None) -> None:
    """Plays the recorded game to its end."""
    game = read_game(data_path("fixtures", "audio", "demo_cavern"))
    settings = settings_from(_options(game.rules), AliBaba.HOST)
    deck = read_deck(data_path("grammars", "cavern.toml"))
    heard = load_model(choose_model(model).path)
    words = CavernWords(
        deck, adjectives=settings.adjectives is not Adjectives.OFF, knows=heard.knows
    )
    players = seat_players(game.players, settings.ali, cassim=settings.cassim)

    def note(line: str) -> None:
        click.echo(f"  | {line}")

    with open_speaker(sys.stdout, tts=tts) as speaker:
        sound: Callable[[Recording], None] = _silently if fast else _aloud
        ears = RecordedEars(heard, game.clips, sound, note)
        table = Table(speaker, ears, click.echo, knows=heard.knows, explain=note)
        evening = Evening(deck, players, settings, game.seed, first=len(players) - 1)
        CavernHost(table, evening, words).play()


def demo_instead(problem: str | None) -> None:
    """The demo in place of a game, saying why."""
    reason = problem or "This is no terminal."
    click.echo(f"{reason} So here is the recorded demo game, heard by the real recogniser.")
    if problem and sys.stdin.isatty():
        click.echo("To play with the keyboard: ./play --keyboard")
    quick = not sys.stdout.isatty()
    play_recorded(fast=quick, tts=not quick, model=None)


def _options(rules: tuple[str, ...]) -> dict[str, object]:
    @click.command()
    @house_rules
    def parsed(**options: object) -> dict[str, object]:
        return options

    options: dict[str, object] = parsed.main(list(rules), standalone_mode=False)
    return options


def _silently(_recording: Recording) -> None:
    return None


def _aloud(recording: Recording) -> None:
    """Plays a clip, or waits as long where there is no loudspeaker."""
    try:
        Player().play(Sound(recording.samples, recording.rate), Event())
    except SpeakingError:
        time.sleep(recording.seconds)
