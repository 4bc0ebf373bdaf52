"""Servers of one cluster, each a process that can be stopped, killed and started again.

They are forked from a process that has everything imported, so that a start costs next to nothing,
and arenas are compiled when somebody throws. For tests and `bench/cluster.py`; Linux only.
"""

import asyncio
import contextlib
import json
import multiprocessing
import os
import signal
import time
import urllib.request
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from net.spaces import Space
from serving import FAST, WIDE, free_port

from kessel.hall.store import Writing
from kessel.server import app as application
from kessel.server import serve
from kessel.server.config import Config
from kessel.server.door import Door
from kessel.server.store import SqlStore
from kessel.server.workers import ServerWorkers

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess  # Windows has none

    from kessel.server.nodes.fleet import Fleet

PACE = replace(FAST, away=60.0, links=20.0, links_awake=20.0)
LIMITS = replace(WIDE, match_seconds=0.5)
START_SECONDS = 120.0
STOP_SECONDS = 30.0
UNSAID = 0.5
"""s by which a server that is told to do so writes later than it tells."""
IMPORTED = ["kessel.server.serve", "psycopg", "sqlalchemy.dialects.postgresql.psycopg"]


class Node:
    """One server's process."""

    def __init__(
        self,
        folder: Path,
        database: str,
        lease: float,
        broken: str = "",
        space: Space | None = None,
        seen_at: Callable[[int], int] = lambda inlet: inlet,
    ) -> None:
        """In a network of its own, or on the loopback; there others may see it at another port than
        that at which it listens for them."""
        self.folder = folder
        self.port, self.inlet = free_port(), free_port()
        self._host = "127.0.0.1" if space is None else space.page
        peer = "127.0.0.1" if space is None else space.peer
        listens, self.url = f"http://{peer}:{self.inlet}", f"http://{peer}:{seen_at(self.inlet)}"
        self._log = folder / f"node-{self.port}.log"
        known = "&" if "?" in database else "?"
        self.name = f"node-{self.port}"
        """Under which the database knows it."""
        address = f"{database}{known}application_name={self.name}"
        where = self._host, self.port, listens, self.url, space
        self._given = where, address, lease, self._log, broken
        self.start()

    @property
    def ws(self) -> str:
        """Where pages connect."""
        return f"ws://{self._host}:{self.port}/ws"

    def start(self) -> None:
        """Start; `wait` for it."""
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(IMPORTED)
        self.process: ForkServerProcess = context.Process(target=_serve, args=self._given)
        self.process.start()

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self.process.pid is not None
        if self.process.is_alive():
            os.kill(self.process.pid, number)

    def get(self, path: str, seconds: float = 10.0) -> bytes:
        """A page of it."""
        address = f"http://{self._host}:{self.port}{path}"
        with urllib.request.urlopen(address, timeout=seconds) as answer:
            return bytes(answer.read())

    @property
    def is_well(self) -> bool:
        """Whether it says so."""
        with contextlib.suppress(OSError):
            return bool(json.loads(self.get("/healthz", 3.0))["ok"])
        return False

    def wait(self) -> None:
        """Until it says that all is well."""
        until = time.monotonic() + START_SECONDS
        while not self.is_well:
            assert time.monotonic() < until, f"the server does not start; see {self._log}"
            time.sleep(0.05)

    def kill(self) -> None:
        """kill -9; the workers of a dead server end by themselves."""
        self.process.kill()
        self.process.join()

    def stop(self) -> int | None:
        """Ask it to stop; its exit code."""
        self.signal(signal.SIGCONT)
        self.process.terminate()
        self.process.join(STOP_SECONDS)
        code = self.process.exitcode
        self.kill()
        return code


Where = tuple[str, int, str, str, Space | None]
"""Host and port for pages; where it listens for other servers, where they reach it; its network."""


def _serve(where: Where, database: str, lease: float, log: Path, broken: str) -> None:
    """One server, until it is told to stop; SIGUSR1 cuts all its relays."""
    host, port, listens, url, space = where
    if space is not None:
        space.enter()
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    if broken == "tells first":
        _tell_first()
    ServerWorkers.warm_up = _not_at_all  # type: ignore[assignment,method-assign]
    build = application.build

    def built(config: Config, _: Door | None = None) -> Any:
        app = build(config)
        fleet: Fleet = app.state.fleet
        fleet._inlet.settings.port = urlsplit(listens).port or 0
        signal.signal(signal.SIGUSR1, lambda *_: _cut_relays(fleet))
        return app

    serve.build = built  # type: ignore[attr-defined,assignment]
    config = Config(
        host=host,
        port=port,
        database=database,
        node=url,
        lease=lease,
        drain_seconds=0.5,
        workers=1,
        limits=LIMITS,
        pace=PACE,
    )
    serve.run(config)


async def _not_at_all(workers: ServerWorkers) -> None:
    del workers


def _cut_relays(fleet: "Fleet") -> None:
    """As a network does that fails."""
    for line in fleet._lines.values():
        line.cut()


def _tell_first() -> None:
    """Break the order of things: a store that says it has written, and does so some time later."""
    write, waiting = SqlStore.write, set[asyncio.Task[None]]()

    async def later(store: SqlStore, writing: Writing) -> None:
        await asyncio.sleep(UNSAID)
        await write(store, writing)

    async def at_once(store: SqlStore, writing: Writing) -> None:
        waiting.add(asyncio.create_task(later(store, writing)))

    SqlStore.write = at_once  # type: ignore[assignment,method-assign]
