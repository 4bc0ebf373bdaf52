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
from kessel.hall.store import FIRST_EPOCH, Kept, NewGame, NotSaved, Store, TableExists, Writing
from kessel.hall.workers import Chances
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


class MemoryStore:
    """Keeps tables in dictionaries; `refuses` makes it fail."""

    def __init__(self) -> None:
        self.logs: dict[int, list[str]] = {}
        self.epochs: dict[int, int] = {}
        self.refuses = False
        self.held_back: asyncio.Event | None = None
        """Writes wait for it where it is set."""
        self._numbers: dict[str, int] = {}
        self._games: dict[str, tuple[int, NewGame]] = {}
        self._finished: set[str] = set()
        self._throws: dict[tuple[str, int], bytes] = {}

    async def make_table(self, code: str, public: bool, bodies: Sequence[str], now: float) -> int:
        if code in self._numbers:
            raise TableExists("there is a table of that code already")
        number = len(self.logs) + 1
        self._numbers[code] = number
        self.logs[number], self.epochs[number] = list(bodies), FIRST_EPOCH
        return number

    async def write(self, writing: Writing) -> None:
        await (asyncio.sleep(0) if self.held_back is None else self.held_back.wait())
        if self.refuses:
            raise NotSaved("the store is told to refuse")
        if writing.epoch != self.epochs.get(writing.table, FIRST_EPOCH):
            raise NotSaved("the table has another owner")
        assert writing.first == len(self.logs[writing.table]), "entries in order, none twice"
        self.logs[writing.table] += writing.bodies
        self._games |= {game.code: (writing.table, game) for game in writing.games}
        self._finished |= set(writing.finished)
        self._throws |= {(one.game, one.number): one.trajectory for one in writing.throws}

    async def open_table(self, code: str) -> Kept | None:
        number = self._numbers.get(code)
        if number is None:
            return None
        self.epochs[number] += 1
        return Kept(number, self.epochs[number], list(self.logs[number]))

    async def find_table(self, code: str) -> tuple[int, list[str]] | None:
        number = self._numbers.get(code)
        return None if number is None else (number, list(self.logs[number]))

    async def game_log(self, game: str) -> list[str] | None:
        if game not in self._finished:
            return None
        table, this = self._games[game]
        later = [
            one.first_entry
            for number, one in self._games.values()
            if number == table and one.number > this.number
        ]
        return self.logs[table][this.first_entry : min(later, default=None)]

    async def sizes(self, game: str) -> dict[int, int]:
        return {number: len(one) for (code, number), one in self._throws.items() if code == game}

    async def trajectory(self, game: str, number: int) -> bytes | None:
        return self._throws.get((game, number))


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


class Meter:
    """One metric of any kind; remembers everything it was told."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self.by_code: dict[str, Meter] = {}

    def inc(self, amount: float = 1) -> None:
        self.values.append(amount)

    def set(self, value: float) -> None:
        self.values.append(value)

    def observe(self, amount: float) -> None:
        self.values.append(amount)

    def labels(self, code: str, /) -> "Meter":
        return self.by_code.setdefault(code, Meter())


class Meters:
    """All metrics of a hall."""

    def __init__(self) -> None:
        self.tables, self.received, self.sent = Meter(), Meter(), Meter()
        self.throws, self.games, self.refused = Meter(), Meter(), Meter()
        self.throw_seconds, self.action_seconds, self.write_seconds = Meter(), Meter(), Meter()


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
        self.metrics = Meters()
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
