"""Any sequence of allowed commands keeps the game sound."""

from __future__ import annotations

import json

from hypothesis import settings as run_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from assistant.games.kernel import fingerprint, from_record, replay, to_record
from assistant.games.letters import (
    EVENTS,
    Build,
    Command,
    Discard,
    Phase,
    PlaceAliBaba,
    Settings,
    State,
    Swap,
    Take,
    begin,
    can,
    decide,
    evolve,
    legal_commands,
    view,
)
from assistant.games.letters.cards import Card, Colour, Kind, deck
from assistant.games.letters.rows import colour_of
from assistant.games.letters.steps import Step, step
from tests.games.letters import reference
from tests.games.letters.scenes import all_cards, notation

SETTINGS = st.builds(
    Settings,
    left_out=st.sampled_from(Colour),
    win_beats_thieves=st.booleans(),
    discard_ali_baba=st.booleans(),
    turn_goes_on_without_shout=st.booleans(),
    remind_shout=st.booleans(),
    false_shout_costs=st.booleans(),
    cumulative_doubling=st.booleans(),
    open_discard=st.booleans(),
)


class LetterGame(RuleBasedStateMachine):
    """Plays allowed commands, with a leaning to those that build."""

    @initialize(seats=st.integers(2, 4), seed=st.integers(0, 999), settings=SETTINGS)
    def start(self, seats: int, seed: int, settings: Settings) -> None:
        self.first = self.state = begin(seats, seed, settings)
        self.log: list[str] = []
        self.play(0)

    def play(self, pick: int, *unwanted: type) -> None:
        commands = legal_commands(self.state)
        wanted = [each for each in commands if not isinstance(each, unwanted)] or commands
        command = wanted[pick % len(wanted)]
        for event in decide(self.state, command):
            self.log.append(json.dumps(to_record(event)))
            self.state = evolve(self.state, event)

    @rule(pick=st.integers(0, 60))
    def anything(self, pick: int) -> None:
        if self.state.phase is not Phase.FINISHED:
            self.play(pick)

    @rule(picks=st.lists(st.integers(0, 60), min_size=5, max_size=20))
    def building(self, picks: list[int]) -> None:
        for pick in picks:
            if self.state.phase is not Phase.FINISHED:
                self.play(pick, Discard, Take)

    @rule(picks=st.lists(st.integers(0, 5), min_size=10, max_size=40))
    def discarding(self, picks: list[int]) -> None:
        for pick in picks:
            if self.state.phase is not Phase.FINISHED:
                self.play(pick, Build, Swap, Take, PlaceAliBaba)

    @invariant()
    def cards_are_conserved(self) -> None:
        assert all_cards(self.state) == all_cards(deal_of(self.state))

    @invariant()
    def rows_and_hands_are_sound(self) -> None:
        colours = [colour_of(row) for row in self.state.rows if colour_of(row)]
        assert len(colours) == len(set(colours))
        assert all(len(hand) <= 6 for hand in self.state.hands)
        for row in self.state.rows:
            assert len(row) <= 10
            printed = ((card.letter, "OPENSESAME"[at]) for at, card in enumerate(row))
            assert all(letter in (wanted, None) for letter, wanted in printed)
            assert all(card.kind not in (Kind.TAKE, Kind.THIEF) for card in row)

    @invariant()
    def a_command_is_always_allowed(self) -> None:
        commands = legal_commands(self.state)
        assert commands or self.state.phase is Phase.FINISHED
        assert all(can(self.state, command) for command in commands)
        assert commands == legal_commands(view(self.state, self.state.turn))

    @invariant()
    def plays_are_those_of_the_slow_reference(self) -> None:
        if step(self.state) is not Step.PLAY or len(self.state.hands[self.state.turn]) < 6:
            return
        hands, rows = spelt(self.state.hands), spelt(self.state.rows)
        removed = [(each.row, each.position, notation(each.card)) for each in self.state.removed]
        expected = reference.plays(self.state.turn, hands, rows, list(self.state.placed), removed)
        commands = legal_commands(self.state)
        found = {in_short(each) for each in commands if not isinstance(each, PlaceAliBaba)}
        if self.state.settings.discard_ali_baba and "A" in hands[self.state.turn]:
            keep = [slot for slot, card in enumerate(hands[self.state.turn]) if card != "A"]
            expected -= {("discard", slot) for slot in keep}
        assert found == expected
        winning = reference.can_win(self.state.turn, hands, rows)
        assert winning <= (PlaceAliBaba(shouted=True) in commands)

    def teardown(self) -> None:
        if hasattr(self, "log"):
            events = [from_record(EVENTS, json.loads(line)) for line in self.log]
            again = replay(evolve, self.first, events)
            assert fingerprint(again) == fingerprint(self.state)
            assert again == self.state


def deal_of(state: State) -> State:
    """A table on which the whole deck lies in the draw pile."""
    whole = deck(state.seats, state.settings.left_out)
    return State(settings=state.settings, chance=state.chance, scores=state.scores, draw=whole)


def spelt(places: tuple[tuple[Card, ...], ...]) -> list[list[str]]:
    """Hands or rows in the notation of the reference."""
    return [[notation(card) for card in place] for place in places]


def in_short(command: Command) -> reference.Play:
    """A play in the notation of the reference."""
    match command:
        case Discard(slot):
            return "discard", slot
        case Build(slot, _, row):
            return "build", slot, row
        case Swap(slot, _, row, position):
            return "swap", slot, row, position
        case Take(slot, _, owner, place):
            return "take", slot, owner, place
    raise AssertionError(command)


TestLetterGame = LetterGame.TestCase
TestLetterGame.settings = run_settings(max_examples=25, stateful_step_count=15, deadline=None)
