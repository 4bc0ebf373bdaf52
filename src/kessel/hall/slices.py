"""Long work in the event loop, a slice at a time: in between everything else gets its turn."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

SLICE_SECONDS = 0.005

Step = TypeVar("Step")


async def in_slices(steps: Iterable[Step]) -> AsyncIterator[Step]:
    """All steps, as they are made."""
    until = time.monotonic() + SLICE_SECONDS
    for step in steps:
        yield step
        if time.monotonic() >= until:
            await asyncio.sleep(0)
            until = time.monotonic() + SLICE_SECONDS


async def last_in_slices(steps: Iterable[Step]) -> Step:
    """The last of them; there is at least one."""
    last: deque[Step] = deque(maxlen=1)
    async for step in in_slices(steps):
        last.append(step)
    return last.pop()
