"""Work that goes on by itself: held until it is done, since the event loop holds it only weakly."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    """What somebody has begun and does not wait for."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin this."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def cancel(self) -> None:
        """End what is not done yet."""
        for task in self._running:
            task.cancel()
