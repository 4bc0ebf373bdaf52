"""Several servers over one PostgreSQL, on this machine: what they cost, and what faults do to them.

    python bench/cluster.py [writes nodes failover tables faults controls] [--tables 4 16]

Everything listens on the loopback or at a socket file, and ends by itself. `faults` kills and
stops servers, cuts relays, crashes and locks the database, sets its clock and cuts a server off
from it while people play; whatever anybody saw must still be so at the end. `failover` does so to
the owner of one table. `controls` breaks servers on purpose: the same checkers must find it.
Exits 1 where something was lost, or where a control was clean. Linux only.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import psycopg
import websockets
from sqlalchemy import make_url
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from databases import Postgres, SteppedClock, over_line, postgres
from hall.player import Player as ScriptedPlayer
from history import Advance, History, Look, Watched, moved_on_by_two, torn
from history import faults as faults_of
from net.line import Line, line_to
from net.spaces import forbidden, spaces
from nodes import Node
from serving import Stolen, quantile, spread

from kessel.errors import KesselError
from kessel.hall.store import NotSaved, Writing
from kessel.hall.tokens import new_key
from kessel.server.config import Config
from kessel.server.store import Store, appends_postgres, members
from kessel.table.log import DevicesLate, read_entry

NODES = 3
LEASE = Config().lease
SILENCE = 6.0
"""s without a word after which a client tries another server."""
PING_SECONDS = 1.5
"""Between two pings of a page."""
CUT_SECONDS = 3.0
"""s without a word after which somebody who pings tries another server."""
CHECK_SECONDS = 0.5
"""s between two checks of a server by a proxy, and for its answer (`inter`)."""
FALL = 2
"""Checks in a row that a server fails until it is down, and its lines are cut (`fall`)."""
IDLE_SECONDS = 5.0
"""For which servers are watched while nobody plays."""
GAMES = 144
"""Of some 27 steps, played by all tables together while the cost of a step is measured."""
FAILOVER_P95, FAILOVER_WORST = 4.0, 6.0
"""s."""
STALL_SECONDS = 8.0
"""For which the table of servers is locked."""
CLOCK_STEP = 3600.0
"""s"""
OPENED_AT_ONCE = 12
"""Tables."""
FAILURES = (
    "kill -9",
    "SIGSTOP",
    "drain",
    "no database",
    "lock",
    "clock back, kill -9",
    "clock forward",
    "database",
)
"""Kinds of faults after which a table goes to another server."""
PARTITION = "partition"
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
LOST = (OSError, websockets.WebSocketException, TimeoutError)
Message = dict[str, Any]
Result = TypeVar("Result")


class Refused(OSError):
    """A server cannot let somebody come back now."""


class Forgotten(Exception):
    """A seat that somebody was told to have is not known any more."""


# --- servers --------------------------------------------------------------------------------------


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
def cluster(
    size: int = NODES, lease: float = LEASE, broken: str = "", strangers: bool = False
) -> Iterator[Cluster]:
    """Servers that are well, until the end. `strangers` have a database each and know nobody."""
    with postgres() as database:
        address = database()
        addresses = [address, *(database() if strangers else address for _ in range(size - 1))]
        with running(addresses, lease, broken) as nodes:
            yield Cluster(database, address, nodes)


@contextlib.contextmanager
def fragile_cluster(lease: float = LEASE, broken: str = "") -> Iterator[Cluster]:
    """Servers whose database can be taken from each of them, and set to another time; and it notes
    which of them moves a table on."""
    with postgres() as database, contextlib.ExitStack() as stack:
        address = database()
        clock = SteppedClock(address)
        lines = [stack.enter_context(line_to(database.socket)) for _ in range(NODES)]
        addresses = [over_line(address, line.port) for line in lines]
        nodes = stack.enter_context(running(addresses, lease, broken))
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
def running(addresses: Sequence[str], lease: float, broken: str) -> Iterator[list[Node]]:
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


# --- people, and what they saw --------------------------------------------------------------------


class Player(ScriptedPlayer):
    """Somebody who is led to a server at random, each time, but not twice to one that does not
    answer; and comes back whatever happens."""

    silence = SILENCE
    patience = 3.0
    """s for a handshake."""
    _silent: Node | None = None
    """The server that has not answered yet."""

    def __init__(self, nodes: Sequence[Node], history: History, tally: Counter[str]) -> None:
        super().__init__()
        self._nodes, self._history, self._tally = nodes, history, tally
        self.look: Look = lambda _: None
        """How much of a table's log is kept."""
        self.on_return: Callable[[float], None] = lambda _: None
        """Hears how many seconds after the last word it was back."""
        self.line: ClientConnection | None = None
        self.key = new_key()
        self._heard = 0.0
        """When it heard something last."""
        self._is_away = False
        """Whether it tries to come back: whoever refuses that is asked again, or another one."""

    async def open(self) -> Self:
        """Connect and be welcome."""
        await super().open()
        self._silent = None
        return self

    async def connect(self) -> None:
        """To any server."""
        await self.close_line()
        self._silent = self.led_to()
        self.line = await connect(
            self._silent.ws,
            max_size=None,
            open_timeout=self.patience,
            ping_interval=None,
            close_timeout=0.2,
        )

    def led_to(self) -> Node:
        """The server it tries next."""
        others = [one for one in self._nodes if one is not self._silent]
        return random.choice(others or self._nodes)

    async def say(self, frame: str | bytes) -> None:
        """Send."""
        assert self.line is not None
        await self.line.send(frame)

    async def hear(self) -> str | bytes:
        """Receive."""
        assert self.line is not None
        return await self.line.recv()

    async def receive(self, seconds: float | None = None) -> Message:
        """The next message; lines go into the history."""
        message = await super().receive(self.silence if seconds is None else seconds)
        if not self._is_away:
            self._heard = time.monotonic()
        if message["type"] == "lines":
            self._history.hear(message, await asyncio.to_thread(self.look, self.table))
        if message["type"] == "error":
            self._tally[f"told {message['code']}"] += 1
            if message["code"] in ("bad_token", "seat_taken"):
                raise Forgotten(message["message"])
            if self._is_away:
                raise Refused(message["code"])
        return message

    async def until(self, kind: str, seconds: float | None = None) -> Message:
        """The next message of a kind."""
        return await super().until(kind, self.silence if seconds is None else seconds)

    async def sit_down(self, table: str = "", dice: str = "ideal") -> None:
        """Make a table for two and a bot, or sit down at one; again where the answer is lost."""
        while not self.table:
            with contextlib.suppress(*LOST):
                await asyncio.sleep(random.uniform(0.02, 0.2))
                await self.open()
                if table:
                    await self.join(table, key=self.key)
                else:
                    await self.create("strike-2020", "pob", dice=dice, key=self.key)

    async def play_on(self) -> None:
        """Play to the end, through everything that happens."""
        while not self.is_over:
            await self._go_on()
        with contextlib.suppress(*LOST):
            while self._history.lines < self.device.lines:
                await self.receive(1.0)

    async def move_on(self) -> None:
        """Play until something is seen to happen."""
        seen = len(self.seen)
        while len(self.seen) == seen:
            await self._go_on()

    async def _go_on(self) -> None:
        try:
            await self.act()
            if (await self.receive())["type"] == "error":
                self.answered.clear()
                await asyncio.sleep(0.05)
        except LOST:
            self._tally["lost"] += 1
            await self.come_back()

    async def come_back(self) -> None:
        """Resume at some server, however often it takes."""
        self._is_away = True
        while self._is_away:
            self._tally["returns"] += 1
            with contextlib.suppress(*LOST):
                await asyncio.sleep(random.uniform(0.02, 0.2))
                await self.open()
                await self.resume()
                self._is_away = False
        last, self._heard = self._heard, time.monotonic()
        self.on_return(self._heard - last)

    async def close_line(self) -> None:
        """Go without a word."""
        if self.line is not None:
            self.line.transport.abort()
            await self.line.wait_closed()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and bool(self.game["awaited"]["kind"] == "over")


