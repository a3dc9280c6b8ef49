"""Score a Vosk model folder on spoken test sets with a bare grammar and no judge.

    python -m training.evaluate --model FOLDER --clips FOLDER [--babble 20 15 10]

--clips holds recitations/, phrases/ and not_for_us/, each with a manifest.jsonl, and
noise/babble.flac. A recitation is heard as "correct" if exactly the hand is heard, counts
included. The game's own judge is kinder (it asks again); this script compares models.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soundfile as sf
import vosk

from . import vocabulary as v
from .features import SAMPLE_RATE, FloatArray
from .lexicon import plural_spelling
from .texts import article

COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
FORMULA = ("in the cavern there is", "in the cavern there are", "in the cavern there's",
           "there is", "there are", "there's", "and")  # fmt: skip
ALIAS_OF = {
    "pillow": "cushion", "hour glass": "hourglass", "sand clock": "hourglass",
    "sandglass": "hourglass", "knife": "dagger", "shoe": "slipper", "tea pot": "teapot",
    "parasol": "umbrella", "looking glass": "mirror", "gold fish": "goldfish", "mule": "donkey",
    "cockerel": "rooster", "sculpture": "statue", "rug": "carpet", "magic carpet": "carpet",
}  # fmt: skip
CHUNK = SAMPLE_RATE // 4
TAIL_SECONDS = 0.6
QUIET_HAND = {"lion": 1, "crown": 1, "book": 1}


@dataclass
class Score:
    """Counts of one condition; times in seconds."""

    clips: int = 0
    agree: int = 0
    exact: int = 0
    false_accept: int = 0
    mistakes: int = 0
    heard_seconds: float = 0.0
    used_seconds: float = 0.0

    def line(self, name: str) -> str:
        """One line of the report."""
        share = 100.0 / max(1, self.clips)
        speed = self.used_seconds / max(1e-9, self.heard_seconds)
        return (
            f"{name:24} {self.clips:4} clips  agree {self.agree * share:5.1f} %  "
            f"exact {self.exact * share:5.1f} %  false accepts {self.false_accept}"
            f" of {self.mistakes}  real-time factor {speed:.3f}"
        )


def read_clip(path: Path) -> FloatArray:
    """Samples at 16 kHz on the int16 scale, any rate in the file."""
    samples, rate = sf.read(path, dtype="float32")
    if rate != SAMPLE_RATE:
        raise ValueError(f"{path} is not at {SAMPLE_RATE} Hz")
    return np.asarray(samples * 32768.0, np.float32)


def with_noise(
    samples: FloatArray, noise: FloatArray | None, ratio: float, number: int
) -> FloatArray:
    """A clip with a tail of quiet and `noise` at `ratio` dB below it; `number` picks a place."""
    rng = np.random.default_rng(number)
    power = float(np.mean(samples**2))
    tail = np.zeros(int(TAIL_SECONDS * SAMPLE_RATE), np.float32)
    clip = np.concatenate([samples, tail])
    clip = clip + rng.standard_normal(len(clip)).astype(np.float32)
    if noise is not None:
        start = int(rng.integers(0, len(noise)))
        piece = noise[(start + np.arange(len(clip))) % len(noise)]
        piece = piece * np.sqrt(power / np.mean(piece**2) / 10 ** (ratio / 10))
        clip = clip + piece
    return clip


def hear(model: vosk.Model, grammar: list[str], samples: FloatArray, score: Score) -> list[str]:
    """Words Vosk hears with that grammar, `[unk]` left out; adds times to the score."""
    started = time.process_time()
    recogniser = vosk.KaldiRecognizer(model, SAMPLE_RATE, json.dumps(grammar))
    data = np.clip(samples, -32768, 32767).astype("<i2").tobytes()
    words: list[str] = []
    for at in range(0, len(data), 2 * CHUNK):
        if recogniser.AcceptWaveform(data[at : at + 2 * CHUNK]):
            words += json.loads(recogniser.Result())["text"].split()
    words += json.loads(recogniser.FinalResult())["text"].split()
    score.used_seconds += time.process_time() - started
    score.heard_seconds += len(samples) / SAMPLE_RATE
    return [word for word in words if word != "[unk]"]


def names_of(clip: dict[str, Any]) -> dict[str, str]:
    """Every name a treasure of the clip's deck may be called by: name to treasure."""
    if clip.get("deck") == "cavern" or "treasures" not in clip:
        names = {form: t for t, (plural, _) in v.TREASURES.items() for form in (t, plural)}
        for alias, treasure in ALIAS_OF.items():
            names[alias] = names[v.ALIASES[alias]] = treasure
        return names
    return {form: t for t in clip["treasures"] for form in (t, _plural(t))}


def items(words: list[str], names: dict[str, str]) -> Counter[str]:
    """Treasures and counts in a list of heard words."""
    found: Counter[str] = Counter()
    count, at = 1, 0
    while at < len(words):
        pair = " ".join(words[at : at + 2])
        name = pair if pair in names else words[at]
        if name in names:
            found[names[name]] += count
            count = 1
        elif words[at] in COUNTS:
            count = COUNTS[words[at]]
        at += 2 if name == pair else 1
    return found


