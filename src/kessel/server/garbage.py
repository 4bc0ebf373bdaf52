"""When garbage is collected: after what leaves some, not whenever memory has grown.

Tables wait for a collection: 0.1 s with 600 of them, 0.4 s where everything is looked through. Play
leaves no garbage that needs one, but each socket that was closed leaves some 60 objects.
"""

import asyncio
import gc
import time
from collections.abc import Callable

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


async def collect_garbage(closed: Callable[[], int]) -> None:
    """Collect from now on as sockets are closed; the youngest objects go as Python has it."""
    gc.collect()
    gc.freeze()  # what is loaded by now stays, and need not be looked through again
    gc.set_threshold(gc.get_threshold()[0], NEVER, NEVER)
    young = everything = closed()
    rests_until = time.monotonic() + REST_SECONDS
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        now, sockets = time.monotonic(), closed()
        if sockets - everything >= MANY_SOCKETS and now >= rests_until:
            young = everything = sockets
            rests_until = now + REST_SECONDS
            gc.collect(ALL)
        elif sockets - young >= SOCKETS:
            young = sockets
            gc.collect(YOUNG)