class PingingPlayer(Player):
    """One that pings all the time, as a page does while a game is seen, and so is not long at a
    server that hangs."""

    silence = CUT_SECONDS
    _pinging: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """To any server."""
        await super().connect()
        self._pinging = asyncio.create_task(self._ping())

    async def close_line(self) -> None:
        """Go without a word."""
        if self._pinging is not None:
            self._pinging.cancel()
        await super().close_line()

    async def _ping(self) -> None:
        with contextlib.suppress(*LOST):
            while True:
                await asyncio.sleep(PING_SECONDS)
                await self.send(type="ping")


class Proxy:
    """What HAProxy does with the settings of docs/how-to/cluster.md, but for passing bytes on: it
    checks every server, leads people to those that are well, and cuts the lines of the others."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = nodes
        self._failed = [0] * len(nodes)
        self._lines: dict[ProxiedPlayer, Node] = {}
        self.cut = 0
        """Times that it cut somebody off."""

    async def watch(self) -> None:
        """For ever."""
        await asyncio.gather(*map(self._watch, range(len(self._nodes))))

    def lead(self, player: "ProxiedPlayer") -> Node:
        """Where somebody is led to now."""
        well = [
            node for node, failed in zip(self._nodes, self._failed, strict=True) if failed < FALL
        ]
        if not well:
            raise Refused("no server is well")
        node = self._lines[player] = random.choice(well)
        return node

    def forget(self, player: "ProxiedPlayer") -> None:
        """Somebody is gone."""
        self._lines.pop(player, None)

    async def _watch(self, number: int) -> None:
        while True:
            well = await self._is_well(self._nodes[number].port)
            self._failed[number] = 0 if well else self._failed[number] + 1
            if self._failed[number] == FALL:
                for player in [one for one, at in self._lines.items() if at is self._nodes[number]]:
                    self.cut += 1
                    player.cut_off()
            await asyncio.sleep(CHECK_SECONDS)

    async def _is_well(self, port: int) -> bool:
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                try:
                    writer.write(b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
                    return b" 200 " in await reader.readline()
                finally:
                    writer.transport.abort()
        except (OSError, TimeoutError):
            return False


class ProxiedPlayer(PingingPlayer):
    """One that comes through a proxy, which also cuts a handshake with a server that hangs."""

    patience = 2 * CHECK_SECONDS * FALL

    def __init__(self, proxy: Proxy, history: History, tally: Counter[str]) -> None:
        super().__init__((), history, tally)
        self._proxy = proxy

    def led_to(self) -> Node:
        """A server that is well, as far as the proxy knows."""
        return self._proxy.lead(self)

    def cut_off(self) -> None:
        """From a server that is not well."""
        if self.line is not None:
            self.line.transport.abort()

    async def close_line(self) -> None:
        """Go without a word."""
        self._proxy.forget(self)
        await super().close_line()


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
    return [] if verdict.play.state.is_over and verdict.exact else ["not over, or not exact"]


def check(one: Cluster, histories: dict[str, History], records: dict[str, str]) -> Found:
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


# --- faults ---------------------------------------------------------------------------------------


@dataclass
class Run:
    """One run of games with faults."""

    tally: Counter[str] = field(default_factory=Counter)
    histories: dict[str, History] = field(default_factory=dict)
    records: dict[str, str] = field(default_factory=dict)
    over: bool = False
    dice: tuple[str, ...] = ("ideal", "ideal", "physics")
    kind: str = ""
    """Of the fault that happened last."""
    returns: dict[str, list[float]] = field(default_factory=dict)
    """s that somebody took to come back after the line was lost, by kind of fault."""
    wrong: list[str] = field(default_factory=list)
    """Seats that somebody was told to have and lost."""

    def came_back(self, seconds: float) -> None:
        """Somebody did."""
        self.returns.setdefault(self.kind, []).append(seconds)


async def one_table(where: Cluster, run: Run, someone: Callable[[History], Player]) -> None:
    """Games for two and a bot, one after the other, each at a table of its own."""
    while not run.over:
        history = History()
        ann, ben = someone(history), someone(history)
        for one in (ann, ben):
            one.look, one.on_return = where.length_of, run.came_back
        await ann.sit_down(dice=random.choice(run.dice))
        run.histories[ann.table] = history
        await ben.sit_down(ann.table)
        try:
            async with asyncio.TaskGroup() as playing:
                for one in (ann, ben):
                    playing.create_task(one.play_on())
        except* Forgotten as errors:
            run.wrong += [f"{ann.table}, {run.kind}: {error}" for error in errors.exceptions]
        run.tally["findings"] += len(ann.device.findings) + len(ben.device.findings)
        for one in (ann, ben):
            await one.close_line()
        if not (ann.is_over and ben.is_over):
            continue
        assert ann.game is not None
        run.records[ann.table] = await fetched(where, f"/api/games/{ann.game['game']}/record")


async def fetched(where: Cluster, path: str) -> str:
    """A page, asked for at any server until one answers."""
    while True:
        with contextlib.suppress(*LOST):
            return (await asyncio.to_thread(random.choice(where.nodes).get, path, 60.0)).decode()
        await asyncio.sleep(0.2)


KINDS = {
    "kill": 5,
    "stop": 5,
    "pause": 2,
    "cut": 3,
    "drain": 2,
    "no database": 4,
    "lock": 2,
    "clock": 2,
    "read-only": 1,
    "slow": 1,
    "database": 0.6,
}
"""Faults, and how often each of them happens to the others."""


async def nemesis(where: Cluster, run: Run, faults: int, lease: float) -> None:
    """Faults, one after the other; one counts where somebody who was playing lost the line, or a
    table its owner."""
    while run.tally["effective"] < faults:
        await asyncio.to_thread(_let_them_play, where)
        await asyncio.sleep(random.uniform(0.5, 1.0) * lease)
        kind = run.kind = random.choices(list(KINDS), list(KINDS.values()))[0]
        before = run.tally["lost"], where.epochs()
        await asyncio.to_thread(_strike, where, kind, lease)
        await asyncio.sleep(0.3)
        run.tally[kind] += 1
        run.tally["effective"] += (run.tally["lost"], where.epochs()) != before
        print(f"\r{dict(run.tally)}", end="", flush=True)
    run.over = True
    print()


def _let_them_play(where: Cluster) -> None:
    """Until two servers are well: nobody can lose what nobody can have."""
    while sum(node.is_well for node in where.nodes) < 2:
        time.sleep(0.1)


def _strike(where: Cluster, kind: str, lease: float) -> None:
    number = random.randrange(len(where.nodes))
    node = where.nodes[number]
    match kind:
        case "kill":
            node.kill()
            time.sleep(random.uniform(0.0, 2.0) * lease)
            node.start()
        case "stop" | "pause":
            node.signal(signal.SIGSTOP)
            time.sleep(random.uniform(1.1, 2.5) * lease if kind == "stop" else 0.5 * lease)
            node.signal(signal.SIGCONT)
        case "cut":
            for one in where.nodes:
                if one.is_well:
                    one.signal(signal.SIGUSR1)
        case "drain":
            node.stop()
            node.start()
        case "no database":
            where.lines[number].stall()
            time.sleep(random.uniform(1.1, 2.5) * lease)
            where.lines[number].go_on()
        case "lock":
            where.lock(random.uniform(0.5, 2.5) * lease)
        case "read-only":
            where.make_read_only(random.uniform(0.5, 2.0) * lease)
        case "slow":
            where.slow_down(random.uniform(1.0, 2.5) * lease)
        case "clock":
            assert where.clock is not None
            where.clock.step(random.choice((-1, 1)) * CLOCK_STEP)
        case _:
            where.database.crash()


async def with_faults(where: Cluster, tables: int, faults: int, lease: float) -> Run:
    """Play while faults happen, then let every game end."""
    run, proxy = Run(), Proxy(where.nodes)
    someone = partial(ProxiedPlayer, proxy, tally=run.tally)
    playing = [one_table(where, run, someone) for _ in range(tables)]
    watching = asyncio.create_task(proxy.watch())
    async with asyncio.timeout(60.0 + 60.0 * faults):
        await asyncio.gather(nemesis(where, run, faults, lease), *playing)
    await ended([watching])
    run.tally["cut off"] = proxy.cut
    return run


def faults(number: int = 200, tables: int = 6, lease: float = 2.0) -> bool:
    """The nemesis; whether all was well."""
    began, stolen = time.monotonic(), Stolen()
    with fragile_cluster(lease) as where:
        run = asyncio.run(with_faults(where, tables, number, lease))
        found = check(where, run.histories, run.records)
        found.wrong += run.wrong
    print(
        f"faults: {run.tally['effective']} effective in {time.monotonic() - began:.0f} s "
        f"({dict(run.tally)}); {found.games} games ended and proven, {found.lines} lines seen, "
        f"{found.late} times a device was late, "
        f"wrong: {found.wrong[:5] or 'nothing'}"
    )
    print(
        f"faults: {run.tally['cut off']} times the proxy cut somebody off; "
        f"load {os.getloadavg()[2]:.0f}, stolen {stolen.share():.0f}%"
    )
    for kind, seconds in run.returns.items():
        print(f"faults: from the last word to being back, {kind or 'no fault'}: {spread(seconds)}")
    return not found.wrong and not run.tally["findings"]


# --- controls -------------------------------------------------------------------------------------


async def tells_first(where: Cluster) -> list[str]:
    """A server that tells before it writes dies; what the checkers find."""
    history, tally = History(), Counter[str]()
    first, *others = where.nodes
    ann, ben = (Player([first], history, tally) for _ in range(2))
    ann.look = ben.look = where.length_of
    await ann.sit_down()
    await ben.sit_down(ann.table)
    while not history.lines:
        for one in (ann, ben):
            with contextlib.suppress(TimeoutError):
                await one.receive(0.2)
    first.kill()
    ann._nodes = ben._nodes = others
    returning = [asyncio.create_task(one.come_back()) for one in (ann, ben)]
    await asyncio.wait(returning, timeout=5 * SILENCE, return_when=asyncio.FIRST_EXCEPTION)
    forgotten = [str(task.exception()) for task in returning if task.done() and task.exception()]
    await ended(returning)
    (rows,) = [rows for code, _, _, rows in where.log_rows() if code == ann.table]
    for one in (ann, ben):
        await one.close_line()
    bodies = [body for _, body in rows]
    return forgotten + faults_of(history, bodies) + ann.device.findings


async def ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Nobody goes on with them."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()  # again: a handshake that is cancelled may say that it took too long
        await asyncio.wait(waiting, timeout=0.5)


@contextlib.asynccontextmanager
async def stores(address: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two servers' stores of one database."""
    both = Store(address), Store(address)
    try:
        yield both
    finally:
        for one in both:
            one.close()


