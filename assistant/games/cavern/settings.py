"""The house rules: every option of the rulings as one field, with the ruling's default."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Naming(StrEnum):
    """How a revealed card is made known (ALI-3)."""

    ALOUD = "aloud"
    PICTURE = "picture"


class Grouping(StrEnum):
    """Whether copies must be named together (ALI-10)."""

    STRICT = "strict"
    LENIENT = "lenient"


class Judge(StrEnum):
    """Who has the last word on a recitation (ALI-16)."""

    REFEREE = "referee"
    HUMAN = "human"


class LapsStart(StrEnum):
    """Who picks first after Ali Baba's three cards (ALI-21)."""

    ALI_LEFT = "ali_left"
    FAULT_LEFT = "fault_left"


class Adjectives(StrEnum):
    """Whether treasures carry adjectives, and who invents them (ALI-37)."""

    OFF = "off"
    THIEVES = "thieves"
    HOST = "host"


class AliBaba(StrEnum):
    """Who is Ali Baba: one fixed seat, or each in turn as in the rulebook (ALI-32)."""

    HOST = "host"
    ROTATE = "rotate"


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of one game. The engine acts on some; hosting alone can act on the others."""

    naming: Naming = Naming.ALOUD
    """ALI-3: the treasure is said at the reveal, or only its picture is shown (hosting)."""

    grouping: Grouping = Grouping.STRICT
    """ALI-10: copies are named once with their number, or mentions are summed with a reminder."""

    correction_grace: bool = False
    """ALI-11: "no, I mean ..." is accepted before the next item (hosting)."""

    strict_formula: bool = False
    """ALI-13: the sentence "in the cavern there is ..." must be used (hosting)."""

    time_limit_s: int | None = None
    """ALI-15: a recitation may last this many seconds: 30, 45 or 60 (hosting); None: no limit."""

    say_done: bool = False
    """ALI-15: a complete list counts only once the thief has said "done"."""

    judge: Judge = Judge.REFEREE
    """ALI-16: the engine's judgement stands, or Ali Baba confirms or overrules each."""

    laps_start: LapsStart = LapsStart.ALI_LEFT
    """ALI-21: who is first after Ali Baba's three cards when a thief was wrong."""

    own_collection: bool = False
    """ALI-25: players may ask what they have collected."""

    cassim: bool = False
    """ALI-35: the last of three seats is silent, takes random cards and scores for nobody."""

    chief_scores: bool = True
    """ALI-27: the chief thief is worth a point and is an x1 card; otherwise it is worth nothing."""

    young: bool = False
    """ALI-36: correctly named cards are shown until the end of the recitation."""

    adjectives: Adjectives = Adjectives.OFF
    """ALI-37: off, invented by the thieves, or given by the host at the reveal."""

    order: bool = False
    """ALI-38: kinds must be named in the order of their first appearance in the round."""

    ali: AliBaba = AliBaba.ROTATE
    """ALI-32: the role of Ali Baba moves to the left each round, or stays with one seat."""

    def __post_init__(self) -> None:
        if self.time_limit_s not in (None, 30, 45, 60):
            raise ValueError("the time limit is 30, 45 or 60 seconds, or none")


FAMILY = Settings(grouping=Grouping.LENIENT, correction_grace=True, own_collection=True)
"""The mild house rules advised for children (ALI-10, ALI-11, ALI-25)."""
