"""Whole games, whatever the players do: what must hold at every moment."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from assistant.games.kernel import Chance, NotAllowed, fingerprint, from_record, to_record
from assistant.games.tiles import (
    ALL_RESTRICTIONS,
    ALL_TILES,
    COMMANDS,
    EVENTS,
    Command,
    Event,
    Forbid,
    KeepLamp,
    LeaveNeighbours,
    Phase,
    Settings,
    Show,
    SwapLamp,
    Take,
    TakeNeighbour,
    TakeShown,
    Variant,
    begin,
    can,
    decide,
    evolve,
    legal_commands,
    play,
    to_act,
    view,
)
from assistant.games.tiles.bots.imagining import imagine
from assistant.games.tiles.places import lying_on
from tests.games.tiles.scenes import all_tiles, replayed

HOUSE_RULES = st.builds(
    Settings,
    green_optional=st.booleans(),
    open_tiles=st.booleans(),
    swapped_lamps_leave=st.booleans(),
)

SEATS = st.integers(0, 4)
TILES = st.sampled_from(ALL_TILES)
ANY_COMMAND: st.SearchStrategy[Command] = st.one_of(
    *(st.builds(kind, SEATS, TILES) for kind in (Take, SwapLamp, TakeNeighbour, Show, TakeShown)),
    *(st.builds(kind, SEATS) for kind in (KeepLamp, LeaveNeighbours)),
    st.builds(Forbid, SEATS, st.sampled_from(ALL_RESTRICTIONS)),
)


def through_json(classes: tuple[type, ...], value: Any) -> Any:
    return from_record(classes, json.loads(json.dumps(to_record(value))))


class Games(RuleBasedStateMachine):
    """Games in which every choice, allowed or not, is drawn."""

    variant = Variant.BASE

    @initialize(rules=HOUSE_RULES, players=st.integers(2, 4), seed=st.integers(0, 1 << 64))
    def begin(self, rules: Settings, players: int, seed: int) -> None:
        settings = replace(rules, variant=self.variant)
        self.log: list[Event] = list(begin(settings, min(players, settings.players[-1]), seed))
        self.state = replayed(self.log)

    def over(self) -> bool:
        return self.state.phase is Phase.OVER

    @precondition(lambda self: not self.over())
    @rule(count=st.integers(1, 25), seed=st.integers(0, 1 << 32))
    def play_on(self, count: int, seed: int) -> None:
        chance = Chance.seeded(seed)
        for _ in range(count):
            commands = legal_commands(self.state)
            if commands:
                command, chance = chance.choose(commands)
                self.play(command)

    def play(self, command: Command) -> None:
        before = self.state
        if isinstance(command, Take):
            assert command.tile in before.face_up.values()
            bans = [
                each
                for namer, each in enumerate(before.restrictions)
                if each is not None and namer != command.seat
            ]
            if any(each.forbids(command.tile) for each in bans):
                for tile in before.face_up.values():
                    assert any(each.forbids(tile) for each in bans), "BABA-21"
        self.state, events = play(before, command)
        assert through_json(COMMANDS, command) == command
        assert decide(before, command) == events
        assert (
            self.state.restrictions[self.state.turn] is None
            or self.over()
            or (self.state.turn == before.turn)
        )
        self.log.extend(events)

    @rule(command=ANY_COMMAND)
    def try_anything(self, command: Command) -> None:
        if can(self.state, command):
            assert command in legal_commands(self.state)
        else:
            assert command not in legal_commands(self.state)
            with pytest.raises(NotAllowed):
                decide(self.state, command)

    @invariant()
    def sixty_tiles(self) -> None:
        assert sorted(map(str, all_tiles(self.state))) == sorted(map(str, ALL_TILES))

    @invariant()
    def exactly_the_covered_tiles_are_face_down(self) -> None:
        seen = view(self.state, None)
        assert all(lying_on(seen, place) for place in seen.face_down)
        assert not any(lying_on(seen, place) for place in seen.face_up)

    @invariant()
    def someone_can_move_until_the_end(self) -> None:
        commands = legal_commands(self.state)
        assert bool(commands) is not self.over(), "BABA-26"
        assert len(set(commands)) == len(commands)
        assert {command.seat for command in commands} <= {to_act(self.state)}

    @invariant()
    def views_are_the_same_whatever_is_hidden(self) -> None:
        """BABA-3, BABA-15, BABA-29: a state with other secrets gives an equal view."""
        for seat in (None, *range(self.state.players)):
            seen = view(self.state, seat)
            other, _ = imagine(seen, Chance.seeded(len(self.log)))
            assert view(other, seat) == seen
            assert sorted(map(str, all_tiles(other))) == sorted(map(str, ALL_TILES))

    def teardown(self) -> None:
        if hasattr(self, "state"):
            read = [through_json(EVENTS, event) for event in self.log]
            assert read == self.log
            assert fingerprint(replayed(read)) == fingerprint(self.state)


@pytest.mark.parametrize("variant", Variant)
def test_what_must_hold_at_every_moment(variant: Variant) -> None:
    """BABA-3, BABA-19, BABA-21, BABA-26, BABA-29 and the count of tiles (BABA-1)."""

    class GamesOfVariant(Games):
        pass

    GamesOfVariant.variant = variant
    run_state_machine_as_test(
        GamesOfVariant,
        settings=hypothesis_settings(max_examples=15, stateful_step_count=20, deadline=None),
    )


def test_a_golden_game_still_ends_the_same() -> None:
    """The first legal choice throughout; a change of the rules or of the deal shows here."""
    state = replayed(begin(Settings(Variant.LAMP), players=3, seed=2017, start=1))
    turns = 0
    while commands := legal_commands(state):
        turns += isinstance(commands[0], Take)
        state, _ = play(state, commands[0])
    assert turns == 27
    assert [(each.seat, each.total, each.tiles) for each in state.results] == [
        (2, 35, 11),
        (0, 28, 12),
        (1, 24, 10),
    ]


def test_evolving_changes_nothing_in_place() -> None:
    log = begin(Settings(), players=2, seed=1)
    state = replayed(log)
    mark = fingerprint(state)
    events = decide(state, legal_commands(state)[0])
    for event in events:
        evolve(state, event)
    assert fingerprint(state) == mark


def test_every_ruling_and_scenario_is_cited() -> None:
    here = Path(__file__).parent
    text = "\n".join(path.read_text(encoding="utf-8") for path in here.glob("test_*.py"))
    assert {int(number) for number in re.findall(r"BABA-(\d+)", text)} == set(range(1, 41))
    assert {int(number) for number in re.findall(r"def test_baba_t(\d+)_", text)} == {*range(1, 17)}