async def zombie(address: str) -> list[str]:
    """A former owner writes before the new one has written; whether both moved the table on."""
    histories: dict[str, History] = {}
    async with stores(address) as (one, other):
        old, new = Watched(one, "the zombie", histories), Watched(other, "the owner", histories)
        number = await old.make_table("zombietable", False, ["made"], 0.0)
        await new.open_table("zombietable")
        for store, epoch in ((old, 1), (new, 2)):
            with contextlib.suppress(NotSaved):
                await store.write(Writing(number, 1, ["a move"], epoch=epoch))
    return moved_on_by_two(histories["zombietable"])


async def hole(address: str) -> list[str]:
    """Somebody goes on after an entry that was not kept."""
    async with stores(address) as (one, _):
        number = await one.make_table("holeytable", False, ["made"], 0.0)
        with contextlib.suppress(NotSaved):
            await one.write(Writing(number, 2, ["after the hole"]))
        with psycopg.connect(address.replace("+psycopg", "")) as reading:
            rows = reading.execute("SELECT number FROM entries ORDER BY number").fetchall()
            length = reading.execute("SELECT length FROM tables").fetchone()
        assert length is not None
        return torn([int(row[0]) for row in rows], int(length[0]))


@contextlib.contextmanager
def fence(condition: str) -> Iterator[None]:
    """Another fence than the real one."""
    real, appends_postgres.FENCE = appends_postgres.FENCE, condition
    try:
        yield
    finally:
        appends_postgres.FENCE = real


