"""The tile game "Ali Baba" (BABA-1 to BABA-40).

>>> from assistant.games.kernel import replay
>>> log = begin(Settings(), players=2, seed=3, start=0)
>>> state = replay(evolve, UNDEALT, log)
>>> [str(command.tile) for command in legal_commands(state)]
['pink statue', 'yellow crown', 'yellow chest', 'pink sword']
>>> events = decide(state, legal_commands(state)[0])
>>> [type(event).__name__ for event in events]
['Taken', 'TurnedUp', 'Scored', 'TurnBegan']
>>> state = replay(evolve, state, events)
>>> view(state, 1).track
(5, 0)
"""

from assistant.games.tiles.commands import (
    COMMANDS,
    Command,
    Forbid,
    KeepLamp,
    LeaveNeighbours,
    Show,
    SwapLamp,
    Take,
    TakeNeighbour,
    TakeShown,
)
from assistant.games.tiles.deal import begin, verify_setup
from assistant.games.tiles.events import EVENTS, Event
from assistant.games.tiles.evolve import UNDEALT, evolve
from assistant.games.tiles.geometry import BIG, SMALL, Layout, Place
from assistant.games.tiles.legality import can, legal_commands, verify
from assistant.games.tiles.scoring import Result
from assistant.games.tiles.settings import Settings, Variant
from assistant.games.tiles.state import Phase, State, Step, binding, to_act
from assistant.games.tiles.treasures import (
    ALL_RESTRICTIONS,
    ALL_TILES,
    Colour,
    Restriction,
    Tile,
    Treasure,
)
from assistant.games.tiles.turn import decide, play
from assistant.games.tiles.undoing import verify_undo
from assistant.games.tiles.views import View, told, view

RULES_VERSION = 1
"""Goes up whenever a journal of this game could lead to another state than it did before."""

__all__ = [
    "ALL_RESTRICTIONS",
    "ALL_TILES",
    "BIG",
    "COMMANDS",
    "EVENTS",
    "RULES_VERSION",
    "SMALL",
    "UNDEALT",
    "Colour",
    "Command",
    "Event",
    "Forbid",
    "KeepLamp",
    "Layout",
    "LeaveNeighbours",
    "Phase",
    "Place",
    "Restriction",
    "Result",
    "Settings",
    "Show",
    "State",
    "Step",
    "SwapLamp",
    "Take",
    "TakeNeighbour",
    "TakeShown",
    "Tile",
    "Treasure",
    "Variant",
    "View",
    "begin",
    "binding",
    "can",
    "decide",
    "evolve",
    "legal_commands",
    "play",
    "to_act",
    "told",
    "verify",
    "verify_setup",
    "verify_undo",
    "view",
]
