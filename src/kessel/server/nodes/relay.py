"""The way out: what a page says about a table elsewhere is passed on to the server that owns it,
and what that answers is passed back, frame by frame. Knows nothing of what the frames mean."""

import asyncio
import contextlib
from collections.abc import Callable
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_RESTART

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
