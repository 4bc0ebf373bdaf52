"""One running game and its table, with no network: the same in tests, CLI and server.

`TableState` is what the log says, `Clock` what is due when; `RunningTable` keeps both. `Table` is
told what people do, `Course` does what the game needs next.
"""

from kessel.table.notices import BotJob, Outcome, ThrowJob
from kessel.table.pace import NO_WAITING, Pace
from kessel.table.state import TableState
from kessel.table.table import Table
from kessel.table.terms import Seat, SeatIsTaken, Stale, WrongSeat

__all__ = [
    "NO_WAITING",
    "BotJob",
    "Outcome",
    "Pace",
    "Seat",
    "SeatIsTaken",
    "Stale",
    "Table",
    "TableState",
    "ThrowJob",
    "WrongSeat",
]
