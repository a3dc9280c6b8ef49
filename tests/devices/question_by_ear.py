"""One question in a virtual room: ``python -m tests.devices.question_by_ear``.

Each line the host says is printed as JSON; the answer is spoken once the microphone is back.
"""

from __future__ import annotations

import threading
from io import StringIO

from assistant.devices.choice import Wanted
from assistant.hearing.microphone import Microphone
from assistant.hearing.models import bundled_model, load_model
from assistant.hosting.ears import Answer, MicrophoneAndKeyboard, Question
from assistant.hosting.table import Table
from assistant.speaking import EngineVoice, Player
from tests.devices.round_by_ear import Telling, say_json


class PatientPlayer:
    """Says yes in the turn after the microphone came back."""

    def __init__(self, ears: MicrophoneAndKeyboard, player: Player) -> None:
        self._ears = ears
        self._player = player
        self.turns = 0

    def listen(self, question: Question, quiet_from: float) -> Answer:
        self.turns += 1
        say_json(turn=self.turns)
        if self.turns < 3:  # pulled out in the first turn, waited for in the second
            return self._ears.listen(question, quiet_from)
        voice = EngineVoice()
        yes = voice.render("yes", 170).after_silence(0.6)
        voice.close()
        speaking = threading.Thread(target=self._player.play, args=(yes, threading.Event()))
        speaking.start()
        try:
            return self._ears.listen(question, quiet_from)
        finally:
            speaking.join()


def main() -> None:
    model = load_model(bundled_model())
    microphone = Microphone(Wanted("ear"))
    microphone.open()
    player = Player(Wanted("mouth"), look_again=lambda: say_json(found=microphone.reconnect()))
    with Telling(StringIO(), EngineVoice(), player, rate=5) as speaker:
        ears = PatientPlayer(MicrophoneAndKeyboard(model, microphone, StringIO("")), player)
        table = Table(speaker, ears, lambda _line: None, knows=model.knows)
        say_json(answer=table.yes_or_no("Do you hear me, everybody?"))
    microphone.close()


if __name__ == "__main__":
    main()
