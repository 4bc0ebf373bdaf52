"""A bad line to a server: a proxy on this machine with delay, jitter and little bandwidth, which
may stall or swallow what is said. Knows bytes, and nothing of what they mean."""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

CHUNK = 4096
"""Bytes that travel together."""
Way: TypeAlias = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Profile:
    """How bad a line is; times are in seconds and hold for one way."""

    delay: float = 0.0
    jitter: float = 0.0
    bits: float = float("inf")
    """A second, each way, for all connections together."""


PROFILES = {
    "LAN": Profile(),
    "far": Profile(delay=0.15),
    "3G": Profile(delay=0.3, jitter=0.15, bits=400_000),
    "64 kbit/s": Profile(delay=0.15, bits=64_000),
}


class Line:
    """Listens on a port of its own and passes everything on."""

    def __init__(self, target: int | Path, profile: Profile, seed: int = 1) -> None:
        """To a port of this machine, or to a socket file."""
        self.profile = profile
        self.bytes: dict[Way, int] = {"up": 0, "down": 0}
        """What came through so far."""
        self.dials = 0
        """Connections that were begun so far, answered or not."""
        self.port = 0
        self._target, self._chance = target, Random(seed)
        self._loop = asyncio.new_event_loop()
        self._flows = asyncio.Event()
        self._flows.set()
        self._hole = asyncio.Event()
        self._free: dict[Way, float] = {"up": 0.0, "down": 0.0}
        """When the line has carried everything that was given to it."""
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        """Where a page finds the server over this line."""
        return f"http://127.0.0.1:{self.port}"

    def stall(self) -> None:
        """From now on nothing comes through, and nobody is told."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def go_on(self) -> None:
        """Everything that was held up comes through."""
        self._loop.call_soon_threadsafe(self._flows.set)

    def swallow(self) -> None:
        """From now on what is sent is lost, and its connection with it: nobody is told."""
        self._loop.call_soon_threadsafe(self._hole.set)

    def let_through(self) -> None:
        """Connections over which nothing was lost work, and new ones."""
        self._loop.call_soon_threadsafe(self._hole.clear)

    def cut(self) -> None:
        """End all connections."""
        self._loop.call_soon_threadsafe(self._abort)

    def _abort(self) -> None:
        for one in list(self._open):
            one.transport.abort()

    # --- inside ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Listen."""
        self._thread.start()
        self._do(self._listen())

    def stop(self) -> None:
        """End everything, and wait for it."""
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, what: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(10)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        self._server.close()
        self._abort()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, what: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._start(self._carry(reader, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.dials += 1
        try:
            there, back = await self._reached()
        except OSError:  # nobody is there
            writer.transport.abort()
            return
        ends = {writer, back}
        self._open |= ends
        try:
            lost = asyncio.Event()
            ways = [self._pump(reader, back, "up", lost), self._pump(there, writer, "down", lost)]
            await asyncio.gather(*map(self._start, ways))
        finally:
            self._open -= ends
            for one in ends:
                one.close()

    async def _reached(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._target, Path):
            return await asyncio.open_unix_connection(self._target)
        return await asyncio.open_connection("127.0.0.1", self._target)

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        way: Way,
        lost: asyncio.Event,
    ) -> None:
        """What is read waits its time; delay does not keep the next from being read. A connection
        of which anything is `lost` carries nothing any more."""
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        last = 0.0

        async def deliver() -> None:
            while True:
                at, data = await queue.get()
                await asyncio.sleep(max(0.0, at - self._loop.time()))
                await self._flows.wait()
                if self._hole.is_set():
                    lost.set()
                if lost.is_set():
                    continue
                if not data:
                    writer.close()
                    return
                self.bytes[way] += len(data)
                writer.write(data)
                with contextlib.suppress(OSError):
                    await writer.drain()

        delivering = self._start(deliver())
        data = b"more"
        while data:
            with contextlib.suppress(OSError):
                data = b""
                data = await reader.read(CHUNK)
            last = max(last, self._arrival(way, len(data)))
            queue.put_nowait((last, data))
        await delivering

    def _arrival(self, way: Way, size: int) -> float:
        now, profile = self._loop.time(), self.profile
        self._free[way] = max(now, self._free[way]) + size * 8 / profile.bits
        return self._free[way] + profile.delay + profile.jitter * self._chance.uniform(-1.0, 1.0)


@contextlib.contextmanager
def line_to(
    target: int | Path, profile: Profile = PROFILES["LAN"], seed: int = 1
) -> Iterator[Line]:
    """A line that is gone afterwards."""
    line = Line(target, profile, seed)
    line.start()
    try:
        yield line
    finally:
        line.stop()
