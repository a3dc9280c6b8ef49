"""How likely the next card captures Ali Baba, from what he can know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from assistant.games.cavern.deck import BELOW_CHIEF, Alarm
from assistant.games.cavern.state import State
from assistant.games.cavern.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Unseen:
    """The treasure cards not yet revealed in the game, counted by alarm.

    Every reveal was public and the place of the chief thief is printed in the rules (ALI-34), so
    a good memory knows this much; the order of the cards it cannot know.
    """

    plain: int
    alarms: Tokens
    before_chief: int | None
    """How many treasures come before the chief thief; None once he was revealed."""

    @property
    def treasures(self) -> int:
        """All treasure cards that can still come."""
        return self.plain + self.alarms.shiny + self.alarms.noisy + self.alarms.encumbering

    def of(self, alarm: Alarm | None) -> int:
        """How many of them have this alarm, or none."""
        return self.plain if alarm is None else self.alarms.of(alarm)

    def without(self, alarm: Alarm | None) -> Unseen:
        """What is unseen after a treasure with this alarm, or none, was revealed."""
        before = None if self.before_chief is None else self.before_chief - 1
        if alarm is None:
            return Unseen(self.plain - 1, self.alarms, before)
        fewer = replace(self.alarms, **{alarm.value: self.alarms.of(alarm) - 1})
        return Unseen(self.plain, fewer, before)


def unseen(state: State) -> Unseen:
    """What a good memory knows about the pile; it is the same for any order of the pile."""
    alarms, plain = Tokens(), 0
    for card in state.pile:
        alarm = state.deck.named[card].alarm
        alarms = alarms.plus(alarm)
        plain += alarm is None
    if state.final_round:
        return Unseen(plain, alarms, None)
    return Unseen(plain - 1, alarms, len(state.pile) - BELOW_CHIEF - 1)


def capture_risk(tokens: Tokens, cards: Unseen) -> Fraction:
    """The exact chance that the next card captures: alarm cards left that complete a capture, out
    of all left (ALI-5). It is 0 where the chief thief comes next (ALI-26) or nothing is left.
    """
    if cards.before_chief == 0 or not cards.treasures:
        return Fraction(0)
    fatal = sum(cards.of(alarm) for alarm in Alarm if tokens.captured_by(alarm))
    return Fraction(fatal, cards.treasures)
