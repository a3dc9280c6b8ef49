"""A render child with an engine that does what the text says; speaks render_child's protocol.

Words in the text: ``hang``, ``die``, ``empty``, ``short``, ``no-file``, ``refuse``. With a file as
first argument it dies, or is empty, only while that file is missing, and makes it.
"""

from __future__ import annotations

import json
import math
import os
import struct
import sys
import time
import wave
from pathlib import Path

RATE = 22050
HUM = b"".join(struct.pack("<h", round(8000 * math.cos(i / 15))) for i in range(RATE))


def main(death_mark: Path | None, folder: Path) -> None:
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        text, reply = request["text"], {"id": request["id"]}
        file = folder / f"{request['id']}.wav"
        if "hang" in text:
            time.sleep(3600)
        if "die" in text and not (death_mark and death_mark.exists()):
            if death_mark:
                death_mark.touch()
            print('{"id": 1, "fi', end="", flush=True)
            os._exit(9)
        if "refuse" in text:
            print(json.dumps(reply | {"failed": "RuntimeError: no"}), flush=True)
            continue
        if "no-file" not in text:
            empty = "empty" in text and not (death_mark and death_mark.exists())
            if empty and death_mark:
                death_mark.touch()
            frames = 0 if empty else 20 if "short" in text else RATE
            write_hum(file, frames)
        print(json.dumps(reply | {"file": str(file)}), flush=True)


def write_hum(file: Path, frames: int) -> None:
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(HUM[: 2 * frames])


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 2 else None, Path(sys.argv[-1]))
