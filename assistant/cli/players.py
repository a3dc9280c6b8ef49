"""``alibaba players``: who has played here, and how the host treats them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from assistant.cli.keeping import data_option, folder_of
from assistant.hosting.lines import listing
from assistant.hosting.manner import Detail
from assistant.hosting.opening import BadTable, read_names
from assistant.journal.players import STEPS, THINKING_S, Players, Profile
from assistant.understanding.sounds import sound_alike


@click.group(invoke_without_command=True)
@data_option
@click.pass_context
def players(context: click.Context, data: Path | None) -> None:
    """List the players who are remembered; change or remove one."""
    context.obj = Players(folder_of(data).path)
    if context.invoked_subcommand is not None:
        return
    known = context.obj.all()
    for each in known:
        click.echo(_line(each))
    if not known:
        click.echo("Nobody has played here yet.")


@players.command()
@click.argument("name")
@click.option("--rate", type=click.IntRange(STEPS[0], STEPS[-1]), help="How fast I speak, 1 to 5.")
@click.option(
    "--volume", type=click.IntRange(STEPS[0], STEPS[-1]), help="How loudly I speak, 1 to 5."
)
@click.option(
    "--detail",
    type=click.Choice([each.name.lower() for each in Detail]),
    help="How much I say.",
)
@click.option(
    "--thinking", type=click.FloatRange(*THINKING_S), help="Seconds to think between two words."
)
@click.option(
    "--careful/--not-careful",
    default=None,
    help="Ask about what was heard before it holds, for a voice that is hard to hear.",
)
@click.pass_obj
def change(
    known: Players,
    name: str,
    rate: int | None,
    volume: int | None,
    detail: str | None,
    thinking: float | None,
    careful: bool | None,
) -> None:
    """Change how NAME is treated, or add NAME."""
    before = known.find(name)
    if before is None:
        (*read,) = read_names(name)
        if len(read) != 1:
            raise BadTable(f'"{name}" is not one name: change one player at a time.')
        before = Profile(read[0])
    after = replace(
        before,
        rate=before.rate if rate is None else rate,
        volume=before.volume if volume is None else volume,
        detail=before.detail if detail is None else Detail[detail.upper()],
        thinking_s=before.thinking_s if thinking is None else thinking,
        careful=before.careful if careful is None else careful,
    )
    known.keep(after)
    click.echo(_line(after))
    others = [each.name for each in known.all() if each.name != after.name]
    if alike := [each for each in others if sound_alike(each, after.name)]:
        click.echo(f"{after.name} sounds like {listing(alike)}: by voice I may mix them up.")


@players.command()
@click.argument("name")
@click.pass_obj
def remove(known: Players, name: str) -> None:
    """Forget NAME. Saved games keep the name."""
    if not known.remove(name):
        names = listing([each.name for each in known.all()]) or "nobody"
        raise BadTable(f"There is no player called {name}; I know {names}.")
    click.echo(f"{name} is forgotten.")


def _line(profile: Profile) -> str:
    told = []
    if profile.rate is not None:
        told.append(f"speech rate {profile.rate} of 5")
    if profile.volume is not None:
        told.append(f"loudness {profile.volume} of 5")
    if profile.detail is not None:
        told.append(f"{Detail(profile.detail).name.lower()} sentences")
    told.append(f"{profile.thinking_s:g} seconds to think")
    if profile.careful:
        told.append("and I ask before an answer holds")
    return f"{profile.name}: {', '.join(told)}."
