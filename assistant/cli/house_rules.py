"""The house rules of the cavern game as command-line options, one for each [Option] ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

import click

from assistant.games.cavern.settings import (
    FAMILY,
    Adjectives,
    AliBaba,
    Grouping,
    Judge,
    LapsStart,
    Naming,
    Settings,
)

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--family", is_flag=True, help="Mild rules: --grouping lenient, --correction, --own-cards."
    ),
    click.option("--young", is_flag=True, help="Show the treasures as they are named (ALI-36)."),
    click.option(
        "--adjectives",
        type=click.Choice([each.value for each in Adjectives]),
        default=Adjectives.OFF.value,
        show_default=True,
        help="Treasures carry adjectives, invented by thieves or given by the host (ALI-37).",
    ),
    click.option("--order", is_flag=True, help="Treasures in the order they came (ALI-38)."),
    click.option(
        "--grouping",
        type=click.Choice([each.value for each in Grouping]),
        default=None,
        help="Whether equal treasures must be named together; strict by default (ALI-10).",
    ),
    click.option("--correction", is_flag=True, help='Accept "no, I mean ..." (ALI-11).'),
    click.option(
        "--formula", is_flag=True, help='The words "in the cavern there is" are a must (ALI-13).'
    ),
    click.option("--say-done", is_flag=True, help='A list counts once "done" is said (ALI-15).'),
    click.option(
        "--time-limit",
        type=click.Choice(["30", "45", "60"]),
        help="Seconds for one recitation; none by default (ALI-15).",
    ),
    click.option(
        "--judge",
        type=click.Choice([each.value for each in Judge]),
        default=Judge.REFEREE.value,
        show_default=True,
        help="The laptop judges, or a human Ali Baba has the last word (ALI-16).",
    ),
    click.option(
        "--laps",
        type=click.Choice([each.value for each in LapsStart]),
        default=LapsStart.ALI_LEFT.value,
        show_default=True,
        help="Who picks first after a mistake (ALI-21).",
    ),
    click.option("--own-cards", is_flag=True, help="Players may ask for their cards (ALI-25)."),
    click.option(
        "--chief-worthless", is_flag=True, help="The Chief Thief scores nothing (ALI-27)."
    ),
    click.option("--cassim", is_flag=True, help="Two players: silent Cassim joins (ALI-35)."),
    click.option(
        "--naming",
        type=click.Choice([each.value for each in Naming]),
        default=Naming.ALOUD.value,
        show_default=True,
        help="Treasures are said aloud, or only shown on the screen (ALI-3).",
    ),
)


def house_rules(command: F) -> F:
    """Gives a click command all house-rule options."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def settings_from(rules: Mapping[str, Any], ali: AliBaba) -> Settings:
    """The settings that the options stand for."""
    base = FAMILY if rules["family"] else Settings()
    limit = rules["time_limit"]
    return replace(
        base,
        ali=ali,
        young=rules["young"],
        adjectives=Adjectives(rules["adjectives"]),
        order=rules["order"],
        grouping=Grouping(rules["grouping"]) if rules["grouping"] else base.grouping,
        correction_grace=base.correction_grace or rules["correction"],
        strict_formula=rules["formula"],
        say_done=rules["say_done"],
        time_limit_s=int(limit) if limit else None,
        judge=Judge(rules["judge"]),
        laps_start=LapsStart(rules["laps"]),
        own_collection=base.own_collection or rules["own_cards"],
        chief_scores=not rules["chief_worthless"],
        cassim=rules["cassim"],
        naming=Naming(rules["naming"]),
    )


def options_in(words: Sequence[str], rules: Callable[[F], F]) -> dict[str, Any]:
    """The options that ``words`` of a command line set, with the defaults of all others; ``rules``
    is what gives a command its options, such as :func:`house_rules`.
    """

    def parsed(**options: object) -> dict[str, object]:
        return options

    command = click.command()(rules(cast(F, parsed)))
    options: dict[str, Any] = command.main(list(words), standalone_mode=False)
    return options