def controls() -> bool:
    """Every checker must find the fault it is there for, and nothing without it."""
    results: dict[str, list[str]] = {}
    with postgres() as fresh:
        results["with the fence"] = asyncio.run(zombie(fresh())) + asyncio.run(hole(fresh()))
        with fence("(t.length = w.first OR t.owner = %(owner)s)"):
            results["fence removed"] = asyncio.run(zombie(fresh()))
        with fence("t.owner = %(owner)s AND t.epoch = w.epoch"):
            results["length check removed"] = asyncio.run(hole(fresh()))
    with cluster(2, lease=1.0) as where:
        results["telling after writing"] = asyncio.run(tells_first(where))
    with cluster(2, lease=1.0, broken="tells first") as where:
        results["telling before writing"] = asyncio.run(tells_first(where))
    for name, found in results.items():
        print(f"control, {name}: {found or 'nothing found'}")
    clean = [results.pop("with the fence"), results.pop("telling after writing")]
    return not any(clean) and all(results.values())


# --- what it costs --------------------------------------------------------------------------------


async def appended(
    database: Postgres, tables: int, seconds: float, idle: int = 0
) -> tuple[float, float, float]:
    """Fenced appends a second with so many tables writing, the median time of one in ms, and the
    ms of processor time it takes, here and in the database."""
    store = Store(database())
    await store.beside(lambda c: members.enter(c, store.owner, "http://x:1", 600.0), 10.0)
    body = '{"type":"land","throw":12,"lay":[' + "x" * 150 + "]}"
    for start in range(0, idle, 50):
        some = range(start, min(idle, start + 50))
        await asyncio.gather(
            *(store.make_table(f"i{tables}-{n}", False, [body] * 20, 0.0) for n in some)
        )
    numbers = [await store.make_table(f"w{n}", False, ["made"], 0.0) for n in range(tables)]
    times: list[float] = []
    until = time.monotonic() + seconds

    async def write(number: int) -> None:
        first = 1
        while time.monotonic() < until:
            began = time.perf_counter()
            await store.write(Writing(number, first, [body, body]))
            times.append(time.perf_counter() - began)
            first += 2

    began, spent_before = time.monotonic(), time.process_time() + database.seconds()
    await asyncio.gather(*(write(number) for number in numbers))
    rate = len(times) / (time.monotonic() - began)
    cost = (time.process_time() + database.seconds() - spent_before) / len(times)
    store.close()
    return rate, statistics.median(times) * 1e3, cost * 1e3


