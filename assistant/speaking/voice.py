"""Text to sound: a voice that outlives the hanging and dying of the engine behind it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from assistant.speaking.problems import SpeakingError, Trouble
from assistant.speaking.render_process import (
    LONGEST_SPOKEN,
    RENDER_COMMAND,
    Patience,
    RenderProcess,
)
from assistant.speaking.sound import Sound

FAILED_LINES_BEFORE_GIVING_UP = 2
"""Lines in a row that the engine may fail on before it is left alone."""

_CACHED_SECONDS = 180.0
_SILENCE_KEPT_S = 0.05
# Six times faster than the fastest rate speaks: an engine that is quicker has not spoken.
_LEAST_SECONDS_PER_CHARACTER = 0.01
_OFTEN_ONCE = {Trouble.ENGINE_DIED, Trouble.NOTHING_SPOKEN}  # a fresh engine is tried once more
_FOR_GOOD = {Trouble.PYTTSX3_MISSING, Trouble.ESPEAK_MISSING}


class Voice(Protocol):
    """Whatever turns a line of text into sound."""

    def render(self, text: str, words_per_minute: int) -> Sound:
        """The sound of ``text``; raises :class:`SpeakingError` if there is none to be had."""
        ...

    def close(self) -> None:
        """Give back whatever the voice holds; nothing is rendered afterwards."""
        ...


class EngineVoice:
    """A voice through pyttsx3 in a watched child process. Safe to use from several threads.

    A child that died is replaced and the line rendered again; a child that hangs or gives no speech
    is killed, that line is lost to the ear, and the next line gets a new child. After
    ``FAILED_LINES_BEFORE_GIVING_UP`` such lines in a row only lines rendered before are to be had.
    """

    def __init__(
        self, command: Sequence[str] = RENDER_COMMAND, patience: Patience | None = None
    ) -> None:
        """A voice rendering with ``command``, which must keep to ``render_child``'s protocol."""
        self._command = command
        self._patience = patience or Patience()
        self._lock = threading.Lock()
        self._process: RenderProcess | None = None
        self._cache = _SoundCache(_CACHED_SECONDS)
        self._failed_in_a_row = 0
        self._gone: SpeakingError | None = None

    def warm_up(self) -> None:
        """Start the engine now, without waiting for it, so that the first line comes quickly."""
        with self._lock:
            if self._process is None and self._gone is None:
                try:
                    self._process = self._start()
                except SpeakingError:
                    self._process = None  # the first line will try again and tell

    @property
    def pid(self) -> int | None:
        """The process id of the child; None while there is no child."""
        process = self._process
        return process.pid if process else None

    def render(self, text: str, words_per_minute: int) -> Sound:
        """The sound of ``text``, without the silence that engines put after it.

        Takes some 10 milliseconds for a line of ordinary length, and no longer than
        :class:`Patience` allows. Raises :class:`SpeakingError`: pyttsx3 or speech engine missing,
        engine hung, engine died or nothing spoken (twice over the same line), or voice given up.
        """
        key = (text, words_per_minute)
        with self._lock:
            known = self._cache.get(key)
            if known is not None:
                return known
            if self._gone is not None:
                raise self._gone
            try:
                sound = self._rendered(text, words_per_minute)
            except SpeakingError as error:
                self._drop_process()
                self._count_failure(error)
                raise (self._gone or error) from None
            self._failed_in_a_row = 0
            self._cache.put(key, sound)
            return sound

    def close(self) -> None:
        """End the child. Lines asked for afterwards raise :class:`SpeakingError`."""
        with self._lock:
            if self._process is not None:
                self._process.close()
                self._process = None
            self._gone = SpeakingError(Trouble.VOICE_GIVEN_UP, "closed")

    def _rendered(self, text: str, words_per_minute: int) -> Sound:
        try:
            return self._ask(text, words_per_minute)
        except SpeakingError as error:
            if error.kind not in _OFTEN_ONCE:
                raise
        self._drop_process()
        return self._ask(text, words_per_minute)

    def _ask(self, text: str, words_per_minute: int) -> Sound:
        if self._process is None:
            self._process = self._start()
        file = self._process.render(text, words_per_minute)
        try:
            sound = _read_sound(file)
        finally:
            file.unlink(missing_ok=True)
        if _is_impossibly_short(sound, text) or sound.is_silent:
            raise SpeakingError(Trouble.NOTHING_SPOKEN, f"{sound.seconds:.3f} s for the line")
        return sound.without_trailing_silence(keep=_SILENCE_KEPT_S)

    def _start(self) -> RenderProcess:
        return RenderProcess(self._command, self._patience)

    def _drop_process(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _count_failure(self, error: SpeakingError) -> None:
        self._failed_in_a_row += 1
        if error.kind in _FOR_GOOD:
            self._gone = error
        elif self._failed_in_a_row >= FAILED_LINES_BEFORE_GIVING_UP:
            self._gone = SpeakingError(Trouble.VOICE_GIVEN_UP, f"{error.kind}: {error}")


class _SoundCache:
    """The sounds used last, up to a total length in seconds."""

    def __init__(self, seconds: float) -> None:
        self._most = seconds
        self._held = 0.0
        self._sounds: OrderedDict[tuple[str, int], Sound] = OrderedDict()

    def get(self, key: tuple[str, int]) -> Sound | None:
        sound = self._sounds.get(key)
        if sound is not None:
            self._sounds.move_to_end(key)
        return sound

    def put(self, key: tuple[str, int], sound: Sound) -> None:
        self._sounds[key] = sound
        self._held += sound.seconds
        while self._held > self._most and self._sounds:
            _, oldest = self._sounds.popitem(last=False)
            self._held -= oldest.seconds


def _read_sound(file: Path) -> Sound:
    import soundfile

    try:
        channels, rate = soundfile.read(str(file), dtype="int16", always_2d=True)
    except (OSError, RuntimeError) as error:
        raise SpeakingError(Trouble.NOTHING_SPOKEN, str(error)) from error
    return Sound(channels.mean(axis=1).astype(np.int16), int(rate))


def _is_impossibly_short(sound: Sound, text: str) -> bool:
    pronounced = sum(char.isalnum() for char in text[:LONGEST_SPOKEN])
    return sound.seconds < pronounced * _LEAST_SECONDS_PER_CHARACTER
