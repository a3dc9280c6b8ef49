"""One turn of listening: what belongs to a single answer, and when that answer is over.

The recogniser's own endpoint is only a hint. The turn follows loudness and words itself, settles
words at quiet places, asks a listener what they are worth, and ends when the listener has heard
enough, when the silence budget is spent, or at a hard limit. Only words that the listener accepts
renew the budget: noise never does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial

import numpy as np
from numpy.typing import NDArray

from assistant.hearing.loudness import FRAME_S, Loudness
from assistant.hearing.models import Model
from assistant.hearing.recogniser import Recogniser, hear_again
from assistant.hearing.words import UNKNOWN, Alternative, Hearing, Word

Samples = NDArray[np.int16]

_SPEEDS = (1.0, 0.94, 1.06)
"""At which an answer is heard again. Slower and faster makes other voices of one, with a longer and
a shorter vocal tract: what noise did to one of them it seldom does to another."""

THRICE = len(_SPEEDS)
"""As often as an answer can be heard again, each time otherwise."""


class Want(Enum):
    """What a listener makes of the words so far."""

    MORE = "more"
    PAUSE = "pause"
    """Enough, if the speaker stops here: the turn ends with the speaker's next pause."""
    NOTHING = "nothing"
    """Enough: the turn ends at once."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A listener's answer. ``counted`` accepted items so far; a change renews the budget.

    ``pause`` (seconds) takes the place of the budget's, for an answer that may not be whole yet.
    """

    want: Want
    counted: int = 0
    pause: float | None = None
    again: int = 0
    """How often the whole answer is heard again if the turn ends here, at most :data:`THRICE`."""
    brief: bool = False
    """Whether the answer is a word or a few: the model may hear those better otherwise than lists,
    and words that were lost altogether are sought by hearing it again."""


QUIET_DB = 35.0
"""Speech less far above the room, as nearly always 20 dB over babble, is heard in noise; over a
steady hiss or hum of 30 dB less it is not."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a listener is shown."""

    words: tuple[Word, ...]
    unheard_s: float
    """Seconds of the longest speech-loud stretch in the settled part without any word. In noise
    only what is about as loud as the words themselves is speech-loud, and ``words`` leaves out
    those that stand alone and are fainter: they are the room's.
    """
    contrast_db: float = field(default=math.inf, compare=False)
    """How far the voice stands above the room, in decibels; infinite for typed words."""
    hearings: tuple[Hearing, ...] = field(default=(), compare=False)
    """The whole answer heard again, as often as the listener asked for: as it was, and as if played
    slower, and faster."""
    provisional: bool = field(default=False, compare=False)
    """Whether the last words may still change: the listener only says what they would be worth."""

    @property
    def noisy(self) -> bool:
        """Whether the room is loud."""
        return self.contrast_db < QUIET_DB


Listener = Callable[[Heard], Progress]


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to wait, in seconds (see "The turn" in the design). Raises ValueError unless all
    three are above 0.
    """

    silence: float
    """From the last accepted item (or the start) until the turn ends without one."""
    pause: float
    """How long the speaker must be quiet after an answer that is enough."""
    limit: float
    """The longest a turn can last."""
    rhythm: bool = False
    """Whether ``pause`` grows with the pauses that the speaker makes between words."""
    unfinished: float | None = None
    """How long the speaker must be quiet after words that are no answer until the turn ends
    without one; None: as long as ``silence``."""

    def __post_init__(self) -> None:
        if not all(0 < each < math.inf for each in (self.silence, self.pause, self.limit)):
            raise ValueError("silence, pause and limit are seconds above 0")


YES_NO = Budget(silence=8.0, pause=0.5, limit=20.0, unfinished=1.5)
MOVE = Budget(silence=8.0, pause=0.5, limit=30.0, unfinished=1.5)


def recitation_budget(cards: int, silence: float = 4.0) -> Budget:
    """For reciting ``cards`` cards; ``silence`` is the time to think, from 4 s up.

    Raises ValueError outside 4 to 12 seconds.
    """
    if not 4.0 <= silence <= 12.0:
        raise ValueError("the thinking time is 4 to 12 seconds")
    return Budget(silence=silence, pause=0.4, limit=30.0 + (6.0 + silence) * cards, rhythm=True)


class End(Enum):
    """Why a turn ended."""

    ENOUGH = "enough"
    SILENCE = "silence"
    LIMIT = "limit"
    SOUND_OVER = "sound over"
    """The recording, or the microphone, stopped."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished turn: ``position_s`` is how many seconds of sound it took."""

    heard: Heard
    end: End
    position_s: float
    sound: Samples
    rate: int


