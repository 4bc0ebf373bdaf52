"""A hall for one page: lines of messages come in and go out, and addresses are answered.

The same desk as a server's; who carries the lines is not known here. The seats that somebody takes
are kept before they are told, with all else that the page itself keeps under `page/`.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kessel.hall.attendee import Attendee, Payload
from kessel.hall.desk import Desk
from kessel.hall.finished import FinishedGames
from kessel.hall.hub import Hub
from kessel.hall.limits import Address, Bucket, Limits
from kessel.hall.metrics import Metrics
from kessel.hall.store import NotSaved
from kessel.messages.server import encode
from kessel.page.shelf import Shelf
from kessel.page.store import ShelfStore
from kessel.page.workers import PageWorkers
from kessel.table import Pace
from kessel.views.editions import editions

PLENTY = 1e6
"""Of anything that servers count: nobody keeps others from playing here."""
LIMITS = Limits(
    message_bytes=16 * 2**20,
    messages_per_second=PLENTY,
    address_messages_per_second=PLENTY,
    unsent=10_000,
)

LAST_TABLE = "page/kessel.table"
"""Where the page looks for the table it sat at last."""
JOINED = '{"type":"joined"'

Send = Callable[[Payload | None], None]
"""Takes what a line is told; None is the end of the line."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """The answer to an address."""

    status: int
    kind: str
    body: bytes


NO_SUCH_GAME = HttpAnswer(404, "text/plain", b"there is no such game")


class PageLine:
    """One connection of the page."""

    def __init__(self, hub: Hub, shelf: Shelf, send: Send) -> None:
        now = time.monotonic()
        plenty = Address(*(Bucket.full(PLENTY, now) for _ in range(6)))  # type: ignore[arg-type]
        self._who = Attendee(LIMITS.unsent)
        self._desk = Desk(hub, self._who, plenty)
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._send, self._shelf = send, shelf
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
            if isinstance(payload, str) and payload.startswith(JOINED):
                await self._keep_seats(json.loads(payload))
            self._send(payload)
        self._send(None)

    async def _keep_seats(self, joined: dict[str, Any]) -> None:
        """The secrets of the seats, as the page remembers the table it sits at."""
        tokens = [held["token"] for held in joined["seats"]]
        if tokens:
            kept = json.dumps({"table": joined["table"], "tokens": tokens})
            with contextlib.suppress(NotSaved):  # the table itself was; it can be played now
                await self._shelf.put({LAST_TABLE: kept})


class PageHall:
    """All tables of this page."""

    def __init__(self, shelf: Shelf, workers: PageWorkers, pace: Pace | None = None) -> None:
        self.store, self._shelf = ShelfStore(shelf), shelf
        self._hub = Hub(
            LIMITS, pace or Pace(), self.store, workers, Metrics(), levels=workers.levels
        )
        self._finished, self._workers = FinishedGames(self.store, workers), workers

    def open(self, send: Send) -> PageLine:
        """A new line, and where its messages go."""
        return PageLine(self._hub, self._shelf, send)

    async def get(self, path: str) -> HttpAnswer:
        """The answer to an address under the API, such as `games/CODE/record`."""
        match path.split("/"):
            case ["editions"]:
                return _found(encode(editions()))
            case ["games", game]:
                return _found(await self._finished.replay(game))
            case ["games", game, "review"]:
                return _found(await self._finished.review(game))
            case ["games", game, "record"]:
                text = await self._finished.record(game)
                return _found(None if text is None else text.encode(), "text/plain")
            case ["games", game, "throws", number] if number.isdecimal():
                frame = await self._finished.frame(game, int(number))
                return _found(frame, "application/octet-stream")
            case _:
                return HttpAnswer(404, "text/plain", b"there is nothing at that address")


def _found(body: bytes | None, kind: str = "application/json") -> HttpAnswer:
    return NO_SUCH_GAME if body is None else HttpAnswer(200, kind, body)
