"""A hall with nothing around it: a store in memory, workers in this thread, visitors at a desk."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from hall.player import Player

from kessel.bots.bot import Answer, Sight
from kessel.bots.characters import Beginner
from kessel.hall.attendee import Attendee
from kessel.hall.desk import Desk
from kessel.hall.finished import FinishedGames
from kessel.hall.hub import Hub
from kessel.hall.limits import Address, Limits, fresh_address
from kessel.hall.metrics import Metrics
from kessel.hall.store import FIRST_EPOCH, NotSaved, Store, Writing
from kessel.hall.workers import Chances
from kessel.page.shelf import MemoryShelf
from kessel.page.store import ShelfStore
from kessel.rules.state import GameState
from kessel.table import Pace
from kessel.table.dice import IDEAL
from kessel.table.terms import DiceKind
from kessel.throws.dice import ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice

FAST = Pace(
    think=(0.0, 0.001),
    race_countdown=0.01,
    race_bot_tap=(0.001, 0.002),
    race_tap_gap=0.0,
    race_tie=0.0001,
)
FLIGHT = 0.002
"""s. How long dice are in the air."""
UNLIMITED = Limits(messages_per_second=1e6, address_messages_per_second=1e6)

Result = TypeVar("Result")


class MemoryStore(ShelfStore):
    """A page's, on a shelf in memory; `refuses` makes it fail."""

    def __init__(self) -> None:
        self.shelf = MemoryShelf()
        super().__init__(self.shelf)
        self.refuses = False
        self.held_back: asyncio.Event | None = None
        """Writes wait for it where it is set."""

    @property
    def epochs(self) -> dict[int, int]:
        """Of every table."""
        ends = [one for one in self.shelf.things.items() if one[0].startswith("end/")]
        return {int(name[4:]): int(str(end).split()[0]) for name, end in ends}

    @property
    def logs(self) -> dict[int, list[str]]:
        """The same."""
        logs: dict[int, list[str]] = {number: [] for number in self.epochs}
        for name, body in self.shelf.things.items():
            if name.startswith("entry/"):
                logs[int(name.split("/")[1])].append(str(body))
        return logs

    def append(self, table: int, *bodies: str) -> None:
        """Whoever owns it; a table that is not there is there then."""
        length = len(self.logs.get(table, ()))
        epoch = self.epochs.get(table, FIRST_EPOCH)
        for number, body in enumerate(bodies, start=length):
            self.shelf.things[f"entry/{table:08}/{number:08}"] = body
        self.shelf.things[f"end/{table:08}"] = f"{epoch} {length + len(bodies)}"

    async def write(self, writing: Writing) -> None:
        await (asyncio.sleep(0) if self.held_back is None else self.held_back.wait())
        if self.refuses:
            raise NotSaved("the store is told to refuse")
        await super().write(writing)


class InlineWorkers:
    """Does all work at once, in this thread: ideal dice, the plainest bot, no solutions.

    Every throw has a trajectory, though ideal dice have none, so that frames are sent; nobody
    waits long for the flight.
    """

    may_review = True
    solved: bool | None = False
    chances: Chances | None = None
    dice: Mapping[DiceKind, str] = {
        "physics": "physics-1 mujoco-3.14.0 nowhere",
        IDEAL: IdealDice().name,
    }

    async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
        await asyncio.sleep(0)
        return replace(IdealDice().throw(order), trajectory=order.seed, seconds=FLIGHT)

    async def decide(self, level: str, sight: Sight, chance: bytes) -> Answer:
        await asyncio.sleep(0)
        return Beginner().answer(sight, Random(chance))

    async def odds(self, state: GameState) -> Chances | None:
        return self.chances

    def is_preparing(self, state: GameState) -> bool:
        return self.solved is None

    def is_solved(self, edition: str, players: int) -> bool | None:
        return self.solved

    async def review(self, bodies: Sequence[str]) -> bytes:
        return b"report"

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        return work(*arguments)


class Hall:
    """A whole hall in memory; over the store of another one it is that one after a restart.

    It closes with the test that opened it, so that no clock starts anything while its loop ends.
    """

    def __init__(
        self,
        store: MemoryStore | None = None,
        limits: Limits = UNLIMITED,
        pace: Pace = FAST,
        over: Store | None = None,
    ) -> None:
        """`over`: a store that is not in memory, or one that watches it."""
        self.store = store or MemoryStore()
        self.workers = InlineWorkers()
        self.metrics = Metrics()
        self.limits = limits
        self.hub = Hub(limits, pace, over or self.store, self.workers, self.metrics)
        self.archive = FinishedGames(over or self.store, self.workers)
        if test := asyncio.current_task():
            test.add_done_callback(lambda _: self.hub.abandon())

    def address(self) -> Address:
        """An address that has done nothing yet."""
        return fresh_address(self.limits, time.monotonic())

    async def visit(self) -> "Visitor":
        """Somebody who said hello."""
        return await Visitor(self).open()

    async def host(
        self, seats: str = "po", edition: str = "strike-2020", **settings: Any
    ) -> "Visitor":
        """Somebody who has made a table."""
        ann = await self.visit()
        await ann.create(edition, seats, **settings)
        return ann

    async def two(self, *table: str, **settings: Any) -> tuple["Visitor", "Visitor"]:
        """Somebody who has made a table, and somebody who sits there as well: they play."""
        ann, ben = await self.host(*table, **settings), await self.visit()
        await ben.sit_with(ann)
        return ann, ben


class Visitor(Player):
    """A player whose messages go straight to a desk."""

    def __init__(self, hall: Hall) -> None:
        super().__init__()
        self.enter(hall)

    def enter(self, hall: Hall) -> None:
        """Start from nothing, as a page does that connects again."""
        self.hall = hall
        self.who = Attendee(hall.limits.unsent)
        self.address = hall.address()
        self.desk = Desk(hall.hub, self.who, self.address)

    async def connect(self) -> None:
        self.enter(self.hall)

    async def say(self, frame: str | bytes) -> None:
        await self.desk.receive(frame)

    async def hear(self) -> str | bytes:
        payload = await self.who.unsent.get()
        if payload is None:
            raise ConnectionError("disconnected")
        return payload

    async def refusal(self, **message: Any) -> str:
        """The code of the error that a message is answered with."""
        return str((await self.ask("error", **message))["code"])
