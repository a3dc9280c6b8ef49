"""The microphone, the loudspeaker, and the air between them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from assistant.doctor.finding import Finding, State
from assistant.hearing.level import Level
from assistant.hearing.microphone import Microphone, MicrophoneLost
from assistant.speaking import EngineVoice, Player, Sound, SpeakingError

CHOOSE_MICROPHONE = (
    "Choose one with --microphone (alibaba devices lists them), or play by keyboard (--keyboard)."
)
_NOISY_DB = -45.0
_LEAST_CONTRAST_DB = 20.0
_LEAST_DELIVERED = 0.95
_CHIRP_S = 0.15
_SETTLE_S = 0.4
_LIKENESS = 0.25
_RATE = 48_000


def check_microphone(
    microphone: Microphone, seconds: float, clock: Callable[[], float] = time.monotonic
) -> Iterator[Finding]:
    """Listens to an open microphone for some seconds, during which somebody should speak."""
    try:
        level, delivered = _listen(microphone, seconds, clock)
    except MicrophoneLost:
        yield Finding(
            "microphone", State.BAD, "The microphone gives no sound at all.", CHOOSE_MICROPHONE
        )
        return
    assert microphone.device is not None
    name = microphone.device.name
    figures: dict[str, float | int | str] = {
        "device": name,
        "system": microphone.device.system,
        "rate_hz": microphone.rate,
        "native_rate_hz": microphone.device.rate,
        "level_db": round(level.loudest_db, 1),
        "noise_db": round(level.noise_db, 1),
        "clipped_percent": round(100 * level.clipped, 2),
        "delivered_percent": round(100 * delivered, 1),
    }
    faults = list(_faults(name, level, delivered))
    for state, sentence, remedy in faults:
        yield Finding("microphone", state, sentence, remedy, figures)
    if not faults:
        yield Finding(
            "microphone",
            State.GOOD,
            f"The microphone {name} works at {microphone.rate} hertz: the voice at"
            f" {level.loudest_db:.0f} decibels, the room at {level.noise_db:.0f}, no clipping.",
            figures=figures,
        )


def _faults(name: str, level: Level, delivered: float) -> Iterator[tuple[State, str, str]]:
    if level.zeros_s > 0 and level.loudest_db <= -96:
        yield (
            State.BAD,
            f"The microphone {name} sends only digital silence.",
            "Unmute it, and allow this program to use it in the privacy settings of the system.",
        )
        return
    if delivered < _LEAST_DELIVERED:
        yield (
            State.DOUBTFUL,
            f"The microphone {name} delivered only {100 * delivered:.0f} per cent of its sound.",
            "Close other programs, or use another socket or microphone.",
        )
    if level.clips:
        yield (
            State.DOUBTFUL,
            f"The microphone {name} is set too loud: {100 * level.clipped:.1f} per cent of its"
            " sound is cut off.",
            "Turn its level down, or move away from it.",
        )
    if level.noise_db > _NOISY_DB:
        yield (
            State.DOUBTFUL,
            f"It is loud here: {level.noise_db:.0f} decibels without anybody speaking.",
            "Turn off what hums, go nearer to the microphone, or use a headset.",
        )
    elif level.loudest_db - level.noise_db < _LEAST_CONTRAST_DB:
        yield (
            State.DOUBTFUL,
            f"No voice stood out from the room, {level.loudest_db:.0f} decibels at most.",
            "Speak during the measurement; if you did, turn the level up or go nearer.",
        )


def _listen(
    microphone: Microphone, seconds: float, clock: Callable[[], float]
) -> tuple[Level, float]:
    """What was heard, and what share of the sound arrived that so many seconds have."""
    level = Level(microphone.rate)
    microphone.open_gate()
    try:
        blocks = microphone.blocks()
        level.feed(next(blocks))  # how long it took to fill is unknown
        began, frames, elapsed = clock(), 0, 0.0
        while elapsed < seconds:
            block = next(blocks)
            level.feed(block)
            frames += len(block)
            elapsed = clock() - began
    finally:
        microphone.shut_gate()
    return level, frames / microphone.rate / elapsed


def check_voice(voice: EngineVoice) -> Iterator[Finding]:
    """Whether the speech engine speaks, and how quickly."""
    try:
        voice.render("Ready.", 170)
        began = time.monotonic()
        sound = voice.render("You find a golden crown. What is in the cavern?", 170)
        took = time.monotonic() - began
    except SpeakingError as problem:
        yield Finding(
            "speech engine",
            State.BAD,
            problem.problem.sentence,
            "Install eSpeak NG, or play with --no-tts and read what is printed.",
        )
        return
    yield Finding(
        "speech engine",
        State.GOOD,
        f"The speech engine makes {sound.seconds:.1f} seconds of speech"
        f" in {1000 * took:.0f} milliseconds.",
        figures={"speech_s": round(sound.seconds, 2), "rendering_s": round(took, 4)},
    )


def check_loudspeaker(player: Player) -> Iterator[Finding]:
    """Plays a short sound."""
    try:
        began = time.monotonic()
        player.play(chirp(), threading.Event())
        took = time.monotonic() - began
    except SpeakingError as problem:
        yield Finding(
            "loudspeaker",
            State.BAD,
            problem.problem.sentence,
            "Plug in a loudspeaker or headphones, or choose one with --loudspeaker"
            " (alibaba devices lists them).",
        )
        return
    yield Finding(
        "loudspeaker",
        State.GOOD,
        "The loudspeaker took a short sound: if you did not hear it, turn it up.",
        figures={"overhead_s": round(took - _CHIRP_S, 3)},
    )


def chirp() -> Sound:
    """A rising tone, which is found again in a recording of it."""
    times = np.arange(round(_CHIRP_S * _RATE)) / _RATE
    wave = np.sin(2 * np.pi * (500 + 10_000 * times) * times) * np.hanning(len(times))
    return Sound((wave * 16_000).astype(np.int16), _RATE)


def acoustic_delay(microphone: Microphone, player: Player) -> float | None:
    """Seconds from starting to play until the sound has come back through the microphone.

    None if it was not heard, as with headphones.
    """
    blocks: list[npt.NDArray[np.int16]] = []
    arrived = [0.0]

    def record() -> None:
        try:
            for block in microphone.blocks():
                blocks.append(block)
                arrived[0] = time.monotonic()
        except MicrophoneLost:
            blocks.clear()

    microphone.open_gate()
    recording = threading.Thread(target=record, name="delay", daemon=True)
    recording.start()
    try:
        time.sleep(_SETTLE_S)
        began = time.monotonic()
        player.play(chirp(), threading.Event())
        time.sleep(_SETTLE_S)
    except SpeakingError:
        return None
    finally:
        microphone.shut_gate()
        recording.join()
    if not blocks:
        return None
    heard = np.concatenate(blocks).astype(np.float64)
    start = _start_of(chirp().resampled(microphone.rate).samples.astype(np.float64), heard)
    if start is None:
        return None
    return arrived[0] - (len(heard) - start) / microphone.rate - began


def _start_of(sought: npt.NDArray[np.float64], heard: npt.NDArray[np.float64]) -> int | None:
    """Where in a recording a sound begins, if it is in it."""
    if len(heard) < len(sought):
        return None
    size = len(heard) + len(sought)
    product = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(sought, size))
    match = np.fft.irfft(product, size)[: len(heard) - len(sought) + 1]
    start = int(np.argmax(match))
    part = heard[start : start + len(sought)]
    strength = float(np.linalg.norm(part) * np.linalg.norm(sought))
    return start if strength > 0 and match[start] / strength > _LIKENESS else None
