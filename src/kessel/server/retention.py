"""Deletes tables that nobody has touched for long, and distrusts a clock that says so of many.

A clock that is a year ahead makes everything look old. So at most a fifth of all tables go in a
day unless the operator says otherwise, and none that was touched since the server started.
"""

import logging
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from kessel.hall.logs import log

HOUR, DAY = 3600.0, 86_400.0
FIFTH = 5
"""One of so many tables may go in a day."""


class Tables(Protocol):
    """What is needed of the store."""

    async def count_tables(self, before: float) -> tuple[int, int]:
        """How many tables were not touched since then, and how many there are."""

    async def forget(self, before: float, playing: Collection[int], most: int) -> int:
        """Delete tables that were not touched since then; how many were deleted."""


@dataclass(frozen=True, slots=True)
class Retention:
    """What is kept, and for how long."""

    days: float
    all_at_once: bool = False
    """The operator's word: however many are old, delete them."""
    started: float = field(default_factory=time.time)

    async def forget(self, tables: Tables, playing: Collection[int], now: float) -> float:
        """Delete what may go now; the seconds until there is more to do."""
        before = min(now - self.days * DAY, self.started)
        old, total = await tables.count_tables(before)
        most = old if self.all_at_once else min(old, max(1, total // FIFTH))
        gone = await tables.forget(before, playing, most) if most else 0
        log("old tables deleted", tables=gone)
        if most == old:
            return HOUR
        log(
            "more than a fifth of all tables is old: is the clock right? A fifth goes in a day;"
            " kessel serve --delete-all-old deletes all at once",
            logging.ERROR,
            old=old,
            tables=total,
        )
        return DAY
