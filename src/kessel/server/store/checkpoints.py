"""Moves what SQLite has in its write-ahead log to the database file, beside the thread that writes.

SQLite does it by itself within a commit, for which every table then waits. Here the log is emptied
as it fills; once it is long, a commit has only little to move, and begins it again.
"""

import contextlib
import sqlite3
import threading

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

EVERY_SECONDS = 1.0
"""Between two moves, while something is written."""
STOP_SECONDS = 2.0


class Checkpoints:
    """A thread of its own; asleep while nothing is written."""

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
        while self._written.wait() and not self._ended.wait(EVERY_SECONDS):
            self._written.clear()
            # A disk that cannot take it is told by whoever writes next.
            with (
                contextlib.suppress(SQLAlchemyError, sqlite3.Error),
                contextlib.closing(self._engine.raw_connection()) as connection,
            ):
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
