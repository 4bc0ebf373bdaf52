"""People at a hall with the page's own device, on bad lines: delay, jitter, stalls, lost
connections, reloads, hidden pages and servers that are killed. Everybody is honest; the clock only
counts."""

import asyncio
import json
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from fairness.page_device import PageDevice, PageVisitor
from hall.in_memory import Hall

from kessel.table import TableState, log

BEAT = 0.5
"""s after which a page hears that time has passed."""
NEWEST_TRIP = 0.3
"""The share of the newest trip in what a page takes for the usual one."""
TICK = 1e-6
"""s between two messages, at least."""
NOTICED = 1.0
"""s after which a page notices that its connection is lost, and comes back."""
LONGEST = 7200.0
"""s in which every game ends, however bad the lines."""


@dataclass(frozen=True, slots=True)
class Weather:
    """How a line is: seconds, each way."""

    delay: float = 0.02
    jitter: float = 0.0
    bits: float = math.inf
    """A second, each way."""
    stall_every: float = 0.0
    stall: tuple[float, float] = (0.0, 0.0)
    """Shortest and longest time in which nothing comes through; then all of it does."""
    cut_every: float = 0.0
    reload: bool = False
    """Whether a page that comes back has forgotten everything but its key and its story."""
    forgets: bool = False
    """Whether it has forgotten its story too: no storage is to be had."""
    hides_every: float = 0.0
    """Whether the page is hidden now and then, and says so."""
    dies_every: float = 0.0
    """Whether the server is killed now and then, and the table goes on from what it kept."""
    refuses_every: float = 0.0
    """Whether the database keeps nothing for a while, now and then, as while it is restarted."""


