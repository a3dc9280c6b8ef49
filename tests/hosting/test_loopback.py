"""The program must not hear itself: its own speech is mixed into the microphone, echo and all."""

from __future__ import annotations

import pytest

from assistant.data import data_path
from assistant.hearing.models import Model
from assistant.hearing.recordings import read_recording
from assistant.hearing.turn import MOVE, End
from assistant.hosting.ears import Question
from assistant.hosting.table import Table
from assistant.speaking import Sound
from tests.hosting.air import TableInAir

CLIPS = {"phrase_yes.flac": "yes", "phrase_repeat.flac": "repeat"}


class RecordedVoice:
    """Says everything as it is spoken in a clip."""

    def __init__(self, clip: str) -> None:
        recording = read_recording(data_path("fixtures", "audio", "evaluate", clip))
        self.sound = Sound(recording.samples, recording.rate)

    def render(self, text: str, words_per_minute: int) -> Sound:
        return self.sound

    def close(self) -> None:
        pass


def question(table: Table) -> Question:
    commands = (*table.anywhere, *table.named("yes", "no"))
    return Question(table.hearable(commands), table.listener_for(commands), MOVE)


@pytest.mark.parametrize("clip", CLIPS)
def test_its_own_words_are_no_answer(model: Model, clip: str) -> None:
    room = TableInAir(model, RecordedVoice(clip))
    room.speaker.say("Shall we?")
    answer = room.ears.listen(question(room.table), room.speaker.sound_ended_at)
    assert answer.end is End.SILENCE
    assert answer.text == ""


@pytest.mark.parametrize(("clip", "word"), CLIPS.items())
def test_without_the_gate_it_would_hear_itself(model: Model, clip: str, word: str) -> None:
    """What makes the test before this one worth something: the words do reach the microphone."""
    room = TableInAir(model, RecordedVoice(clip))
    room.microphone.shut_gate = lambda: None  # type: ignore[method-assign]
    room.microphone.open_gate()
    room.microphone._listening = True  # keeps more than half a second
    room.speaker.say("Shall we?")
    answer = room.ears.listen(question(room.table), 0.0)
    assert word in answer.text
