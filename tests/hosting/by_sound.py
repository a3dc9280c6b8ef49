"""Players who get nothing of the host but sound: eSpeak's, as the recogniser hears it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording
from assistant.hearing.turn import Budget, Heard, Progress, Want
from assistant.hearing.words import Word
from assistant.hosting.ears import Answer, Question
from assistant.hosting.lines import Lines
from assistant.hosting.recorded import hear
from assistant.hosting.table import Table
from assistant.speaking import EngineVoice
from tests.hosting.by_ear import Listener
from tests.hosting.fakes import SILENCE, FakeVoice

_RATE = 16_000
_WORDS_PER_MINUTE = 170
_WHOLE_LINE = Budget(silence=60.0, pause=1.0, limit=60.0)


class SoundingVoice(FakeVoice):
    """Renders every line with the real engine, and keeps the sounds that nobody heard yet."""

    def __init__(self, engine: EngineVoice) -> None:
        super().__init__()
        self._engine = engine
        self.sounds: list[Recording] = []

    def say(self, text: str) -> None:
        super().say(text)
        sound = self._engine.render(text, _WORDS_PER_MINUTE).resampled(_RATE)
        self.sounds.append(Recording(sound.samples, sound.rate))


Decide = Callable[["SoundListener"], str | None]


class SoundListener(Listener):
    """Hears the host's lines with the recogniser and ``phrases`` alone, and answers by voice."""

    def __init__(
        self,
        voice: SoundingVoice,
        model: Model,
        decide: Decide,
        most: int,
        phrases: Iterable[str],
    ) -> None:
        super().__init__(voice, model, lambda _listener: decide(self), most)
        self._sounds = voice.sounds
        self._ear = model
        self._phrases = tuple(phrases)
        self.heard: list[tuple[Word, ...]] = []
        """What the player heard, line by line."""
        self.latest: list[tuple[Word, ...]] = []
        """What was heard since the last answer."""

    def listen(self, question: Question, quiet_from: float) -> Answer:
        """Hears what came since the last answer, then speaks; not where no tone asks for it."""
        if question.silence_agrees:
            return SILENCE
        self.latest = [self._made_of(sound) for sound in self._sounds]
        self.heard += self.latest
        self._sounds.clear()
        return super().listen(question, quiet_from)

    def last_line(self) -> str:
        """The line that was said last, as it is heard."""
        return text_of(self._made_of(self._sounds[-1]))

    def _made_of(self, sound: Recording) -> tuple[Word, ...]:
        question = Question(self._phrases, _all_of_it, _WHOLE_LINE)
        return hear(self._ear, sound, question).heard.words


def table_by_sound(
    model: Model,
    engine: EngineVoice,
    decide: Decide,
    most: int,
    lines: Lines,
    names: Iterable[str],
) -> tuple[Table, SoundListener]:
    """A table whose host is only heard. ``names``: what is played with, which the player knows as
    well as the host's manner of speaking.
    """
    voice = SoundingVoice(engine)
    phrases = dict.fromkeys(
        known
        for phrase in (*_fixed_parts(lines), *names)
        if (known := " ".join(filter(model.knows, _plain(phrase).split())))
    )
    listener = SoundListener(voice, model, decide, most, phrases)
    return Table(voice, listener, lambda _line: None, knows=model.knows, lines=lines), listener


def text_of(words: Iterable[Word]) -> str:
    """Heard words as a line."""
    return " ".join(word.text for word in words)


def _all_of_it(heard: Heard) -> Progress:
    return Progress(Want.MORE, len(heard.words))


def _fixed_parts(lines: Lines) -> Iterable[str]:
    """What the host may say around treasures and names."""
    for tables in (lines.tables, lines.own):
        for table in tables.values():
            for wordings in table.values():
                for wording in wordings:
                    yield from re.split(r"\{\w+\}", wording)


def _plain(text: str) -> str:
    return re.sub(r"[^a-z' ]+", " ", text.casefold())
