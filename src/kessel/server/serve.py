"""Runs the application on uvicorn, in this process: one event loop, and workers beside it.

Told to stop, it ends in its time, whatever hangs: all that was told to anybody is on disk.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from types import FrameType

import uvicorn

from kessel.errors import BadValue
from kessel.hall.logs import log
from kessel.server.app import build
from kessel.server.config import Config
from kessel.server.door import Door
from kessel.server.garbage import collect_garbage
from kessel.server.guard import SocketGate
from kessel.server.logs import set_up_logs
from kessel.server.sockets import settings

STOP_SECONDS = 10.0
"""In which everything has to end in good order."""
SWITCH_SECONDS = 0.0005
"""After which a thread that computes lets another one go on. The thread that writes gives way with
every statement; by Python's own 5 ms it would wait that long for each while the event loop is busy,
and a decision for all of them."""
FILES = 65_536
"""Sockets and files that we ask the system for."""
SPARE_FILES = 200
"""Of those, kept for the database, workers and files."""


LEAST_FILES = SPARE_FILES + 100
"""With fewer there would be no room for people."""


def run(
    config: Config,
    when_ready: Callable[[], None] = lambda: None,
    when_let_in: Callable[[str], None] = lambda origin: log("others may come", origin=origin),
) -> None:
    """Serve until the process is told to stop; raises where it cannot even begin.

    `when_ready` is called once people can come; `when_let_in`, with its address, when the page has
    let in others in the network.
    """
    with asyncio.Runner(loop_factory=_event_loop()) as runner:
        runner.run(_serve(config, when_ready, when_let_in))


async def _serve(
    config: Config, when_ready: Callable[[], None], when_let_in: Callable[[str], None]
) -> None:
    set_up_logs(config.log_in_words)
    sys.setswitchinterval(SWITCH_SECONDS)
    files = _most_files()
    if files < LEAST_FILES:
        raise BadValue(
            f"only {files} files may be open at once, and a server needs {LEAST_FILES}: "
            "raise the limit (ulimit -n 4096, or LimitNOFILE of a service)"
        )
    gate = SocketGate(config.limits, config.behind_proxy, files - SPARE_FILES)
    door = Door(config, gate, when_let_in) if config.key else None
    app = build(config, door)
    served = settings(app, config.host, config.port, gate, lifespan="on")
    collecting = asyncio.create_task(collect_garbage(lambda: gate.closed))
    try:
        await _Server(served, app.state.drain, config, when_ready, door).serve()
    finally:
        collecting.cancel()


class _Server(uvicorn.Server):
    def __init__(
        self,
        served: uvicorn.Config,
        drain: Callable[[], Awaitable[None]],
        config: Config,
        when_ready: Callable[[], None],
        door: Door | None,
    ) -> None:
        super().__init__(served)
        self._door = door
        self._drain, self._when_ready = drain, when_ready
        self._seconds = 0.0 if config.node is None else config.drain_seconds
        self._loop = asyncio.get_running_loop()
        self._stopping: asyncio.Task[None] | None = None
        self._told = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and only then say so."""
        await super().startup(sockets)
        self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen nowhere any more."""
        closing = [] if self._door is None else [self._door.close()]
        await asyncio.gather(super().shutdown(sockets), *closing)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop by a signal, and exit as one that was asked to (uvicorn would die of it)."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.handle_exit)
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; told a second time, at once. A thread ends what does not: the event
        loop itself may hang."""
        if self._told:
            super().handle_exit(sig, frame)
            return
        self._told = True
        end = threading.Timer(self._seconds + STOP_SECONDS, _end)
        end.daemon = True
        end.start()
        if sig == signal.SIGTERM:
            self._loop.call_soon_threadsafe(self._stop, sig, frame)
        else:
            super().handle_exit(sig, frame)

    def _stop(self, sig: int, frame: FrameType | None) -> None:
        self._stopping = self._loop.create_task(self._drain_and_stop(sig, frame))

    async def _drain_and_stop(self, sig: int, frame: FrameType | None) -> None:
        try:
            await self._drain()
        finally:
            super().handle_exit(sig, frame)


def _event_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one (not on Windows), which takes less of the processor."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _end() -> None:
    log("stopped without waiting any longer")
    os._exit(0)


def _most_files() -> int:
    """Ask for as many files as we are allowed; how many that are."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft == resource.RLIM_INFINITY:
        return FILES
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    return max(soft, wanted)
