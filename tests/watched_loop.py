"""Watches the event loop: how much processor time each of its callbacks takes without a pause.

Not how long it lasts. What a busy machine, or the collector of what other tests have left, adds to
that now and then is not there each time: the calmest of several runs counts.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

RUNS = 10


def longest(work: Callable[[], Coroutine[Any, Any, None]], enough: float) -> tuple[float, str]:
    """The longest callback of a run, with what it was, where the run is the calmest of several; no
    more of them than are needed to find one that is calm enough."""
    found = []
    for _ in range(RUNS):
        with watched_loop() as seen:
            asyncio.run(work())
        found.append(seen[0])
        if seen[0][0] < enough:
            break
    return min(found)


@contextmanager
def watched_loop() -> Iterator[list[tuple[float, str]]]:
    """Seconds of each callback that was called meanwhile, with what it was; the longest first."""
    seen: list[tuple[float, str]] = []
    run = asyncio.Handle._run

    def watched(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        seen.append((time.thread_time() - began, repr(handle)))

    asyncio.Handle._run = watched  # type: ignore[method-assign, assignment]
    try:
        yield seen
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]
        seen.sort(reverse=True)
