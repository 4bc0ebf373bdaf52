"""Play with faults: an hour of games while everything around them breaks, again and again.

Servers are killed and told to stop, workers killed and stopped, the disk is full for a moment,
writes fail, sockets are cut. Every line anybody heard must be kept as it was told, every game that
ends must prove itself, and nobody may wait long for the next move. Prints counts as it goes; exits
1 where something was lost or changed, where a game failed its proof, or where play did not go on in
time. Linux only, loopback only.
"""

import argparse
import asyncio
import contextlib
import math
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from clusters import check
from hall.player import Message
from history import History
from returning import Returning, Run, one_table
from serving import FAST, WIDE, ServerProcess, Stolen, children_of, spread

from kessel.hall.store import Writing
from kessel.rules.edition import EDITIONS
from kessel.server.config import Config

BETWEEN = (0.5, 5.0)
"""s between two faults."""
FLAKY = "flaky"
"""A file that makes some of the writes of a server fail while it is there."""
FLAKY_SHARE = 0.3
DRAIN_SECONDS = 300.0
"""s in which the games under way may end after the last fault."""
WAIT_SECONDS = 6.0
"""s without a move that one fault may cost; not counted while it lasts: a server that starts is not
there, and a full disk keeps nothing."""
MOST_CUT = 12
"""People among whom some lose their line: those who came last, others are gone."""
SEVERAL, NONE = "several faults", "no fault meanwhile"


# --- the server, and what breaks it ---------------------------------------------------------------


