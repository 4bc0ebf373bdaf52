"""The outbox of a room: everything goes out in order, and nothing before the store has it."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kessel.hall.attendee import Attendee, Payload
from kessel.hall.logs import log, logger
from kessel.hall.metrics import Metrics, Timer
from kessel.hall.store import NotSaved, Store, Writing

SETTLE_SECONDS = 0.005
"""Between looks at whether all is sent."""

Delivery: TypeAlias = tuple[Attendee, Sequence[Payload]]


@dataclass(frozen=True, slots=True)
class Parcel:
    """What to keep, and then what to send to whom."""

    writing: Writing | None
    deliveries: Sequence[Delivery]
    timer: Timer | None = None
    since: float | None = None
    """When it began: the timer hears how long it took from then until it was sent."""


class Outbox:
    """Keeps and sends parcel by parcel. A store that refuses one stops it for good."""

    def __init__(
        self, store: Store, metrics: Metrics, on_failure: Callable[[Exception], None]
    ) -> None:
        self.failed = False
        self._store, self._metrics = store, metrics
        self._on_failure = on_failure
        self._waiting: deque[Parcel] = deque()
        self._sender: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be kept or sent."""
        return self._sender is not None

    def put(self, parcel: Parcel) -> None:
        """Keep and send this after everything before it."""
        if self.failed:
            return
        self._waiting.append(parcel)
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._work())

    def stop(self) -> None:
        """Keep and send nothing any more, not even what waits."""
        self.failed = True
        self._waiting.clear()

    async def settle(self) -> None:
        """Wait until everything is kept and sent."""
        while self.is_busy:  # noqa: ASYNC110 -- only a server that stops waits here
            await asyncio.sleep(SETTLE_SECONDS)

    async def _work(self) -> None:
        try:
            while self._waiting:
                parcel = self._waiting.popleft()
                if parcel.writing is not None:
                    await self._write(parcel.writing)
                self._send(parcel)
        except Exception as error:
            if isinstance(error, NotSaved):
                log("write failed", logging.ERROR, why=str(error))
            else:
                logger.exception("write failed")
            self.stop()
            self._on_failure(error)
        finally:
            self._sender = None

    async def _write(self, writing: Writing) -> None:
        began = time.monotonic()
        await self._store.write(writing)
        self._metrics.write_seconds.observe(time.monotonic() - began)

    def _send(self, parcel: Parcel) -> None:
        for who, payloads in parcel.deliveries:
            who.deliver(payloads)
            self._metrics.sent.inc(len(payloads))
        if parcel.timer is not None and parcel.since is not None:
            parcel.timer.observe(time.monotonic() - parcel.since)
