"""When garbage is collected: after what leaves some, not whenever memory has grown.

Tables wait for a collection: 0.1 s with 600 of them, 0.4 s where everything is looked through. Play
leaves no garbage that needs one, but each socket that was closed leaves some 60 objects.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

YOUNG, ALL = 1, 2
"""Generations to collect: what is new since the last time; everything."""
NEVER = 10**9
LOOK_SECONDS = 10.0
SOCKETS = 500
"""Closed, before what is new is collected: about 10 MB."""
MANY_SOCKETS = 5000
"""Before everything is: sockets that were open at an earlier collection are no longer new..."""
REST_SECONDS = 300.0
"""...but no sooner than that after the last time, however many come and go."""
LONGEST_SECONDS = 3600.0
"""After which everything is collected anyway, for garbage we do not know of."""


@dataclass(slots=True)
class Bin:
    """How much garbage there may be."""

    closed: int
    """Sockets, at the last collection."""
    all_closed: int
    """And at the last one of everything..."""
    all_at: float
    """...which was at this time, in s."""

    def due(self, closed: int, now: float) -> int | None:
        """The generation to collect now, if any; `closed` sockets there were so far."""
        waited = now - self.all_at
        many = closed - self.all_closed >= MANY_SOCKETS and waited >= REST_SECONDS
        if many or waited >= LONGEST_SECONDS:
            self.closed = self.all_closed = closed
            self.all_at = now
            return ALL
        if closed - self.closed >= SOCKETS:
            self.closed = closed
            return YOUNG
        return None


async def collect_garbage(closed: Callable[[], int]) -> None:
    """Collect from now on as sockets are closed; the youngest objects go as Python has it."""
    gc.collect()
    gc.freeze()  # what is loaded by now stays, and need not be looked through again
    gc.set_threshold(gc.get_threshold()[0], NEVER, NEVER)
    garbage = Bin(closed(), closed(), time.monotonic())
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        generation = garbage.due(closed(), time.monotonic())
        if generation is not None:
            gc.collect(generation)
