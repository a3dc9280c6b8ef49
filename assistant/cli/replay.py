"""``alibaba replay``: a game told again from its journal."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from assistant.cli.keeping import data_option, folder_of
from assistant.cli.known_players import manner_to
from assistant.cli.output import echo, is_plain
from assistant.games.kernel import fingerprint
from assistant.hosting.lines import listing
from assistant.hosting.retelling import retold
from assistant.journal.story import Story
from assistant.speaking import open_speaker


@click.command()
@click.argument("number", metavar="ID", type=int)
@data_option
@click.option("--step", is_flag=True, help="Wait for Enter after each line.")
@click.option("--speak", is_flag=True, help="Speak the lines too.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document with all there is.")
def replay(number: int, data: Path | None, step: bool, speak: bool, as_json: bool) -> None:
    """Tell the game of this number again, with every secret shown.

    Each state on the way is compared with the one that was written down when it was played.
    """
    story = folder_of(data).story(number)
    if as_json:
        click.echo(json.dumps(_plain(number, story), indent=2))
        return
    header = story.content.header
    click.echo(
        f"Game {number}: {header.game}, {listing(header.names)}; seed {header.seed}, "
        f"{_deck(story)}rules version {header.rules}, program {header.program}."
    )
    manner = manner_to(data)
    with open_speaker(sys.stdout, tts=speak, rate=manner.rate, volume=manner.volume) as speaker:
        for time, sentence in retold(story):
            clock = f"{datetime.fromisoformat(time).astimezone():%H:%M:%S}"
            if speak:
                click.echo(f"{clock}{', ' if is_plain() else '  '}", nl=False)
                speaker.say(sentence)
            else:
                echo(f"{clock}  {sentence}")
            if step and not sys.stdin.readline():
                step = False
    winners = story.content.winners
    end = "It is not finished." if winners is None else "It is over."
    if winners:
        end = f"Won by {listing(winners)}."
    click.echo(f"{end} State {fingerprint(story.state)}, as it was written down.")


def _deck(story: Story) -> str:
    deck = story.content.header.deck
    return "" if deck is None else f"deck {deck.name} ({deck.sha256[:12]}), "


def _plain(number: int, story: Story) -> dict[str, Any]:
    content = story.content
    return {
        "number": number,
        "header": asdict(content.header),
        "events": [asdict(row) for row in content.events],
        "answers": [asdict(row) for row in content.answers],
        "told": [{"time": time, "sentence": sentence} for time, sentence in retold(story)],
        "winners": None if content.winners is None else list(content.winners),
        "state": fingerprint(story.state),
    }
