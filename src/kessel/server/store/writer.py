"""The thread that writes: whatever waits goes into one transaction together, and who waits is told
when it is on disk. Knows what a batch is, not what it says.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Engine

from kessel.server.store.engine import in_one_line

LARGEST_BATCH = 500
"""Writings that are committed together."""

Work = Callable[[Connection], Any]
Wanted = tuple[Work, "asyncio.Future[Any]"]
"""Something to do in a transaction, and who waits for its result in the event loop."""


class Writer:
    """A thread of its own; asleep while there is nothing to write."""

    def __init__(self, engine: Engine, written: Callable[[], None]) -> None:
        """`written` hears of every commit."""
        self._engine, self._written = engine, written
        self._waiting: queue.SimpleQueue[Wanted | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="kessel-store", daemon=True)
        self._thread.start()

    def put(self, work: Work) -> "asyncio.Future[Any]":
        """Do this in one of the next transactions; what comes back has its result once it is on
        disk. What nobody waits for any more by then is left out. Work that is refused returns an
        error, so that the rest of its transaction can go on."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.put((work, done))
        return done

    def close(self, seconds: float) -> bool:
        """Write what waits; whether that was done in time."""
        self._waiting.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _write_all(self) -> None:
        batch: list[Wanted | None] = []
        while None not in batch:
            batch = [self._waiting.get()]
            while len(batch) < LARGEST_BATCH and not self._waiting.empty():
                batch.append(self._waiting.get())
            if wanted := [one for one in batch if one is not None and not one[1].done()]:
                self._commit(wanted)

    def _commit(self, batch: Sequence[Wanted]) -> None:
        """One of them may be to blame, unless the database is gone: then all hear so at once."""
        connection: Connection | None = None
        try:
            with self._engine.begin() as connection:
                results = [work(connection) for work, _ in batch]
        except Exception as error:
            is_gone = connection is None or getattr(error, "connection_invalidated", False)
            if len(batch) == 1 or is_gone:
                _tell(batch, [in_one_line(error)] * len(batch))
                return
            for one in batch:
                self._commit([one])
            return
        _tell(batch, results)
        self._written()


def _tell(batch: Sequence[Wanted], results: Sequence[Any]) -> None:
    """From the thread that writes; the event loop is woken once for all of them."""
    told = [(done, result) for (_, done), result in zip(batch, results, strict=True)]
    with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits any more
        batch[0][1].get_loop().call_soon_threadsafe(_settle_all, told)


def _settle_all(told: Sequence[tuple["asyncio.Future[Any]", Any]]) -> None:
    for done, result in told:
        settle(done, result)


def settle(done: "asyncio.Future[Any]", result: Any) -> None:
    """Tell a result, or what was wrong, to whoever still waits."""
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)