def writes(seconds: float = 8.0) -> bool:
    """Fenced appends through the store, on disk (fsync on)."""
    ok = True
    with postgres(durable=True) as fresh:
        for tables in (1, 8, 64, 256):
            rate, median, cost = asyncio.run(appended(fresh, tables, seconds))
            print(
                f"writes: {tables:3d} tables, {rate:6.0f} appends/s, median {median:.1f} ms, "
                f"{cost:.2f} ms CPU an append"
            )
            ok = ok and (tables != 64 or rate >= 1200)
    return ok


def tables(seconds: float = 4.0) -> bool:
    """What one append costs, by how many tables there are."""
    with postgres(durable=True) as fresh:
        for playing, idle in ((64, 100), (64, 1000), (64, 5000), (500, 5000)):
            rate, median, cost = asyncio.run(appended(fresh, playing, seconds, idle))
            print(
                f"tables: {playing} playing, {idle} sleeping: {rate:.0f} appends/s, "
                f"median {median:.1f} ms, {cost:.2f} ms CPU an append",
                flush=True,
            )
    return True


async def seated(nodes: Sequence[Node], anywhere: bool) -> Player:
    """Somebody at a new table with a bot, who went away and came back once before they play.

    `anywhere`: to any server, so that with three of them two in three are not at the owner's.
    """
    one = Player([random.choice(nodes)], History(), Counter())
    one.silence = 120.0
    await one.open()
    await one.create("strike-2020", "pb")
    if anywhere:
        one._nodes = nodes
    await one.open()
    await one.resume()
    return one


