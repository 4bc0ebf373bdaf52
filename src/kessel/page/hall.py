"""A hall for one page: lines of messages come in and go out, and addresses are answered.

The same desk as a server's; who carries the lines is not known here.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from kessel.hall.archive import Archive
from kessel.hall.attendee import Attendee, Payload
from kessel.hall.desk import Desk
from kessel.hall.hub import Hub
from kessel.hall.limits import Address, Bucket, Limits
from kessel.hall.messages.server import encode
from kessel.hall.views.editions import editions
from kessel.page.metrics import NoMetrics
from kessel.page.shelf import Shelf
from kessel.page.store import ShelfStore
from kessel.page.workers import PageWorkers
from kessel.table import Pace

PLENTY = 1e6
"""Of anything that servers count: nobody keeps others from playing here."""
LIMITS = Limits(
    message_bytes=16 * 2**20,
    messages_per_second=PLENTY,
    address_messages_per_second=PLENTY,
    unsent=10_000,
)

Send = Callable[[Payload | None], None]
"""Takes what a line is told; None is the end of the line."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an address."""

    status: int
    kind: str
    body: bytes


NO_SUCH_GAME = Answer(404, "text/plain", b"there is no such game")


class Line:
    """One connection of the page."""

    def __init__(self, hub: Hub, send: Send) -> None:
        now = time.monotonic()
        plenty = Address(*(Bucket.full(PLENTY, now) for _ in range(3)))
        self._who = Attendee(LIMITS.unsent)
        self._desk = Desk(hub, self._who, plenty)
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._send = send
        self._tasks = [asyncio.ensure_future(self._receive()), asyncio.ensure_future(self._tell())]

    def receive(self, text: str) -> None:
        """The page says something."""
        self._inbox.put_nowait(text)

    def close(self) -> None:
        """The page is gone."""
        self._inbox.put_nowait(None)

    async def _receive(self) -> None:
        while (text := await self._inbox.get()) is not None:
            await self._desk.receive(text)
        self._desk.leave()
        self._who.close()

    async def _tell(self) -> None:
        while (payload := await self._who.unsent.get()) is not None:
            self._send(payload)
        self._send(None)


class PageHall:
    """All tables of this page."""

    def __init__(self, shelf: Shelf, workers: PageWorkers, pace: Pace | None = None) -> None:
        self.store = ShelfStore(shelf)
        self._hub = Hub(
            LIMITS, pace or Pace(), self.store, workers, NoMetrics(), levels=workers.levels
        )
        self._archive = Archive(self.store, workers)

    def open(self, send: Send) -> Line:
        """A new line, and where its messages go."""
        return Line(self._hub, send)

    async def get(self, path: str) -> Answer:
        """The answer to an address under the API, such as `games/CODE/record`."""
        match path.split("/"):
            case ["editions"]:
                return _json(encode(editions()))
            case ["games", game]:
                return _json(await self._archive.replay(game))
            case ["games", game, "review"]:
                return _json(await self._archive.review(game))
            case ["games", game, "record"]:
                text = await self._archive.record(game)
                return NO_SUCH_GAME if text is None else Answer(200, "text/plain", text.encode())
            case ["games", game, "throws", number] if number.isdecimal():
                frame = await self._archive.frame(game, int(number))
                kind = "application/octet-stream"
                return NO_SUCH_GAME if frame is None else Answer(200, kind, frame)
        return Answer(404, "text/plain", b"there is nothing at that address")


def _json(body: bytes | None) -> Answer:
    return NO_SUCH_GAME if body is None else Answer(200, "application/json", body)
