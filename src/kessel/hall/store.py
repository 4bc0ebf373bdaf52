"""What outlives the process, as the hall needs it: tables as append-only logs, and trajectories.

Only the protocol; the server has a database behind it, a test a dictionary.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kessel.errors import KesselError

FIRST_EPOCH = 1
"""The epoch of a new table, which belongs to whoever made it."""


class NotSaved(KesselError):
    """The store did not keep what it was given, or does not answer."""

    code = "not_saved"

    def __init__(self, message: str, disk_is_full: bool = False) -> None:
        super().__init__(message)
        if disk_is_full:
            self.code = "disk_full"


class Damaged(KesselError):
    """What was kept is not what was written: nothing of it is shown as if it were."""

    code = "damaged"

    def __init__(self, message: str, table: int = 0) -> None:
        """`table` is the number of the one that is damaged, where it is one."""
        super().__init__(message)
        self.table = table


class Elsewhere(KesselError):
    """The table belongs to somebody else now, who has to be asked."""

    code = "elsewhere"

    def __init__(self, table: str, node: str = "") -> None:
        """`node` is where the owner is reached; empty where nobody can take the table now."""
        super().__init__("this table is played at another server; come back in a moment")
        self.table, self.node = table, node


class TableExists(KesselError):
    """There is a table of that code already."""

    code = "table_exists"


@dataclass(frozen=True, slots=True)
class Kept:
    """A table that was opened: its number, its log, and the epoch in which we own it."""

    number: int
    epoch: int
    bodies: Sequence[str]


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that begins."""

    code: str
    number: int
    edition: str
    first_entry: int


@dataclass(frozen=True, slots=True)
class NewThrow:
    """The trajectory of a throw."""

    game: str
    number: int
    seconds: float
    trajectory: bytes


@dataclass(frozen=True, slots=True)
class Writing:
    """What one step of a table leaves behind; all of it is kept, or nothing."""

    table: int
    first: int
    bodies: Sequence[str]
    games: Sequence[NewGame] = ()
    throws: Sequence[NewThrow] = ()
    finished: Sequence[str] = ()
    """Games that ended."""
    epoch: int = FIRST_EPOCH
    """In which the writer owns the table; in a later one the writing is refused."""
    dice: str | None = None
    """Which dice alone can finish the throw that is in the air afterwards; None between throws."""
    until: float = 0.0
    """Until then the table waits for somebody who has days, and counts as touched."""


class Store(Protocol):
    """Where tables are kept."""

    async def make_table(self, code: str, public: bool, bodies: Sequence[str], now: float) -> int:
        """Keep a new table with its first entries; its number.

        Raises `TableExists` where there is one of that code.
        """

    async def write(self, writing: Writing) -> None:
        """Append to a table's log, at the very place where the writing says that it ends.

        Returns when it is safe; raises `NotSaved` when it is not kept, when it does not follow
        the last entry, or when the table has another owner by now.
        """

    async def open_table(self, code: str) -> Kept | None:
        """Own a table from now on, and read its log; None where there is no such table.

        Raises `Elsewhere` where somebody else owns it and is there.
        """

    async def find_table(self, code: str) -> tuple[int, list[str]] | None:
        """A table's number and its log, whoever owns it; None where there is no such table."""

    async def game_log(self, game: str) -> list[str] | None:
        """The entries of a finished game, from its seed to its end."""

    async def sizes(self, game: str) -> dict[int, int]:
        """Number and size of each trajectory of a game."""

    async def trajectory(self, game: str, number: int) -> bytes | None:
        """The trajectory of a throw."""
