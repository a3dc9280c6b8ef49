"""A player who gives one recorded answer, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording
from assistant.hearing.turn import End, Heard
from assistant.hosting.ears import Answer, Question
from assistant.hosting.recorded import hear


class Score(Enum):
    """What became of a spoken move."""

    RIGHT = "right"
    """The move that was said was played; or nothing, where nothing was to be played."""
    CONFIRMED = "confirmed"
    """The move was named, asked for a yes, and played."""
    ASKED = "asked"
    """The player has to say it again."""
    WRONG = "wrong"
    """A move was played that was not said."""


class AskedAgain(Exception):
    """The host asked for the move again."""


class OneAnswer:
    """Voice and ears of a table for one answer.

    The player never objects when the host names a move and leaves a moment to say no. Asked
    outright whether a move is meant, in the words of one of ``agrees_to``, the player says yes; to
    any other question :class:`AskedAgain` is raised.
    """

    sound_ended_at = 0.0
    rate = volume = 3
    said: Sequence[str] = ()

    def __init__(self, model: Model, recording: Recording, agrees_to: Sequence[str]) -> None:
        self._model = model
        self._recording: Recording | None = recording
        self._agrees_to = set(agrees_to)
        self._prompt = ""
        self.heard = ""
        self.confirmed = False

    def listen(self, question: Question, quiet_from: float) -> Answer:
        """The recorded answer first, then whatever the host's last words call for."""
        recording, self._recording = self._recording, None
        if recording is not None:
            answer = Answer.of_turn(hear(self._model, recording, question))
            self.heard = answer.text
            return answer
        if question.silence_agrees:
            return Answer(None, Heard((), 0.0), End.SILENCE)
        if self._prompt not in self._agrees_to:
            raise AskedAgain
        self._agrees_to.remove(self._prompt)
        self.confirmed = True
        return Answer.of_line("yes")

    def say(self, text: str) -> None:
        """Takes note of what the host says."""
        self._prompt = text

    def earcon(self, name: str, *, printed: bool = True) -> None:
        """Nothing."""

    def slower(self) -> bool:
        """Never."""
        return False

    faster = louder = softer = slower
