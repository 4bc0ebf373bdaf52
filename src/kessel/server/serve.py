"""Runs the application on granian, in this process: one event loop, and workers beside it."""

import asyncio
import contextlib
import signal

from granian.constants import Interfaces
from granian.server.embed import Server

from kessel.server.app import build
from kessel.server.config import Config
from kessel.server.logs import set_up_logs

BACKLOG = 1024


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
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, server.stop)
    await server.serve()
