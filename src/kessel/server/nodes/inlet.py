"""The way in: other servers come here with the frames of pages whose tables this one owns.

A port of its own, which no page reaches; whoever comes has to know the secret that is in the
database. Also answers `/metrics`, for a collector on another machine.
"""

import asyncio
import contextlib
import hmac
import time
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_RESTART, Desk
from kessel.server.nodes.relay import CLIENT, PATH, packed

Welcome = Callable[[Attendee, str], Desk]
"""A desk for somebody who comes from another server, by the address they have there."""


class Inlet:
    """Where other servers come in."""

    def __init__(
        self,
        url: str,
        welcome: Welcome,
        forget: Callable[[Attendee], None],
        may_tell: Callable[[], bool],
        metrics: Callable[[], bytes],
        unsent: int,
    ) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname, parts.port
        self._welcome, self._forget, self._may_tell = welcome, forget, may_tell
        self._metrics, self._unsent = metrics, unsent
        self._secret = ""
        self._server: Server | None = None

    async def open(self, secret: str) -> None:
        """Listen."""
        self._secret = secret
        self._server = await serve(
            self._attend,
            self._host,
            self._port,
            process_request=self._admit,
            compression=None,
            ping_interval=None,
            max_size=None,
            close_timeout=1.0,
        )

    async def close(self) -> None:
        """Listen no longer, and let all go."""
        if self._server is not None:
            self._server.close(code=CLOSE_RESTART)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._server.wait_closed(), 2.0)

    def _admit(self, line: ServerConnection, request: Request) -> Response | None:
        if request.path == "/metrics":
            return line.respond(HTTPStatus.OK, self._metrics().decode())
        shown = request.headers.get("authorization", "")
        if request.path == PATH and hmac.compare_digest(
            shown.encode(), f"Bearer {self._secret}".encode()
        ):
            return None
        return line.respond(HTTPStatus.FORBIDDEN, "only servers of this database come in here\n")

    async def _attend(self, line: ServerConnection) -> None:
        assert line.request is not None
        who = Attendee(self._unsent)
        desk = self._welcome(who, line.request.headers.get(CLIENT, "unknown"))
        sender = asyncio.create_task(self._send(line, who, desk))
        try:
            async for frame in line:
                who.heard = time.monotonic()
                await desk.receive(frame)
        except ConnectionClosed:
            pass
        finally:
            who.close()
            desk.leave()
            self._forget(who)
            await sender

    async def _send(self, line: ServerConnection, who: Attendee, desk: Desk) -> None:
        with contextlib.suppress(ConnectionClosed):
            while waiting := await who.waiting():
                if not self._may_tell():
                    desk.close_code = CLOSE_RESTART
                    break
                await line.send(packed(waiting))
            await line.close(desk.close_code)
        who.is_gone = True
