"""Sessions as events: drawing, scoring, passing over, and replaying a log."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.games.cavern.deck import Kind
from assistant.games.cavern.recitation import Mention
from assistant.games.kernel import NotAllowed, from_record, replay, to_record
from assistant.games.practice.progress import (
    Direction,
    Session,
    by_position,
    modes_practised,
    most_forgotten,
    showings,
    trend,
)
from assistant.games.practice.scoring import Score, score
from assistant.games.practice.session import (
    EVENTS,
    Event,
    Finish,
    PassOver,
    Recall,
    Show,
    State,
    Trial,
    begin,
    decide,
    evolve,
)
from assistant.games.practice.settings import Mode, Settings
from assistant.games.practice.span import Span

NAMES = [
    "lion", "key", "book", "crown", "lamp", "rug", "ring", "coin", "rope", "door", "flag", "drum",
]  # fmt: skip
KINDS = tuple(Kind(name, 1 + at % 3, None, ("old", "new")) for at, name in enumerate(NAMES))
PLACES = ("hall", "kitchen", "stairs", "garden")
A, B, C, D = (Mention(name) for name in ("lion", "key", "book", "crown"))


def play(settings: Settings, seed: int) -> tuple[list[Event], State]:
    """A session of a player who forgets, misplaces, passes over, and is not understood."""
    rng, state = Random(seed), begin(settings, seed)
    log: list[Event] = []
    while not state.ended:
        command: Show | Recall | PassOver = Show(KINDS)
        if state.current is not None:
            named = [each for each in state.current if rng.random() < 0.85]
            command = PassOver() if rng.random() < 0.1 else Recall(tuple(named), rng.randrange(2))
        for event in decide(state, command):
            log.append(event)
            state = evolve(state, event)
    return log, state


@given(st.sampled_from(Mode), st.integers(1, 12), st.integers(0, 2**40))
def test_a_log_written_as_records_leads_to_the_same_state(
    mode: Mode, lists: int, seed: int
) -> None:
    settings = Settings(mode, lists, due=("lamp",), places=PLACES)
    log, state = play(settings, seed)
    read = [from_record(EVENTS, to_record(event)) for event in log]
    assert read == log
    assert replay(evolve, begin(settings, seed), read) == state
    assert len(state.trials) == lists
    for trial in state.trials:
        assert len({item.kind for item in trial.shown}) == len(trial.shown)
        assert all(1 <= item.count <= 3 for item in trial.shown)
        assert all(
            (item.adjective is not None) == (mode is Mode.ADJECTIVES) for item in trial.shown
        )


@given(st.integers(0, 2**40))
def test_what_is_due_comes_back_but_never_fills_a_list(seed: int) -> None:
    due = ("lion", "key", "book")
    _, state = play(Settings(Mode.PLAIN, 6, start=4, due=due), seed)
    for at, trial in enumerate(state.trials[:3]):
        kinds = {item.kind for item in trial.shown}
        assert due[at] in kinds
        assert len(kinds & set(due[at:])) <= max(1, len(kinds) // 3)
    assert {"lion", "key", "book"} <= {item.kind for t in state.trials for item in t.shown}


@given(st.integers(0, 2**40))
def test_sums_stand_only_before_a_later_recall_and_stay_sayable(seed: int) -> None:
    (shown,) = decide(begin(Settings(Mode.LATER), seed), Show(KINDS))
    sums = shown.sums  # type: ignore[union-attr]
    assert len(sums) == 3
    assert all(a >= 2 and b >= 2 and a + b <= 12 for a, b in sums)
    (shown,) = decide(begin(Settings(Mode.PLAIN), seed), Show(KINDS))
    assert shown.sums == ()  # type: ignore[union-attr]


def test_what_is_not_possible_now_is_refused() -> None:
    state = begin(Settings(lists=1), 1)
    with pytest.raises(NotAllowed, match="No list"):
        decide(state, Recall(()))
    state = evolve(state, decide(state, Show(KINDS))[0])
    with pytest.raises(NotAllowed, match="waiting"):
        decide(state, Show(KINDS))
    state = evolve(state, decide(state, Finish())[0])
    with pytest.raises(NotAllowed, match="over"):
        decide(state, Show(KINDS))


@pytest.mark.parametrize(
    ("mode", "shown", "named", "unclear", "expected"),
    [
        (Mode.PLAIN, [A, B], [B, A], 0, Score(("lion", "key"), (), (), (), (), True)),
        (Mode.PLAIN, [A, B], [A], 0, Score(("lion",), (), ("key",), (), (), False)),
        (Mode.PLAIN, [A, B], [A, C, B], 0, Score(("lion", "key"), (), (), ("book",), (), False)),
        (Mode.PLAIN, [A, B], [A], 1, Score(("lion",), (), (), (), ("key",), None)),
        (Mode.PLAIN, [A, B, C], [A], 1, Score(("lion",), (), (), (), ("key", "book"), False)),
        (Mode.PLAIN, [A, B], [A, B], 2, Score(("lion", "key"), (), (), (), (), True)),
        (Mode.ORDER, [A, B, C], [A, C], 0, Score(("lion", "book"), (), ("key",), (), (), False)),
        (Mode.ORDER, [A, B, C], [B, C, A], 0, Score(("key", "book"), ("lion",), (), (), (), False)),
        (Mode.WALK, [A, B, C], [A, C, B], 0, Score(("lion",), ("key", "book"), (), (), (), False)),
        (Mode.WALK, [A, B], [None, B], 0, Score(("key",), (), ("lion",), (), (), False)),
        (Mode.WALK, [A, B], [None, B], 1, Score(("key",), (), (), (), ("lion",), None)),
        (
            Mode.GROUPS,
            [Mention("lion", 2), B],
            [Mention("lion", 3), B],
            0,
            Score(("key",), ("lion",), (), (), (), False),
        ),
        (
            Mode.GROUPS,
            [Mention("lion", 2)],
            [A, A],
            0,
            Score(("lion",), (), (), (), (), True),
        ),
        (
            Mode.ADJECTIVES,
            [Mention("lion", 1, "old"), Mention("key", 1, "new")],
            [Mention("lion", 1, "new"), Mention("key", 1, "new")],
            0,
            Score(("key",), ("lion",), (), (), (), False),
        ),
    ],
)
def test_scores(
    mode: Mode,
    shown: list[Mention],
    named: list[Mention | None],
    unclear: int,
    expected: Score,
) -> None:
    assert score(mode, shown, named, unclear) == expected


@given(
    st.sampled_from(Mode),
    st.lists(st.sampled_from([A, B, C, D]), min_size=1, max_size=4, unique=True),
    st.lists(st.sampled_from([A, B, C, D]), max_size=6),
    st.integers(0, 3),
)
def test_every_treasure_shown_is_exactly_one_of_four_things(
    mode: Mode, shown: list[Mention], named: list[Mention], unclear: int
) -> None:
    got = score(mode, shown, named, unclear)
    parts = (*got.right, *got.misplaced, *got.forgotten, *got.left_out)
    assert sorted(parts) == sorted(item.kind for item in shown)
    assert not (unclear and got.forgotten)
    assert set(got.intruded).isdisjoint(parts)
    if got.passed:
        assert len(got.right) == len(shown) and not got.intruded


def test_a_list_in_doubt_moves_no_staircase() -> None:
    state = begin(Settings(start=3), 5)
    state = evolve(state, decide(state, Show(KINDS))[0])
    assert state.current is not None
    after = evolve(state, decide(state, Recall(state.current[:2], unclear=1))[0])
    assert after.staircase == state.staircase and len(after.trials) == 1
    after = evolve(state, decide(state, Recall(state.current[:2]))[0])
    assert after.staircase.misses == 1


def session(day: int, *lists: tuple[list[Mention], list[Mention]]) -> Session:
    return Session(
        day,
        Mode.PLAIN,
        tuple(Trial(tuple(s), tuple(n), score(Mode.PLAIN, s, n, 0)) for s, n in lists),
    )


def test_progress_counts_what_was_forgotten_and_where() -> None:
    sessions = [
        session(1, ([A, B, C], [A, C]), ([B, D], [D])),
        session(2, ([B, A], [A, B]), ([C, A], [A])),
    ]
    assert [(kind, s.missed, s.shown) for kind, s in most_forgotten(sessions)] == [
        ("key", 2, 3),
        ("book", 1, 2),
    ]
    assert [(s.missed, s.shown) for s in by_position(sessions)] == [(2, 4), (1, 4), (0, 1)]
    assert [s.day for s in showings(sessions) if s.forgotten] == [1, 1, 2]
    (plain,) = modes_practised(sessions)
    assert (plain.sessions, plain.span.lists, plain.trend) == (2, 4, None)


def test_a_trend_is_told_only_where_the_sessions_differ_more_than_chance_would() -> None:
    def spans(*means: float) -> list[Span]:
        return [Span(mean, mean, 0.4, 6, 8) for mean in means]

    for means, direction in [
        ((4.0, 5.0, 6.0), Direction.RISING),
        ((6.0, 5.0, 4.0), Direction.FALLING),
        ((5.0, 5.4, 5.1), Direction.UNCLEAR),
    ]:
        found = trend(spans(*means))
        assert found is not None and found.direction is direction
    assert trend(spans(4.0, 8.0)) is None
