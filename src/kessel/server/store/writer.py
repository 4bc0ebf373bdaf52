"""The thread that writes: whatever waits goes into one transaction together, and who waits is told
when it is on disk. Beside it, on SQLite, a thread that moves what was written to the database file.
Knows what a batch is, not what it says.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from kessel.hall.store import Writing
from kessel.server.store.engine import in_one_line

LARGEST_BATCH = 500
"""Writings that are committed together."""
CHECKPOINT_SECONDS = 1.0
"""Between two moves from SQLite's log, while something is written."""
STOP_SECONDS = 2.0

Work = Writing | Callable[[Connection], Any]
"""Something to do in a transaction."""
Wanted = tuple[Work, "asyncio.Future[Any]"]
"""With who waits for its result in the event loop."""
Append = Callable[[Connection, Sequence[Writing]], Sequence[Exception | None]]
"""Appends to logs, none of which is there twice; what was wrong with each that was refused."""


class Writer:
    """A thread of its own; asleep while there is nothing to write."""

    def __init__(self, engine: Engine, append: Append, written: Callable[[], None]) -> None:
        """`written` hears of every commit."""
        self._engine, self._append, self._written = engine, append, written
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
                results = self._done(connection, [work for work, _ in batch])
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

    def _done(self, connection: Connection, works: Sequence[Work]) -> list[Any]:
        """Logs are appended to together: one statement for all, where the database has one."""
        told: dict[int, Exception | None] = {}
        some = [one for one in works if isinstance(one, Writing)]
        while waiting := [one for one in some if id(one) not in told]:
            first = list({one.table: one for one in reversed(waiting)}.values())
            told |= zip(map(id, first), self._append(connection, first), strict=True)
        return [told[id(one)] if isinstance(one, Writing) else one(connection) for one in works]


def _tell(batch: Sequence[Wanted], results: Sequence[Any]) -> None:
    """From the thread that writes; the event loop is woken once for all of them."""
    told = [(done, result) for (_, done), result in zip(batch, results, strict=True)]
    with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits any more
        batch[0][1].get_loop().call_soon_threadsafe(_settle_all, told)


def _settle_all(told: Sequence[tuple["asyncio.Future[Any]", Any]]) -> None:
    for done, result in told:
        if done.done():
            continue  # nobody waits any more
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)


class Checkpoints:
    """Moves what SQLite has in its write-ahead log to the database file. SQLite does it by itself
    within a commit, for which every table then waits. Here the log is emptied as it fills; once it
    is long, a commit has only little to move, and begins it again. Asleep while nothing is written.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._written, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._go, name="kessel-checkpoints", daemon=True)
        self._thread.start()

    def written(self) -> None:
        """There is something new in the log."""
        self._written.set()

    def stop(self) -> None:
        """Move nothing more; what is in the log is safe there."""
        self._ended.set()
        self._written.set()
        self._thread.join(STOP_SECONDS)

    def _go(self) -> None:
        while self._written.wait() and not self._ended.wait(CHECKPOINT_SECONDS):
            self._written.clear()
            # A disk that cannot take it is told by whoever writes next.
            with (
                contextlib.suppress(SQLAlchemyError, sqlite3.Error),
                contextlib.closing(self._engine.raw_connection()) as connection,
            ):
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
