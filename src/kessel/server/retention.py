"""Deletes tables that nobody has touched for long, and distrusts a clock that says so of many.

A clock that is a year ahead makes everything look old. So at most a fifth of all tables go in a
day unless the operator says otherwise, and none that was touched since the server started.
"""

import logging
from collections.abc import Collection

from kessel.hall.logs import log
from kessel.server.config import Config
from kessel.server.store import SqlStore

HOUR, DAY = 3600.0, 86_400.0
FIFTH = 5
"""One of so many tables may go in a day."""


async def forget_old(
    store: SqlStore, playing: Collection[int], config: Config, started: float, now: float
) -> float:
    """Delete what may go now; the seconds until there is more to do."""
    before = min(now - config.keep_days * DAY, started)
    old, total = await store.count_tables(before)
    most = old if config.delete_all_old else min(old, max(1, total // FIFTH))
    gone = await store.forget(before, playing, most) if most else 0
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
