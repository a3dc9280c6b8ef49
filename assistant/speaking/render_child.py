"""The process that alone touches pyttsx3: text in, sound files out.

Run as ``python -m assistant.speaking.render_child FOLDER``. Each line of its input is a JSON
object ``{"id": 1, "text": "Blue lamp.", "words_per_minute": 170}``; each line of its output is one
of

* ``{"ready": true}``, once, when the engine has started;
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
from pathlib import Path
from typing import Any, TextIO


def main(folder: Path) -> None:
    """Serve requests until the input closes; ``folder`` takes the files and is removed then."""
    replies = _keep_replies_apart_from_chatter()
    requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    reader = threading.Thread(target=_read_requests, args=(requests, folder), daemon=True)
    reader.start()
    try:
        import pyttsx3

        engine = pyttsx3.init()
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
            engine.setProperty("rate", request["words_per_minute"])
            engine.save_to_file(request["text"], str(file))
            engine.runAndWait()
        except Exception as error:
            _send(replies, {"id": request["id"], "failed": f"{type(error).__name__}: {error}"})
        else:
            _send(replies, {"id": request["id"], "file": str(file)})


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
