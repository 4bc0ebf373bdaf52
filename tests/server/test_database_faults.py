"""A database that is there and does not work: locked, stalled, slow, read-only, without room or
without a connection left. Somebody plays meanwhile: they are told in time, health says so, and
afterwards play goes on by itself, with nothing lost or changed."""

import asyncio
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import psycopg
import pytest
from databases import Postgres, small_disk, sqlite
from hall.in_memory import Hall, Visitor
from hall.player import Message
from history import History, Listener, Look, Watched, faults
from net.line import line_to
from sqlalchemy import event

from kessel.server.store import SqlStore, aside, health, store

ANSWER = 0.3
"""s in which the database has to answer here."""
SLOW = 2 * ANSWER
"""s for a commit on a slow disk: it is kept after everybody was told that it is not."""
BACK_IN = 20.0
"""s in which whoever asks is answered, and in which play goes on after a fault, however busy the
machine is: `bench/cluster.py failover` has the true bound of 4."""
TRY_AGAIN = 0.05
"""s between two tries of a page; a real one takes up to 3."""
TOLD = {"not_saved", "disk_full"}
told = set[str]()
"""Of these, what was."""
PATIENCE = 60.0

Fault: TypeAlias = Callable[[SqlStore], AbstractContextManager[None]]
"""Something is wrong with a database for as long as this is entered."""


class Enough(Exception):
    """Nobody has to play any longer."""


class Page(Listener, Visitor):
    """Plays game after game, and comes back as a page does, however often it is refused."""

    refusals = 0
    has_enough = False

    async def play_on(self) -> None:
        is_there = True
        while not self.has_enough:
            try:
                if not is_there:
                    await self._come_back()
                is_there = True
                await self.play()
                await self._play_again()
            except Enough:
                pass
            except ConnectionError:
                self._refused(self.errors[-1])
                is_there = False

    async def receive(self, seconds: float = PATIENCE) -> Message:
        if self.has_enough:
            raise Enough
        return await super().receive(seconds)

    async def _play_again(self) -> None:
        assert self.game is not None
        over = self.game["game"]
        await self.send(type="rematch")
        while self.game["game"] == over:
            await self.receive()

    async def _come_back(self) -> None:
        await self.open()
        wish = {"tokens": list(self.tokens.values()), "tip": self.device.chain.tip}
        while (answer := await self._answer(type="resume", table=self.table, **wish)) is not None:
            self._refused(answer)
            await asyncio.sleep(TRY_AGAIN)
        await self._arrive()

    async def _answer(self, **message: Any) -> Message | None:
        """Why somebody is refused; None if they are not."""
        began = time.monotonic()
        await self.send(**message)
        while (answer := await self.receive())["type"] not in ("joined", "error"):
            pass
        assert time.monotonic() - began < BACK_IN, "whoever asks is answered"
        return answer if answer["type"] == "error" else None

    def _refused(self, error: Message) -> None:
        assert error["code"] in TOLD, "everybody is told why"
        told.add(error["code"])
        self.refusals += 1


async def until(what: Callable[[], bool], playing: "asyncio.Task[None]", seconds: float) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        if playing.done():
            await playing
        await asyncio.sleep(0.01)


async def is_well(opened: SqlStore) -> bool:
    """If not, health says in one sentence what to do."""
    said = (await opened.health())["database"]
    known = [do for _, do in health.DO]
    assert said == "ok" or (said.endswith((*known, health.ELSE_DO)) and "\n" not in said), said
    return said == "ok"


