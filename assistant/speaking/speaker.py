"""What the host says: always printed, and heard wherever there is a voice and a loudspeaker."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from enum import Enum, auto
from types import TracebackType
from typing import Self, TextIO

from assistant.speaking.earcons import Earcon, printed_twin, tone
from assistant.speaking.player import Player
from assistant.speaking.printed import plain_line, print_line
from assistant.speaking.problems import Problem, SpeakingError, Trouble
from assistant.speaking.sound import Sound, evenly
from assistant.speaking.voice import EngineVoice, Voice

WORDS_PER_MINUTE = (110, 140, 170, 210, 260)
"""The five steps of the speech rate."""

GAINS = (0.16, 0.28, 0.5, 0.75, 1.0)
"""The five steps of the volume, as factors on the samples; the last is the engine's full level."""

ORDINARY_RATE = 3
ORDINARY_VOLUME = 4

_BREATH_S = 0.2  # between two lines said in a row
_FILLED = 0.85  # of the time from one item to the next: what is said needs a gap after it
_CUT_SHORT = {Trouble.OUTPUT_LOST, Trouble.OUTPUT_STUCK}


class Delivery(Enum):
    """How a line or tone reached the players; printed it was in any case."""

    HEARD = auto()
    INTERRUPTED = auto()
    PRINTED = auto()


