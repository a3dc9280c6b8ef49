"""What every game's table stands in: the microphone, the loudspeaker, the keyboard."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from assistant.hearing.microphone import Microphone, MicrophoneProblem
from assistant.hearing.models import Model
from assistant.hosting.ears import Ears, Keyboard, MicrophoneAndKeyboard
from assistant.hosting.lines import Lines
from assistant.hosting.table import Table
from assistant.speaking import open_speaker


def open_microphone(name: str | None) -> tuple[Microphone | None, str | None]:
    """The open microphone, or the sentence that says why there is none."""
    microphone = Microphone(name, notify=lambda sentence: click.echo(sentence))
    try:
        microphone.open()
    except MicrophoneProblem as problem:
        return None, str(problem)
    return microphone, None


@contextmanager
def open_table(
    model: Model | None, microphone: Microphone | None, *, tts: bool, lines: Lines | None = None
) -> Iterator[Table]:
    """A table with its speaker; answers come from the microphone if there is one, and are typed.

    ``lines``: the host's sentences, if the game has some of its own.
    """
    ears: Ears = Keyboard()
    if model is not None and microphone is not None:
        ears = MicrophoneAndKeyboard(model, microphone)
    knows = model.knows if model else None
    try:
        with open_speaker(sys.stdout, tts=tts) as speaker:
            yield Table(speaker, ears, click.echo, knows=knows, lines=lines or Lines())
    finally:
        if microphone is not None:
            microphone.close()