async def played(one: Player, games: int) -> int:
    """Games at one table, one after the other; how many steps were seen."""
    await one.play()
    for _ in range(games - 1):
        assert one.game is not None
        over = one.game["game"]
        await one.send(type="rematch")
        while one.game["game"] == over:
            await one.receive()
        await one.play()
    await one.close_line()
    return len(one.seen)


@dataclass(frozen=True)
class Cost:
    """s of processor time of all servers, without what they spend when nobody plays."""

    table: float
    """To open it, and to come back to it once."""
    step: float


async def spent(where: Cluster, idle: float, work: Awaitable[Result]) -> tuple[float, Result]:
    """Processor seconds of all servers while something is done, and what came of it."""
    began, before = time.monotonic(), sum(node.seconds() for node in where.nodes)
    result = await work
    busy = sum(node.seconds() for node in where.nodes) - before
    return busy - idle * (time.monotonic() - began), result


async def warmed_up(where: Cluster) -> float:
    """Let all servers load what they load when it is first used; the processor seconds that they
    spend in a second while nobody plays."""
    for node in where.nodes:
        await played(await seated([node], False), 1)
    return (await spent(where, 0.0, asyncio.sleep(IDLE_SECONDS)))[0] / IDLE_SECONDS


async def sit_down_all(where: Cluster, tables: int, anywhere: bool) -> list[Player]:
    """Some at a time, so that nobody is kept waiting too long to be let in."""
    people: list[Player] = []
    while len(people) < tables:
        some = min(OPENED_AT_ONCE, tables - len(people))
        people += await asyncio.gather(*(seated(where.nodes, anywhere) for _ in range(some)))
    return people


