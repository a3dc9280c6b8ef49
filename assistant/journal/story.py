"""A log led to its state: what happened and still holds, and where the game stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from assistant.games.kernel import fingerprint
from assistant.journal.gamefile import WENT_BACK, Content, EventRow
from assistant.journal.problems import Damaged, OtherRules
from assistant.journal.rules import RULES, Rules


@dataclass(frozen=True)
class Step:
    """What was decided at once, with the states around it."""

    number: int
    who: str | None
    before: Any
    kept_before: Mapping[str, Any]
    """What the host kept when the step was decided."""
    events: tuple[Any, ...]
    after: Any
    told: bool


@dataclass(frozen=True)
class Moment:
    """One entry of the log, in the order it was written, undone ones among them."""

    row: EventRow
    event: Any
    """The game's event, or None where the game went back."""
    before: Any
    after: Any


@dataclass(frozen=True)
class Story:
    """A whole log. ``steps`` are those that still hold; ``moments`` all that was ever written."""

    content: Content
    moments: tuple[Moment, ...]
    steps: tuple[Step, ...]
    state: Any
    """Where the game stands; what stood before the first event, if there is none."""
    keeps: Mapping[str, Any]
    """What the host kept last."""


def story(content: Content, name: str) -> Story:
    """The states of a log, each checked against the fingerprint that was written beside it.

    Events carry outcomes, so a changed deck or a changed generator makes no difference. Raises
    :class:`OtherRules` where a change of the rules does, and :class:`Damaged` where nothing but
    damage explains it.
    """
    header = content.header
    rules = RULES.get(header.game)
    if rules is None:
        raise OtherRules(f'{name} is a game of "{header.game}", which this program does not know.')
    if header.deck is not None and not header.deck.is_whole:
        raise Damaged(f"{name} is damaged: its deck is not the one that was written.")
    steps: list[Step] = []
    moments: list[Moment] = []
    rows: dict[int, list[EventRow]] = {row.step: [] for row in content.steps}
    for row in content.events:
        rows.setdefault(row.step, []).append(row)
    state = _guarded(rules, content, name, partial(rules.before, header))
    keeps: Mapping[str, Any] = {}
    kept = {row.step: row for row in content.steps}
    for number, of_step in rows.items():
        if number not in kept:
            raise Damaged(f"{name} is damaged: some of its steps are gone.")
        before, events = state, []
        for row in of_step:
            if row.event.get("event") == WENT_BACK:
                steps, event, after = _back(steps, row, name)
            else:
                event, after = _guarded(rules, content, name, partial(_led, rules, row, state))
                events.append(event)
            if fingerprint(after) != row.state:
                raise _contradiction(rules, content, name, row.number)
            moments.append(Moment(row, event, state, after))
            state = after
        if events:
            who = of_step[0].who
            told = kept[number].told
            steps.append(Step(number, who, before, keeps, tuple(events), state, told))
        keeps = kept[number].keeps
    return Story(content, tuple(moments), tuple(steps), state, keeps)


def _back(steps: list[Step], row: EventRow, name: str) -> tuple[list[Step], None, Any]:
    to = row.event.get("to")
    for place, step in enumerate(steps):
        if step.number == to:
            return steps[:place], None, step.before
    raise Damaged(f"{name} is damaged: it goes back to a step that is not there.")


def _led(rules: Rules, row: EventRow, state: Any) -> tuple[Any, Any]:
    event = rules.read(row.event)
    return event, rules.evolve(state, event)


def _guarded(rules: Rules, content: Content, name: str, act: Callable[[], Any]) -> Any:
    try:
        return act()
    except Exception as problem:  # whatever rules make of a record that is not theirs
        raise _contradiction(rules, content, name, None) from problem


def _contradiction(
    rules: Rules, content: Content, name: str, number: int | None
) -> OtherRules | Damaged:
    if content.header.rules != rules.version:
        return OtherRules(
            f"{name} was played under version {content.header.rules} of the {rules.game} rules; "
            f"this program has version {rules.version} and would tell it otherwise."
        )
    where = "its log" if number is None else f"event {number}"
    return Damaged(f"{name} is damaged: {where} does not lead to what was written down.")
