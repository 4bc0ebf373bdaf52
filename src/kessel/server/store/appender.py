"""Appends to PostgreSQL from the event loop, over a connection of its own.

A thread would have to share the interpreter with the loop: to hand it over and back several times
for each statement cost more than the statement. Whatever waits while one is under way goes into the
next. Does nothing but append.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import psycopg
from sqlalchemy import Engine

from kessel.hall.store import Writing
from kessel.server.store import appends_postgres, writings
from kessel.server.store.engine import is_read_only, not_saved, postgres_settings
from kessel.server.store.writer import LARGEST_BATCH, settle

Wanted = tuple[Writing, "asyncio.Future[None]"]
"""A writing, and who waits for it."""
Driven = psycopg.AsyncConnection[tuple[Any, ...]]


class Appender:
    """Keeps writings; for one event loop. Each statement is a transaction of its own."""

    def __init__(self, engine: Engine, owner: Callable[[], str]) -> None:
        """`owner` says under which identity tables are owned now."""
        self._engine, self._owner = engine, owner
        self._connection: Driven | None = None
        self._waiting: deque[Wanted] = deque()
        self._work: asyncio.Task[None] | None = None

    async def append(self, writing: Writing) -> None:
        """Comes back when it is on disk; raises `NotSaved` where it is not, or is refused."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((writing, done))
        if self._work is None:
            self._work = loop.create_task(self._append_all())
        await done

    def close(self) -> None:
        """Let go of the database."""
        if self._work is not None:
            self._work.cancel()
        if self._connection is not None:
            self._connection.pgconn.finish()

    async def _append_all(self) -> None:
        try:
            while batch := self._next_batch():
                await self._commit(batch)
        finally:
            self._work = None

    def _next_batch(self) -> list[Wanted]:
        """No table twice; and nothing that nobody waits for any more, for it was told to have
        failed."""
        batch: dict[int, Wanted] = {}
        while self._waiting and len(batch) < LARGEST_BATCH:
            writing, done = self._waiting[0]
            if writing.table in batch:
                break
            self._waiting.popleft()
            if not done.done():
                batch[writing.table] = writing, done
        return list(batch.values())

    async def _commit(self, batch: Sequence[Wanted]) -> None:
        try:
            through = await self._through([writing for writing, _ in batch])
        except Exception as error:
            await self._fail(batch, error)
            return
        for writing, done in batch:
            settle(done, None if writing.table in through else writings.refused(writing))

    async def _fail(self, batch: Sequence[Wanted], error: Exception) -> None:
        """One of them may be to blame, unless the database is gone."""
        if len(batch) > 1 and self._connection is not None:
            for one in batch:
                await self._commit([one])
            return
        for _, done in batch:
            settle(done, not_saved(error))

    async def _through(self, some: Sequence[Writing]) -> set[int]:
        """The tables whose writings were kept."""
        statement, values = appends_postgres.statement(some, self._owner(), time.time())
        if self._connection is not None:
            try:
                return await self._run(self._connection, statement, values)
            except psycopg.Error:
                if self._connection is not None:
                    raise
            # The connection is lost; the fence lets through only what was not written before that.
        self._connection = await _connected(self._engine)
        return await self._run(self._connection, statement, values)

    async def _run(
        self, connection: Driven, statement: str, values: Mapping[str, object]
    ) -> set[int]:
        try:
            rows = await (await connection.execute(statement, values)).fetchall()
        except psycopg.Error as error:
            if is_read_only(error):
                connection.pgconn.finish()
            if connection.closed:
                self._connection = None
            raise
        return {int(row[0]) for row in rows}


async def _connected(engine: Engine) -> Driven:
    given, named = engine.dialect.create_connect_args(engine.url)
    settings: dict[str, Any] = {**named, **postgres_settings(engine.url)}
    return await psycopg.AsyncConnection.connect(*given, **settings, autocommit=True)
