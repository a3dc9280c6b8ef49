"""What every game's table stands in: the microphone, the loudspeaker, the keyboard."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar

import click

from assistant.cli.keeping import data_folder, play_aloud
from assistant.cli.output import Unprinted, is_plain, printed_to, thinking_s
from assistant.devices.choice import Device, Direction, NoSuchDevice, Wanted, find
from assistant.devices.remembered import RememberedDevices
from assistant.hearing.microphone import Microphone, MicrophoneProblem
from assistant.hearing.models import Model, choose_model, load_model
from assistant.hearing.portaudio import PortAudio
from assistant.hosting.ears import Ears, Keyboard, MicrophoneAndKeyboard
from assistant.hosting.keys import single_keys
from assistant.hosting.lines import Lines
from assistant.hosting.manner import RememberedManner
from assistant.hosting.table import Table
from assistant.speaking import Player, SpeakingError, loudspeakers, open_speaker

DEFAULT = "default"
"""The name that stands for the system's own choice again."""

F = TypeVar("F", bound=Callable[..., Any])


def device_options(command: F) -> F:
    """The options ``mic`` and ``loudspeaker``: names or parts of names."""
    microphone = click.option(
        "--microphone",
        "--mic",
        "mic",
        metavar="NAME",
        help="The microphone to use from now on, or a part of its name: see alibaba devices.",
    )
    loudspeaker = click.option(
        "--loudspeaker",
        metavar="NAME",
        help="The loudspeaker or headphones to use from now on, in the same way.",
    )
    return microphone(loudspeaker(command))


push_to_talk_option = click.option(
    "--push-to-talk",
    is_flag=True,
    help="Listen only after the space bar was pressed, until the answer is over.",
)


def open_microphone(
    name: str | None, data: Path | None = None
) -> tuple[Microphone | None, str | None]:
    """The open microphone, or the sentence that says why there is none.

    ``name`` is remembered; without one the microphone of last time is used, or the default one if
    that is not there. Raises NoSuchDevice for a name that no microphone has.
    """
    remembered = RememberedDevices(data_folder(data))
    try:
        wanted = _chosen(PortAudio().devices(), name, remembered, "input")
        microphone = Microphone(wanted)
        microphone.open()
    except MicrophoneProblem as problem:
        return None, str(problem)
    if name is not None:
        remembered.keep("input", wanted)
    return microphone, None


def open_player(
    name: str | None, microphone: Microphone | None = None, data: Path | None = None
) -> Player:
    """A player on the loudspeaker of that name, which is chosen and remembered in the same way.

    Looking for a loudspeaker that went away ends all sound, so ``microphone`` is then opened anew.
    """

    def look_again() -> None:
        if microphone is not None:
            microphone.reconnect()
        else:
            with suppress(MicrophoneProblem):
                PortAudio().look_again()

    remembered = RememberedDevices(data_folder(data))
    wanted = _chosen(_loudspeakers(), name, remembered, "output")
    if name is not None:
        remembered.keep("output", wanted)
    return Player(wanted, look_again=look_again)


@dataclass(frozen=True)
class Hearing:
    """An open microphone with the model that listens to it, or the sentence why there is none.

    All three are None where answers are typed because the player wants it so.
    """

    microphone: Microphone | None
    model: Model | None
    problem: str | None


def open_hearing(
    name: str | None, folder: Path | None, data: Path | None, *, keyboard: bool = False
) -> Hearing:
    """The microphone of that name (see :func:`open_microphone`) and the model in ``folder``.

    A wrong folder is told even where there is no microphone.
    """
    microphone, problem = (None, None) if keyboard else open_microphone(name, data)
    if microphone is None and folder is None:
        return Hearing(None, None, problem)
    model = load_model(choose_model(folder).path)
    return Hearing(microphone, None if microphone is None else model, problem)


@contextmanager
def open_table(
    hearing: Hearing,
    *,
    tts: bool,
    lines: Lines | None = None,
    loudspeaker: str | None = None,
    push_to_talk: bool = False,
    data: Path | None = None,
) -> Iterator[Table]:
    """A table with its speaker; answers come from the microphone if there is one, and are typed.

    It says why there is no microphone, or shows that it listens.
    ``lines``: the host's sentences, if the game has some of its own. ``loudspeaker``: its name, if
    it is to be another one from now on; raises NoSuchDevice if there is none of that name. At a
    terminal single keys work, which ``push_to_talk`` needs.
    """
    microphone, model = hearing.microphone, hearing.model
    try:
        player = open_player(loudspeaker, microphone, data)
        out, plain = printed_to(tts=tts), is_plain()
        remembered = RememberedManner(data_folder(data))
        usual = remembered.get()
        with (
            open_speaker(
                out,
                tts=tts,
                player=player,
                problems=out.voice_failed if isinstance(out, Unprinted) else None,
                plain=plain,
            ) as speaker,
            single_keys(sys.stdin, out, speaker.interrupt) as keys,
        ):
            if push_to_talk and keys is None:
                raise click.UsageError("--push-to-talk needs a terminal whose keys can be read.")
            ears: Ears = Keyboard(keys, StringIO() if plain else out)
            if model is not None and microphone is not None:
                talk = keys.talk if keys and push_to_talk else None
                ears = MicrophoneAndKeyboard(model, microphone, keys, talk=talk)
            knows = model.knows if model else None
            show = partial(print, file=out, flush=True)
            table = Table(speaker, ears, show, knows=knows, lines=lines or Lines(), usual=usual)
            table.adopt_manner()
            table.numbered, table.thinking_s = plain, thinking_s()
            table.keep_usual = remembered.keep
            table.playback = partial(play_aloud, player=player)
            if keys is not None:
                table.keys = table.lines("keys_to_talk" if push_to_talk else "keys")
            elif sys.stdin.isatty():
                table.keys = table.lines("keys_off")
            if table.keys:
                table.show(table.keys)
            _tell_what_is_absent(table, microphone, data)
            if hearing.problem:
                table.tell("no_microphone", problem=hearing.problem)
            elif microphone is not None:
                table.show(table.lines("listening"))
            yield table
    finally:
        if microphone is not None:
            microphone.close()


def _chosen(
    found: Sequence[Device], name: str | None, remembered: RememberedDevices, direction: Direction
) -> Wanted | None:
    """The device of that name, or the one of last time; None for the default one."""
    if name is not None and name.casefold() == DEFAULT:
        return None
    wanted = remembered.get(direction) if name is None else Wanted(name)
    if wanted is None or not found:
        return wanted
    try:
        return find(found, wanted, direction).wanted
    except NoSuchDevice:
        if name is not None:
            raise
        return None


def _loudspeakers() -> list[Device]:
    try:
        return loudspeakers()
    except SpeakingError:
        return []  # the speaker will tell, with the first line


def _tell_what_is_absent(table: Table, microphone: Microphone | None, data: Path | None) -> None:
    """Says which devices of last time are not there now."""
    remembered = RememberedDevices(data_folder(data))
    there: dict[Direction, list[Device]] = {
        "input": [] if microphone is None else PortAudio().devices(),
        "output": _loudspeakers(),
    }
    for direction, found in there.items():
        wanted = remembered.get(direction)
        if wanted is not None and found:
            try:
                find(found, wanted, direction)
            except NoSuchDevice:
                table.tell("device_absent", device=wanted.name)
