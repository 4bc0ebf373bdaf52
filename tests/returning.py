"""People who come back whatever happens, over real sockets: to a server at random, each time, but
not twice to one that does not answer; and tables at which they play. For tests with faults, and for
benches."""

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self

import websockets
from hall.player import Message, Player
from history import History, Look
from websockets.asyncio.client import ClientConnection, connect

from kessel.hall.tokens import new_key

SILENCE = 6.0
"""s without a word after which a client tries another server."""
PING_SECONDS = 1.5
"""Between two pings of a page."""
CUT_SECONDS = 3.0
"""s without a word after which somebody who pings tries another server."""
LOST = (OSError, websockets.WebSocketException, TimeoutError)


class Door(Protocol):
    """A server, as people see it."""

    @property
    def ws(self) -> str:
        """Where pages connect."""


class Refused(OSError):
    """A server cannot let somebody come back now."""


class Forgotten(Exception):
    """A seat that somebody was told to have is not known any more."""


class Online(Player):
    """Somebody who speaks over a real WebSocket."""

    patience = 30.0
    """s for a handshake."""
    line: ClientConnection | None = None

    async def dial(self, address: str) -> None:
        """A new line, in the place of half a one that may be left."""
        await self.close_line()
        self.line = await connect(
            address,
            max_size=None,
            open_timeout=self.patience,
            ping_interval=None,
            close_timeout=0.2,
        )

    async def say(self, frame: str | bytes) -> None:
        """Send."""
        assert self.line is not None
        await self.line.send(frame)

    async def hear(self) -> str | bytes:
        """Receive."""
        assert self.line is not None
        return await self.line.recv()

    async def close_line(self) -> None:
        """Go without a word."""
        if self.line is not None:
            self.line.transport.abort()
            await self.line.wait_closed()


class Returning(Online):
    """Somebody who plays on through everything, or watches."""

    silence = SILENCE
    patience = 3.0
    _silent: Door | None = None
    """The server that has not answered yet."""

    def __init__(self, nodes: Sequence[Door], history: History, tally: Counter[str]) -> None:
        super().__init__()
        self.nodes, self._history, self._tally = nodes, history, tally
        self.look: Look = lambda _: None
        """How much of a table's log is kept."""
        self.on_return: Callable[[float], None] = lambda _: None
        """Hears how many seconds after the last word it was back."""
        self.key = new_key()
        self._heard = 0.0
        """When it heard something last."""
        self._is_away = False
        """Whether it tries to come back: whoever refuses that is asked again, or another one."""

    async def open(self) -> Self:
        """Connect and be welcome."""
        await super().open()
        self._silent = None
        return self

    async def connect(self) -> None:
        """To any server."""
        self._silent = self.led_to()
        await self.dial(self._silent.ws)

    def led_to(self) -> Door:
        """The server it tries next."""
        others = [one for one in self.nodes if one is not self._silent]
        return random.choice(others or self.nodes)

    async def receive(self, seconds: float | None = None) -> Message:
        """The next message; lines go into the history."""
        message = await super().receive(self.silence if seconds is None else seconds)
        if not self._is_away:
            self._heard = time.monotonic()
        if message["type"] == "lines":
            self._history.hear(message, await asyncio.to_thread(self.look, self.table))
        if message["type"] == "error":
            self._tally[f"told {message['code']}"] += 1
            if message["code"] in ("bad_token", "seat_taken"):
                raise Forgotten(message["message"])
            if self._is_away:
                raise Refused(message["code"])
        return message

    async def until(self, kind: str, seconds: float | None = None) -> Message:
        """The next message of a kind."""
        return await super().until(kind, self.silence if seconds is None else seconds)

    async def sit_down(
        self, table: str = "", dice: str = "ideal", edition: str = "strike-2020"
    ) -> None:
        """Make a table for two and a bot, or sit down at one; again where the answer is lost."""
        while not self.table:
            with contextlib.suppress(*LOST):
                await asyncio.sleep(random.uniform(0.02, 0.2))
                await self.open()
                if table:
                    await self.join(table, key=self.key)
                else:
                    await self.create(edition, "pob", dice=dice, key=self.key)

    async def play_on(self) -> None:
        """Play to the end, through everything that happens."""
        while not self.is_over:
            await self._go_on()
        with contextlib.suppress(*LOST):
            while self._history.lines < self.device.lines:
                await self.receive(1.0)

    async def move_on(self) -> None:
        """Play until something is seen to happen."""
        seen = len(self.seen)
        while len(self.seen) == seen:
            await self._go_on()

    async def _go_on(self) -> None:
        try:
            await self.act()
            if (await self.receive())["type"] == "error":
                self.answered.clear()
                await asyncio.sleep(0.05)
        except LOST:
            self._tally["lost"] += 1
            await self.come_back()

    async def come_back(self) -> None:
        """Resume at some server, however often it takes."""
        self._is_away = True
        while self._is_away:
            self._tally["returns"] += 1
            with contextlib.suppress(*LOST):
                await asyncio.sleep(random.uniform(0.02, 0.2))
                await self.open()
                await (self.resume() if self.tokens else self.watch(self.table))
                self._is_away = False
        last, self._heard = self._heard, time.monotonic()
        self.on_return(self._heard - last)

    async def watch(self, table: str) -> None:
        """Look at a table."""
        self.table = table
        await self.ask("snapshot", type="watch", table=table)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and bool(self.game["awaited"]["kind"] == "over")