def play_through(address: str, look: Look, fault: Fault, is_shown: bool = True) -> None:
    """Somebody plays while the database fails, until everybody has noticed, and then plays on.
    `is_shown`: health knows it, too, for nothing at all can be written."""

    async def run(opened: SqlStore) -> None:
        histories: dict[str, History] = {}
        page = Page(Hall(over=Watched(opened, "one", histories)))
        page.histories, page.look = histories, look
        await page.open()
        await page.create("strike-2020", "pb")
        playing = asyncio.create_task(page.play_on())
        patch.setattr(aside, "ANSWER_SECONDS", ANSWER)
        patch.setattr(store, "HEALTH_SECONDS", ANSWER / 2)
        await until(
            lambda: len(page.seen) > 2, playing, PATIENCE
        )  # all that waits now is as impatient
        with fault(opened):
            assert not (is_shown and await is_well(opened))
            await until(lambda: page.refusals > 1, playing, PATIENCE)
            assert not (is_shown and await is_well(opened))
        ended, seen = time.monotonic(), len(page.seen)
        await until(lambda: len(page.seen) > seen, playing, BACK_IN)
        patch.undo()  # what is asked now may take its time
        while not await is_well(opened):
            assert time.monotonic() - ended < BACK_IN, await opened.health()
        page.has_enough = True
        await playing
        found = await opened.find_table(page.table)
        assert found is not None
        assert faults(histories[page.table], found[1]) == []
        assert opened.checking.found == {}

    async def using() -> None:
        opened = SqlStore(address)
        try:
            await asyncio.wait_for(run(opened), PATIENCE)
        finally:
            opened.close()

    with pytest.MonkeyPatch.context() as patch:
        asyncio.run(using())


# --- SQLite ---------------------------------------------------------------------------------------


def length_in(file: str, table: str) -> int | None:
    with closing(sqlite3.connect(file, timeout=0.0)) as reading:
        row = reading.execute("SELECT length FROM tables WHERE code = ?", [table]).fetchone()
    return int(row[0]) if row else 0


@contextmanager
def locked_file(opened: SqlStore) -> Iterator[None]:
    with closing(sqlite3.connect(str(opened._engine.url.database))) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def read_only_file(opened: SqlStore) -> Iterator[None]:
    """As SQLite says it of a file, or a disk, that lets nobody write any more."""

    def set_to(value: int) -> Callable[..., None]:
        return lambda driver, *_: driver.execute(f"PRAGMA query_only = {value}")

    refuse = set_to(1)
    event.listen(opened._engine, "checkout", refuse)
    yield
    event.remove(opened._engine, "checkout", refuse)
    event.listen(opened._engine, "checkout", set_to(0))


@contextmanager
def no_room_for_files(opened: SqlStore) -> Iterator[None]:
    """Not even a checkpoint can grow the file."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def slow_disk(opened: SqlStore) -> Iterator[None]:
    def wait(connection: object) -> None:
        time.sleep(SLOW)

    event.listen(opened._engine, "commit", wait)
    yield
    event.remove(opened._engine, "commit", wait)


@pytest.mark.parametrize(
    "fault",
    [
        locked_file,
        read_only_file,
        pytest.param(
            no_room_for_files,
            marks=pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files"),
        ),
        slow_disk,
    ],
)
def test_play_goes_on_after_sqlite_failed(tmp_path: Path, fault: Fault) -> None:
    address = sqlite(tmp_path)
    play_through(address, partial(length_in, address.removeprefix("sqlite:///")), fault)


# --- PostgreSQL -----------------------------------------------------------------------------------


class Operator:
    """A database of PostgreSQL, its servers' role, and somebody who may do anything to both."""

    def __init__(self, address: str) -> None:
        self.root = address.replace("+psycopg", "")
        self._connection = psycopg.connect(self.root, autocommit=True)
        self._connection.execute("SET lock_timeout = '100ms'")
        self.database = self._connection.info.dbname
        self.do(f"CREATE ROLE {self.role} LOGIN")
        self.do(f"ALTER DATABASE {self.database} OWNER TO {self.role}")

    @property
    def role(self) -> str:
        return f"servers_of_{self.database}"

    def address(self, port: int) -> str:
        """By which servers come, over a line."""
        return f"postgresql+psycopg://{self.role}:@127.0.0.1:{port}/{self.database}"

    def do(self, command: str) -> None:
        self._connection.execute(command.encode())

    def end_connections(self) -> None:
        """Of all servers."""
        self.do(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{self.role}'"
        )

    def length_of(self, table: str) -> int | None:
        try:
            row = self._connection.execute(
                "SELECT length FROM tables WHERE code = %s", [table]
            ).fetchone()
        except psycopg.Error:
            return None
        return int(row[0]) if row else 0

    def close(self) -> None:
        self._connection.close()


