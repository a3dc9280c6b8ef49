"""A round of the cavern in a virtual room: ``python -m tests.devices.round_by_ear``.

The host speaks through the loudspeaker and hears itself as well as the players, who speak with
the same engine through the same loudspeaker. Each line the host says is printed as JSON.
"""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from io import StringIO

from assistant.devices.choice import Wanted
from assistant.games.cavern.settings import AliBaba, Settings
from assistant.games.cavern.state import Phase, State
from assistant.hearing.microphone import Microphone
from assistant.hearing.models import bundled_model, load_model
from assistant.hosting.cavern import CavernHost
from assistant.hosting.ears import Answer, MicrophoneAndKeyboard, NoMoreAnswers, Question
from assistant.hosting.table import Table
from assistant.speaking import EngineVoice, Player, Speaker
from assistant.understanding.cavern_words import CavernWords
from tests.playthroughs.director import Director, evening

SETTINGS = Settings(ali=AliBaba.ROTATE)
NAMES = ("Ana", "Ben", "Caro")
SEED = 7
PLAYERS_RATE = 170
PAUSE_S = 0.6


def short_round(state: State, _question: Question) -> str | None:
    """Ali Baba leaves with two treasures, and the evening ends after one round."""
    if state.round_number > 1:
        raise NoMoreAnswers
    if state.phase is Phase.DECIDE and len(state.hand) >= 2:
        return "open sesame"
    return None


class Room:
    """Players who speak aloud what the director would type, while the host listens."""

    def __init__(self, director: Director, ears: MicrophoneAndKeyboard, player: Player) -> None:
        self._director = director
        self._ears = ears
        self._player = player
        self.voice = EngineVoice()

    def listen(self, question: Question, quiet_from: float) -> Answer:
        said = self._director.listen(question, quiet_from).typed
        if said is None:
            return self._ears.listen(question, quiet_from)
        sound = self.voice.render(said, PLAYERS_RATE).after_silence(PAUSE_S)
        speaking = threading.Thread(target=self._player.play, args=(sound, threading.Event()))
        speaking.start()
        try:
            answer = self._ears.listen(question, quiet_from)
        finally:
            speaking.join()
        say_json(spoken=said, heard=answer.text)
        return answer


def say_json(**values: object) -> None:
    """Tells the test."""
    print(json.dumps(values), flush=True)


class Telling(Speaker):
    """Prints what it says as JSON."""

    def say(self, text: str) -> object:  # type: ignore[override]
        say_json(host=text)
        return super().say(text)


def main() -> None:
    model = load_model(bundled_model())
    chosen = evening(SETTINGS, NAMES, SEED)
    words = CavernWords(chosen.deck, adjectives=False, correction=True, knows=model.knows)
    player = Player(Wanted("mouth"))
    with (
        Microphone(Wanted("ear")) as microphone,
        Telling(StringIO(), EngineVoice(), player, rate=5) as speaker,
    ):
        director = Director(short_round)
        ears = MicrophoneAndKeyboard(model, microphone, StringIO(""))
        room = Room(director, ears, player)
        table = Table(speaker, room, lambda _line: None, knows=model.knows)
        director.host = CavernHost(table, chosen, words)
        with suppress(NoMoreAnswers):
            director.host.play()
        room.voice.close()
    say_json(over=True)


if __name__ == "__main__":
    main()
