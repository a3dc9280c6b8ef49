"""What a verdict rests on, for the table to hear again when a player challenges it."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.hosting.ears import Answer
from assistant.hosting.table import Table


@dataclass(frozen=True, slots=True)
class Dispute:
    """The answers of one turn. ``matched``: the sentence that tells what they were taken for."""

    name: str
    answers: tuple[Answer, ...]
    matched: str

    def show(self, table: Table) -> None:
        """Plays the recordings, and says which words were heard and what they were taken for. Only
        for a wrong list: a right one is the closed hand.
        """
        spoken = [answer for answer in self.answers if answer.typed is None]
        recorded = [each for each in spoken if each.sound is not None and len(each.sound)]
        if recorded:
            table.tell("played_back", name=self.name)
            for answer in recorded:
                assert answer.sound is not None
                table.playback(answer.sound, answer.rate)
        elif spoken:
            table.tell("no_recording", name=self.name)
        words = "; ".join(each.text.rstrip(" .!?") for each in self.answers if each.text)
        table.tell("heard", words=words) if words else table.tell("heard_nothing")
        if self.matched:
            table.voice.say(self.matched)
