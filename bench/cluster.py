"""Several servers over one PostgreSQL, on this machine: what faults do to them.

    python bench/cluster.py [failover faults]

Everything listens on the loopback or at a socket file, and ends by itself. `faults` kills and
stops servers, cuts relays, crashes and locks the database, sets its clock and cuts a server off
from it while people play; whatever anybody saw must still be so at the end. `failover` does so to
the owner of one table. Exits 1 where something was lost, or took too long. Linux only.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from clusters import Cluster, check, fragile_cluster, parted_cluster
from history import History
from net.spaces import forbidden
from nodes import Node
from returning import LOST, Pinging, Refused, Returning, Run, one_table
from serving import Stolen, quantile, spread

CHECK_SECONDS = 0.5
"""s between two checks of a server by a proxy, and for its answer (`inter`)."""
FALL = 2
"""Checks in a row that a server fails until it is down, and its lines are cut (`fall`)."""
FAILOVER_P95, FAILOVER_WORST = 4.0, 6.0
"""s."""
STALL_SECONDS = 8.0
"""For which the table of servers is locked."""
CLOCK_STEP = 3600.0
"""s"""
FAILURES = (
    "kill -9",
    "SIGSTOP",
    "drain",
    "no database",
    "lock",
    "clock back, kill -9",
    "clock forward",
    "database",
    "database restarted",
    "reset",
)
"""Kinds of faults after which a table goes to another server."""
PARTITION = "partition"


# --- a proxy --------------------------------------------------------------------------------------


class Proxy:
    """What HAProxy does with the settings of docs/how-to/cluster.md, but for passing bytes on: it
    checks every server, leads people to those that are well, and cuts the lines of the others."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self._failed = [0] * len(nodes)
        self._lines: dict[ProxiedPlayer, Node] = {}
        self.cut = 0
        """Times that it cut somebody off."""

    async def watch(self) -> None:
        """For ever."""
        await asyncio.gather(*map(self._watch, range(len(self.nodes))))

    def lead(self, player: "ProxiedPlayer") -> Node:
        """Where somebody is led to now."""
        well = [
            node for node, failed in zip(self.nodes, self._failed, strict=True) if failed < FALL
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
            well = await self._is_well(self.nodes[number].port)
            self._failed[number] = 0 if well else self._failed[number] + 1
            if self._failed[number] == FALL:
                for player in [one for one, at in self._lines.items() if at is self.nodes[number]]:
                    self.cut += 1
                    player.cut_off()
            await asyncio.sleep(CHECK_SECONDS)

    async def _is_well(self, port: int) -> bool:
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                try:
                    writer.write(b"GET /readyz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
                    return b" 200 " in await reader.readline()
                finally:
                    writer.transport.abort()
        except (OSError, TimeoutError):
            return False


class ProxiedPlayer(Pinging):
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


# --- faults ---------------------------------------------------------------------------------------


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
    return not found.wrong


async def ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Nobody goes on with them."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()  # again: a handshake that is cancelled may say that it took too long
        await asyncio.wait(waiting, timeout=0.5)


# --- failover -------------------------------------------------------------------------------------


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
        case "database restarted":
            await asyncio.to_thread(where.database.crash, signal.SIGINT)
            since = time.monotonic()
        case "reset":
            for one in where.lines:
                one.cut()
        case "drain":
            first.signal(signal.SIGTERM)
            first.process.join()
        case _:
            clock.step(-CLOCK_STEP if kind == "clock back, kill -9" else 0.0)
            since = time.monotonic()
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
    ann = Returning([first], History(), Counter())
    while not ann.table:  # health may be a second old
        with contextlib.suppress(*LOST):
            await ann.open()
            await ann.create("strike-2020", "pb")
    async with failing(where, kind) as since:
        ann.nodes = others
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
    ann, ben = Returning([first], History(), Counter()), Pinging([second], History(), Counter())
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
        ben.nodes = [first]
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


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="faults, failover (both)")
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--times", type=int, default=20, help="for each kind of failover")
    parser.add_argument("--kinds", nargs="+", default=(), help="of failover (all)")
    args = parser.parse_args()
    parts = {
        "failover": lambda: failover(args.times, args.kinds),
        "faults": lambda: faults(args.faults),
    }
    results = [parts[part]() for part in args.parts or parts]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
