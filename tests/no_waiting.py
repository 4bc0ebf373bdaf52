"""Event loops in which nobody waits: time stands still while anything is to be done, and else is at
once as late as the first timer wants. A machine that is busy, or stands still, changes nothing.

Only for what happens in one thread: time would not wait for another one.
"""

import asyncio
import selectors
import time
from typing import Any

import pytest

START = 1.8e9
"""The date when the clock showed nothing yet, in seconds since 1970."""


class _Selector(selectors.DefaultSelector):
    def __init__(self, clock: "_Clock") -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> Any:
        self._clock.now += timeout or 0.0
        return super().select(0)


class _Clock:
    now = 1000.0


def without_waiting(patch: pytest.MonkeyPatch) -> None:
    """From now on `asyncio.run` has such a loop, and all clocks show its time."""
    clock = _Clock()
    patch.setattr(time, "monotonic", lambda: clock.now)
    patch.setattr(time, "time", lambda: START + clock.now)
    patch.setattr(
        asyncio.events,
        "new_event_loop",
        lambda: asyncio.SelectorEventLoop(_Selector(clock)),
    )
