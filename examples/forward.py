"""Stands in for HAProxy where that is not installed: `python examples/forward.py PORT SERVER-PORT…`

Every connection goes to one of the servers that say that they are well; those of a server that no
longer does are cut, so that pages come back to another. To look at on one machine, not to serve
with: it knows bytes, not HTTP, and listens on the loopback.
"""

import asyncio
import contextlib
import random
import signal
import sys
import urllib.request
from collections.abc import Sequence

HOST = "127.0.0.1"
LOOK_SECONDS = 1.0
PATIENCE = 2.0
"""s for an answer about a server's health."""
FAILS = 2
"""Looks in a row that make a server one that is down."""
CHUNK = 2**16


class Forwarder:
    """Passes connections on to servers that are well."""

    def __init__(self, servers: Sequence[int]) -> None:
        self._fails = dict.fromkeys(servers, 0)
        self._lines: dict[int, set[asyncio.StreamWriter]] = {port: set() for port in servers}

    async def watch(self) -> None:
        """Look after all servers for ever."""
        while True:
            await asyncio.gather(*map(self._look, self._fails))
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self, port: int) -> None:
        well = await asyncio.to_thread(is_well, port)
        self._fails[port] = 0 if well else self._fails[port] + 1
        if self._fails[port] >= FAILS:
            for line in self._lines[port]:
                line.transport.abort()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until either side ends it."""
        well = [port for port, fails in self._fails.items() if fails < FAILS]
        for port in random.sample(well, len(well)):
            with contextlib.suppress(OSError):
                there, back = await asyncio.open_connection(HOST, port)
                await self._join(port, (reader, writer), (there, back))
                return
        writer.transport.abort()

    async def _join(
        self,
        port: int,
        page: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        server: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        self._lines[port].add(page[1])
        try:
            await asyncio.gather(passed_on(page[0], server[1]), passed_on(server[0], page[1]))
        finally:
            self._lines[port].discard(page[1])


async def passed_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """What one side says, said to the other; the end, too."""
    with contextlib.suppress(OSError):
        while data := await source.read(CHUNK):
            target.write(data)
            await target.drain()
    target.close()


def is_well(port: int) -> bool:
    """Whether a server says so."""
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/healthz", timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


async def forward(port: int, servers: Sequence[int]) -> None:
    """Serve until somebody stops it."""
    forwarder = Forwarder(servers)
    async with await asyncio.start_server(forwarder.take, HOST, port):
        await forwarder.watch()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    own, *others = map(int, sys.argv[1:])
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(forward(own, others))
