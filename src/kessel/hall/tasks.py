"""What goes on by itself: work that is held until it is done, since the event loop holds it only
weakly, and a clock that rings once."""

import asyncio
import time
from collections.abc import Callable, Coroutine
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


class Alarm:
    """Calls back at the time it was last set to, by `time.monotonic`."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._due: float | None = None

    def set(self, due: float | None) -> None:
        """Schedule; None cancels."""
        if self._timer is not None:
            if due == self._due:
                return
            self._timer.cancel()
            self._timer = None
        self._due = due
        if due is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, due - time.monotonic()), self._rings)

    def _rings(self) -> None:
        self._timer = None
        self._ring()
