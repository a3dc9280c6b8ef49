"""``alibaba doctor``: what works on this machine, and what to do about the rest."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from assistant.cli.deck import own_decks
from assistant.cli.keeping import data_folder, data_option
from assistant.cli.known_players import manner_to
from assistant.cli.output import Unprinted, printed_to
from assistant.cli.room import device_options, open_microphone, open_player
from assistant.doctor.finding import Finding, State
from assistant.doctor.latency import check_latency
from assistant.doctor.sound import (
    CHOOSE_MICROPHONE,
    acoustic_delay,
    check_loudspeaker,
    check_microphone,
    check_voice,
)
from assistant.doctor.storage import check_storage
from assistant.doctor.understanding import check_vocabulary, load_for_check
from assistant.hearing.microphone import Microphone
from assistant.hosting.ears import GATE_TAIL_S
from assistant.hosting.lines import Lines
from assistant.journal.players import Players
from assistant.journal.problems import JournalProblem
from assistant.speaking import EngineVoice, Player, Problem, Speaker
from assistant.understanding.deck_shelf import shelf


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--no-tts", is_flag=True, help="Print only, do not speak.")
@click.option(
    "--seconds",
    type=click.FloatRange(1, 60),
    default=4.0,
    show_default=True,
    help="How long to listen to the microphone.",
)
@device_options
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@click.option("--deck", type=click.Path(path_type=Path), help="A deck of your own (TOML).")
@data_option
def doctor(
    as_json: bool,
    no_tts: bool,
    seconds: float,
    mic: str | None,
    loudspeaker: str | None,
    model: Path | None,
    deck: Path | None,
    data: Path | None,
) -> None:
    """Look at the microphone, loudspeaker, speech engine, model and saved games.

    Each finding is a sentence, with a remedy where something is wrong. The exit code is 0 if
    everything works, and 1 if something does not.
    """
    findings = []
    microphone, problem = open_microphone(mic, data)
    with ExitStack() as at_the_end:
        if microphone is not None:
            at_the_end.callback(microphone.close)
        voice = at_the_end.enter_context(closing(EngineVoice()))
        player = open_player(loudspeaker, microphone, data)
        out = sys.stderr if as_json else printed_to(tts=not no_tts)
        manner = manner_to(data)
        speaker = Speaker(
            out,
            None if as_json or no_tts else voice,
            player,
            problems=out.voice_failed if isinstance(out, Unprinted) else _leave_to_findings,
            rate=manner.rate,
            volume=manner.volume,
        )
        decks = {**shelf(own_decks(data)), **({} if deck is None else {deck.stem: deck})}
        patient = Patient(microphone, problem, player, voice, model, decks, data_folder(data))
        for finding in _examined(patient, seconds, lambda: speaker.say(Lines()("doctor_listens"))):
            findings.append(finding)
            if not as_json:
                speaker.say(told(finding))
    well = all(finding.state is not State.BAD for finding in findings)
    if as_json:
        document = {"well": well, "findings": [asdict(finding) for finding in findings]}
        click.echo(json.dumps(document, indent=2))
    sys.exit(0 if well else 1)


def _leave_to_findings(_problem: Problem) -> None:
    return None


def told(finding: Finding) -> str:
    """A finding as one line."""
    line = f"{finding.subject.capitalize()}, {finding.state.value}: {finding.sentence}"
    return f"{line} {finding.remedy}".rstrip()


@dataclass(frozen=True)
class Patient:
    """What is examined."""

    microphone: Microphone | None
    problem: str | None
    player: Player
    voice: EngineVoice
    model: Path | None
    decks: Mapping[str, Path]
    data: Path


def _names(data: Path) -> list[str]:
    """Who is remembered; what is wrong with that file is told by whoever plays."""
    try:
        return [each.name for each in Players(data).all()]
    except JournalProblem:
        return []


def _examined(
    patient: Patient, seconds: float, ask_to_speak: Callable[[], object]
) -> Iterator[Finding]:
    yield from check_storage(patient.data)
    model, of_model = load_for_check(patient.model)
    yield from of_model
    if model is not None:
        yield from check_vocabulary(model, patient.decks, _names(patient.data))
    of_voice = list(check_voice(patient.voice))
    yield from of_voice
    of_loudspeaker = list(check_loudspeaker(patient.player))
    yield from of_loudspeaker
    delay = None
    if patient.microphone is None:
        yield Finding("microphone", State.BAD, patient.problem or "", CHOOSE_MICROPHONE)
    else:
        ask_to_speak()
        time.sleep(GATE_TAIL_S)
        of_microphone = list(check_microphone(patient.microphone, seconds))
        yield from of_microphone
        if all(each.state is not State.BAD for each in (*of_microphone, *of_loudspeaker)):
            delay = acoustic_delay(patient.microphone, patient.player)
    rendering = of_voice[0].figures.get("rendering_s")
    yield from check_latency(model, None if rendering is None else float(rendering), delay)