class Pinging(Returning):
    """One that pings all the time, as a page does while a game is seen, and so is not long at a
    server that hangs."""

    silence = CUT_SECONDS
    _pinging: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """To any server."""
        await super().connect()
        self._pinging = asyncio.create_task(self._ping())

    async def close_line(self) -> None:
        """Go without a word."""
        if self._pinging is not None:
            self._pinging.cancel()
        await super().close_line()

    async def _ping(self) -> None:
        with contextlib.suppress(*LOST):
            while True:
                await asyncio.sleep(PING_SECONDS)
                await self.send(type="ping")


# --- tables ---------------------------------------------------------------------------------------


class Server(Door, Protocol):
    """One that is asked for pages, too."""

    def get(self, path: str, seconds: float) -> bytes: ...


class Place(Protocol):
    """Where people play."""

    @property
    def nodes(self) -> Sequence[Server]: ...

    def length_of(self, table: str, /) -> int | None: ...


@dataclass
class Run:
    """One run of games with faults."""

    tally: Counter[str] = field(default_factory=Counter)
    histories: dict[str, History] = field(default_factory=dict)
    records: dict[str, str] = field(default_factory=dict)
    over: bool = False
    dice: tuple[str, ...] = ("ideal", "ideal", "physics")
    editions: tuple[str, ...] = ("strike-2020",)
    kind: str = ""
    """Of the fault that happened last."""
    returns: dict[str, list[float]] = field(default_factory=dict)
    """s that somebody took to come back after the line was lost, by kind of fault."""
    wrong: list[str] = field(default_factory=list)
    """Seats that somebody was told to have and lost."""

    def came_back(self, seconds: float) -> None:
        """Somebody did."""
        self.returns.setdefault(self.kind, []).append(seconds)


async def one_table(where: Place, run: Run, someone: Callable[[History], Returning]) -> None:
    """Games for two and a bot, one after the other, each at a table of its own."""
    while not run.over:
        history = History()
        ann, ben = someone(history), someone(history)
        for one in (ann, ben):
            one.look, one.on_return = where.length_of, run.came_back
        await ann.sit_down(dice=random.choice(run.dice), edition=random.choice(run.editions))
        run.histories[ann.table] = history
        await ben.sit_down(ann.table)
        try:
            async with asyncio.TaskGroup() as playing:
                for one in (ann, ben):
                    playing.create_task(one.play_on())
        except* Forgotten as errors:
            run.wrong += [f"{ann.table}, {run.kind}: {error}" for error in errors.exceptions]
        for one in (ann, ben):
            await one.close_line()
        if not (ann.is_over and ben.is_over):
            continue
        assert ann.game is not None
        run.records[ann.table] = await fetched(where, f"/api/games/{ann.game['game']}/record")


async def fetched(where: Place, path: str) -> str:
    """A page, asked for at any server until one answers."""
    while True:
        with contextlib.suppress(*LOST):
            return (await asyncio.to_thread(random.choice(where.nodes).get, path, 60.0)).decode()
        await asyncio.sleep(0.2)