_SETTLE_S = 0.3  # quiet of this length parts two words in nearly all speech
_DECISIVE_SETTLE_S = 0.1  # and a dip of this length will do where the words seem to decide all
_WORD_QUIET_S = 0.6  # in noise: no new word for so long is a pause
_HINT_GOOD_S = 19.5  # at 20 s Vosk calls any utterance over, in the middle of a word
_LONG_WORD_QUIET_S = 1.5  # so long without a new word is no long word either
_SLOWEST_RHYTHM_S = 2.0
_RHYTHM = 1.25
_UNKNOWN_RHYTHM_S = 1.0  # a single word tells no rhythm yet
_RHYTHM_WORDS = 3
_AGAIN_S = 45.0  # of sound at most: the cost of a second hearing grows with its length
_AFTER_WORDS_S = 1.0
_LOST_S = 0.1  # shorter sounds are no words
_SMOOTH_FRAMES = 10
_FAINTER_DB = 5.0
_FAINTER_IN_QUIET_DB = 10.0
_FAINT_ISLAND_DB = 2.5
"""In noise, what is so much fainter than the words (their median) is the room's: sound without
words, and words that stand alone. Measured with babble at 10 and 15 dB: treasures that were said
but not heard lie above -3 dB, treasures that were heard above 0 dB, and what was heard after the
end of speech mostly below -3 dB. Babble between words may pass for quiet, so there, too, sound
without words counts only down to a level."""
_ISLAND_S = 0.3


@dataclass(frozen=True, slots=True)
class _SettledSound:
    """Frame by frame, as far as words are settled: the level, the smoothed level (decibels), and
    whether it is as loud as speech; and how far the voice stands above the room.
    """

    levels: NDArray[np.float64]
    smooth: NDArray[np.float64]
    loud: NDArray[np.bool_]
    contrast_db: float


