"""Garbage is collected as sockets are closed, seldom otherwise, and never because memory grows."""

import asyncio
import gc
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hall.in_memory import Hall, MemoryStore
from table.drive import Driver
from watched_loop import longest

from kessel.hall.finished import FinishedGames
from kessel.hall.replays import history_of
from kessel.hall.store import Elsewhere, NewGame
from kessel.server import garbage
from kessel.server.garbage import (
    ALL,
    LONGEST_SECONDS,
    MANY_SOCKETS,
    REST_SECONDS,
    SOCKETS,
    YOUNG,
    Bin,
    collect_garbage,
)
from kessel.server.workers import ServerWorkers
from kessel.solver.base import tables
from kessel.table import Table
from kessel.table.log import GameStarted, SeatPlan, TableMade, entry_text, read_log
from kessel.table.state import TableState
from kessel.throws.at_rest import LyingDie, flat
from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice

GROWTH = 100_000


@pytest.fixture
def collected() -> Iterator[list[int]]:
    """The generations that are collected, beyond the youngest; Python is as before afterwards."""
    seen: list[int] = []
    before = gc.get_threshold()

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop" and info["generation"]:
            seen.append(info["generation"])

    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)
    gc.set_threshold(*before)
    gc.unfreeze()


def test_what_is_new_is_collected_after_some_sockets() -> None:
    one = Bin(0, 0, 0.0)
    assert one.due(SOCKETS - 1, 10.0) is None
    assert one.due(SOCKETS, 20.0) == YOUNG
    assert one.due(2 * SOCKETS - 1, 30.0) is None
    assert one.due(2 * SOCKETS, 40.0) == YOUNG


def test_everything_is_collected_after_many_sockets_but_not_too_often() -> None:
    one = Bin(0, 0, 0.0)
    assert one.due(MANY_SOCKETS, REST_SECONDS - 1.0) == YOUNG
    assert one.due(MANY_SOCKETS, REST_SECONDS) == ALL
    assert one.due(2 * MANY_SOCKETS, REST_SECONDS + 1.0) == YOUNG
    assert one.due(2 * MANY_SOCKETS, 2 * REST_SECONDS) == ALL
    assert one.due(2 * MANY_SOCKETS + SOCKETS - 1, 3 * REST_SECONDS) is None


def test_everything_is_collected_once_in_a_while_whoever_comes() -> None:
    one = Bin(0, 0, 0.0)
    assert one.due(0, LONGEST_SECONDS - 1.0) is None
    assert one.due(0, LONGEST_SECONDS) == ALL
    assert one.due(0, LONGEST_SECONDS + 1.0) is None


def grow() -> None:
    kept = [[] for _ in range(GROWTH)]  # type: ignore[var-annotated]
    assert len(kept) == GROWTH


async def test_memory_that_grows_is_not_looked_through(collected: list[int]) -> None:
    grow()
    assert collected  # the control: as Python has it
    collecting = asyncio.create_task(collect_garbage(lambda: 0))
    await asyncio.sleep(0)
    collected.clear()
    grow()
    assert not collected
    collecting.cancel()


async def test_garbage_goes_as_sockets_are_closed(
    collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "LOOK_SECONDS", 0.001)
    closed = 0
    collecting = asyncio.create_task(collect_garbage(lambda: closed))
    await asyncio.sleep(0)
    collected.clear()
    await asyncio.sleep(0.05)
    assert not collected
    closed = SOCKETS
    while not collected:
        await asyncio.sleep(0.001)
    assert collected == [YOUNG]
    collecting.cancel()


# --- whatever is done with a long game, everybody else is answered meanwhile ----------------------


TABLE, GAME = "abcdefghijkl", "over"
LONG = 700
"""Entries: several times those of a game in which dice are lost."""
MOST = 0.05
"""s of processor time that nobody else waits for."""


class NothingLost(Simulator):
    """No die shows the null face or flies out: games go on and on."""

    name = IdealDice().name

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """As ideal dice, but another face for the null one."""
        null, *others = order.edition.faces

        def shown(die: LyingDie) -> LyingDie:
            if die.face != null:
                return die
            face = others[die.die % len(others)]
            return LyingDie(die.die, face, flat(order.edition, face, die.pose.x, die.pose.y))

        thrown = IdealDice(strike=0.0, loss=0.0).throw(order)
        return ThrowResult(tuple(tuple(map(shown, stack)) for stack in thrown.at_rest), ())


@pytest.fixture(scope="module")
def long_log() -> list[str]:
    """Of a table of four bots."""
    made = TableMade(code=TABLE, edition="impact", seats=[SeatPlan(kind="bot")] * 4)
    table, outcome = Table.make(
        made, 0.0, dice_name=NothingLost.name, entropy=Random(2020).randbytes
    )
    driver = Driver(table, outcome, NothingLost())
    while len(driver.entries) < LONG and driver.advance():
        pass
    assert len(driver.entries) >= LONG
    return [entry_text(entry) for entry in driver.entries]


def kept(log: list[str]) -> MemoryStore:
    """A store that has this table, and its game as one that is over."""
    store = MemoryStore()
    store._numbers[TABLE] = 1
    store.logs[1], store.epochs[1] = list(log), 1
    store._games[GAME] = 1, NewGame(GAME, 1, "impact", 1)
    store._finished.add(GAME)
    return store


def test_a_callback_that_takes_long_is_seen() -> None:
    """The control."""

    async def block() -> None:
        until = time.thread_time() + 2 * MOST
        while time.thread_time() < until:
            pass

    assert longest(block, MOST)[0] > MOST


def test_nobody_waits_for_a_table_that_wakes_up(long_log: list[str]) -> None:
    """Which stands where it stood, whoever asks for it how often."""

    async def wake() -> None:
        hall = Hall(kept(long_log))
        rooms = await asyncio.gather(*(hall.hub.find(TABLE) for _ in range(3)))
        assert rooms == rooms[:1] * 3
        asked.append(rooms[0].table.state)
        ann = await hall.visit()
        await ann.ask("snapshot", type="watch", table=TABLE)
        await ann.ask("lines", type="lines", first=0, packed=True)

    asked: list[TableState] = []
    worst = longest(wake, MOST)
    assert worst[0] < MOST, worst
    assert asked[-1] == TableState.from_log(read_log(long_log))


async def test_a_hall_that_closes_wakes_no_table(long_log: list[str]) -> None:
    store = kept(long_log)
    hall = Hall(store)
    waking = asyncio.create_task(hall.hub.find(TABLE))
    while store.epochs[1] == 1:
        await asyncio.sleep(0)
    await hall.hub.wind_down(0.0)
    with pytest.raises(Elsewhere):
        await waking
    assert not hall.hub.has(TABLE)


def test_nobody_waits_for_what_is_done_with_games_that_are_over(long_log: list[str]) -> None:
    workers = ServerWorkers(1, dice="ideal")

    async def look_back() -> None:
        tables._shipped.cache_clear()
        archive = FinishedGames(kept(long_log), workers)
        assert await archive.replay(GAME)
        assert await archive.record(GAME)
        assert await archive.review(GAME)

    assert isinstance(history_of(long_log)[0], GameStarted)
    worst = longest(look_back, MOST)
    workers.close()
    assert worst[0] < MOST, worst[1]
