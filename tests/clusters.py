"""Clusters for tests and `bench/cluster.py`: servers of one database that can be taken from them,
which can be cut off from each other, and what is wrong once all is over. Linux only."""

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import psycopg
from databases import Postgres, SteppedClock, over_line, postgres
from history import Advance, History, torn
from history import faults as faults_of
from net.line import Line, line_to
from net.spaces import spaces
from nodes import Node
from sqlalchemy import make_url

from kessel.errors import KesselError
from kessel.server.config import Config
from kessel.table.log import DevicesLate, read_entry

NODES = 3
LEASE = Config().lease
NOTE_ADVANCES = """
CREATE TABLE advances (number bigserial, table_id bigint, node text, epoch bigint, length int);
CREATE FUNCTION note_advance() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO advances (table_id, node, epoch, length)
  VALUES (NEW.id, current_setting('application_name'), NEW.epoch, NEW.length);
  RETURN NULL;
END $$;
CREATE TRIGGER note_advance AFTER INSERT OR UPDATE OF epoch, length ON tables
  FOR EACH ROW EXECUTE FUNCTION note_advance();
"""
"""Lets the database itself note which server moved which table on."""


@dataclass
class Cluster:
    """Some servers and their database."""

    database: Postgres
    address: str
    nodes: list[Node]
    lines: Sequence[Line] = ()
    """To the database, one for each server; none where nobody is to be cut off from it."""
    clock: SteppedClock | None = None
    """The database's."""
    network: "Network | None" = None
    """Between the servers, where it can be cut."""

    @property
    def plain(self) -> str:
        """The address as drivers take it."""
        return self.address.replace("+psycopg", "")

    def note_advances(self) -> None:
        """From now on."""
        with psycopg.connect(self.plain) as connection:
            connection.execute(NOTE_ADVANCES)

    def advances(self, table: str) -> list[Advance]:
        """Which server moved a table on, one after the other."""
        with psycopg.connect(self.plain) as reading:
            rows = reading.execute(
                "SELECT node, a.epoch, a.length FROM advances a JOIN tables t ON t.id = a.table_id"
                " WHERE code = %s ORDER BY number",
                [table],
            ).fetchall()
        return [Advance(str(node), int(epoch), int(length)) for node, epoch, length in rows]

    def length_of(self, table: str) -> int | None:
        """How much of a table's log is kept; None where nobody can look."""
        try:
            with psycopg.connect(
                self.plain, connect_timeout=2, options="-c lock_timeout=500"
            ) as reading:
                found = reading.execute("SELECT length FROM tables WHERE code = %s", [table])
                return int((found.fetchone() or (0,))[0])
        except psycopg.Error:
            return None

    def lock(self, seconds: float) -> None:
        """Lets nobody show a sign of life for some time."""
        with psycopg.connect(self.plain) as other:
            other.execute("LOCK TABLE nodes IN ACCESS EXCLUSIVE MODE")
            time.sleep(seconds)

    def make_read_only(self, seconds: float) -> None:
        """As a database that another one has taken the place of; connections that were made
        meanwhile stay so."""
        name = make_url(self.address).database
        with psycopg.connect(self.plain, autocommit=True) as other:
            other.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid != pg_backend_pid()"
            )
            time.sleep(seconds)
            other.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only".encode())

    def slow_down(self, seconds: float) -> None:
        """Every write to a table takes half a second, as on a slow disk."""
        with psycopg.connect(self.plain, autocommit=True) as other:
            other.execute(
                "CREATE OR REPLACE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$"
            )
            other.execute(
                "CREATE TRIGGER slowly AFTER INSERT OR UPDATE ON tables EXECUTE FUNCTION slowly()"
            )
            time.sleep(seconds)
            other.execute("DROP TRIGGER slowly ON tables")

    def log_rows(self) -> Iterator[tuple[str, int, int, list[tuple[int, str]]]]:
        """Every table: its code, length, epoch and entries with their numbers."""
        with psycopg.connect(self.plain) as reading:
            tables = reading.execute("SELECT id, code, length, epoch FROM tables").fetchall()
            for number, code, length, epoch in tables:
                rows = reading.execute(
                    "SELECT number, body FROM entries WHERE table_id = %s ORDER BY number", [number]
                ).fetchall()
                yield code, length, epoch, [(int(n), str(body)) for n, body in rows]

    def epochs(self) -> int:
        """Sum over all tables: it rises with every one that changes hands."""
        try:
            with psycopg.connect(self.plain, connect_timeout=3) as one:
                row = one.execute("SELECT COALESCE(SUM(epoch), 0) FROM tables").fetchone()
        except psycopg.Error:
            return -1
        return int(row[0]) if row else 0

    def owner(self, table: str) -> Node | None:
        """The server that has a table now."""
        with psycopg.connect(self.plain) as reading:
            found = reading.execute(
                "SELECT url FROM nodes JOIN tables ON nodes.id = tables.owner WHERE code = %s"
                " AND expires > EXTRACT(EPOCH FROM clock_timestamp())",
                [table],
            ).fetchone()
        return next((one for one in self.nodes if found and one.url == found[0]), None)


