"""The database behind the tables: one thread writes, in batches, and says when it is on disk.

Whatever waits while a transaction is being committed goes into the next one together, so that a
busy server pays for one commit, not for one a move. SQLite in WAL mode, or any SQLAlchemy URL.
Every call ends in its time; one that took too long has failed, whatever becomes of it.
"""

import logging
import time
import uuid
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from kessel.errors import KesselError
from kessel.hall.logs import log
from kessel.hall.store import Damaged, Elsewhere, Kept, NotSaved, Writing
from kessel.server.store import health, members, readings, sole, writings
from kessel.server.store.aside import Aside, in_thread, in_time
from kessel.server.store.checking import Checking
from kessel.server.store.engine import (
    BadDatabase,
    first_line,
    for_writing,
    open_engine,
    will_answer,
)
from kessel.server.store.setup import set_up
from kessel.server.store.writer import Checkpoints, Writer

HEALTH_SECONDS = 2.0
"""The same for a question about its health."""
CLOSE_SECONDS = 5.0
READERS = 4
"""Threads that read."""
FORGET_AT_ONCE = 50
"""Tables deleted in one transaction, so that nobody's move waits long for it."""
LOOK_AGAIN = 0.5
"""s between two tries to begin, while the database lets nobody in."""
SAY_AGAIN = 10.0
"""s between two lines of log about that."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


def new_identity() -> str:
    """Under which tables are owned; never used twice."""
    return uuid.uuid4().hex


def _reading(
    work: Callable[Concatenate[Connection, Given], Result],
) -> Callable[Concatenate["SqlStore", Given], Coroutine[Any, Any, Result]]:
    """What is read over a connection, as a method of a store."""

    async def read(store: "SqlStore", /, *given: Given.args, **named: Given.kwargs) -> Result:
        return await store.read(work, *given, **named)

    return read


class SqlStore:
    """The database; safe to use from one event loop."""

    def __init__(self, url: str, folder: Path | None = None, *, alone: bool = False) -> None:
        """`alone`: an SQLite file is for this server only, and for its user."""
        self.owner = new_identity()
        """Who owns the tables that are made and opened here."""
        self.is_node = False
        """Whether others share the database, so that only the living may own tables."""
        self.dice: Collection[str] = ()
        """What is thrown here, by full names."""
        self.checking = Checking(self.read, self._write)
        """The check for damage; whoever serves lets it go on."""
        self._folder = folder
        self._engine = open_engine(url)
        self._writing = for_writing(self._engine)
        self._lock = _hold(self._engine) if alone else None
        try:
            self._identity = _set_up(self._writing)
        except SQLAlchemyError as error:
            self._let_go()
            raise BadDatabase(f"the database cannot be opened: {first_line(error)}") from None
        except KesselError:
            self._let_go()
            raise
        is_sqlite = self._engine.dialect.name == "sqlite"
        self._checkpoints = Checkpoints(self._engine) if is_sqlite else None
        self._readers = ThreadPoolExecutor(READERS, "kessel-reader")
        self._aside = Aside(url, self._engine if is_sqlite else None)
        self._writer = Writer(self._writing, self._append, self._written)

    @classmethod
    def in_folder(cls, folder: Path) -> "SqlStore":
        """The SQLite database of a data folder, which is made where it is missing."""
        try:
            folder.mkdir(sole.OWNER_FOLDER, parents=True, exist_ok=True)
        except OSError as error:
            raise BadDatabase(f"{folder} is no folder for a database: {error.strerror}") from None
        return cls(f"sqlite:///{folder / 'kessel.db'}", folder, alone=True)

    def _let_go(self) -> None:
        self._engine.dispose()
        if self._lock is not None:
            self._lock.close()

    def close(self) -> None:
        """Write what waits, then let go of the database; what hangs is left behind."""
        all_written = self._writer.close(CLOSE_SECONDS)
        if self._checkpoints is not None:
            self._checkpoints.stop()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self._aside.leave(CLOSE_SECONDS)
        if all_written:
            self._let_go()

    # --- writing ------------------------------------------------------------------------------

    async def make_table(self, code: str, public: bool, bodies: Sequence[str], now: float) -> int:
        return await self._write(writings.make_table, code, public, bodies, self.owner, now)

    async def write(self, writing: Writing) -> None:
        await in_time(self._writer.put(writing))

    async def open_table(self, code: str) -> Kept | None:
        """Own a table from now on, and read its log; raises where somebody else owns it."""
        owner, is_node = self.owner, self.is_node
        if is_node and not await self._is_free(code):
            return None
        claimed = await self._write(members.claim, code, owner, self.dice, is_node)
        if claimed is None:
            if await self._is_free(code):
                raise Elsewhere(code)
            return None
        number, epoch, length = claimed
        bodies = await self.read(readings.table_log, number)
        if len(bodies) != length:
            error = Damaged(f"table {number} is damaged at entry {len(bodies)}", number)
            self.checking.note(error)
            raise error
        return Kept(number, epoch, bodies)

    async def _is_free(self, code: str) -> bool:
        """Whether nobody else has a table; False where there is none. Raises where somebody has.

        To look is cheaper than to claim, and most who ask several servers ask the wrong one.
        """
        node = await self.read(members.living_owner, code, self.owner)
        if node:
            raise Elsewhere(code, node)
        return node is not None

    async def keep_solution(self, name: str, body: bytes) -> None:
        await self._write(writings.keep_solution, name, body)

    async def change_day(self, date: str, change: Callable[[str], str], oldest: str) -> str:
        return await self._write(writings.change_day, date, change, oldest)

    async def beside(self, work: Callable[[Connection], Result], seconds: float) -> Result:
        """A small transaction that waits for no other of this server; it may write."""
        return await self._aside.do(work, seconds)

    async def forget(self, before: float, playing: Collection[int], most: int) -> int:
        """Delete at most so many tables untouched since then, with all their games; how many.

        Tables that are being played are left alone, however long nobody moves.
        """
        gone, wanted, some = 0, 1, 1
        while some == wanted and gone < most:
            wanted = min(FORGET_AT_ONCE, most - gone)
            some = await self._write(writings.forget, before, playing, self.owner, wanted)
            gone += some
        return gone

    async def _write(
        self,
        work: Callable[Concatenate[Connection, Given], Result],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Result:
        answer = self._writer.put(lambda connection: work(connection, *given, **named))
        return await in_time(answer)

    def _append(self, connection: Connection, some: Sequence[Writing]) -> Sequence[NotSaved | None]:
        return writings.append(connection, some, self.owner, time.time())

    def _written(self) -> None:
        if self._checkpoints is not None:
            self._checkpoints.written()

    # --- reading ------------------------------------------------------------------------------

    find_table = _reading(readings.find_table)
    game_log = _reading(readings.game_log)
    trajectory = _reading(readings.trajectory)
    sizes = _reading(readings.sizes)
    day = _reading(readings.day)
    solution = _reading(readings.solution)
    count_tables = _reading(readings.count_tables)

    async def read(
        self,
        work: Callable[Concatenate[Connection, Given], Result],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Result:
        """Do something that only reads, beside what is written."""
        try:
            return await in_time(
                in_thread(self._readers, self._engine.connect, lambda c: work(c, *given, **named))
            )
        except Damaged as error:
            self.checking.note(error)
            raise

    # --- health -------------------------------------------------------------------------------

    async def health(self) -> dict[str, str]:
        """`ok`, or what is wrong and what to do, of the database, of its disk and of what is kept;
        answers in its time."""
        try:
            database = await in_time(self._looked_at(uuid.uuid4().hex), HEALTH_SECONDS)
        except NotSaved as error:
            database = health.advice(str(error))
        return {
            "database": database,
            "disk": health.disk(self._folder),
            "damage": self.checking.told(),
        }

    async def _looked_at(self, value: str) -> str:
        await self._write(health.use, self.owner, value)
        known = None if self._lock is None else self._identity
        file = _file(self._engine)
        shown = await self.read(health.shown, self.owner, file, known)
        if shown.value != value or shown.identity != self._identity:
            lost = "what is written cannot be read back: it is another database by now"
            return health.advice(lost)
        return shown.replaced or "ok"


def _file(engine: Engine) -> Path | None:
    """Of SQLite; other databases, and one in memory, have none."""
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or file == ":memory:":
        return None
    if file.startswith("file:"):
        raise BadDatabase(f"{file}: name the file by its path, as in sqlite:////var/lib/games.db")
    return Path(file)


def _hold(engine: Engine) -> IO[bytes] | None:
    """The lock on the database's file, if it has one."""
    if (file := _file(engine)) is None:
        return None
    try:
        sole.make_private(file)
        return sole.hold(file)
    except OSError as error:
        raise BadDatabase(f"the database cannot be opened: {file}: {error.strerror}") from None


def _set_up(engine: Engine) -> str:
    """Begin as soon as the database lets us in, however long that takes: it may recover from a
    crash, or have no connection left. Its identity."""
    say = 0.0
    while True:
        try:
            with engine.begin() as connection:
                set_up(connection)
                return health.identity(connection, new_identity())
        except SQLAlchemyError as error:
            if not will_answer(error):
                raise
            if time.monotonic() >= say:
                say = time.monotonic() + SAY_AGAIN
                log("waiting for the database", logging.WARNING, why=first_line(error))
        time.sleep(LOOK_AGAIN)
