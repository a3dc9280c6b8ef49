"""Players who hear the host and nothing else, and who speak with a synthetic voice."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording
from assistant.hearing.turn import End, Heard, Samples
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.recorded import hear
from assistant.hosting.table import Table
from tests.hosting.fakes import FakeVoice
from tests.rendered import RATE, rendered

VOICE = "flite-slt"

Decide = Callable[["Listener"], str | None]
"""What a player says after the host's last line; None for silence."""


class Listener:
    """Ears of the table, and the head of whoever speaks into them: it knows what the host said.

    Every answer is rendered and recognised. Raises NoMoreAnswers after ``most`` of them.
    """

    def __init__(self, voice: FakeVoice, model: Model, decide: Decide, most: int) -> None:
        self._voice = voice
        self._model = model
        self._decide = decide
        self._most = most
        self._clips: dict[str, Samples] = {}
        self.said: list[str] = []
        """What the player said."""
        self.misheard = 0

    @property
    def lines(self) -> list[str]:
        """All that was heard of the host."""
        return self._voice.said

    @property
    def last(self) -> str:
        """The line that was heard last."""
        return self._voice.said[-1]

    def since(self, beginning: str) -> list[str]:
        """The lines from the last one on that begins so."""
        starts = [at for at, line in enumerate(self.lines) if line.startswith(beginning)]
        return self.lines[starts[-1] :] if starts else []

    def listen(self, question: Question, quiet_from: float) -> Answer:
        """What the recogniser makes of the player's words."""
        text = self._decide(self)
        if text is None or (question.silence_agrees and not text):
            return Answer(None, Heard((), 0.0), End.SILENCE)
        if len(self.said) >= self._most:
            raise NoMoreAnswers
        self.said.append(text)
        if text not in self._clips:
            self._clips[text] = rendered(text, VOICE)
        return Answer.of_turn(hear(self._model, Recording(self._clips[text], RATE), question))


def table_by_ear(model: Model, decide: Decide, most: int) -> tuple[Table, Listener]:
    """A table whose screen nobody sees: what is only shown is lost."""
    voice = FakeVoice()
    listener = Listener(voice, model, decide, most)
    return Table(voice, listener, lambda _line: None, knows=model.knows), listener


def found(pattern: str, text: str) -> Mapping[str, str] | None:
    """The named parts of ``text``, if it is so."""
    match = re.search(pattern, text)
    return match.groupdict() if match else None