class Server(ServerProcess):
    """The server's process, which can be broken in many ways."""

    def __init__(self, folder: Path) -> None:
        super().__init__(__file__, folder)
        self.nodes = [self]
        self._flaky = folder / FLAKY

    def kill(self) -> None:
        """kill -9, and start again."""
        with self._all_gone():
            super().kill()

    def stop_and_start(self) -> None:
        """As an operator does."""
        self.stop()
        self.start()

    def stop(self) -> int:
        """Ask it to stop; it has to, in its time."""
        with self._all_gone():
            return super().stop()

    @contextlib.contextmanager
    def _all_gone(self) -> Iterator[None]:
        """Those of its processes that are stopped cannot end by themselves."""
        workers = children_of(self.process.pid)
        yield
        for pid in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def signal_worker(self, number: signal.Signals) -> None:
        """Kill or stop one of its workers."""
        if workers := children_of(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(random.choice(workers), number)

    def fill_disk(self, seconds: float) -> None:
        """For a moment, or for longer."""
        with self.full():
            time.sleep(seconds)

    def fail_writes(self, seconds: float) -> None:
        """Some writes fail, others do not."""
        self._flaky.touch()
        time.sleep(seconds)
        self._flaky.unlink()

    def length_of(self, table: str) -> None:
        """Nobody else looks into its file while it runs."""


def serve(port: int, folder: Path) -> None:
    """The server, with a store whose writes may be made to fail."""
    from kessel.server.serve import run
    from kessel.server.store import appends_sqlite

    append = appends_sqlite.append

    def flaky(connection: Connection, writing: Writing, owner: str, now: float) -> bool:
        if (folder / FLAKY).exists() and random.random() < FLAKY_SHARE:
            raise OSError(28, "No space left on device")
        return append(connection, writing, owner, now)

    appends_sqlite.append = flaky
    run(Config(port=port, data=folder, workers=2, limits=WIDE, pace=FAST))


# --- how long people wait -------------------------------------------------------------------------


@dataclass
class Waits:
    """s from one move at a table to the next, by what happened meanwhile."""

    faults: Counter[str] = field(default_factory=Counter)
    struck: list[tuple[str, float, float]] = field(default_factory=list)
    """Every fault, with its beginning and its end; one that lasts has none yet."""
    seen: dict[str, list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    @contextlib.contextmanager
    def striking(self, name: str) -> Iterator[None]:
        """While a fault lasts."""
        began = time.monotonic()
        self.struck.append((name, began, math.inf))
        yield
        self.struck[-1] = (name, began, time.monotonic())
        self.faults[name] += 1

    def waited(self, since: float, until: float) -> None:
        """Somebody saw no move for so long."""
        names, left = list[str](), until - since
        for name, began, ended in reversed(self.struck):
            if ended < since:
                break
            if began > until:
                continue
            names.append(name)
            left -= max(0.0, min(until, ended) - max(since, began))
        kind = NONE if not names else names[0] if len(names) == 1 else SEVERAL
        self.seen.setdefault(kind, []).append(left)
        if left > WAIT_SECONDS * max(1, len(names)):
            self.wrong.append(f"{left:.1f} s without a move, {', '.join(names[::-1]) or NONE}")


class Guest(Returning):
    """Somebody whose line can be cut, and whose waits are noted."""

    def __init__(
        self,
        server: Server,
        waits: Waits,
        crowd: "list[Guest]",
        tally: Counter[str],
        hears: History,
    ) -> None:
        super().__init__([server], hears, tally)
        self._waits, self._moved = waits, 0.0
        """When the game was last seen to move on."""
        crowd.append(self)

    def _note(self, message: Message) -> None:
        before = self.game
        super()._note(message)
        now, game = time.monotonic(), self.game
        if game is None or (before is not None and before["state"] == game["state"]):
            return
        if before is not None:
            self._waits.waited(self._moved, now)
        self._moved = now


async def break_things(server: Server, waits: Waits, until: float, crowd: list[Guest]) -> None:
    """One fault after the other, at random."""

    async def cut() -> None:
        for one in random.sample(crowd[-MOST_CUT:], min(3, len(crowd))):
            if one.line is not None:
                one.line.transport.abort()

    def in_thread(work: Callable[..., None], *given: Any) -> Callable[[], Awaitable[None]]:
        return lambda: asyncio.to_thread(work, *given)

    faults: dict[str, tuple[float, Callable[[], Awaitable[None]]]] = {
        "killed server": (1.0, in_thread(server.kill)),
        "stopped server": (0.5, in_thread(server.stop_and_start)),
        "killed worker": (3.0, in_thread(server.signal_worker, signal.SIGKILL)),
        "hung worker": (1.0, in_thread(server.signal_worker, signal.SIGSTOP)),
        "full disk, short": (3.0, in_thread(server.fill_disk, 0.02)),
        "full disk, long": (1.0, in_thread(server.fill_disk, 2.0)),
        "failed writes": (2.0, in_thread(server.fail_writes, 0.5)),
        "cut sockets": (3.0, cut),
    }
    names, weights = list(faults), [weight for weight, _ in faults.values()]
    while time.monotonic() < until:
        await asyncio.sleep(random.uniform(*BETWEEN))
        name = random.choices(names, weights)[0]
        with waits.striking(name):
            await faults[name][1]()


async def soak(server: Server, run: Run, waits: Waits, minutes: float, tables: int) -> None:
    """Play and break for so long, then let the games end."""
    crowd = list[Guest]()
    someone = partial(Guest, server, waits, crowd, run.tally)
    plays = [asyncio.create_task(one_table(server, run, someone)) for _ in range(tables)]
    until = time.monotonic() + minutes * 60
    breaking = asyncio.create_task(break_things(server, waits, until, crowd))
    while not breaking.done():
        await asyncio.wait([breaking], timeout=30.0)
        print(f"{time.strftime('%H:%M:%S')} {line(run, waits)}", flush=True)
    await breaking
    run.over = True
    try:
        await asyncio.wait_for(asyncio.gather(*plays), DRAIN_SECONDS)
    except TimeoutError:
        waits.wrong.append("some tables do not go on")
    if not await asyncio.to_thread(server.answers):
        waits.wrong.append("the server is not well after all")


def line(run: Run, waits: Waits) -> str:
    """One line for people."""
    faults, told = (
        ", ".join(f"{count} {name}" for name, count in sorted(some.items()))
        for some in (waits.faults, run.tally)
    )
    return f"faults {waits.faults.total()} ({faults}); {told}; games ended {len(run.records)}"


def main() -> int:
    """Soak, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="of faults (60)")
    parser.add_argument("--tables", type=int, default=6, help="tables that play (6)")
    parser.add_argument("--seed", type=int, help="of the faults' chance")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(int(args.serve[0]), Path(args.serve[1]))
        return 0
    random.seed(args.seed)
    stolen, run, waits = Stolen(), Run(editions=tuple(EDITIONS)), Waits()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder))
        try:
            asyncio.run(soak(server, run, waits, args.minutes, args.tables))
            server.stop()
            found = check(server, run.histories, run.records)
        finally:
            server.process.kill()
    wrong = [*run.wrong, *waits.wrong, *found.wrong]
    print(f"{line(run, waits)}; {found.lines} lines heard, {found.games} games proven")
    for kind, seconds in sorted(waits.seen.items()):
        print(f"  from move to move, {kind}: {spread(seconds)}")
    print(f"  stolen {stolen.share():.0f}% of the time, load {os.getloadavg()[1]:.1f}")
    for one in wrong[:20]:
        print(f"  wrong: {one}")
    print("NOT CLEAN" if wrong else "nothing lost, nothing changed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
