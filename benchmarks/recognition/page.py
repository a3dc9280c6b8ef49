"""The page of results: the tables, and how each figure was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.recognition import tables
from benchmarks.recognition.clips import PAUSE_S
from benchmarks.recognition.latency import Wait
from benchmarks.recognition.measured import Measured

_PAGE = """# Recognition

Made by `{command}`{versions}.
Babble is six people talking at once, mixed in at the given signal-to-noise ratio (speech without
its pauses, against the stretch of babble). Asked: the game would ask again. Processor time is that
of one core, on a shared machine.

## Side by side

The same recitations, one in {every} of the set, each program in a process of its own. {ours} is
the bundled model ({model}) and the judge of the game, streamed in blocks of 0.1 s; it
finds out by itself when a list is over. The others are told: their sound ends {pause:g} s after
the last word. pocketsphinx gets a JSGF grammar of all recitations from the clip's deck, and
searches more widely where it finds nothing (with a second decoder, which doubles its memory);
faster-whisper (base, int8, one thread, its own beam of 5) gets a prompt with all treasures of the
deck. Each word of their text is taken for the word of the game that is spelled most like it, and
the list is judged to the letter by the rules of the game.

{side_by_side}

Latency: from the end of the last word of a right list to its confirmation, over those found right;
by the sound clock, and the processor time that is left then on top of it. Real-time factor:
processor seconds for a second of sound. Loading and making grammars do not count.

{memory}

![Right and wrong verdicts against noise](recognition_accuracy.png)

![Right lists confirmed within so many seconds](recognition_latency.png)

So the others never ask. Read as the game reads a typed list (what is not understood is asked for
again), the very same texts give:

{with_doubts}

## All our sets

{ours} alone, over {own_clips}. A false accept of a phrase is another phrase than was
said; of a clip not for us, any command or a list found right. A false mistake of a clip not for us
is a treasure counted as extra.

{own}

## From the last word to the spoken verdict

In quiet, over those clips that were understood rightly, part by part (medians), until the first
sample of the host's answer. The end of the last word: of a right recitation, as the set says; of
an extra treasure, where the recogniser heard that treasure end; of yes or no, the last 0.01 s
within 30 dB of the loudest. Waiting is by the sound clock; it is less than 0 where a word was
understood before it was over. Decoding and second hearing: processor time after the last block.
Rendering: eSpeak through pyttsx3, wall clock, the best of 5.
{player}

{latency}
"""


@dataclass(frozen=True)
class Findings:
    """All that the page tells."""

    every: int
    own_every: int
    command: str
    model: str
    versions: Mapping[str, str]
    """Of the other programs."""
    programs: Mapping[str, Sequence[Measured]]
    """Ours first; the others judged by the rules."""
    with_doubts: Mapping[str, Sequence[Measured]]
    own: Mapping[str, Sequence[Measured]]
    waits: Sequence[Wait]
    renderings_s: Mapping[str, float]
    player_s: float | None


def page(found: Findings) -> str:
    """The page, as Markdown."""
    versions = ", ".join(f"{name} {version}" for name, version in found.versions.items())
    player = "There was no loudspeaker: what the player takes to start is not in it."
    if found.player_s is not None:
        player = f"The player takes {found.player_s:.3f} s to start."
    return _PAGE.format(
        command=found.command,
        versions=f" with {versions}" if versions else "",
        every=found.every,
        ours=next(iter(found.programs)),
        model=found.model,
        pause=PAUSE_S,
        side_by_side=tables.side_by_side(found.programs),
        memory=tables.memory(found.programs),
        with_doubts=tables.side_by_side(found.with_doubts),
        own=tables.own(found.own),
        own_clips="all clips" if found.own_every == 1 else f"one in {found.own_every} of the clips",
        latency=tables.latency(found.waits, found.renderings_s, found.player_s or 0.0),
        player=player,
    )
