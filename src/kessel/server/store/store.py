"""The database behind the tables: one thread writes, in batches, and says when it is on disk.

Whatever waits while a transaction is being committed goes into the next one together, so that a
busy server pays for one commit, not for one a move. SQLite in WAL mode, or any SQLAlchemy URL; what
is appended in PostgreSQL needs no thread (`appender`). Every call ends in its time; one that took
too long has failed, whatever becomes of it.
"""

import asyncio
import contextlib
import logging
import shutil
import sqlite3
import sys
import time
import uuid
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from kessel.errors import KesselError
from kessel.hall.logs import log
from kessel.hall.store import Damaged, Elsewhere, Kept, NotSaved, Writing
from kessel.server.store import damage, owners, readings, sole, writings
from kessel.server.store.checkpoints import Checkpoints
from kessel.server.store.engine import (
    BadDatabase,
    first_line,
    for_writing,
    in_one_line,
    is_starting,
    open_engine,
)
from kessel.server.store.setup import set_up
from kessel.server.store.writer import Work, Writer

if TYPE_CHECKING:
    from kessel.server.store.appender import Appender

ANSWER_SECONDS = 10.0
"""In which the database has to answer; longer than any time-out of its own."""
HEALTH_SECONDS = 2.0
"""The same for a question about its health."""
CLOSE_SECONDS = 5.0
READERS = 4
"""Threads that read."""
FORGET_AT_ONCE = 50
"""Tables deleted in one transaction, so that nobody's move waits long for it."""
START_SECONDS = 60.0
"""For which a start waits for a database that recovers."""
LOOK_AGAIN = 0.5
CHECK_PAUSE = 0.05
"""s between two looks at what is kept."""
LEAST_FREE = 32 * 2**20
"""The disk counts as full below this many free bytes."""

Result = TypeVar("Result")


def new_identity() -> str:
    """Under which tables are owned; never used twice."""
    return uuid.uuid4().hex