class OnLine(PageVisitor):
    """A visitor whose messages travel."""

    def __init__(self, hall: Hall, page: PageDevice, weather: Weather, chance: Random) -> None:
        super().__init__(hall, page)
        self.weather, self.chance = weather, chance
        self.hidden = False
        self._stalled = 0.0
        """Until when nothing comes through."""
        self._last: dict[str, tuple[float, float]] = {}
        """Each way: until when the line carries what was said, and when the last of it comes."""
        self._trip = 0.0
        self._pinged: list[float] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def connect(self) -> None:
        """A new line, with nothing on it."""
        await super().connect()
        self._last.clear()
        self._pinged.clear()
        for task in self._tasks:
            task.cancel()
        self._up: asyncio.Queue[tuple[float, str | bytes]] = asyncio.Queue()
        self._down: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self._tasks = [asyncio.create_task(one) for one in (self._rises(), self._falls())]

    def is_cut(self) -> None:
        """The line is lost."""
        self.desk.leave()
        self._down.put_nowait(None)

    def _arrival(self, way: str, size: int) -> float:
        """When it comes: nothing overtakes what was said before."""
        now, last = asyncio.get_running_loop().time(), self._last.get(way, (0.0, 0.0))
        free = max(now, last[0]) + 8 * size / self.weather.bits
        there = free + self.weather.delay + self.weather.jitter * self.chance.random()
        self._last[way] = free, max(there, self._stalled, last[1] + TICK)
        return self._last[way][1]

    async def say(self, frame: str | bytes) -> None:
        self._up.put_nowait((self._arrival("up", len(frame)), frame))

    async def _rises(self) -> None:
        desk = self.desk
        while True:
            when, frame = await self._up.get()
            await asyncio.sleep(when - asyncio.get_running_loop().time())
            await desk.receive(frame)

    async def _falls(self) -> None:
        who, down = self.who, self._down
        while True:
            payload = await who.unsent.get()
            when = self._arrival("down", len(payload or ""))
            asyncio.get_running_loop().call_at(when, down.put_nowait, payload)

    async def hear(self) -> str | bytes:
        payload = await self._down.get()
        if payload is None:
            raise ConnectionError("disconnected")
        return payload

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] == "pong":
            took = asyncio.get_running_loop().time() - self._pinged.pop(0)
            self._trip += NEWEST_TRIP * (took - self._trip) if self._trip else took
        super()._note(message)

    async def _say(self, *messages: dict[str, Any]) -> None:
        for message in messages:
            if message["type"] == "ping":
                self._pinged.append(asyncio.get_running_loop().time())
                message["trip"] = round(1000 * self._trip)
            await self.say(json.dumps(message))

    async def act(self) -> None:
        if not self.hidden:
            await super().act()

    # --- what happens to it ---------------------------------------------------------------------

    async def spend(self) -> None:
        """Play to the end, whatever happens to the line."""
        fates = [
            asyncio.create_task(one)
            for one in (self._beats(), self._stalls(), self._loses(), self._hides())
        ]
        while self.game is None or self.game["awaited"]["kind"] != "over":
            with suppress(ConnectionError):
                await self.play()
                await self.hear_all()
                break
            await self._comes_back()
        for one in (*fates, *self._tasks):
            one.cancel()

    async def _comes_back(self) -> None:
        await asyncio.sleep(NOTICED)
        if self.weather.reload:
            self.secret = self.page.reload(keeps=not self.weather.forgets)
            self._lines.clear()
        with suppress(ConnectionError):
            await self.open()
            await self.resume()

    async def _beats(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self._say(*self.page.wait(int(1000 * BEAT)))

    async def _again(self, every: float) -> bool:
        await asyncio.sleep(every * (0.5 + self.chance.random()) if every else math.inf)
        return True

    async def _stalls(self) -> None:
        while await self._again(self.weather.stall_every):
            now = asyncio.get_running_loop().time()
            self._stalled = now + self.chance.uniform(*self.weather.stall)

    async def _loses(self) -> None:
        while await self._again(self.weather.cut_every):
            self.is_cut()

    async def _hides(self) -> None:
        while await self._again(self.weather.hides_every):
            self.hidden = True
            await self._say(*self.page.hide())
            await asyncio.sleep(self.chance.uniform(2.0, 20.0))
            self.hidden = False
            await self._say(*self.page.hide(False))
            await self.act()


async def evening(
    pages: Sequence[PageDevice], weather: Weather, edition: str, seed: int
) -> tuple[TableState, list[OnLine]]:
    """A whole game of people on such lines, sometimes with a bot; its table, and they."""
    chance, hall = Random(seed), Hall()
    for number, page in enumerate(pages):
        page.begin_anew(100 * seed + number)
    ann, *others = everybody = [OnLine(hall, page, weather, chance) for page in pages]
    await ann.open()
    await ann.create(edition, "p" + "o" * len(others) + "b" * (seed % 2))
    for one in others:
        await one.open()
        await one.join(ann.table, name=f"Ben {one is others[0]}")
    faults = [asyncio.create_task(one(everybody, weather, chance)) for one in (_kills, _refuses)]
    async with asyncio.timeout(LONGEST):
        await asyncio.gather(*(one.spend() for one in everybody))
    for fault in faults:
        fault.cancel()
    (bodies,) = ann.hall.store.logs.values()
    return TableState.from_log([log.read_entry(body) for body in bodies]), everybody


async def _kills(everybody: Sequence[OnLine], weather: Weather, chance: Random) -> None:
    while weather.dies_every:
        await asyncio.sleep(weather.dies_every * (0.5 + chance.random()))
        again = Hall(everybody[0].hall.store)
        everybody[0].hall.hub.abandon()
        for one in everybody:
            one.hall = again
            one.is_cut()


async def _refuses(everybody: Sequence[OnLine], weather: Weather, chance: Random) -> None:
    store = everybody[0].hall.store
    while weather.refuses_every:
        await asyncio.sleep(weather.refuses_every * (0.5 + chance.random()))
        store.refuses = True
        await asyncio.sleep(chance.uniform(0.5, 5.0))
        store.refuses = False