def recitation_grammar(clip: dict[str, Any]) -> list[str]:
    """Items as they are said, the formula and `[unk]`.

    Vosk makes a bigram of the phrases: with "two lions" it learns what follows what. Given
    bare words instead, every word costs much and `[unk]` swallows the beginning.
    """
    names = names_of(clip)
    plurals = {name for name in names if name == _plural(names[name])}
    phrases = list(FORMULA)
    adjectives = v.TREASURES if clip.get("adjectives") else {}
    for name, treasure in names.items():
        for adjective in ("", *adjectives.get(treasure, ("", ()))[1]):
            described = f"{adjective} {name}".strip()
            if name in plurals or name in v.ALIASES.values():
                phrases += [f"{count} {described}" for count in ("two", "three", "four")]
            else:
                phrases += [f"{article(described)} {described}", described]
    return [*phrases, "[unk]"]


def _plural(treasure: str) -> str:
    if treasure in v.TREASURES:
        return v.TREASURES[treasure][0]
    return "knives" if treasure == "knife" else plural_spelling(treasure)


def score_recitations(
    model: vosk.Model, folder: Path, noise: FloatArray | None, ratio: float, wrong: bool, every: int
) -> tuple[Score, dict[str, Score]]:
    """Every nth clip, and by voice; with `wrong`, clips judged wrongly are printed."""
    total, by_voice = Score(), dict[str, Score]()
    lines = (folder / "manifest.jsonl").read_text().splitlines()
    for number, line in list(enumerate(lines))[::every]:
        clip = json.loads(line)
        samples = with_noise(read_clip(folder / clip["audio"]), noise, ratio, number)
        words = hear(model, recitation_grammar(clip), samples, total)
        names = names_of(clip)
        heard = items(words, names)
        said = items(v.words_of(clip["said"]), names)
        correct = heard == Counter(clip["hand"])
        agree = correct == (clip["verdict"] == "correct")
        for score in (total, by_voice.setdefault(clip["voice"], Score())):
            score.clips += 1
            score.agree += agree
            score.exact += heard == said
            score.mistakes += clip["verdict"] == "mistake"
            score.false_accept += correct and clip["verdict"] == "mistake"
        if wrong and not agree:
            print(f"  {clip['audio']}: said {clip['said']!r}, heard {' '.join(words)!r}")
    return total, by_voice


def score_phrases(
    model: vosk.Model, folder: Path, noise: FloatArray | None, ratio: float, wrong: bool
) -> Score:
    """One of a closed list, said alone."""
    total = Score()
    for number, line in enumerate((folder / "manifest.jsonl").read_text().splitlines()):
        clip = json.loads(line)
        samples = with_noise(read_clip(folder / clip["audio"]), noise, ratio, number)
        words = hear(model, [*clip["phrases"], "[unk]"], samples, total)
        total.clips += 1
        right = " ".join(words) == clip["expected"]
        total.agree += right
        total.exact += right
        if wrong and not right:
            print(f"  {clip['audio']}: expected {clip['expected']}, heard {' '.join(words)!r}")
    return total


def score_not_for_us(model: vosk.Model, folder: Path) -> Score:
    """Talk and noise while a hand is to be recited: `agree` means no treasure was heard."""
    total = Score()
    for line in (folder / "manifest.jsonl").read_text().splitlines():
        clip = json.loads(line)
        samples = with_noise(read_clip(folder / clip["audio"]), None, 0, total.clips)
        heard = items(hear(model, recitation_grammar({}), samples, total), names_of({}))
        total.clips += 1
        total.mistakes += 1
        total.agree += not heard
        total.exact += not heard
        total.false_accept += heard == Counter(QUIET_HAND)
    return total


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Score a model folder.")
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--clips", type=Path, required=True)
    parser.add_argument("--babble", type=float, nargs="*", default=[20, 15, 10], help="dB")
    parser.add_argument("--voices", action="store_true", help="also by voice")
    parser.add_argument("--wrong", action="store_true", help="print what was judged wrongly")
    parser.add_argument("--only-recitations", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="only every nth clip")
    options = parser.parse_args()
    vosk.SetLogLevel(-1)
    started = time.monotonic()
    model = vosk.Model(model_path=str(options.model))
    size = sum(f.stat().st_size for f in options.model.rglob("*") if f.is_file())
    print(f"loaded in {time.monotonic() - started:.2f} s, {size / 1e6:.1f} MB")
    noise = read_clip(options.clips / "noise" / "babble.flac")
    for ratio in (None, *options.babble):
        added = noise if ratio is not None else None
        name = "recitations, quiet" if ratio is None else f"recitations, {ratio:g} dB"
        total, by_voice = score_recitations(
            model,
            options.clips / "recitations",
            added,
            ratio or 0.0,
            options.wrong,
            options.every,
        )
        print(total.line(name), flush=True)
        if options.voices:
            for voice, score in sorted(by_voice.items()):
                print("  " + score.line(voice))
        if not options.only_recitations:
            score = score_phrases(
                model, options.clips / "phrases", added, ratio or 0.0, options.wrong
            )
            print(score.line(name.replace("recitations", "phrases")), flush=True)
    if not options.only_recitations:
        print(score_not_for_us(model, options.clips / "not_for_us").line("not for us"))


if __name__ == "__main__":
    main()
