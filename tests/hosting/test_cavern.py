"""Whole games of the cavern at a table of typists, for every variant."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from assistant.games.cavern.settings import (
    FAMILY,
    Adjectives,
    AliBaba,
    Judge,
    LapsStart,
    Naming,
    Settings,
)
from assistant.games.cavern.state import (
    CardRevealed,
    Case,
    Event,
    Phase,
    Recited,
    SharingBegan,
)
from assistant.hosting.cavern import CavernHost, Evening
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.opening import seat_players
from assistant.hosting.table import Table
from assistant.understanding.cavern_words import CavernWords
from tests.hosting.fakes import SILENCE, FakeVoice, is_worded, shipped_deck, table_with

DECK = shipped_deck()
HOST = Settings(ali=AliBaba.HOST)


class Typists:
    """People who know the hand, forget a treasure now and then, and type."""

    def __init__(self, seed: int) -> None:
        self.host: CavernHost
        self._rng = random.Random(seed)

    def listen(self, question: Question, quiet_from: float) -> Answer:
        state = self.host.state
        if question.silence_agrees:
            return SILENCE
        match state.phase:
            case Phase.DRAW_FIRST:
                said = "draw"
            case Phase.DECIDE:
                said = self._rng.choice(["draw", "open sesame", "d"])
            case Phase.RULE:
                said = "it was right"
            case Phase.SHARE:
                said = f"i take the {self._rng.choice(state.hand)}"
            case _:
                said = self._list()
        return Answer.of_line(said)

    def _list(self) -> str:
        state = self.host.state
        kinds = list(dict.fromkeys(state.hand))
        if len(kinds) > 3 and self._rng.random() < 0.2:
            kinds.pop()
        named = []
        for kind in kinds:
            adjective = state.adjectives.get(kind)
            if state.settings.adjectives is not Adjectives.OFF and adjective is None:
                adjective = state.deck.named[kind].adjectives[0]
            named.append(DECK.phrase(kind, state.hand.count(kind), adjective))
        return f"in the cavern there is {', '.join(named)}. that's all"


def played(settings: Settings, names: int, seed: int) -> tuple[CavernHost, list[str], list[Event]]:
    voice, typists = FakeVoice(), Typists(seed)
    table = Table(voice, typists, voice.said.append)
    people = ["Ana", "Ben", "Caro", "Dora", "Emil"][:names]
    players = seat_players(people, settings.ali, cassim=settings.cassim)
    first = len(players) - 1 if settings.ali is AliBaba.HOST else 0
    events: list[Event] = []
    words = CavernWords(DECK, adjectives=settings.adjectives is not Adjectives.OFF)
    host = CavernHost(table, Evening(DECK, players, settings, seed, first), words, events.append)
    typists.host = host
    host.play()
    return host, voice.said, events


VARIANTS = {
    "host": (HOST, 3),
    "alone": (HOST, 1),
    "five": (HOST, 5),
    "rotate": (Settings(), 3),
    "two": (Settings(), 2),
    "cassim": (Settings(cassim=True), 2),
    "family": (replace(FAMILY, ali=AliBaba.HOST, young=True), 2),
    "adjectives by the host": (replace(HOST, adjectives=Adjectives.HOST), 3),
    "adjectives by thieves": (Settings(adjectives=Adjectives.THIEVES), 4),
    "order and done": (replace(HOST, order=True, say_done=True), 3),
    "human judge": (Settings(judge=Judge.HUMAN, laps_start=LapsStart.FAULT_LEFT), 3),
    "picture": (replace(HOST, naming=Naming.PICTURE, chief_scores=False), 3),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_is_played_to_its_result(variant: str) -> None:
    settings, names = VARIANTS[variant]
    for seed in (1, 2):
        host, said, _ = played(settings, names, seed)
        assert host.state.phase is Phase.OVER
        assert "The game is over." in said
        assert any("win" in line or "share the victory" in line for line in said[-1:])


def test_all_three_endings_come_up_and_are_told() -> None:
    cases = set()
    for seed in range(6):
        _, said, events = played(HOST, 3, seed)
        cases |= {event.case for event in events if isinstance(event, SharingBegan)}
        assert any(line.startswith("Now the treasures are shared") for line in said)
    assert cases == set(Case)


def test_ali_41_nothing_tells_the_hand_while_a_thief_recites() -> None:
    """Between a reveal and the verdict, no line names a treasure of the hand (ALI-25, ALI-40)."""
    for seed in range(4):
        _, said, events = played(HOST, 3, seed)
        for at, line in enumerate(said):
            if is_worded(line, "recite"):
                named = [kind for kind in DECK.treasures if kind in line]
                assert not named
                assert not said[at + 1].startswith("Found")
        reveals = sum(isinstance(event, CardRevealed) for event in events)
        told = sum(is_worded(line, "first_treasure", "next_treasure") for line in said)
        assert told == reveals


def test_ali_14_a_wrong_list_is_explained_only_after_it_has_failed() -> None:
    _, said, events = played(HOST, 3, 3)
    wrong = [line for line in said if line.startswith(("No.", "No,"))]
    failed = [
        event for event in events if isinstance(event, Recited) and event.judgement.flaw is not None
    ]
    assert len(wrong) == len(failed) > 0


def until_out_of_answers(settings: Settings, answers: list[str]) -> list[str]:
    table, voice, _ = table_with(answers)
    players = seat_players(["Ana", "Ben"], AliBaba.HOST, cassim=False)
    host = CavernHost(table, Evening(DECK, players, settings, 1, 2), CavernWords(DECK))
    with pytest.raises(NoMoreAnswers):
        host.play()
    return voice.said


def test_ali_t16_collected_cards_are_not_told_but_their_number_is() -> None:
    said = until_out_of_answers(HOST, ["what have i collected"])
    assert "Collected cards stay face down until the end. Ana has no cards." in said


def test_ali_25_the_family_may_ask_for_its_own_cards() -> None:
    mild = replace(HOST, own_collection=True)
    assert "Ana, you have no cards." in until_out_of_answers(mild, ["what do i have"])


def test_ali_24_a_treasure_that_is_not_left_is_refused_by_name() -> None:
    class Greedy(Typists):
        wanted = 0

        def listen(self, question: Question, quiet_from: float) -> Answer:
            if self.host.state.phase is not Phase.SHARE or question.silence_agrees:
                return super().listen(question, quiet_from)
            self.wanted += 1
            if self.wanted > 1:
                raise NoMoreAnswers
            return Answer.of_line("i take the chief thief")

    voice, greedy = FakeVoice(), Greedy(1)
    players = seat_players(["Ana", "Ben", "Caro"], AliBaba.HOST, cassim=False)
    table = Table(voice, greedy, voice.said.append)
    greedy.host = CavernHost(table, Evening(DECK, players, HOST, 1, 3), CavernWords(DECK))
    with pytest.raises(NoMoreAnswers):
        greedy.host.play()
    assert "There is no chief thief left to take." in voice.said


def test_the_same_seed_and_answers_make_the_same_game() -> None:
    once, again = played(HOST, 3, 5), played(HOST, 3, 5)
    assert once[1] == again[1]
    assert once[2] == again[2]
