"""The database behind the tables: one thread writes, in batches, and says when it is on disk.

Whatever waits while a transaction is being committed goes into the next one together, so that a
busy server pays for one commit, not for one a move. SQLite in WAL mode, or any SQLAlchemy URL.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url

from kessel.hall.store import Writing
from kessel.server.store import schema
from kessel.server.store.migrations import migrate

LARGEST_BATCH = 500
"""Writings in one transaction."""
BUSY_TIMEOUT_MS = 10_000


class Store:
    """The database; safe to use from one event loop."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        with self._engine.begin() as connection:
            migrate(connection)
        self._waiting: queue.SimpleQueue[tuple[Callable[[Connection], Any], Future[Any]] | None]
        self._waiting = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="kessel-store", daemon=True)
        self._writer.start()

    @classmethod
    def in_folder(cls, folder: Path) -> "Store":
        """The SQLite database of a data folder, which is made where it is missing."""
        folder.mkdir(parents=True, exist_ok=True)
        return cls(f"sqlite:///{folder / 'kessel.db'}")

    def close(self) -> None:
        """Write what waits, then let go of the database."""
        self._waiting.put(None)
        self._writer.join()
        self._engine.dispose()

    # --- writing ------------------------------------------------------------------------------

    async def make_table(self, code: str, public: bool, bodies: Sequence[str], now: float) -> int:
        """A new table with its first entries; its number."""
        return int(await self._write(lambda c: _make_table(c, code, public, bodies, now)))

    async def write(self, writing: Writing) -> None:
        """Append to a table's log; comes back when it is on disk."""
        await self._write(lambda connection: _append(connection, writing, time.time()))

    async def forget(self, before: float) -> int:
        """Delete tables untouched since then, with all their games; how many there were."""
        return int(await self._write(lambda connection: _forget(connection, before)))

    async def _write(self, work: Callable[[Connection], Any]) -> Any:
        done: Future[Any] = Future()
        self._waiting.put((work, done))
        return await asyncio.wrap_future(done)

    def _write_on(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = [first]
            while len(batch) < LARGEST_BATCH and not self._waiting.empty():
                more = self._waiting.get()
                if more is None:
                    self._commit(batch)
                    return
                batch.append(more)
            self._commit(batch)

    def _commit(self, batch: Sequence[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        results = []
        try:
            with self._engine.begin() as connection:
                for work, _ in batch:
                    results.append(work(connection))
        except Exception as error:
            if len(batch) == 1:
                batch[0][1].set_exception(error)
                return
            for one in batch:
                self._commit([one])
            return
        for (_, done), result in zip(batch, results, strict=True):
            done.set_result(result)

    # --- reading ------------------------------------------------------------------------------

    async def find_table(self, code: str) -> tuple[int, list[str]] | None:
        """A table's number and its log."""
        return await asyncio.to_thread(self._find_table, code)

    async def game_log(self, game: str) -> list[str] | None:
        """The entries of a table from the beginning of a finished game to its end."""
        return await asyncio.to_thread(self._game_log, game)

    async def trajectory(self, game: str, number: int) -> bytes | None:
        """The trajectory of a throw."""
        return await asyncio.to_thread(self._trajectory, game, number)

    async def sizes(self, game: str) -> dict[int, int]:
        """Number and size of each trajectory of a game."""
        return await asyncio.to_thread(self._sizes, game)

    async def ready(self) -> bool:
        """Whether the database answers."""
        return await asyncio.to_thread(self._ready)

    def _find_table(self, code: str) -> tuple[int, list[str]] | None:
        with self._engine.connect() as connection:
            number = connection.execute(
                select(schema.tables.c.id).where(schema.tables.c.code == code)
            ).scalar()
            if number is None:
                return None
            bodies = connection.execute(
                select(schema.entries.c.body)
                .where(schema.entries.c.table_id == number)
                .order_by(schema.entries.c.number)
            )
            return int(number), list(bodies.scalars())

    def _game_log(self, game: str) -> list[str] | None:
        with self._engine.connect() as connection:
            found = connection.execute(
                select(schema.games).where(schema.games.c.code == game)
            ).one_or_none()
            if found is None or found.finished_at is None:
                return None
            following = connection.execute(
                select(schema.games.c.first_entry).where(
                    schema.games.c.table_id == found.table_id,
                    schema.games.c.number == found.number + 1,
                )
            ).scalar()
            wanted = (
                select(schema.entries.c.body)
                .where(schema.entries.c.table_id == found.table_id)
                .where(schema.entries.c.number >= found.first_entry)
                .order_by(schema.entries.c.number)
            )
            if following is not None:
                wanted = wanted.where(schema.entries.c.number < following)
            return list(connection.execute(wanted).scalars())

    def _trajectory(self, game: str, number: int) -> bytes | None:
        with self._engine.connect() as connection:
            found = connection.execute(
                select(schema.throws.c.trajectory).where(
                    schema.throws.c.game == game, schema.throws.c.number == number
                )
            ).scalar()
            return None if found is None else bytes(found)

    def _sizes(self, game: str) -> dict[int, int]:
        with self._engine.connect() as connection:
            rows = connection.execute(
                select(schema.throws.c.number, func.length(schema.throws.c.trajectory)).where(
                    schema.throws.c.game == game
                )
            )
            return {int(number): int(size) for number, size in rows}

    def _ready(self) -> bool:
        with self._engine.connect() as connection:
            connection.execute(select(schema.tables.c.id).limit(1))
        return True


def _engine(url: str) -> Engine:
    engine = create_engine(url)
    if make_url(url).get_backend_name() == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # FULL: a commit is on disk before anybody hears of it, even if the power fails.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    cursor.close()


def _make_table(
    connection: Connection, code: str, public: bool, bodies: Sequence[str], now: float
) -> int:
    made = connection.execute(
        insert(schema.tables).values(code=code, public=public, made_at=now, touched_at=now)
    )
    key = made.inserted_primary_key
    assert key is not None
    number = int(key[0])
    _insert_entries(connection, number, 0, bodies)
    return number


def _append(connection: Connection, writing: Writing, now: float) -> None:
    _insert_entries(connection, writing.table, writing.first, writing.bodies)
    for game in writing.games:
        connection.execute(
            insert(schema.games).values(
                code=game.code,
                table_id=writing.table,
                number=game.number,
                edition=game.edition,
                first_entry=game.first_entry,
            )
        )
    for throw in writing.throws:
        connection.execute(
            insert(schema.throws).values(
                game=throw.game,
                number=throw.number,
                seconds=throw.seconds,
                trajectory=throw.trajectory,
            )
        )
    for code in writing.finished:
        connection.execute(
            update(schema.games).where(schema.games.c.code == code).values(finished_at=now)
        )
    if writing.games or writing.finished:
        connection.execute(
            update(schema.tables).where(schema.tables.c.id == writing.table).values(touched_at=now)
        )


def _insert_entries(connection: Connection, table: int, first: int, bodies: Sequence[str]) -> None:
    if bodies:
        connection.execute(
            insert(schema.entries),
            [
                {"table_id": table, "number": first + place, "body": body}
                for place, body in enumerate(bodies)
            ],
        )


def _forget(connection: Connection, before: float) -> int:
    old = select(schema.tables.c.id).where(schema.tables.c.touched_at < before)
    games = select(schema.games.c.code).where(schema.games.c.table_id.in_(old))
    connection.execute(delete(schema.throws).where(schema.throws.c.game.in_(games)))
    connection.execute(delete(schema.games).where(schema.games.c.table_id.in_(old)))
    connection.execute(delete(schema.entries).where(schema.entries.c.table_id.in_(old)))
    gone = connection.execute(delete(schema.tables).where(schema.tables.c.touched_at < before))
    return gone.rowcount
