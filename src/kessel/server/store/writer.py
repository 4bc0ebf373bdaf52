"""The thread that writes: whatever waits goes into one transaction together, and who waits is told
when it is on disk. Knows what a batch is, not what it says.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Engine

from kessel.hall.store import Writing
from kessel.server.store import writings
from kessel.server.store.engine import in_one_line

Work = Callable[[Connection], Any]
Wanted = tuple[Work | Writing, "asyncio.Future[Any]"]
"""Something to do in a transaction, and who waits for its result in the event loop."""


class Writer:
    """A thread of its own; asleep while there is nothing to write."""

    def __init__(
        self, engine: Engine, owner: Callable[[], str], written: Callable[[], None]
    ) -> None:
        """`written` hears of every commit."""
        self._engine, self._owner, self._written = engine, owner, written
        self._waiting: queue.SimpleQueue[Wanted | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="kessel-store", daemon=True)
        self._thread.start()

    def put(self, work: Work | Writing) -> "asyncio.Future[Any]":
        """Do this in one of the next transactions; what comes back has its result once it is on
        disk. What nobody waits for any more by then is left out."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.put((work, done))
        return done

    def close(self, seconds: float) -> bool:
        """Write what waits; whether that was done in time."""
        self._waiting.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _write_all(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = [first]
            while len(batch) < writings.LARGEST_BATCH and not self._waiting.empty():
                more = self._waiting.get()
                if more is None:
                    self._begin(batch)
                    return
                batch.append(more)
            self._begin(batch)

    def _begin(self, batch: Sequence[Wanted]) -> None:
        """Leave out what nobody waits for any more: it was told to have failed."""
        wanted = [one for one in batch if not one[1].done()]
        if wanted:
            self._commit(wanted)

    def _commit(self, batch: Sequence[Wanted]) -> None:
        try:
            results = self._results([work for work, _ in batch])
        except Exception as error:
            if len(batch) == 1:
                _tell(batch, [in_one_line(error)])
                return
            for one in batch:
                self._commit([one])
            return
        _tell(batch, results)
        self._written()

    def _results(self, batch: Sequence[Work | Writing]) -> list[Any]:
        """Do everything in one transaction, all appends together, then the rest; the results in
        the order of the batch."""
        some = [one for one in batch if isinstance(one, Writing)]
        with self._engine.begin() as connection:
            refused = iter(writings.append_all(connection, some, self._owner(), time.time()))
            return [next(refused) if isinstance(one, Writing) else one(connection) for one in batch]


def _tell(batch: Sequence[Wanted], results: Sequence[Any]) -> None:
    """From the thread that writes; the event loop is woken once for all of them."""
    told = [(done, result) for (_, done), result in zip(batch, results, strict=True)]
    with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits any more
        batch[0][1].get_loop().call_soon_threadsafe(_settle, told)


def _settle(told: Sequence[tuple["asyncio.Future[Any]", Any]]) -> None:
    for done, result in told:
        if done.done():
            continue  # nobody waits any more
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)