@contextlib.contextmanager
def fragile_cluster(lease: float = LEASE) -> Iterator[Cluster]:
    """Servers whose database can be taken from each of them, and set to another time; and it notes
    which of them moves a table on."""
    with postgres() as database, contextlib.ExitStack() as stack:
        address = database()
        clock = SteppedClock(address)
        lines = [stack.enter_context(line_to(database.socket)) for _ in range(NODES)]
        addresses = [over_line(address, line.port) for line in lines]
        nodes = stack.enter_context(running(addresses, lease))
        one = Cluster(database, address, nodes, lines, clock)
        one.note_advances()
        yield one


@dataclass(frozen=True)
class Network:
    """Between servers."""

    cut: Callable[[], None]
    """The first server from all others, without a word to anybody."""
    mend: Callable[[], None]


@contextlib.contextmanager
def parted_cluster(in_spaces: bool, lease: float = LEASE) -> Iterator[Cluster]:
    """Servers that can be cut off from each other, though not from their database nor from people:
    each in a network namespace of its own, or over lines that stall, all of them at once."""
    with (
        postgres() as database,
        contextlib.ExitStack() as stack,
        tempfile.TemporaryDirectory(prefix="kessel-nodes-") as folder,
    ):
        address, where, lines = database(), Path(folder), list[Line]()

        def seen_at(inlet: int) -> int:
            lines.append(stack.enter_context(line_to(inlet)))
            return lines[-1].port

        def stall() -> None:
            for line in lines:
                line.stall()

        def go_on() -> None:
            for line in lines:
                line.go_on()

        if in_spaces:
            made = stack.enter_context(spaces(NODES))
            nodes = [Node(where, address, lease, space=one) for one in made]
            network = Network(made[0].cut, made[0].mend)
        else:
            nodes = [Node(where, address, lease, seen_at=seen_at) for _ in range(NODES)]
            network = Network(stall, go_on)
        for one in nodes:
            stack.callback(one.kill)
        for one in nodes:
            one.wait()
        parted = Cluster(database, address, nodes, network=network)
        parted.note_advances()
        yield parted


@contextlib.contextmanager
def running(addresses: Sequence[str], lease: float, broken: str = "") -> Iterator[list[Node]]:
    """A server for each address of a database."""
    with tempfile.TemporaryDirectory(prefix="kessel-nodes-") as folder:
        nodes = [Node(Path(folder), one, lease, broken) for one in addresses]
        try:
            for one in nodes:
                one.wait()
            yield nodes
        finally:
            for one in nodes:
                one.kill()


@dataclass
class Found:
    """What the checkers found."""

    games: int = 0
    lines: int = 0
    late: int = 0
    """Times that a device was counted as late."""
    wrong: list[str] = field(default_factory=list)


def faults_of_proof(record: str) -> list[str]:
    """Why a record does not prove itself."""
    from kessel.proof.verify import verify
    from kessel.table.dice import dice_named

    try:
        verdict = verify(record, dice_named)
    except KesselError as error:
        return [str(error)]
    is_over = "\nresult unfinished" not in record
    return [] if is_over and verdict.exact else ["not over, or not exact"]


class Logs(Protocol):
    """Where everything was kept."""

    def log_rows(self) -> Iterable[tuple[str, int, int, list[tuple[int, str]]]]: ...

    def advances(self, table: str, /) -> list[Advance]: ...


def check(one: Logs, histories: dict[str, History], records: dict[str, str]) -> Found:
    """Look at everything once all is over."""
    found = Found(games=len(records))
    missing = set(histories)
    for code, length, _, rows in one.log_rows():
        missing.discard(code)
        wrong = torn([number for number, _ in rows], length)
        if code in histories and not wrong:
            histories[code].advances = one.advances(code)
            found.lines += histories[code].lines
            found.late += sum(isinstance(read_entry(body), DevicesLate) for _, body in rows)
            wrong += faults_of(histories[code], [body for _, body in rows])
        if code in records:
            wrong += faults_of_proof(records[code])
        found.wrong += [f"{code}: {what}" for what in wrong]
    found.wrong += [f"{code}: the whole table is lost" for code in missing]
    return found
