"""A connection that is held while it is used, each statement a transaction of its own.

That is one way to the database and back; a transaction over a connection from the pool takes four
(is it alive, BEGIN, the statement, COMMIT). For one thread.
"""

import contextlib
import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

HELD_SECONDS = 1.0
"""Without use, before it goes back to the pool, which looks whether it is still alive."""

Result = TypeVar("Result")


class HeldConnection:
    """Takes a connection when it is needed; lets go of one that failed or was not used for long."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._connection: Connection | None = None
        self._used = 0.0

    def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do something that is one statement."""
        if time.monotonic() - self._used > HELD_SECONDS:
            self.let_go()
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            result = work(self._connection)
        except Exception:
            self.let_go()
            raise
        self._used = time.monotonic()
        return result

    def let_go(self) -> None:
        """Back to the pool, or away with it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                connection.close()
