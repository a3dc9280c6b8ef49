"""Whole evenings as readable text, kept beside this file: state, question, answer, verdict, score.

``pytest tests/playthroughs --write-playthroughs`` writes them anew; a change shows in the diff.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.cli.demo import play_recorded
from assistant.games.cavern.settings import FAMILY, Adjectives, AliBaba, Judge, Settings
from assistant.games.cavern.state import Phase, State
from assistant.games.kernel import fingerprint
from assistant.hosting.cavern import Evening
from assistant.hosting.ears import Answer, Question
from assistant.hosting.lines import listing
from assistant.journal.folder import Folder
from tests.playthroughs.director import Director, evening, seated

HERE = Path(__file__).parent
RECORDED = "recorded"

HOST = Settings(ali=AliBaba.HOST)
THREE = ("Ana", "Ben", "Caro")

EVENINGS = {
    "plain": evening(HOST, THREE, 21),
    "adjectives_host": evening(replace(HOST, adjectives=Adjectives.HOST), THREE, 22),
    "adjectives_thieves": evening(replace(HOST, adjectives=Adjectives.THIEVES), THREE, 23),
    "order": evening(replace(HOST, order=True, say_done=True), THREE, 24),
    "young": evening(replace(HOST, young=True), ("Ana", "Ben"), 25),
    "rotate": evening(Settings(), THREE, 26),
    "human_judge": evening(Settings(judge=Judge.HUMAN), THREE, 27),
    "two_and_a_computer": evening(Settings(), ("Ana", "Ben"), 28),
    "cassim": evening(Settings(cassim=True), ("Ana", "Ben"), 29),
    "family": evening(replace(FAMILY, ali=AliBaba.HOST), ("Ana", "Ben"), 30),
}


class Interruptions:
    """What people do besides playing: each once, when the moment comes."""

    def __init__(self) -> None:
        self._left = ["challenge", "undo", "no i said", "what did you hear", "score"]
        self._script: list[str] = []

    def __call__(self, state: State, question: Question) -> str | Answer | None:
        if self._script:
            return self._script.pop(0)
        if question.silence_agrees and "challenge" in self._left:
            self._left.remove("challenge")
            self._script = ["overruled"]
            return "challenge"
        picking = state.phase is Phase.SHARE and not question.silence_agrees
        before = state.sharing.takers if state.sharing else ()
        if picking and len(before) > 2 and state.recitation is None:
            for what, said in (("undo", "undo"), ("no i said", f"no, I said the {state.hand[-1]}")):
                if what in self._left:
                    self._left.remove(what)
                    return said
        if state.phase is Phase.RECITE and len(state.hand) == 3:
            for what in ("what did you hear", "score"):
                if what in self._left:
                    self._left.remove(what)
                    return what
        return None


class Transcript(Director):
    """A director who notes the state at each question, and each answer."""

    lines: list[str]

    def listen(self, question: Question, quiet_from: float) -> Answer:
        self.lines.append(f"  [{described(self.host.state)}]")
        answer = super().listen(question, quiet_from)
        self.lines.append(f"> {answer.text or '(silence)'}")
        return answer


def described(state: State) -> str:
    """A state in one line, secrets included."""
    piles = "; ".join(",".join(pile) or "-" for pile in state.piles)
    tokens = f"{state.tokens.shiny}{state.tokens.noisy}{state.tokens.encumbering}"
    hand = ",".join(state.hand) or "-"
    return (
        f"round {state.round_number} {state.phase.value}, ali {state.ali}, thief {state.thief}, "
        f"alarms {tokens}, pile {len(state.pile)}, hand {hand}, piles {piles}"
    )


def played(chosen: Evening) -> Iterator[str]:
    director = Transcript(Interruptions())
    host, voice = seated(director, chosen)
    director.lines = voice.said
    host.play()
    people = listing([player.name for player in chosen.players])
    yield f"Players: {people}. Seed {chosen.seed}. First Ali Baba: seat {chosen.first}."
    yield from voice.said
    yield f"Final state {fingerprint(host.state)}"


WAITED = re.compile(r"\(after (\d+\.\d) s\)")
DITHER_S = 0.15
"""How much the place of an answer may differ: the recogniser adds random dither to the sound."""


def compare(name: str, text: str, write: bool) -> None:
    path = HERE / f"{name}.txt"
    if write:
        path.write_text(text, encoding="utf-8")
    kept = path.read_text(encoding="utf-8")
    assert WAITED.sub("", kept) == WAITED.sub("", text), "see the docstring of this file"
    places = [[float(place) for place in WAITED.findall(each)] for each in (text, kept)]
    assert places[0] == pytest.approx(places[1], abs=DITHER_S)


def final_state(name: str) -> str:
    """The fingerprint at the end of a kept play-through."""
    return (HERE / f"{name}.txt").read_text(encoding="utf-8").split()[-1]


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_goes_as_it_went(name: str, write_playthroughs: bool) -> None:
    text = "\n".join(played(EVENINGS[name])) + "\n"
    compare(name, text, write_playthroughs)


def test_the_recorded_game_goes_as_it_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], write_playthroughs: bool
) -> None:
    """All answers are clips that go through the real recogniser."""
    folder = Folder(tmp_path)
    play_recorded(fast=True, tts=False, model=None, folder=folder)
    text = capsys.readouterr().out + f"Final state {fingerprint(folder.story(1).state)}\n"
    compare(RECORDED, text, write_playthroughs)