class Store:
    """The database; safe to use from one event loop."""

    def __init__(self, url: str, folder: Path | None = None, *, alone: bool = False) -> None:
        """`alone`: an SQLite file is for this server only, and for its user."""
        self.owner = new_identity()
        """Who owns the tables that are made and opened here."""
        self.is_node = False
        """Whether others share the database, so that only the living may own tables."""
        self.dice: Collection[str] = ()
        """What is thrown here, by full names."""
        self.damage: set[str] = set()
        """What was found to be damaged so far."""
        self._folder = folder
        self._engine = open_engine(url)
        self._writing = for_writing(self._engine)
        self._appender = _appender(self._engine, lambda: self.owner)
        self._lock = _hold(self._engine) if alone else None
        try:
            _when_up(self._set_up)
        except SQLAlchemyError as error:
            self._let_go()
            raise BadDatabase(f"the database cannot be opened: {first_line(error)}") from None
        except KesselError:
            self._let_go()
            raise
        is_sqlite = self._engine.dialect.name == "sqlite"
        self._checkpoints = Checkpoints(self._engine) if is_sqlite else None
        self._readers = ThreadPoolExecutor(READERS, "kessel-reader")
        self._beside = ThreadPoolExecutor(1, "kessel-beside")
        self._writer = Writer(self._writing, lambda: self.owner, self._written)

    @classmethod
    def in_folder(cls, folder: Path) -> "Store":
        """The SQLite database of a data folder, which is made where it is missing."""
        try:
            folder.mkdir(sole.OWNER_FOLDER, parents=True, exist_ok=True)
        except OSError as error:
            raise BadDatabase(f"{folder} is no folder for a database: {error.strerror}") from None
        return cls(f"sqlite:///{folder / 'kessel.db'}", folder, alone=True)

    def _set_up(self) -> None:
        with self._writing.begin() as connection:
            set_up(connection)

    def _let_go(self) -> None:
        self._engine.dispose()
        if self._lock is not None:
            self._lock.close()

    def close(self) -> None:
        """Write what waits, then let go of the database; what hangs is left behind."""
        if self._appender is not None:
            self._appender.close()
        all_written = self._writer.close(CLOSE_SECONDS)
        if self._checkpoints is not None:
            self._checkpoints.stop()
        for threads in (self._readers, self._beside):
            threads.shutdown(wait=False, cancel_futures=True)
        if all_written:
            self._let_go()

    # --- writing ------------------------------------------------------------------------------

    async def make_table(self, code: str, public: bool, bodies: Sequence[str], now: float) -> int:
        """A new table with its first entries; its number."""
        owner = self.owner
        number = await self._write(
            lambda c: writings.make_table(c, code, public, bodies, owner, now)
        )
        return int(number)

    async def write(self, writing: Writing) -> None:
        """Append to a table's log; comes back when it is on disk."""
        if self._appender is None:
            await self._write(writing)
        else:
            await _in_time(self._appender.append(writing), None)

    async def open_table(self, code: str) -> Kept | None:
        """Own a table from now on, and read its log; raises where somebody else owns it."""
        owner, dice, is_node = self.owner, self.dice, self.is_node
        if is_node and not await self._is_free(code):
            return None
        claimed: owners.Claim | None = await self._write(
            lambda c: owners.claim(c, code, owner, dice, is_node)
        )
        if claimed is None:
            if await self._is_free(code):
                raise Elsewhere(code)
            return None
        bodies = await self._read(lambda c: readings.table_log(c, claimed.number))
        if len(bodies) != claimed.length:
            error = Damaged(f"table {claimed.number} is damaged at entry {len(bodies)}")
            self._report(error)
            raise error
        return Kept(claimed.number, claimed.epoch, bodies)

    async def _is_free(self, code: str) -> bool:
        """Whether nobody else has a table; False where there is none. Raises where somebody has.

        To look is cheaper than to claim, and most who ask several servers ask the wrong one.
        """
        owner = self.owner
        node = await self._read(lambda c: owners.living_owner(c, code, owner))
        if node:
            raise Elsewhere(code, node)
        return node is not None

    async def keep_solution(self, name: str, body: bytes) -> None:
        """Keep a solved table for all servers of this database."""
        await self._write(lambda c: writings.keep_solution(c, name, body))

    async def change_day(self, date: str, change: Callable[[str], str], oldest: str) -> str:
        """Change the text of a date, which is empty at first; dates before `oldest` go."""
        return str(await self._write(lambda c: writings.change_day(c, date, change, oldest)))

    async def beside(self, work: Callable[[Connection], Result], seconds: float) -> Result:
        """A small transaction that waits for no other of this server; it may write."""

        def do() -> Result:
            try:
                with self._writing.begin() as connection:
                    return work(connection)
            except Exception as error:
                raise in_one_line(error) from None

        loop = asyncio.get_running_loop()
        return await _in_time(loop.run_in_executor(self._beside, do), seconds)

    async def count_tables(self, before: float) -> tuple[int, int]:
        """How many tables were not touched since then, and how many there are."""
        return await self._read(lambda c: readings.count_tables(c, before))

    async def forget(self, before: float, playing: Collection[int], most: int) -> int:
        """Delete at most so many tables untouched since then, with all their games; how many.

        Tables that are being played are left alone, however long nobody moves.
        """
        gone, wanted, some = 0, 1, 1
        while some == wanted and gone < most:
            wanted = min(FORGET_AT_ONCE, most - gone)
            some = await self._write(partial(_forget, before, playing, self.owner, wanted))
            gone += some
        return gone

    async def _write(self, work: Work | Writing, seconds: float | None = None) -> Any:
        return await _in_time(self._writer.put(work), seconds)

    def _written(self) -> None:
        if self._checkpoints is not None:
            self._checkpoints.written()

    # --- reading ------------------------------------------------------------------------------

    async def find_table(self, code: str) -> tuple[int, list[str]] | None:
        """A table's number and its log."""
        return await self._read(lambda c: readings.find_table(c, code))

    async def game_log(self, game: str) -> list[str] | None:
        """The entries of a table from the beginning of a finished game to its end."""
        return await self._read(lambda c: readings.game_log(c, game))

    async def trajectory(self, game: str, number: int) -> bytes | None:
        """The trajectory of a throw."""
        return await self._read(lambda c: readings.trajectory(c, game, number))

    async def sizes(self, game: str) -> dict[int, int]:
        """Number and size of each trajectory of a game."""
        return await self._read(lambda c: readings.sizes(c, game))

    async def day(self, date: str) -> str | None:
        """The text of a date."""
        return await self._read(lambda c: readings.day(c, date))

    async def solution(self, name: str) -> bytes | None:
        """A solved table that some server has made."""
        return await self._read(lambda c: readings.solution(c, name))

    async def _read(
        self, work: Callable[[Connection], Result], seconds: float | None = None
    ) -> Result:
        def read() -> Result:
            try:
                with self._engine.connect() as connection:
                    return work(connection)
            except Exception as error:
                raise in_one_line(error) from None

        loop = asyncio.get_running_loop()
        try:
            return await _in_time(loop.run_in_executor(self._readers, read), seconds)
        except Damaged as error:
            self._report(error)
            raise

    # --- damage -------------------------------------------------------------------------------

    async def check(self) -> None:
        """Look at everything that is kept, a little at a time, and report what is damaged."""
        if broken := await self._read(damage.broken_file):
            self._report(Damaged(f"the database file is damaged: {broken}"))
        for numbers in damage.in_parts(await self._read(damage.table_numbers)):
            for found in await self._read(partial(_damaged, numbers)):
                place = found.entries[0] if found.entries else "none, but in its throws"
                self._report(Damaged(f"table {found.table} is damaged at entry {place}"))
            await asyncio.sleep(CHECK_PAUSE)

    def _report(self, error: Damaged) -> None:
        """Tell the operator, once: players are told anyway."""
        if str(error) not in self.damage:
            self.damage.add(str(error))
            log("damaged", logging.ERROR, what=str(error), look="kessel check DATABASE")

    # --- health -------------------------------------------------------------------------------

    async def health(self) -> dict[str, str]:
        """`ok`, or what is wrong, of the database and of its disk; answers in its time. It is well
        if something new was written just now and read back, from the very file."""
        owner, value = self.owner, uuid.uuid4().hex
        try:
            await self._write(lambda c: writings.show_health(c, owner, value), HEALTH_SECONDS)
            if await self._read(partial(_read_back, owner), HEALTH_SECONDS) == value:
                database = "ok"
            else:
                database = "what is written cannot be read back: the file is another one by now"
        except NotSaved as error:
            database = str(error)
        return {"database": database, "disk": self._disk()}

    def _disk(self) -> str:
        if self._folder is None:
            return "ok"
        try:
            free = shutil.disk_usage(self._folder).free
        except OSError as error:
            return f"cannot be read: {error.strerror}"
        return "ok" if free >= LEAST_FREE else f"full: {free // 2**20} MiB are left"


