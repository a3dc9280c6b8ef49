"""How commands print: plainly, not at all, or as the terminal allows; and how long they wait."""

from __future__ import annotations

import io
import math
import os
import re
import sys
from typing import Any, TextIO

import click

from assistant.speaking import Problem

_PLAIN, _NO_PRINT, _THINKING = "alibaba.plain", "alibaba.no_print", "alibaba.thinking"
_USUAL_S = 4.0


def thinking_time(text: str) -> float:
    """Seconds to think, from 4 to 12, or infinity for "none"; raises BadParameter."""
    if text.casefold() == "none":
        return math.inf
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 4 <= seconds <= 12:
        raise click.BadParameter(f'{text} is neither "none" nor 4 to 12 seconds.')
    return seconds


class Unprinted(io.TextIOBase):
    """Prints nothing for as long as the voice is to be had, and everything from then on."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._prints = False
        self._latest = ""

    def write(self, text: str, /) -> int:
        """Keeps the latest line, which the voice may still fail to say."""
        if self._prints:
            self._out.write(text)
        self._latest = text
        return len(text)

    def flush(self) -> None:
        """Nothing waits unless it is printed."""
        if self._prints:
            self._out.flush()

    def voice_failed(self, problem: Problem) -> None:
        """Prints what was not heard, and why."""
        if not self._prints:
            self._prints = True
            self._out.write(self._latest)
        self._out.write(f"{problem.sentence}\n")
        self._out.flush()


def equip(command: click.Command) -> None:
    """Gives a command and those below it the options that all have."""
    if isinstance(command, click.Group):
        for each in command.commands.values():
            equip(each)
        if command.invoke_without_command:
            command.params.append(_plain_option())
        return
    own = {each.name: each for each in command.params}
    if "plain" in own:
        own["plain"].callback = _note_plain
    else:
        command.params.append(_plain_option())
    if "no_tts" in own:
        command.params.append(
            click.Option(
                ["--no-print"],
                is_flag=True,
                expose_value=False,
                callback=_note(_NO_PRINT),
                help="Speak only, print nothing.",
            )
        )
    if "thinking" in own:
        own["thinking"].callback = _note(_THINKING)
    elif "keyboard" in own:
        command.params.append(
            click.Option(
                ["--thinking"],
                type=thinking_time,
                metavar="SECONDS",
                default="4",
                show_default=True,
                expose_value=False,
                callback=_note(_THINKING),
                help='Seconds to think at a question, 4 to 12, or "none": it waits for ever.',
            )
        )


def is_plain() -> bool:
    """Whether the running command prints one event a line, and draws nothing."""
    return bool(_noted(_PLAIN, _cannot_draw()))


def thinking_s() -> float:
    """Seconds that players may think; infinity for as long as they like."""
    return float(_noted(_THINKING, _USUAL_S))


def printed_to(*, tts: bool) -> TextIO:
    """Where a command that speaks prints to. Raises UsageError if nothing were left of it."""
    if not prints_nothing():
        return sys.stdout
    if not tts:
        raise click.UsageError("--no-print needs the voice, which --no-tts and --fast leave out.")
    return Unprinted(sys.stdout)  # type: ignore[return-value]


def prints_nothing() -> bool:
    """Whether only the voice is wanted."""
    return bool(_noted(_NO_PRINT, False))


def refuse_unseen(what: str) -> None:
    """Raises UsageError for what is shown to the eyes alone, if nothing is printed."""
    if prints_nothing():
        raise click.UsageError(
            f"{what} on the screen alone, which --no-print leaves empty: choose one of the two."
        )


def echo(text: str) -> None:
    """Prints ``text``; plainly, without columns, indentation or blank lines."""
    for line in text.splitlines() if is_plain() else [text]:
        told = re.sub(r"\s{2,}", ", ", line.strip()) if is_plain() else line
        if told or not is_plain():
            click.echo(told)


def _plain_option() -> click.Option:
    return click.Option(
        ["--plain"],
        is_flag=True,
        envvar="ALIBABA_PLAIN",
        expose_value=False,
        callback=_note_plain,
        help="One event a line, nothing drawn (or set ALIBABA_PLAIN=1).",
    )


def _cannot_draw() -> bool:
    return not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"


def _note_plain(ctx: click.Context, _param: click.Parameter, value: bool) -> bool:
    ctx.meta[_PLAIN] = value or _cannot_draw()
    return bool(ctx.meta[_PLAIN])


def _note(key: str) -> Any:
    def note(ctx: click.Context, _param: click.Parameter, value: object) -> object:
        ctx.meta[key] = value
        return value

    return note


def _noted(key: str, otherwise: object) -> Any:
    context = click.get_current_context(silent=True)
    return otherwise if context is None else context.meta.get(key, otherwise)
