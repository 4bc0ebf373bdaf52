"""The way between two servers: what a page says about a table elsewhere is passed on to the server
that owns it, and what that answers is passed back, frame by frame. Knows nothing of what the frames
mean.

The way in is a port of its own, which no page reaches; whoever comes has to know the secret that is
in the database. It also answers `/metrics`, for a collector on another machine.
"""

import asyncio
import contextlib
import hmac
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_POLICY, CLOSE_RESTART, Desk
from kessel.hall.limits import Limits
from kessel.server.metrics import ServerMetrics
from kessel.server.sockets import Port, for_ours, receive, sending

CONNECT_SECONDS = 1.0
PING_SECONDS, SILENT_SECONDS = 1.0, 2.0
"""Between two pings to the owner, and for its answer. Without one the network between us is taken
to be cut: both may be alive, but a page that is here cannot play."""
TOLD_ON = frozenset({1000, 1001, 1008, 1009, 1011, CLOSE_RESTART, 1013})
"""Codes of the owner's that a page is told; everything else means that the owner is gone."""
PATH = "/relay"
CLIENT = "x-kessel-client"
"""Header with the address of the client for whom a relay speaks."""
UNREACHABLE = (OSError, TimeoutError, WebSocketException)


class Relay:
    """One page's line to another server."""

    def __init__(self, node: str, line: ClientConnection, who: Attendee) -> None:
        self.node = node
        self.close_code = CLOSE_RESTART
        """With which the page is to be disconnected when the relay has ended. Come back: to another
        server, or to this one a little later."""
        self._line, self._who = line, who
        self._pump: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, node: str, secret: str, client: str, who: Attendee) -> "Relay":
        """Connect to another server; raises one of `UNREACHABLE` where that does not answer."""
        line = await connect(
            f"ws://{urlsplit(node).netloc}{PATH}",
            additional_headers={"authorization": f"Bearer {secret}", CLIENT: client},
            user_agent_header=None,
            compression=None,
            proxy=None,
            max_size=None,
            open_timeout=CONNECT_SECONDS,
            ping_interval=PING_SECONDS,
            ping_timeout=SILENT_SECONDS,
            close_timeout=0.0,
        )
        return cls(node, line, who)

    def start(self, on_end: Callable[["Relay"], None]) -> None:
        """Pass back what comes, until the owner ends it; then say so."""
        self._pump = asyncio.get_running_loop().create_task(self._pass_back(on_end))

    async def send(self, frame: str | bytes) -> None:
        """Pass on one frame; where the owner is gone, the page is about to hear it."""
        with contextlib.suppress(ConnectionClosed):
            await self._line.send(frame)

    def close(self) -> None:
        """The page has left."""
        if self._pump is not None:
            self._pump.cancel()
        self._line.transport.close()

    def cut(self) -> None:
        """The owner is no longer alive, whatever its socket says."""
        self._line.transport.abort()

    async def _pass_back(self, on_end: Callable[["Relay"], None]) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in self._line:
                self._who.deliver([frame])
        if self._line.close_code in TOLD_ON:
            self.close_code = self._line.close_code
        on_end(self)


Welcome = Callable[[Attendee, str], Desk]
"""A desk for somebody who comes from another server, by the address they have there."""


class Inlet(Port):
    """Where other servers come in."""

    def __init__(
        self,
        url: str,
        welcome: Welcome,
        forget: Callable[[Attendee], None],
        may_tell: Callable[[], bool],
        metrics: ServerMetrics,
        limits: Limits,
    ) -> None:
        where = urlsplit(url)
        routes = WebSocketRoute(PATH, self._take), Route("/metrics", metrics.show)
        super().__init__(for_ours(where.hostname or "", where.port or 0, routes, limits))
        self.secret = ""
        """Known once the database was asked for it."""
        self._welcome, self._forget, self._may_tell = welcome, forget, may_tell
        self._limits = limits

    async def _take(self, socket: WebSocket) -> None:
        shown, known = socket.headers.get("authorization", ""), f"Bearer {self.secret}"
        if not hmac.compare_digest(shown.encode(), known.encode()):
            await socket.close(CLOSE_POLICY)
            return
        await socket.accept()
        who = Attendee(self._limits.unsent, self._limits.unsent_bytes)
        desk = self._welcome(who, socket.headers.get(CLIENT, "unknown"))
        async with sending(socket, who, desk, self._may_tell):
            try:
                await receive(socket, who, desk.receive)
            finally:
                who.close()
                desk.leave()
                self._forget(who)
