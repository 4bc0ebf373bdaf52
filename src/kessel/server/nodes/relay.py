"""The way out: what a page says about a table elsewhere is passed on to the server that owns it,
and what that answers is passed back, frame by frame. Knows nothing of what the frames mean."""

import asyncio
import contextlib
from collections.abc import Callable
from urllib.parse import urlsplit

from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_RESTART
from kessel.server.nodes.wire import Ended, framed, frames, head, read_head

CONNECT_SECONDS = 1.0
SILENT_SECONDS = 2.0
"""After a ping without an answer, after which the network between us and the owner is taken to be
cut: both may be alive, but a page that is here cannot play. Pages ping every 1.5 s."""
TOLD_ON = frozenset({1000, 1001, 1008, 1009, 1011, CLOSE_RESTART, 1013})
"""Codes of the owner's that a page is told; everything else means that the owner is gone."""
PATH = "/relay"
PROTOCOL = "kessel"
CLIENT = "x-kessel-client"
"""Header with the address of the client for whom a relay speaks."""
UNREACHABLE = (OSError, EOFError, TimeoutError)


class Relay:
    """One page's line to another server."""

    def __init__(
        self,
        node: str,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        who: Attendee,
    ) -> None:
        self.node = node
        self.close_code = CLOSE_RESTART
        """With which the page is to be disconnected when the relay has ended. Come back: to another
        server, or to this one a little later."""
        self._reader, self._writer, self._who = reader, writer, who
        self._pump: asyncio.Task[None] | None = None
        self._doubt: asyncio.TimerHandle | None = None

    @classmethod
    async def open(cls, node: str, secret: str, client: str, who: Attendee) -> "Relay":
        """Connect to another server; raises one of `UNREACHABLE` where that does not answer."""
        parts = urlsplit(node)
        headers = {
            "host": parts.netloc,
            "connection": "upgrade",
            "upgrade": PROTOCOL,
            "authorization": f"Bearer {secret}",
            CLIENT: client,
        }
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            try:
                writer.write(head(f"GET {PATH} HTTP/1.1", headers))
                answer, _ = await read_head(reader)
                if " 101 " not in answer:
                    raise ConnectionRefusedError(f"{parts.netloc} lets nobody in: {answer}")
            except BaseException:
                writer.close()
                raise
        return cls(node, reader, writer, who)

    def start(self, on_end: Callable[["Relay"], None]) -> None:
        """Pass back what comes, until the owner ends it; then say so."""
        self._pump = asyncio.get_running_loop().create_task(self._pass_back(on_end))

    async def send(self, frame: str | bytes) -> None:
        """Pass on one frame; where the owner is gone, the page is about to hear it."""
        with contextlib.suppress(OSError):
            self._writer.write(framed([frame]))
            await self._writer.drain()

    def expect_answer(self) -> None:
        """What is passed on now is answered at once by an owner that can be reached."""
        if self._doubt is None:
            self._doubt = asyncio.get_running_loop().call_later(SILENT_SECONDS, self.cut)

    def close(self) -> None:
        """The page has left."""
        self._hear()
        if self._pump is not None:
            self._pump.cancel()
        self._writer.close()

    def cut(self) -> None:
        """The owner is no longer alive, whatever its socket says."""
        self._writer.transport.abort()

    async def _pass_back(self, on_end: Callable[["Relay"], None]) -> None:
        try:
            async for frame in frames(self._reader):
                self._hear()
                self._who.deliver([frame])
        except Ended as ended:
            if ended.code in TOLD_ON:
                self.close_code = ended.code
        except (OSError, EOFError):
            pass  # gone without a word
        self._hear()
        self._writer.close()
        on_end(self)

    def _hear(self) -> None:
        if self._doubt is not None:
            self._doubt.cancel()
            self._doubt = None
