"""The process that alone touches pyttsx3: text in, sound files out.

Run as ``python -m assistant.speaking.render_child FOLDER``. Each line of its input is a JSON
object ``{"id": 1, "text": "Blue lamp.", "words_per_minute": 170}``; each line of its output is one
of

* ``{"ready": true}``, once, when the engine has started and spoken a first line to nobody;
* ``{"missing": "pyttsx3" | "engine", "detail": "..."}`` instead, and nothing more;
* ``{"id": 1, "file": "FOLDER/1.wav"}`` when a line is rendered;
* ``{"id": 1, "failed": "..."}`` when the engine raised an error over it.

It lives for many lines, renders each in a run of its own (pyttsx3 loses a second line queued
before a run), and ends at once, taking FOLDER with it, when its input closes: even while the engine
hangs, and even if the parent was killed. It imports nothing of the project, so it starts quickly.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

ATTEMPTS = 3
"""How often a line is given to an engine that writes nothing for it."""

_WAIT_S = 0.5  # for what takes some 10 milliseconds
_WAV_HEADER_BYTES = 44


def main(folder: Path) -> None:
    """Serve requests until the input closes; ``folder`` takes the files and is removed then."""
    replies = _keep_replies_apart_from_chatter()
    requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    reader = threading.Thread(target=_read_requests, args=(requests, folder), daemon=True)
    reader.start()
    try:
        import pyttsx3

        engine = pyttsx3.init()
        _render(engine, "Ready.", folder / "ready.wav")
    except ModuleNotFoundError as error:
        _send(replies, {"missing": "pyttsx3", "detail": str(error)})
        return reader.join()
    except Exception as error:  # depending on the platform's driver: RuntimeError, OSError, ...
        _send(replies, {"missing": "engine", "detail": f"{type(error).__name__}: {error}"})
        return reader.join()
    _send(replies, {"ready": True})
    while True:
        request = requests.get()
        file = folder / f"{request['id']}.wav"
        try:
            _render(engine, request["text"], file, request["words_per_minute"])
        except Exception as error:
            _send(replies, {"id": request["id"], "failed": f"{type(error).__name__}: {error}"})
        else:
            _send(replies, {"id": request["id"], "file": str(file)})


def _render(engine: Any, text: str, file: Path, words_per_minute: int | None = None) -> None:
    """Renders a line at the rate asked for; a line that the engine lost is given to it again.

    eSpeak works in a thread of its own: the end of a run cancels what that thread has not taken up,
    a new rate among it. So the rate is waited for before the run. Before its first run pyttsx3 only
    notes a rate for later, hence a first line without one that nobody hears.
    """
    for _ in range(ATTEMPTS):
        if words_per_minute is not None:
            engine.setProperty("rate", words_per_minute)
            _wait_until(lambda: engine.getProperty("rate") == words_per_minute)
        engine.save_to_file(text, str(file))
        engine.runAndWait()
        if _wait_until(lambda: _is_whole(file)):
            return


def _is_whole(file: Path) -> bool:
    try:
        sound = file.read_bytes()
    except OSError:
        return False
    promised = int.from_bytes(sound[4:8], "little") + 8 if sound.startswith(b"RIFF") else 0
    return len(sound) > _WAV_HEADER_BYTES and len(sound) >= promised


def _wait_until(is_so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + _WAIT_S
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.001)
    return True


def _keep_replies_apart_from_chatter() -> TextIO:
    # pyttsx3 prints to standard output; from here on that goes the way of standard error.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return replies


def _read_requests(requests: queue.SimpleQueue[dict[str, Any]], folder: Path) -> None:
    for line in sys.stdin.buffer:
        requests.put(json.loads(line))
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)  # the engine may be hanging in the main thread


def _send(replies: TextIO, reply: dict[str, Any]) -> None:
    replies.write(json.dumps(reply) + "\n")
    replies.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
