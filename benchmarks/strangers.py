"""What becomes of sound that is nobody's answer: the host's own voice, talk, a noisy room.

    python -m benchmarks.strangers [CLIPS]

Each sound is played to a recitation and to a question for a command, with the bundled model, for as
long as the program listens. Writes ``results/strangers.md``. CLIPS (default: ``../shared/audio``
beside the project) holds ``noise/babble.flac`` and ``not_for_us``, which is run with babble, too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from assistant.data import data_path
from assistant.evaluation.decks import Decks
from assistant.evaluation.listening import Sound, hear_command, hear_recitation, hearable
from assistant.evaluation.manifest import read_manifest
from assistant.evaluation.measuring import NOBODYS_HAND, Failure, Measuring, Score
from assistant.evaluation.noise import read_noise
from assistant.hearing.models import Model, bundled_model, load_model
from assistant.hearing.recordings import read_recording
from assistant.hearing.turn import End
from assistant.speaking.voice import EngineVoice
from assistant.understanding.commands import read_commands
from assistant.understanding.recitation import Verdict

HERE = Path(__file__).parent
SHARED = HERE.parents[1] / "shared" / "audio"
RATE = 16_000
SILENCE_S = 4.0
"""The silence budget of a recitation: who says nothing is waited for so long."""
SNRS_DB = (None, 20.0, 15.0, 10.0, 5.0)
OWN_LINES = (
    "Next comes a wooden tambourine.", "What is in the cavern, Dan?", "Right, four treasures.",
    "No, two soft cushions were missing.", "Three noisy alarms: Ali Baba is caught!",
    "Now the treasures are shared: a lion, a slipper, a book, a donkey and a candle.",
    "Left: a lion, a crown and a book. Which do you choose, Ana?", "Ana takes the lion.",
    "It is your turn, Ben. Say repeat to hear that again.", "The score: Ana nine, Ben seven.",
)  # fmt: skip
HEAD = """# Sound that is nobody's answer

Made by `python -m benchmarks.strangers` with {model}: each sound is played to a recitation of a
lion, a crown and a book, and to a question in which every command counts. The longest wait is that
of the recitation, whose silence budget is {silence:.0f} s: only accepted treasures may renew it. In
a game the microphone is shut while the host speaks; here it is not.

| sound | seconds | found right | accused | commands | renewed the budget | longest wait |
| --- | --- | --- | --- | --- | --- | --- |
"""


@dataclass
class Tally:
    """What became of the sounds of one kind."""

    seconds: float = 0.0
    right: int = 0
    accused: int = 0
    commands: Counter[str] = field(default_factory=Counter)
    renewed: int = 0
    longest_s: float = 0.0


def hiss(seconds: float) -> Sound:
    """White noise 40 dB below full scale."""
    noise = np.random.default_rng(1).normal(0, 0.01 * 32768, round(seconds * RATE))
    return Sound(noise.astype(np.int16), RATE)


def hum(seconds: float) -> Sound:
    """A mains hum of 50 Hz with its harmonics."""
    at = np.arange(round(seconds * RATE)) / RATE
    tone = sum(np.sin(2 * np.pi * 50 * n * at) / n for n in range(1, 12))
    return Sound((0.03 * 32768 * np.asarray(tone)).astype(np.int16), RATE)


def babble(path: Path, seconds: float) -> Sound:
    """A minute of people talking, as loud as it was recorded."""
    recording = read_recording(path)
    samples = np.resize(recording.samples, round(seconds * recording.rate))
    return Sound(samples, recording.rate)


def own_voice() -> Iterator[Sound]:
    """The host's lines, as the speech engine renders them."""
    voice = EngineVoice()
    try:
        for line in OWN_LINES:
            sound = voice.render(line, 170)
            yield Sound(np.asarray(sound.samples, dtype=np.int16), sound.rate)
    finally:
        voice.close()


def pieces(sound: Sound, seconds: float = 15.0) -> Iterator[Sound]:
    """A long sound cut into turns, each with quiet behind it only at its end."""
    size = round(seconds * sound.rate)
    for at in range(0, len(sound.samples), size):
        yield Sound(sound.samples[at : at + size], sound.rate)


def listened(sounds: Iterator[Sound], model: Model) -> Tally:
    """Plays the sounds to both kinds of question."""
    tally = Tally()
    words = Decks(model.knows).words(None, None, Path("cavern"), 0)
    table = read_commands(data_path("grammars", "commands.toml"))
    commands = hearable(tuple(table.values()), model.knows)
    for sound in sounds:
        tally.seconds += len(sound.samples) / sound.rate
        opinion, recited = hear_recitation(sound, model, words, NOBODYS_HAND, None)
        command, _ = hear_command(sound, model, commands)
        tally.right += opinion.verdict is Verdict.COMPLETE
        tally.accused += opinion.verdict is Verdict.MISTAKE
        if command is not None:
            tally.commands[command.name] += 1
        outcome = recited.outcome
        tally.longest_s = max(tally.longest_s, outcome.position_s)
        late = outcome.end is End.SILENCE and outcome.position_s > SILENCE_S + 0.5
        tally.renewed += late and not opinion.items
    return tally


def row(name: str, tally: Tally) -> str:
    """A line of the table."""
    commands = ", ".join(f"{n} x {each}" for each, n in tally.commands.items()) or "0"
    return (
        f"| {name} | {tally.seconds:.0f} | {tally.right} | {tally.accused} | {commands} "
        f"| {tally.renewed} | {tally.longest_s:.1f} s |"
    )


def not_for_us(clips: Path, model: Model) -> Iterator[str]:
    """The clips of the set of other speech, in quiet and in babble."""
    yield "\n## The clips of `not_for_us`\n"
    yield "| babble | clips | found right or commands | accused |"
    yield "| --- | --- | --- | --- |"
    manifest = read_manifest(clips / "not_for_us" / "manifest.jsonl")
    for snr_db in SNRS_DB:
        noise = None if snr_db is None else read_noise(clips / "noise" / "babble.flac", snr_db)
        scores: Counter[Score] = Counter()
        for result in Measuring(model, noise).run(manifest):
            if isinstance(result, Failure):
                sys.exit(result.problem)
            scores[result.score] += 1
        name = "none" if snr_db is None else f"{snr_db:.0f} dB"
        yield (
            f"| {name} | {scores.total()} | {scores[Score.FALSE_ACCEPT]} "
            f"| {scores[Score.FALSE_MISTAKE]} |"
        )


def main() -> None:
    """Command line."""
    clips = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED
    path = clips / "noise" / "babble.flac"
    if not path.exists():
        sys.exit(f"{path} is missing: give the folder that has noise/babble.flac.")
    model = load_model(bundled_model())
    kinds: Mapping[str, Callable[[], Iterator[Sound]]] = {
        "the host's own voice, ten lines": own_voice,
        "a minute of people talking": lambda: pieces(babble(path, 60.0)),
        "a minute of hiss": lambda: pieces(hiss(60.0)),
        "a minute of hum": lambda: pieces(hum(60.0)),
    }
    lines = [row(name, listened(sounds(), model)) for name, sounds in kinds.items()]
    head = HEAD.format(model=bundled_model().name, silence=SILENCE_S)
    text = head + "\n".join([*lines, *not_for_us(clips, model)]) + "\n"
    (HERE / "results" / "strangers.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
