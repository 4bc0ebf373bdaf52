"""One running game and its surroundings, with no network: the same in tests, CLI and server."""

from kessel.table.ledger import WrongSeat
from kessel.table.notices import BotJob, Outcome, ThrowJob
from kessel.table.pace import NO_WAITING, Pace
from kessel.table.table import SeatIsTaken, Stale, Table

__all__ = [
    "NO_WAITING",
    "BotJob",
    "Outcome",
    "Pace",
    "SeatIsTaken",
    "Stale",
    "Table",
    "ThrowJob",
    "WrongSeat",
]
