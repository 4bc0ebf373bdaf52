"""A clock that rings once, when something is due."""

import asyncio
import time
from collections.abc import Callable


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
