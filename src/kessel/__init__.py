"""Kessel: the STRIKE family of dice games, as rules, physics, opponents and a referee."""

from kessel.errors import KesselError
from kessel.record import GameRecord, begin_record, read_record, replay
from kessel.rules.edition import EDITIONS, Edition, find_edition
from kessel.rules.engine import (
    Hand,
    Step,
    apply,
    awaited,
    legal_moves,
    new_game,
    position,
)
from kessel.rules.moves import (
    Collect,
    EndTurn,
    ExtraThrow,
    Landing,
    Move,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    WinColumn,
)
from kessel.rules.notation import move_text, read_move, read_state, state_text
from kessel.rules.reading import explain, read_position
from kessel.rules.state import GameState
from kessel.words import Speaker

__version__ = "0.2.0"

__all__ = [
    "EDITIONS",
    "Collect",
    "Edition",
    "EndTurn",
    "ExtraThrow",
    "GameRecord",
    "GameState",
    "Hand",
    "KesselError",
    "Landing",
    "Move",
    "Speaker",
    "StackTower",
    "StartDie",
    "Step",
    "TakeAccio",
    "Throw",
    "WinColumn",
    "__version__",
    "apply",
    "awaited",
    "begin_record",
    "explain",
    "find_edition",
    "legal_moves",
    "move_text",
    "new_game",
    "position",
    "read_move",
    "read_position",
    "read_record",
    "read_state",
    "replay",
    "state_text",
]
