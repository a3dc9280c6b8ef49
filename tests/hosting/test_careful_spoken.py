"""A thief whose voice is hard to hear recites, through the real recogniser."""

from __future__ import annotations

from assistant.games.cavern.moves import Recite
from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.recital import Recital
from assistant.hosting.recorded import hear
from assistant.journal.players import Profile
from assistant.understanding.cavern_words import CavernWords
from tests.hosting.fakes import FakeVoice, table_with
from tests.hosting.test_recital import DECK, state_with
from tests.rendered import RATE, needs_voices, rendered

VOICE = "flite-rms"
HAND = ("lion", "key")
SAID = "in the cavern there is a lion and a mirror, that's all"
pytestmark = needs_voices(VOICE)


def recited(model: Model, *said: str, careful: bool) -> tuple[list[str], FakeVoice]:
    """The treasures that are judged in the end, and what the host said."""
    table, voice, _ = table_with([], knows=model.knows)
    left = list(said)

    class Ears:
        def listen(self, question: Question, quiet_from: float) -> Answer:
            if not left:
                raise NoMoreAnswers
            return Answer.of_turn(
                hear(model, Recording(rendered(left.pop(0), VOICE), RATE), question)
            )

    table.ears = Ears()
    table.profiles = {"Ana": Profile("Ana", careful=careful)}
    words = CavernWords(DECK, knows=model.knows)
    command = Recital(table, words, state_with(HAND), "Ana", None).hear("Ana?")
    assert isinstance(command, Recite) and not left
    return [mention.kind for mention in command.mentions], voice


def test_what_would_be_a_mistake_is_asked_for_again(model: Model) -> None:
    kinds, voice = recited(model, SAID, "a key", careful=True)
    assert kinds == ["lion", "key"]
    assert voice.said[1] == "One word was not clear. What did you name after a lion, Ana?"


def test_the_same_mistake_twice_is_one(model: Model) -> None:
    kinds, _ = recited(model, SAID, "a mirror", careful=True)
    assert kinds == ["lion", "mirror"]


def test_a_right_list_is_taken_at_once(model: Model) -> None:
    kinds, voice = recited(model, "a lion and a key", careful=True)
    assert kinds == ["lion", "key"] and len(voice.said) == 1


def test_others_are_not_asked(model: Model) -> None:
    kinds, voice = recited(model, SAID, careful=False)
    assert kinds == ["lion", "mirror"] and len(voice.said) == 1