class Speaker:
    """Says lines one after the other, whichever threads they come from.

    Trouble with the voice or the loudspeaker never raises: each kind of trouble is told once, and
    the lines go on in print.
    """

    def __init__(
        self,
        out: TextIO,
        voice: Voice | None = None,
        player: Player | None = None,
        *,
        problems: Callable[[Problem], None] | None = None,
        rate: int = ORDINARY_RATE,
        volume: int = ORDINARY_VOLUME,
        plain: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A speaker printing to ``out``, mute without ``voice`` and silent without ``player``.

        ``problems`` is called once for each kind of trouble; without it the problem's sentence is
        printed. ``rate`` and ``volume`` are steps from 1 to 5 (ValueError otherwise). With
        ``plain`` nothing is printed over. ``clock`` tells seconds and must be the player's.
        """
        self._out = out
        self._voice = voice
        self._player = player
        self._problems = problems
        self._plain = plain
        self._clock = clock
        self._one_at_a_time = threading.RLock()
        self._stop = threading.Event()
        self.said: list[str] = []
        """All lines said so far."""
        self._told: set[Trouble] = set()
        self._sound_ended_at = -math.inf
        self.rate = rate
        self.volume = volume

    def say(self, text: str) -> Delivery:
        """Print ``text`` as one line and say it; return when the sound has ended.

        Line breaks and control characters count as spaces; blank text is neither printed nor said.
        Raises OSError only if the text stream is closed or broken.
        """
        line = plain_line(text)
        if not line:
            return Delivery.PRINTED
        with self._one_at_a_time:
            self._stop.clear()
            self.said.append(line)
            return self._deliver(line)

    def say_evenly(self, items: Sequence[str], every_s: float) -> Delivery:
        """Say ``items`` so that one begins every ``every_s`` seconds, all with the same intonation.

        They are printed one in the place of the other where the screen allows it, at the pace at
        which they are said, and gone afterwards; elsewhere in one line. Nothing of it is repeated
        by :meth:`repeat`.
        """
        lines = [plain_line(item) for item in items]
        with self._one_at_a_time:
            self._stop.clear()
            sound = self._even_sound(lines, every_s)
            if sound is None:
                return Delivery.PRINTED if self._flash(lines, every_s) else Delivery.INTERRUPTED
            flashing = threading.Thread(target=self._flash, args=(lines, every_s), daemon=True)
            flashing.start()
            try:
                return self._play(sound)
            except BaseException:
                self._stop.set()
                raise
            finally:
                flashing.join()

    def repeat(self, lines: int = 1) -> Delivery:
        """Print and say the last ``lines`` lines again, oldest first.

        Repeating does not count as saying: a second repeat says the same lines. After an
        interruption the lines that are left are only printed.
        """
        with self._one_at_a_time:
            self._stop.clear()
            delivery = Delivery.PRINTED
            for line in self.said[-lines:] if lines > 0 else []:
                delivery = self._deliver(line)
            return delivery

    def earcon(self, name: Earcon | str, *, printed: bool = True) -> Delivery:
        """Print the short text of an earcon and play its tone; return when the sound has ended.

        Not ``printed``: a line that is said beside it tells the same.
        Raises ValueError for an unknown name.
        """
        earcon = Earcon(name)
        with self._one_at_a_time:
            self._stop.clear()
            if printed:
                print_line(printed_twin(earcon), self._out)
            return self._play(tone(earcon))

    def interrupt(self) -> None:
        """Stop the line that is sounding, within a block of sound; for use from another thread.

        Lines said afterwards are not touched, nor lines of other threads that wait their turn.
        """
        self._stop.set()

    @property
    def sound_ended_at(self) -> float:
        """When the last sound ended, in seconds of the clock; for the microphone's gate.

        Infinity while something sounds, minus infinity before the first sound: the microphone may
        open once ``clock() >= sound_ended_at + 0.3``.
        """
        return self._sound_ended_at

    @property
    def rate(self) -> int:
        """The step of the speech rate, 1 (slow) to 5; holds from the next line on."""
        return self._rate

    @rate.setter
    def rate(self, step: int) -> None:
        self._rate = _checked_step(step, "rate")

    @property
    def volume(self) -> int:
        """The step of the volume, 1 (soft) to 5; holds from the next sound on."""
        return self._volume

    @volume.setter
    def volume(self, step: int) -> None:
        self._volume = _checked_step(step, "volume")

    def slower(self) -> bool:
        """Speak one step slower; False if it is the slowest already."""
        before, self.rate = self.rate, max(1, self.rate - 1)
        return self.rate != before

    def faster(self) -> bool:
        """Speak one step faster; False if it is the fastest already."""
        before, self.rate = self.rate, min(len(WORDS_PER_MINUTE), self.rate + 1)
        return self.rate != before

    def softer(self) -> bool:
        """Sound one step softer; False if it is the softest already."""
        before, self.volume = self.volume, max(1, self.volume - 1)
        return self.volume != before

    def louder(self) -> bool:
        """Sound one step louder; False if it is the loudest already."""
        before, self.volume = self.volume, min(len(GAINS), self.volume + 1)
        return self.volume != before

    def close(self) -> None:
        """Stop sounding and end the voice; lines said afterwards are only printed."""
        self.interrupt()
        with self._one_at_a_time:
            if self._voice is not None:
                self._voice.close()
            self._voice = None
            self._player = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _deliver(self, line: str) -> Delivery:
        print_line(line, self._out)
        if self._voice is None or self._player is None or not any(map(str.isalnum, line)):
            return Delivery.PRINTED
        if self._stop.is_set():
            return Delivery.INTERRUPTED
        try:
            sound = self._voice.render(line, WORDS_PER_MINUTE[self._rate - 1])
        except SpeakingError as error:
            self._tell(error.problem)
            return Delivery.PRINTED
        since_last = self._clock() - self._sound_ended_at
        return self._play(sound.after_silence(max(0.0, _BREATH_S - since_last)))

    def _even_sound(self, lines: Sequence[str], every_s: float) -> Sound | None:
        """The lines as one sound, at a rate at which each fits into its time; None without one."""
        if self._voice is None or self._player is None:
            return None
        try:
            for words_per_minute in WORDS_PER_MINUTE[self._rate - 1 :]:
                # A comma keeps the voice up after each of them, the last one too.
                sounds = [self._voice.render(f"{line},", words_per_minute) for line in lines]
                if max(sound.without_silence().seconds for sound in sounds) <= _FILLED * every_s:
                    break
        except SpeakingError as error:
            self._tell(error.problem)
            return None
        return evenly(sounds, every_s)

    def _flash(self, lines: Sequence[str], every_s: float) -> bool:
        """Shows the lines at their pace, each in the place of the one before; whether the last one
        was reached.
        """
        if self._plain or not self._out.isatty():
            print_line(", ".join(lines), self._out)
            return True
        width, shown = max(map(len, lines), default=0), 0
        try:
            for line in lines:
                self._out.write(f"\r{line.ljust(width)}")
                self._out.flush()
                shown += 1
                if self._stop.wait(every_s):
                    break
        finally:
            self._out.write(f"\r{' ' * width}\r")
            self._out.flush()
        return shown == len(lines)

    def _play(self, sound: Sound) -> Delivery:
        if self._player is None:
            return Delivery.PRINTED
        if self._stop.is_set():
            return Delivery.INTERRUPTED
        ended_before, self._sound_ended_at = self._sound_ended_at, math.inf
        ended_at: float | None = None
        try:
            playback = self._player.play(sound.amplified(GAINS[self._volume - 1]), self._stop)
            ended_at = playback.ended_at
        except SpeakingError as error:
            if error.kind not in _CUT_SHORT:
                ended_at = ended_before
            if error.kind is Trouble.PORTAUDIO_MISSING:
                self._player = None
            self._tell(error.problem)
            return Delivery.PRINTED
        finally:
            self._sound_ended_at = self._clock() if ended_at is None else ended_at
        return Delivery.HEARD if playback.complete else Delivery.INTERRUPTED

    def _tell(self, problem: Problem) -> None:
        if problem.kind in self._told:
            return
        self._told.add(problem.kind)
        if self._problems is not None:
            self._problems(problem)
        else:
            print_line(problem.sentence, self._out)


def open_speaker(
    out: TextIO,
    *,
    tts: bool = True,
    player: Player | None = None,
    problems: Callable[[Problem], None] | None = None,
    rate: int = ORDINARY_RATE,
    volume: int = ORDINARY_VOLUME,
    plain: bool = False,
) -> Speaker:
    """A speaker with the machine's own voice, on its default loudspeaker or through ``player``;
    with ``tts`` false it only prints.

    Returns at once, while the speech engine still starts. Close the speaker when done.
    """
    if not tts:
        return Speaker(out, problems=problems, rate=rate, volume=volume, plain=plain)
    voice = EngineVoice()
    speaker = Speaker(
        out,
        voice,
        player or Player(),
        problems=problems,
        rate=rate,
        volume=volume,
        plain=plain,
    )
    voice.warm_up()
    return speaker


def _checked_step(step: int, name: str) -> int:
    if step not in range(1, 6):
        raise ValueError(f"the {name} is a step from 1 to 5, not {step!r}")
    return step
