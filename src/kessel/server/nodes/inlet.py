"""The way in: other servers come here with the frames of pages whose tables this one owns.

A port of its own, which no page reaches; whoever comes has to know the secret that is in the
database. Also answers `/metrics`, for a collector on another machine.
"""

import hmac
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_POLICY, Desk
from kessel.hall.limits import Limits
from kessel.server.metrics import ServerMetrics
from kessel.server.nodes.relay import CLIENT, PATH
from kessel.server.sockets import Port, for_ours, receive, sending

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
