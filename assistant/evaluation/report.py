"""The figures of a run, as JSON and in words.

``summary``, each entry of ``voices`` (by speaker) and of ``kinds`` (recitations, phrases, not for
us) hold

- ``clips``: how many were run, and, as counts that add up to it, ``agree`` (the verdict equals the
  manifest's, the expected phrase was understood, or nothing was made of a clip not for us),
  ``false_accept`` (found right though wrong, another phrase than said, or anything acted upon that
  was not for us), ``false_mistake`` (found wrong though right, or a treasure counted as extra from
  a clip not for us) and ``asked`` (the game would ask again);
- ``rates``: the same four as fractions of ``clips``;
- ``latency_s``: ``median`` and ``p95`` seconds from ``speech_end`` to the verdict, over the right
  recitations that were found right; null without any;
- ``real_time_factor``: processor seconds per second of sound listened to.

``summary`` also has ``load_s`` (seconds to load the model), ``peak_mb`` (the largest memory of the
process, in units of a million bytes, null where the system does not tell), and ``failed`` (lines
and clips that could not be run; a sentence for each is under ``problems``).
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from assistant.evaluation.manifest import Clip, Phrase, Recitation
from assistant.evaluation.measuring import Result, Score


@dataclass
class Report:
    """All results of one run. ``load_s``: seconds that loading the model took."""

    load_s: float
    settings: Mapping[str, object] = field(default_factory=dict)
    """What was measured: model, noise and the like, as names."""
    results: list[Result] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The whole report, ready for :func:`json.dump`."""
        return {
            "settings": dict(self.settings),
            "summary": {
                **figures(self.results),
                "load_s": round(self.load_s, 3),
                "peak_mb": peak_mb(),
                "failed": len(self.problems),
            },
            "kinds": _grouped(self.results, kind_of),
            "voices": _grouped(self.results, _voice),
            "problems": self.problems,
            "clips": [_row(result) for result in self.results],
        }

    def as_text(self) -> str:
        """The report in words, a line for each kind of clip and each voice with a flaw."""
        whole = self.as_json()
        summary = whole["summary"]
        lines = [_sentence("all", summary)]
        if len(whole["kinds"]) > 1:
            lines += [_sentence(kind, each) for kind, each in whole["kinds"].items()]
        if latency := summary["latency_s"]:
            lines.append(
                f"A right recitation is confirmed {latency['median']:.2f} s after its last word"
                f" (median; 95 % within {latency['p95']:.2f} s)."
            )
        peak = f", {summary['peak_mb']:.0f} MB of memory" if summary["peak_mb"] else ""
        lines.append(
            f"Hearing takes {summary['real_time_factor']:.3f} s of processor time a second of"
            f" sound; model loaded in {summary['load_s']:.2f} s{peak}."
        )
        voices = sorted(whole["voices"].items())
        if len(voices) > 1:
            lines += ["", "By voice:"]
            flawed = [(name, each) for name, each in voices if each["agree"] < each["clips"]]
            lines += [_sentence(name, each) for name, each in flawed]
            lines.append(f"  {len(voices) - len(flawed)} of {len(voices)} voices agree throughout")
        wrong = [each for each in self.results if each.score.value.startswith("false")]
        if wrong:
            lines += ["", "Wrong verdicts:"]
            lines += [
                f"  {each.clip.audio}: {each.score.value} ({each.reason or each.verdict.value});"
                f" heard: {each.heard or 'nothing'}"
                for each in wrong
            ]
        return "\n".join(lines)


def figures(results: Sequence[Result]) -> dict[str, Any]:
    """The figures over some results, as described at the top of this module."""
    counts = Counter(result.score for result in results)
    clips = len(results)
    latencies = [each.latency_s for each in results if each.latency_s is not None]
    seconds = sum(each.seconds for each in results)
    latency = None
    if latencies:
        median, p95 = np.percentile(latencies, [50, 95])
        latency = {"median": round(float(median), 3), "p95": round(float(p95), 3)}
    return {
        "clips": clips,
        **{score.value: counts[score] for score in Score},
        "rates": {score.value: round(counts[score] / max(clips, 1), 4) for score in Score},
        "latency_s": latency,
        "real_time_factor": round(sum(each.compute_s for each in results) / max(seconds, 1e-9), 4),
    }


def kind_of(result: Result) -> str:
    """Which kind of line a result comes from, in words."""
    match result.clip:
        case Recitation():
            return "recitations"
        case Phrase():
            return "phrases"
        case _:
            return "not for us"


def peak_mb() -> float | None:
    """The largest memory that this process has taken, in millions of bytes."""
    try:  # getrusage on Linux still counts what the parent held when it started this process
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return round(int(line.split()[1]) * 1024 / 1e6, 1)
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # Windows
        return None
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1 if sys.platform == "darwin" else 1024
    return round(largest * unit / 1e6, 1)


def _voice(result: Result) -> str:
    return result.clip.voice


def _grouped(results: Iterable[Result], key: Any) -> dict[str, dict[str, Any]]:
    groups: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        groups[key(result)].append(result)
    return {name: figures(group) for name, group in groups.items()}


def _row(result: Result) -> dict[str, Any]:
    clip: Clip = result.clip
    return {
        "audio": clip.audio,
        "kind": kind_of(result),
        "voice": clip.voice,
        "verdict": result.verdict.value,
        "score": result.score.value,
        "heard": result.heard,
        "missing": dict(result.missing),
        "extra": dict(result.extra),
        "reason": result.reason,
        "decided_s": round(result.decided_s, 3),
        "compute_s": round(result.compute_s, 4),
    }


def _sentence(name: str, each: Mapping[str, Any]) -> str:
    rates = each["rates"]
    parts = [f"{each['agree']} agree ({rates['agree']:.1%})"]
    parts += [
        f"{each[score]} {words} ({rates[score]:.1%})"
        for score, words in (
            ("false_accept", "falsely accepted"),
            ("false_mistake", "falsely called mistakes"),
            ("asked", "asked again"),
        )
        if each[score]
    ]
    return f"  {name}: {each['clips']} clips, {', '.join(parts)}"
