"""How anybody is served, pages and other servers alike: settings of uvicorn, further ports, what
one WebSocket says and hears. Knows no routes and no tables."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Literal

import uvicorn
from starlette.applications import Starlette
from starlette.routing import BaseRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_RESTART, Desk
from kessel.hall.limits import Limits
from kessel.server.guard import WRITE_AT_ONCE, GuardedHttp, GuardedSocket, SocketGate

BACKLOG = 1024
KEEP_ALIVE_SECONDS = 15
PING_SECONDS = 30.0
"""Between pings to every WebSocket, and until one that does not answer is cut."""
HEAD_BYTES = 16 * 1024
"""Of a request without its body."""
STOP_SECONDS = 3
"""In which requests may still be answered."""
DRAIN_SECONDS = 2.0
"""Time to flush the queue of a closing connection."""
MOST_SOCKETS = 10**6
"""Of a further port, which only we and ours reach."""
STARTED_SECONDS = 0.005
"""Between looks at whether it listens."""


def settings(
    app: Starlette, host: str, port: int, gate: SocketGate, lifespan: Literal["on", "off"]
) -> uvicorn.Config:
    """How an application is served."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=partial(GuardedHttp, gate),  # type: ignore[arg-type]
        ws=GuardedSocket,
        ws_max_size=gate.limits.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        lifespan=lifespan,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        h11_max_incomplete_event_size=HEAD_BYTES,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
    )


def for_ours(host: str, port: int, routes: Sequence[BaseRoute], limits: Limits) -> uvicorn.Config:
    """How routes are served that only we and ours reach."""
    gate = SocketGate(limits, behind_proxy=True, most_sockets=MOST_SOCKETS)
    return settings(Starlette(routes=routes), host, port, gate, lifespan="off")


class Port:
    """A further address of this server."""

    def __init__(self, served: uvicorn.Config) -> None:
        self.settings = served
        self._server = uvicorn.Server(served)
        self._server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
        self._serving: asyncio.Task[None] | None = None

    async def open(self, bound: socket.socket | None = None) -> None:
        """Listen, at a socket that is bound already or at one by the settings; where that cannot
        be, the server does not start."""
        sockets = [bound or self.settings.bind_socket()]
        self._serving = asyncio.create_task(self._server.serve(sockets))
        while not self._server.started:  # noqa: ASYNC110 -- uvicorn tells nobody
            await asyncio.sleep(STARTED_SECONDS)

    async def close(self) -> None:
        """Listen no longer, and let all go."""
        self._server.should_exit = True
        if self._serving is not None:
            await self._serving


async def receive(
    socket: WebSocket, who: Attendee, take: Callable[[str | bytes], Awaitable[None]]
) -> None:
    """Take frame after frame, until the other side is gone or somebody let it go."""
    with contextlib.suppress(WebSocketDisconnect):
        while not who.is_gone:
            event = await socket.receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            await take(text if text is not None else event.get("bytes") or b"")
            await asyncio.sleep(0)  # others first: more of theirs may be waiting already


@contextlib.asynccontextmanager
async def sending(
    socket: WebSocket, who: Attendee, desk: Desk, may_tell: Callable[[], bool]
) -> AsyncIterator[None]:
    """Send what somebody is told, for as long as we may tell anything; at the end what is left."""
    sender = asyncio.create_task(_send(socket, who, desk, may_tell))
    try:
        yield
    finally:
        who.close()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(sender, DRAIN_SECONDS)


async def _send(socket: WebSocket, who: Attendee, desk: Desk, may_tell: Callable[[], bool]) -> None:
    write = socket.scope["extensions"][WRITE_AT_ONCE]["write"]
    try:
        while waiting := await who.waiting():
            if not may_tell():
                desk.close_code, who.is_gone = CLOSE_RESTART, True
                break
            await write(waiting)
        await socket.close(desk.close_code)
    except (WebSocketDisconnect, RuntimeError, OSError):
        who.is_gone = True
