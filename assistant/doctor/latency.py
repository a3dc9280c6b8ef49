"""How long the table waits between an answer and the host's reply, part by part."""

from __future__ import annotations

import time
from collections.abc import Iterator

from assistant.data import data_path
from assistant.doctor.finding import Finding, State
from assistant.hearing.models import Model
from assistant.hearing.recordings import RecordingProblem, read_recording
from assistant.hearing.turn import MOVE, Heard, Progress, Turn, Want
from assistant.hosting.ears import GATE_TAIL_S

_CLIP = ("fixtures", "audio", "evaluate", "phrase_repeat.flac")
_PHRASES = ("repeat", "stop", "help", "yes", "no")
_SLOW_RESULT_S = 0.3
_BLOCK_S = 0.1


def check_latency(
    model: Model | None, rendering_s: float | None, through_the_air_s: float | None
) -> Iterator[Finding]:
    """The full loop and its parts; parts that could not be measured are left out."""
    if model is None:
        yield Finding(
            "latency",
            State.BAD,
            "How quickly answers are heard cannot be measured without a speech model.",
            "See to the speech model first.",
        )
        return
    try:
        result_s, share = _recognition(model)
    except RecordingProblem as problem:
        yield Finding("latency", State.BAD, str(problem), "Install the program again.")
        return
    parts = {
        "pause_after_the_answer_s": MOVE.pause,
        "block_of_sound_s": _BLOCK_S,
        "last_result_s": result_s,
        "rendering_the_reply_s": rendering_s,
        "loudspeaker_and_microphone_s": through_the_air_s,
    }
    measured = {name: round(each, 4) for name, each in parts.items() if each is not None}
    whole = sum(measured.values())
    figures: dict[str, float | int | str] = {
        **measured,
        "whole_s": round(whole, 3),
        "deaf_after_speaking_s": GATE_TAIL_S,
        "recognising_per_second_s": round(share, 4),
    }
    listed = ", ".join(
        f"{name.removesuffix('_s').replace('_', ' ')} {1000 * each:.0f}"
        for name, each in measured.items()
    )
    sentence = (
        f"The host replies {whole:.1f} seconds after a short answer, in milliseconds: {listed}."
    )
    if result_s > _SLOW_RESULT_S or share > 0.5:
        yield Finding(
            "latency",
            State.DOUBTFUL,
            f"{sentence} This model is slow here.",
            "Use a smaller model, such as the bundled one.",
            figures,
        )
    else:
        yield Finding("latency", State.GOOD, sentence, figures=figures)


def _recognition(model: Model) -> tuple[float, float]:
    """Seconds for the block that ends the turn, and on average for a second of sound."""
    recording = read_recording(data_path(*_CLIP))

    def listen(heard: Heard) -> Progress:
        return Progress(Want.PAUSE if heard.words else Want.MORE, len(heard.words))

    slowest, began = 0.0, time.perf_counter()
    turn = Turn(model, _PHRASES, recording.rate, listen, MOVE)
    for block in recording.blocks():
        before = time.perf_counter()
        outcome = turn.feed(block)
        slowest = max(slowest, time.perf_counter() - before)
        if outcome is not None:
            break
    else:
        outcome = turn.finish()
    return slowest, (time.perf_counter() - began) / outcome.position_s
