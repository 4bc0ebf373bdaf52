"""The way in: other servers come here with the frames of pages whose tables this one owns.

A port of its own, which no page reaches; whoever comes has to know the secret that is in the
database. Also answers `/metrics`, for a collector on another machine.
"""

import asyncio
import contextlib
import hmac
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_RESTART, Desk
from kessel.hall.limits import Limits
from kessel.server.nodes.relay import CLIENT, PATH, PROTOCOL
from kessel.server.nodes.wire import Ended, answer, farewell, framed, frames, head, read_head

HEAD_SECONDS = 5.0
"""In which whoever comes has to say what they want."""
CLOSE_SECONDS = 2.0

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
        limits: Limits,
    ) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname, parts.port
        self._welcome, self._forget, self._may_tell = welcome, forget, may_tell
        self._metrics, self._limits = metrics, limits
        self._secret = ""
        self._server: asyncio.Server | None = None
        self._guests: dict[asyncio.Task[object], asyncio.StreamWriter] = {}

    async def open(self, secret: str) -> None:
        """Listen."""
        self._secret = secret
        self._server = await asyncio.start_server(self._take, self._host, self._port)

    async def close(self) -> None:
        """Listen no longer, and let all go: to whoever hears no reason, we are gone."""
        if self._server is not None:
            self._server.close()
        for writer in self._guests.values():
            writer.close()
        if self._guests:
            await asyncio.wait(list(self._guests), timeout=CLOSE_SECONDS)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._guests[task] = writer
        try:
            async with asyncio.timeout(HEAD_SECONDS):
                request, headers = await read_head(reader)
            if self._admits(request, headers, writer):
                await self._attend(reader, writer, headers.get(CLIENT, "unknown"))
        except (OSError, EOFError, asyncio.LimitOverrunError, TimeoutError):
            pass  # nobody we know
        finally:
            del self._guests[task]
            writer.close()

    def _admits(self, request: str, headers: dict[str, str], writer: asyncio.StreamWriter) -> bool:
        """Answer; whether a relay follows."""
        path = f"{request} ".split(" ")[1]
        if path == "/metrics":
            writer.write(self._metrics())
            return False
        shown, known = headers.get("authorization", ""), f"Bearer {self._secret}"
        if path == PATH and hmac.compare_digest(shown.encode(), known.encode()):
            switch = {"connection": "upgrade", "upgrade": PROTOCOL}
            writer.write(head("HTTP/1.1 101 Switching Protocols", switch))
            return True
        writer.write(answer(HTTPStatus.FORBIDDEN, b"only servers of this database come in here\n"))
        return False

    async def _attend(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, client: str
    ) -> None:
        who = Attendee(self._limits.unsent, self._limits.unsent_bytes)
        desk = self._welcome(who, client)
        sender = asyncio.create_task(self._send(writer, who, desk))
        try:
            async for frame in frames(reader):
                await desk.receive(frame)
        except (OSError, EOFError, Ended):
            pass  # the page has left, or its server
        finally:
            who.close()
            desk.leave()
            self._forget(who)
            await sender

    async def _send(self, writer: asyncio.StreamWriter, who: Attendee, desk: Desk) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # so uvloop calls a line that is closed
            while waiting := await who.waiting():
                if not self._may_tell():
                    desk.close_code = CLOSE_RESTART
                    break
                writer.write(framed(waiting))
                await writer.drain()
            writer.write(farewell(desk.close_code))
        who.is_gone = True
        writer.close()
