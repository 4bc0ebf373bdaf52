"""Runs the application on granian, in this process: one event loop, and workers beside it."""

import asyncio
import os
import signal

from granian.constants import Interfaces
from granian.server.embed import Server

from kessel.server.app import build
from kessel.server.config import Config
from kessel.server.logs import set_up_logs

BACKLOG = 1024
STOP_SECONDS = 10.0
"""In which connections may end in good order."""


async def run(config: Config) -> None:
    """Serve until the process is told to stop."""
    set_up_logs()
    app = build(config)
    server = Server(
        app,
        address=config.host,
        port=config.port,
        interface=Interfaces.ASGI,
        backlog=BACKLOG,
        log_enabled=False,
    )
    loop = asyncio.get_running_loop()

    def stop() -> None:
        server.stop()  # type: ignore[no-untyped-call]
        # All that was told is on disk, so nothing is lost by not waiting for ever.
        loop.call_later(STOP_SECONDS, os._exit, 0)

    def on_signal(number: int, frame: object) -> None:
        loop.call_soon_threadsafe(stop)

    # Not the loop's own add_signal_handler: it hears of signals through the pipe that granian's
    # threads wake it by, and a signal that comes while that pipe is full is lost.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, on_signal)
    await server.serve()