async def cost_of(where: Cluster, idle: float, tables: int, anywhere: bool) -> Cost:
    """What it costs to open so many tables, and then to play about as many steps as ever."""
    opening, people = await spent(where, idle, sit_down_all(where, tables, anywhere))
    games = max(1, GAMES // tables)
    playing, steps = await spent(
        where, idle, asyncio.gather(*(played(one, games) for one in people))
    )
    return Cost(opening / tables, playing / sum(steps))


@dataclass(frozen=True)
class Kind:
    """What is compared: some servers, and where pages come back to."""

    name: str
    where: Cluster
    anywhere: bool = False


async def compared(kinds: Sequence[Kind], tables: int, rounds: int) -> None:
    """Round by round one after the other, so that whatever else the machine does meets all."""
    idle = [await warmed_up(kind.where) for kind in kinds]
    costs: list[list[Cost]] = [[] for _ in kinds]
    for _ in range(rounds):
        for kind, resting, found in zip(kinds, idle, costs, strict=True):
            found.append(await cost_of(kind.where, resting, tables, kind.anywhere))
    for kind, found in zip(kinds, costs, strict=True):
        over = [
            statistics.median(
                mine.step / other.step for mine, other in zip(found, base, strict=True)
            )
            for base in costs[:2]
        ]
        print(
            f"nodes: {tables} tables, {kind.name}: "
            f"{statistics.median(cost.step for cost in found) * 1e3:.2f} ms CPU a step "
            f"({over[0] - 1:+.0%} against one, {over[1] - 1:+.0%} against strangers), "
            f"{statistics.median(cost.table for cost in found) * 1e3:.1f} ms to open a table",
            flush=True,
        )


def nodes(tables: Sequence[int] = (4, 16, 48), rounds: int = 5) -> bool:
    """One server against three with the same tables on the same cores: processor time a step, with
    so many tables for each of the three.

    Three processes on two cores cost more than one even if they know nothing of each other, since
    each writes less at a time and is woken more often. So there are three strangers, too: what
    the three cost more than those is what it costs to be several.
    """
    with (
        cluster(1, lease=30.0) as one,  # busy is not dead
        cluster(lease=30.0, strangers=True) as strangers,
        cluster(lease=30.0) as three,
    ):
        kinds = [
            Kind("one server", one),
            Kind("three strangers", strangers),
            Kind("three, pages at the owner", three),
            Kind("three, pages anywhere", three, anywhere=True),
        ]
        for number in tables:
            asyncio.run(compared(kinds, NODES * number, rounds))
    return True


@contextlib.asynccontextmanager
async def failing(where: Cluster, kind: str) -> AsyncIterator[float]:
    """The first server has a fault of that kind; since when others could go on. Afterwards it is
    well again."""
    first, line, clock = where.nodes[0], where.lines[0], where.clock
    assert clock is not None
    since = time.monotonic()
    match kind:
        case "SIGSTOP":
            first.signal(signal.SIGSTOP)
        case "no database":
            line.stall()
        case "lock":
            await asyncio.to_thread(where.lock, STALL_SECONDS)
            since = time.monotonic()
        case "clock forward":
            clock.step(CLOCK_STEP)
        case "database":
            await asyncio.to_thread(where.database.crash)
            since = time.monotonic()
        case "drain":
            first.signal(signal.SIGTERM)
            first.process.join()
        case _:
            clock.step(-CLOCK_STEP if kind == "clock back, kill -9" else 0.0)
            first.kill()
    yield since
    match kind:
        case "SIGSTOP":
            first.signal(signal.SIGCONT)
        case "no database":
            line.go_on()
        case _:
            pass
    if not first.process.is_alive():
        first.start()
    for node in where.nodes:
        await asyncio.to_thread(node.wait)


async def failed_over(where: Cluster, kind: str) -> float:
    """s until somebody has made a move at another server after the owner of the table failed."""
    first, *others = where.nodes
    ann = Player([first], History(), Counter())
    while not ann.table:  # health may be a second old
        with contextlib.suppress(*LOST):
            await ann.open()
            await ann.create("strike-2020", "pb")
    async with failing(where, kind) as since:
        ann._nodes = others
        await ann.come_back()
        await ann.move_on()
        took = time.monotonic() - since
    await ann.close_line()
    return took


async def parted(where: Cluster) -> float:
    """s until somebody sees a move at the owner's, since their server cannot reach that any more;
    whatever leads people to servers leads them there at once."""
    first, second, *_ = where.nodes
    assert where.network is not None
    ann, ben = Player([first], History(), Counter()), PingingPlayer([second], History(), Counter())
    await ann.sit_down()
    await ben.sit_down(ann.table)
    where.network.cut()
    since = time.monotonic()
    playing = asyncio.create_task(ann.play_on())
    try:
        while True:
            try:
                await ben.receive()
            except LOST:
                break
        ben._nodes = [first]
        await ben.come_back()
        await ben.move_on()
        took = time.monotonic() - since
    finally:
        where.network.mend()
        await ended([playing])
    for one in (ann, ben):
        await one.close_line()
    return took


def failover(times: int = 20, only: Sequence[str] = ()) -> bool:
    """How long a table is nobody's, by kind of fault; after a lock and after a crash of the
    database, since it can be used again."""
    took: dict[str, list[float]] = {}
    stolen = Stolen()

    def measure(kind: str, once: Callable[[], Coroutine[Any, Any, float]]) -> None:
        took[kind] = [asyncio.run(once()) for _ in range(times)]
        load = f"load {os.getloadavg()[0]:.0f}, stolen {stolen.share():.0f}%"
        print(f"failover: {kind}: {spread(took[kind])} ({load})", flush=True)

    if kinds := [kind for kind in FAILURES if kind in (only or FAILURES)]:
        with fragile_cluster() as where:
            for kind in kinds:
                measure(kind, partial(failed_over, where, kind))
    if not only or PARTITION in only:
        print(f"failover: network namespaces: {forbidden() or 'there are'}")
        with parted_cluster(in_spaces=not forbidden()) as where:
            measure(PARTITION, partial(parted, where))
    print(f"failover: bounds: p95 {FAILOVER_P95:g} s, worst {FAILOVER_WORST:g} s")
    return all(
        quantile(some, 0.95) <= FAILOVER_P95 and max(some) <= FAILOVER_WORST
        for some in took.values()
    )


PARTS: dict[str, Callable[[], bool]] = {
    "writes": writes,
    "tables": tables,
    "nodes": nodes,
    "failover": failover,
    "controls": controls,
    "faults": faults,
}


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)} (all)")
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--times", type=int, default=20, help="for each kind of failover")
    parser.add_argument("--kinds", nargs="+", default=(), help="of failover (all)")
    parser.add_argument("--tables", type=int, nargs="+", default=(4, 16, 48), help="a server")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    PARTS["faults"] = lambda: faults(args.faults)
    PARTS["failover"] = lambda: failover(args.times, args.kinds)
    PARTS["nodes"] = lambda: nodes(args.tables, args.rounds)
    results = [PARTS[part]() for part in args.parts or PARTS]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
