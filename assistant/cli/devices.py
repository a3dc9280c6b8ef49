"""``alibaba devices``: the microphones and loudspeakers there are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from assistant.cli.keeping import data_folder, data_option
from assistant.cli.output import echo
from assistant.devices.choice import Device, Direction, NoSuchDevice, find
from assistant.devices.remembered import RememberedDevices
from assistant.hearing.portaudio import PortAudio
from assistant.speaking import loudspeakers


@click.command()
@data_option
def devices(data: Path | None) -> None:
    """List the microphones and loudspeakers.

    Any part of a name will do for --microphone and --loudspeaker; the choice is remembered, and
    "--microphone default" forgets it.
    """
    remembered = RememberedDevices(data_folder(data))
    _list("Microphones", PortAudio().devices(), "input", remembered)
    _list("Loudspeakers", loudspeakers(), "output", remembered)


def _list(
    title: str, found: Sequence[Device], direction: Direction, remembered: RememberedDevices
) -> None:
    if not found:
        click.echo(f"{title}: none was found, plug one in.")
        return
    used = find(found, None, direction)
    if (wanted := remembered.get(direction)) is not None:
        try:
            used = find(found, wanted, direction)
        except NoSuchDevice as problem:
            click.echo(f"{problem} The default one is used until it is back.")
    click.echo(f"{title}:")
    for device in found:
        what = f"{device.name}, {device.system}, {device.channels} channels, {device.rate} Hz"
        echo(f"  {what}{', used' if device == used else ''}")
