"""The parent's end of one rendering process: start it, ask it, and kill it when it hangs."""

from __future__ import annotations

import json
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from assistant.speaking.problems import SpeakingError, Trouble

# Run by its path, so that it starts alike from any folder and without loading the package.
RENDER_COMMAND: Sequence[str] = (
    sys.executable,
    "-P",
    str(Path(__file__).with_name("render_child.py")),
)
"""The program that renders; a folder for its files is added as last argument."""

LONGEST_SPOKEN = 2000
"""Characters of a line that are spoken (some two minutes); what goes beyond is only printed."""


@dataclass(frozen=True)
class Patience:
    """How long to wait for the engine, in seconds, before it counts as hung.

    Rendering a line takes some 10 milliseconds and starting some 100; the rest is for machines that
    are busy with other things.
    """

    start: float = 15.0
    line: float = 3.0
    character: float = 0.02

    def for_text(self, text: str) -> float:
        """The time for rendering ``text``.

        >>> Patience(line=3.0, character=0.02).for_text("Blue lamp.")
        3.2
        """
        return self.line + self.character * len(text)


class RenderProcess:
    """One child process with a speech engine in it. Not to be shared between threads."""

    def __init__(
        self, command: Sequence[str] = RENDER_COMMAND, patience: Patience | None = None
    ) -> None:
        """Start the process without waiting for its engine.

        Raises :class:`SpeakingError` (engine died) if no process can be started.
        """
        self._patience = patience or Patience()
        self._folder = Path(tempfile.mkdtemp(prefix="alibaba-speech-"))
        self._replies: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._last_id = 0
        self._is_ready = False
        try:
            self._process = subprocess.Popen(
                [*command, str(self._folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                **_own_process_group(),
            )
        except OSError as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise SpeakingError(Trouble.ENGINE_DIED, str(error)) from error
        assert self._process.stdin and self._process.stdout
        self._requests: IO[bytes] = self._process.stdin
        self._output: IO[bytes] = self._process.stdout
        self._reader = threading.Thread(
            target=self._read_replies, name="speech replies", daemon=True
        )
        self._reader.start()

    @property
    def pid(self) -> int:
        """The process id of the child."""
        return self._process.pid

    def render(self, text: str, words_per_minute: int) -> Path:
        """Render ``text`` and return the sound file; it is the caller's to read and delete.

        Raises :class:`SpeakingError`: pyttsx3 or speech engine missing, engine hung, engine died,
        or nothing spoken. After any of them this process is of no more use: ``kill`` it.
        """
        self._wait_until_ready()
        self._last_id += 1
        text = text[:LONGEST_SPOKEN]
        request = {"id": self._last_id, "text": text, "words_per_minute": words_per_minute}
        try:
            self._requests.write(json.dumps(request, ensure_ascii=False).encode() + b"\n")
            self._requests.flush()
        except OSError as error:
            raise SpeakingError(Trouble.ENGINE_DIED, str(error)) from error
        deadline = time.monotonic() + self._patience.for_text(text)
        reply = self._next_reply(deadline)
        while reply.get("id") != self._last_id:  # left over from a line broken off by Ctrl-C
            reply = self._next_reply(deadline)
        if "failed" in reply:
            raise SpeakingError(Trouble.NOTHING_SPOKEN, reply["failed"])
        return Path(reply["file"])

    def kill(self) -> None:
        """End the process at once, whatever it is doing, and remove its files."""
        self._process.kill()
        self._clear_away()

    def close(self) -> None:
        """Ask the process to end by closing its input; kill it if it does not within a second."""
        with suppress(OSError):
            self._requests.close()
        try:
            self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._clear_away()

    def _wait_until_ready(self) -> None:
        if self._is_ready:
            return
        reply = self._next_reply(time.monotonic() + self._patience.start)
        if "missing" in reply:
            missing_package = reply["missing"] == "pyttsx3"
            kind = Trouble.PYTTSX3_MISSING if missing_package else Trouble.ESPEAK_MISSING
            raise SpeakingError(kind, reply.get("detail", ""))
        self._is_ready = True

    def _next_reply(self, deadline: float) -> dict[str, Any]:
        try:
            reply = self._replies.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise SpeakingError(Trouble.ENGINE_HUNG) from None
        if reply is None:
            self._replies.put(None)  # whoever asks next shall not wait for it
            raise SpeakingError(Trouble.ENGINE_DIED)
        return reply

    def _read_replies(self) -> None:
        for line in self._output:
            try:
                reply = json.loads(line)
            except ValueError:  # cut off by the death of the child
                break
            self._replies.put(reply)
        self._replies.put(None)

    def _clear_away(self) -> None:
        self._process.wait()
        self._reader.join(timeout=1.0)
        for pipe in (self._requests, self._output):
            with suppress(OSError):
                pipe.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def _own_process_group() -> dict[str, Any]:
    # Ctrl-C in the terminal is for the game; it must not reach the child.
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
