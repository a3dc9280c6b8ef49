"""The rules of the letter-card game OPEN SESAME (SES-1 to SES-42).

>>> state = begin(2, seed=7)
>>> for event in decide(state, Deal()):
...     state = evolve(state, event)
>>> [command.source.value for command in legal_commands(state)][0]
'pile'
"""

from assistant.games.letters.commands import (
    Build,
    Command,
    Deal,
    Discard,
    Draw,
    Pass,
    PlaceAliBaba,
    PlayThief,
    Source,
    Swap,
    Take,
)
from assistant.games.letters.deciding import decide
from assistant.games.letters.events import EVENTS, Event
from assistant.games.letters.evolving import evolve
from assistant.games.letters.legal import forced, legal_commands
from assistant.games.letters.settings import Settings, house_rules
from assistant.games.letters.state import Phase, State, Table, begin
from assistant.games.letters.verifying import can, verify
from assistant.games.letters.views import View, view

RULES_VERSION = 1
"""Goes up whenever a journal of this game could lead to another state than it did before."""

__all__ = [
    "EVENTS",
    "RULES_VERSION",
    "Build",
    "Command",
    "Deal",
    "Discard",
    "Draw",
    "Event",
    "Pass",
    "Phase",
    "PlaceAliBaba",
    "PlayThief",
    "Settings",
    "Source",
    "State",
    "Swap",
    "Table",
    "Take",
    "View",
    "begin",
    "can",
    "decide",
    "evolve",
    "forced",
    "house_rules",
    "legal_commands",
    "verify",
    "view",
]
