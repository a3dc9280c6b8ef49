"""A human Ali Baba: neither said nor shown is what lies in the closed hand (ALI-32, ALI-40)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from assistant.games.cavern.settings import Judge, Settings
from assistant.games.cavern.state import CardRevealed, Event, Phase, State
from assistant.hosting.ears import Answer, Question
from tests.hosting.fakes import is_worded
from tests.playthroughs.director import DECK, Director, evening, seated

CLOSED = (Phase.DRAW_FIRST, Phase.DECIDE, Phase.RECITE, Phase.RULE)
CURIOUS = (
    "what did you hear", "score", "repeat", "help", "what have i collected", "whose turn is it",
    "undo", "no i said the moon", "r",
)  # fmt: skip
"""What anybody may ask at any question. A challenge is apart: it plays back what a thief said."""

VARIANTS = {
    "referee": Settings(),
    "judge": Settings(judge=Judge.HUMAN),
    "two": Settings(),
    "cassim": Settings(cassim=True),
    "young, own cards": Settings(own_collection=True),
}


class Curious(Director):
    """Asks everything there is to ask, whenever the hand is closed, and keeps what is told."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str]
        self.told: list[tuple[State, str, Sequence[str]]] = []
        self._asking: list[str] = []
        self._asked: tuple[str, int] | None = None
        self._moments: set[tuple[Phase, int]] = set()

    def listen(self, question: Question, quiet_from: float) -> Answer:
        state = self.host.state
        if self._asked is not None:
            what, since = self._asked
            self.told.append((state, what, self.said[since:]))
            self._asked = None
        moment = state.phase, len(state.hand)
        if state.phase in CLOSED and len(state.hand) in (0, 3) and moment not in self._moments:
            self._moments.add(moment)
            self._asking = list(CURIOUS)
        if self._asking and state.phase in CLOSED:
            what = self._asking.pop(0)
            self._asked = what, len(self.said)
            return Answer.of_line(what)
        self._asking.clear()
        return super().listen(question, quiet_from)


def named(line: str) -> set[str]:
    """The treasures of the deck that a line names."""
    return {
        kind
        for kind in DECK.treasures
        for form in (kind, DECK.phrase(kind, 2).partition(" ")[2])
        if re.search(rf"\b{form}\b", line.lower())
    }


def played(variant: str, seed: int) -> tuple[Curious, list[str], list[Event]]:
    people = ("Ana", "Ben") if variant in ("two", "cassim") else ("Ana", "Ben", "Caro")
    director, events = Curious(), list[Event]()
    host, voice = seated(director, evening(VARIANTS[variant], people, seed))
    host._record = events.append
    host._table.veil = lambda: voice.said.append("<veil>")
    director.said = voice.said
    host.play()
    return director, voice.said, events


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_answer_to_any_question_tells_a_card_of_the_closed_hand(variant: str) -> None:
    asked = set()
    for seed in range(2):
        director, _, _ = played(variant, seed)
        for state, what, told in director.told:
            newest = {state.hand[-1]} if state.hand else set()
            for line in told:
                assert not (named(line) & set(state.hand)) - newest, (what, line)
            asked.add((what, state.phase))
    assert len(asked) > 2 * len(CURIOUS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_while_somebody_recites_only_the_newest_treasure_is_on_the_screen(variant: str) -> None:
    for seed in range(2):
        _, said, events = played(variant, seed)
        reveals = [event.card for event in events if isinstance(event, CardRevealed)]
        screens = "\n".join(said).split("<veil>")[1:]
        assert len(screens) == len(reveals)
        for card, screen in zip(reveals, screens, strict=True):
            lines = screen.strip().splitlines()
            assert named(lines[0]) == {card}
            at = next((n for n, line in enumerate(lines) if is_worded(line, "recite")), None)
            for line in lines[1:at] if at is not None else ():
                assert not named(line) - {card}, line