class Turn:
    """Feed it blocks until it has an :class:`Outcome`."""

    def __init__(
        self, model: Model, phrases: Sequence[str], rate: int, listener: Listener, budget: Budget
    ) -> None:
        self._model = model
        self._phrases = phrases
        self._recogniser = Recogniser(model, phrases, rate)
        self._loudness = Loudness(rate)
        self._rate = rate
        self._listener = listener
        self._budget = budget
        self._blocks: list[Samples] = []
        self._words: tuple[Word, ...] = ()
        self._loud: list[bool] = []
        self._settled_frames = 0
        self._settled_at = 0.0
        self._progress = Progress(Want.MORE)
        self._renewed_at = 0.0
        self._longest_pause = 0.0
        self._unsettled = False
        self._partial: tuple[str, ...] = ()
        self._decisive = False
        self._sought_frames = 0

    @property
    def position_s(self) -> float:
        """Seconds of sound so far."""
        return self._recogniser.position

    def feed(self, block: Samples) -> Outcome | None:
        """The outcome, once the turn is over."""
        self._blocks.append(block)
        hint = self._recogniser.feed(block)
        for loud in self._loudness.feed(block):
            if loud and self._loud and not self._loud[-1]:
                self._note_pause()
            self._loud.append(loud)
            self._unsettled = self._unsettled or loud
        self._look_ahead()
        needed = _DECISIVE_SETTLE_S if self._decisive else _SETTLE_S
        if (self._unsettled and self._loudness.quiet_s >= needed) or (
            hint and self._quiet_between_words()
        ):
            self._settle(self._recogniser.drain())
        return self._over()

    def finish(self) -> Outcome:
        """The outcome when no more sound will come."""
        self._settle(self._recogniser.finish())
        return self._outcome(End.SOUND_OVER)

    def _note_pause(self) -> None:
        quiet = 0
        for loud in reversed(self._loud):
            if loud:
                break
            quiet += 1
        else:
            return  # silence before the first word is no rhythm
        self._longest_pause = max(self._longest_pause, quiet * FRAME_S)

    def _look_ahead(self) -> None:
        """Whether the words seem to end the turn at once: then nobody talks on for nothing. The
        last word may be half said (ALI-11), and strange speech may be for somebody else.
        """
        words = self._recogniser.partial()[:-1]
        texts = tuple(word.text for word in words)
        if texts == self._partial:
            return
        self._partial = texts
        certain = (*self._words, *(replace(word, confidence=1.0) for word in words))
        ahead = Heard(certain, 0.0, self._loudness.contrast_db, provisional=True)
        self._decisive = (
            bool(texts)
            and not ahead.noisy
            and all(word.text not in UNKNOWN for word in certain)
            and self._listener(ahead).want is Want.NOTHING
        )

    def _quiet_between_words(self) -> bool:
        """Whether, in a room too loud for loudness to tell, the recogniser hears no word now."""
        partial = self._recogniser.partial()
        told = self.position_s - self._settled_at < _HINT_GOOD_S
        needed = _WORD_QUIET_S if told else _LONG_WORD_QUIET_S
        return not partial or self.position_s - partial[-1].end >= needed

    def _settle(self, words: tuple[Word, ...]) -> None:
        self._unsettled = self._decisive = False
        self._partial = ()
        self._words += words
        self._settled_frames = len(self._loud)
        self._settled_at = self.position_s
        progress = self._listener(self._heard())
        if words and progress.counted != self._progress.counted:  # fewer: a list begun anew
            self._renewed_at = words[-1].end
        self._progress = progress

    def _heard(self) -> Heard:
        sound = self._settled_sound()
        return Heard(*self._weighed(self._words, sound), sound.contrast_db)

    def _settled_sound(self) -> _SettledSound:
        levels = np.array(self._loudness.levels[: self._settled_frames])
        loud = np.array(self._loud[: self._settled_frames], dtype=bool)
        return _SettledSound(levels, _smoothed(levels), loud, self._loudness.contrast_db)

    def _weighed(
        self, words: tuple[Word, ...], sound: _SettledSound
    ) -> tuple[tuple[Word, ...], float]:
        """The words that are not the room's, and how long a stretch of speech they leave out."""
        known = self._frames_of(word for word in words if word.text not in UNKNOWN)
        covered = known | self._frames_of(words)
        if not known.any():
            return words, _longest_run(sound.loud & ~covered) * FRAME_S
        median = np.median(sound.levels[known])
        if sound.contrast_db >= QUIET_DB:
            loud = sound.loud & (sound.smooth >= median - _FAINTER_IN_QUIET_DB)
            return words, _longest_run(loud & ~covered) * FRAME_S
        loud = sound.loud & (sound.smooth >= median - _FAINTER_DB)
        kept = tuple(
            word
            for island in _islands(words)
            if sound.smooth[self._frames_of(island)].max(initial=-np.inf)
            >= median - _FAINT_ISLAND_DB
            for word in island
        )
        return kept, _longest_run(loud & ~known) * FRAME_S

    def _frames_of(self, words: Iterable[Word]) -> NDArray[np.bool_]:
        """Which settled frames these words take up."""
        frames = np.zeros(self._settled_frames, dtype=bool)
        for word in words:
            frames[int(word.start / FRAME_S) : int(word.end / FRAME_S) + 1] = True
        return frames

    def _quiet_s(self) -> float:
        """Seconds since the speaker's last word, as far as loudness or the words can tell."""
        since_word = 0.0
        if self._words and not self._unsettled:
            since_word = self.position_s - self._words[-1].end
        return max(self._loudness.quiet_s, since_word)

    def _over(self) -> Outcome | None:
        if self._progress.want is Want.NOTHING:
            return self._outcome(End.ENOUGH)
        quiet = self._quiet_s()
        if self._progress.want is Want.PAUSE and not self._unsettled and quiet >= self._pause():
            return self._outcome(End.ENOUGH)
        if self.position_s >= self._budget.limit:
            self._settle(self._recogniser.finish())
            return self._outcome(End.LIMIT)
        waited = self.position_s - self._renewed_at
        speaking = self._unsettled and bool(self._recogniser.partial())
        if not speaking and self._progress.want is Want.MORE and self._gave_up_on_words(quiet):
            return self._outcome(End.SILENCE)
        found = self._found_again(quiet)
        if found is not None:
            return found
        if waited >= self._budget.silence and not speaking:
            self._settle(self._recogniser.finish())
            if self._progress.want is Want.MORE:
                return self._outcome(End.SILENCE)
            return self._outcome(End.ENOUGH)
        return None

    def _gave_up_on_words(self, quiet: float) -> bool:
        """Whether words were spoken that are no answer, and nothing was added to them. Speech
        that is no word of the game is nobody's answer.
        """
        unfinished = self._budget.unfinished
        known = any(word.text not in UNKNOWN for word in self._words)
        return unfinished is not None and known and quiet >= unfinished

    def _found_again(self, quiet: float) -> Outcome | None:
        """The outcome if a short answer in which no word was heard has one when it is heard again.
        If it has none nobody spoke to us, and the turn goes on.
        """
        unfinished = self._budget.unfinished
        if not (self._progress.brief and self._progress.again) or self._words or self._unsettled:
            return None
        if unfinished is None or quiet < unfinished:
            return None
        new = np.array(self._loud[self._sought_frames :], dtype=bool)
        if _longest_run(new) * FRAME_S < _LOST_S:
            return None
        self._sought_frames = len(self._loud)
        heard = self._heard_again(self._heard(), self.position_s - quiet)
        if self._listener(heard).want is Want.MORE:
            return None
        return self._outcome_of(heard, End.ENOUGH)

    def _pause(self) -> float:
        if self._progress.pause is not None:
            return self._progress.pause
        if not self._budget.rhythm:
            return self._budget.pause
        least = self._budget.pause if len(self._words) >= _RHYTHM_WORDS else _UNKNOWN_RHYTHM_S
        return max(least, min(_RHYTHM * self._longest_pause, _SLOWEST_RHYTHM_S))

    def _outcome(self, end: End) -> Outcome:
        heard = self._heard()
        if self._progress.again and self._words:
            heard = self._heard_again(heard, self._words[-1].end)
        return self._outcome_of(heard, end)

    def _outcome_of(self, heard: Heard, end: End) -> Outcome:
        return Outcome(heard, end, self.position_s, self._sound(), self._rate)

    def _sound(self) -> Samples:
        return np.concatenate(self._blocks) if self._blocks else np.empty(0, dtype=np.int16)

    def _heard_again(self, heard: Heard, end_s: float) -> Heard:
        """With the further hearings of the answer, which ended there; of a long one, without."""
        spoken = self._sound()[: round((end_s + _AFTER_WORDS_S) * self._rate)]
        if len(spoken) > _AGAIN_S * self._rate:
            return heard
        model = self._model.for_answers(self._phrases) if self._progress.brief else self._model
        hear = partial(self._hearing, model, spoken, self._settled_sound())
        with ThreadPoolExecutor() as side_by_side:
            hearings = side_by_side.map(hear, _SPEEDS[: self._progress.again])
        return replace(heard, hearings=tuple(hearings))

    def _hearing(
        self, model: Model, spoken: Samples, sound: _SettledSound, speed: float
    ) -> Hearing:
        ways = hear_again(model, self._phrases, spoken, self._rate, speed)
        weighed = [(self._weighed(way.words, sound), way.behind) for way in ways]
        return tuple(
            Alternative(words, behind, unheard_s) for (words, unheard_s), behind in weighed
        )


def _smoothed(levels: NDArray[np.float64]) -> NDArray[np.float64]:
    if not len(levels):
        return levels
    window = np.ones(_SMOOTH_FRAMES) / _SMOOTH_FRAMES
    return 10 * np.log10(np.convolve(10 ** (levels / 10), window, "same")[: len(levels)])


def _islands(words: Sequence[Word]) -> list[list[Word]]:
    """Words parted where a pause is."""
    islands: list[list[Word]] = []
    for word in words:
        if islands and word.start - islands[-1][-1].end < _ISLAND_S:
            islands[-1].append(word)
        else:
            islands.append([word])
    return islands


def _longest_run(flags: NDArray[np.bool_]) -> int:
    longest = run = 0
    for flag in flags:
        run = run + 1 if flag else 0
        longest = max(longest, run)
    return longest
