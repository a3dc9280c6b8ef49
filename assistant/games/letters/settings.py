"""What a group may choose before a match: one field for each choice, with the ruling behind it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from assistant.games.kernel import Seat
from assistant.games.letters.cards import Colour


def _house_rule(rule: str, spoken: str) -> Any:
    return field(default=False, metadata={"rule": rule, "house_rule": spoken})


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of a match. Those switched off by default are house rules (SES-42)."""

    left_out: Colour = field(default=Colour.ORANGE, metadata={"rule": "SES-2"})
    """The colour that stays in the box with two or three players."""

    first_dealer: Seat | None = field(default=None, metadata={"rule": "SES-39"})
    """Who deals the first game; ``None`` draws lots."""

    win_beats_thieves: bool = _house_rule("SES-24", "a win comes before a forced thief")
    """A player able to win may do so although a playable Thieves card is in hand."""

    discard_ali_baba: bool = _house_rule("SES-26", "whoever holds Ali Baba must discard him")
    """The card that ends a turn must be an Ali Baba if one is in hand."""

    turn_goes_on_without_shout: bool = _house_rule(
        "SES-30", "a forgotten shout costs the Ali Babas, but not the turn"
    )
    """After a forgotten shout the player draws up to six and plays on."""

    remind_shout: bool = _house_rule("SES-30", "the host reminds you to shout")
    """Placing Ali Baba without the shout is refused with a reminder, at no cost."""

    false_shout_costs: bool = _house_rule("SES-31", "a false shout costs the Ali Babas")
    """Shouting when one cannot win sends the Ali Babas in hand to the discard pile."""

    cumulative_doubling: bool = _house_rule("SES-36", "points double again for each thieves' win")
    """Every game that the thieves win doubles the next one's points once more: x2, x4, x8."""

    open_discard: bool = _house_rule("SES-40", "the discard pile lies open")
    """Everybody may look through the whole discard pile."""


def house_rules(settings: Settings) -> tuple[str, ...]:
    """The house rules switched on, as plain phrases for the host to announce (SES-42).

    >>> house_rules(Settings(open_discard=True))
    ('the discard pile lies open',)
    """
    return tuple(
        choice.metadata["house_rule"]
        for choice in fields(settings)
        if "house_rule" in choice.metadata and getattr(settings, choice.name)
    )
