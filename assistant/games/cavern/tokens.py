"""The alarm tokens in front of Ali Baba, and what captures him (ALI-4 to ALI-6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from assistant.games.cavern.deck import Alarm


class Capture(Enum):
    """How the tokens gave Ali Baba away; never both ways at once (ALI-5)."""

    THREE_ALIKE = "three alike"
    ALL_DIFFERENT = "all different"


@dataclass(frozen=True, slots=True)
class Tokens:
    """How many tokens of each alarm lie there in this round. They are counters: the nine tokens
    of the box can never run out, since the fifth in a round always captures (ALI-6).
    """

    shiny: int = 0
    noisy: int = 0
    encumbering: int = 0

    def of(self, alarm: Alarm) -> int:
        """How many tokens of one alarm."""
        number: int = getattr(self, alarm.value)
        return number

    def plus(self, alarm: Alarm | None) -> Tokens:
        """The tokens after a card with this alarm, or with none.

        >>> Tokens(1, 1, 0).plus(Alarm.NOISY)
        Tokens(shiny=1, noisy=2, encumbering=0)
        """
        return self if alarm is None else replace(self, **{alarm.value: self.of(alarm) + 1})

    @property
    def capture(self) -> Capture | None:
        """Whether these tokens capture Ali Baba: three of one alarm, or one of each (ALI-5).

        >>> Tokens(1, 1, 1).capture
        <Capture.ALL_DIFFERENT: 'all different'>
        """
        if max(self.shiny, self.noisy, self.encumbering) >= 3:
            return Capture.THREE_ALIKE
        if min(self.shiny, self.noisy, self.encumbering) >= 1:
            return Capture.ALL_DIFFERENT
        return None

    def captured_by(self, alarm: Alarm | None) -> bool:
        """Whether one more card with this alarm would capture Ali Baba."""
        return self.plus(alarm).capture is not None