def _hold(engine: Engine) -> IO[bytes] | None:
    """The lock on an SQLite file; other databases, and one in memory, need none."""
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or file == ":memory:":
        return None
    try:
        sole.make_private(Path(file))
        return sole.hold(Path(file))
    except OSError as error:
        raise BadDatabase(f"the database cannot be opened: {file}: {error.strerror}") from None


def _when_up(work: Callable[[], None]) -> None:
    """Do it as soon as the database is up: one that recovers from a crash says so meanwhile."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            return work()
        except SQLAlchemyError as error:
            if not is_starting(error) or time.monotonic() > until:
                raise
            log("waiting for the database", logging.WARNING, why=first_line(error))
        time.sleep(LOOK_AGAIN)


def _read_back(owner: str, connection: Connection) -> str | None:
    """What health wrote last; of SQLite from the file that has that name now."""
    file = connection.engine.url.database
    if connection.dialect.name != "sqlite" or not file or file == ":memory:":
        return readings.shown_health(connection, owner)
    address = f"{Path(file).resolve().as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(address, uri=True)) as fresh:
        found = fresh.execute("SELECT value FROM health WHERE owner = ?", (owner,)).fetchone()
    return None if found is None else str(found[0])


def _damaged(numbers: Sequence[int], connection: Connection) -> Sequence[damage.DamagedTable]:
    return damage.damaged(connection, numbers)


def _forget(
    before: float, playing: Collection[int], owner: str, most: int, connection: Connection
) -> int:
    return writings.forget(connection, before, playing, owner, most)


def _appender(engine: Engine, owner: Callable[[], str]) -> "Appender | None":
    """For PostgreSQL; but event loops of Windows cannot watch its connections."""
    if engine.dialect.driver != "psycopg" or sys.platform == "win32":
        return None
    from kessel.server.store.appender import Appender

    return Appender(engine, owner)


async def _in_time(answer: Awaitable[Result], seconds: float | None) -> Result:
    patience = ANSWER_SECONDS if seconds is None else seconds
    try:
        async with asyncio.timeout(patience):
            return await answer
    except TimeoutError:
        raise NotSaved(f"the database has not answered for {patience:g} s") from None