@contextmanager
def locked_tables(operator: Operator) -> Iterator[None]:
    with psycopg.connect(operator.root) as other:
        other.execute("LOCK TABLE tables, health IN ACCESS EXCLUSIVE MODE")
        yield


@contextmanager
def no_connection_left(operator: Operator) -> Iterator[None]:
    operator.do(f"ALTER ROLE {operator.role} CONNECTION LIMIT 0")
    operator.end_connections()
    yield
    operator.do(f"ALTER ROLE {operator.role} CONNECTION LIMIT -1")


@contextmanager
def read_only_database(operator: Operator) -> Iterator[None]:
    """As one that was the first and is a copy of another now, until that is set right. Nobody ends
    the connections that were made meanwhile."""
    operator.do(f"ALTER ROLE {operator.role} SET default_transaction_read_only = on")
    operator.end_connections()
    yield
    operator.do(f"ALTER ROLE {operator.role} RESET default_transaction_read_only")


@contextmanager
def slow_database(operator: Operator) -> Iterator[None]:
    operator.do(
        "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN PERFORM pg_sleep({SLOW}); RETURN NULL; END $$"
    )
    operator.do("SET lock_timeout = 0")
    for table in ("tables", "health"):
        operator.do(
            f"CREATE TRIGGER slowly AFTER INSERT OR UPDATE ON {table} EXECUTE FUNCTION slowly()"
        )
    yield
    operator.do("DROP FUNCTION slowly CASCADE")


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(locked_tables, marks=pytest.mark.long),
        no_connection_left,
        read_only_database,
        pytest.param(slow_database, marks=pytest.mark.long),
        None,
    ],
)
def test_play_goes_on_after_postgresql_failed(
    pg: Postgres, fault: Callable[[Operator], AbstractContextManager[None]] | None
) -> None:
    """Without another fault, the line to it is: nothing comes through, and nobody is told."""
    operator = Operator(pg())
    with closing(operator), line_to(pg.socket) as line:

        @contextmanager
        def stalled(opened: SqlStore) -> Iterator[None]:
            line.stall()
            yield
            line.go_on()

        entered = stalled if fault is None else lambda _: fault(operator)
        play_through(operator.address(line.port), operator.length_of, entered)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a small disk")
def test_play_goes_on_after_postgresqls_disk_was_full_during_checkpoints(pg: Postgres) -> None:
    """There is no room for another page of a table; what is there can be written, so health may not
    know of it yet."""
    with small_disk() as disk:
        address = pg.on(disk)
        operator = Operator(address)

        @contextmanager
        def full(opened: SqlStore) -> Iterator[None]:
            stop = threading.Event()

            def write_back() -> None:
                with psycopg.connect(operator.root, autocommit=True) as other:
                    while not stop.is_set():
                        with suppress(psycopg.errors.InternalError_):  # it fails, too
                            other.execute("CHECKPOINT")

            disk.fill()
            with ThreadPoolExecutor(1) as pool:
                done = pool.submit(write_back)
                yield
                stop.set()
                done.result(PATIENCE)
            disk.free()

        with closing(operator), line_to(pg.socket) as line:
            told.clear()
            play_through(operator.address(line.port), operator.length_of, full, is_shown=False)
        pg.forget(address)
    assert "disk_full" in told
    assert told <= {"disk_full", "not_saved"}
