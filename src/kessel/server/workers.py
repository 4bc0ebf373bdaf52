"""Processes that simulate throws and ask bots, so that the event loop never waits for either.

Workers know nothing of tables: an order goes in, a landing comes out. One that dies is replaced
and its work done again; when the server dies they end by themselves.
"""

import asyncio
import copyreg
import multiprocessing
import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, TypeVar

from kessel.bots.bot import Answer, Bot, Sight
from kessel.rules.edition import Edition, find_edition
from kessel.server.logs import log
from kessel.table.bots import PLAIN
from kessel.table.throwers import PHYSICS, thrower_named
from kessel.throws.thrower import Thrower, Thrown, ThrowOrder

WARM_EDITIONS = ("strike-2020", "impact", "harry-potter")
"""One for each arena: the others share their shapes, not their compiled models."""
ATTEMPTS = 3

Result = TypeVar("Result")

_throwers: dict[str, Thrower] = {}

copyreg.pickle(Edition, lambda edition: (find_edition, (edition.id,)))


def roster() -> Mapping[str, Bot]:
    """The bots there are, weakest first."""
    return PLAIN


class Workers:
    """A pool of processes."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool = self._fresh()

    async def throw(self, kind: str, order: ThrowOrder) -> Thrown:
        """Make a throw."""
        return await self._run(_throw, kind, order)

    async def decide(self, level: str, sight: Sight, chance: bytes) -> Answer:
        """Ask a bot."""
        return await self._run(_decide, level, sight, chance)

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do anything else that takes its time."""
        return await self._run(work, *arguments)

    async def warm_up(self) -> None:
        """Let every process load what it needs."""
        jobs = [self._run(_warm, number) for number in range(self._processes)]
        await asyncio.gather(*jobs)

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _fresh(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, context, initializer=_watch_parent)

    async def _run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        for attempt in range(ATTEMPTS):
            pool = self._pool
            try:
                future = pool.submit(work, *arguments)
                return await asyncio.wrap_future(future)
            except BrokenProcessPool:
                log("worker died", attempt=attempt)
                if self._pool is pool:
                    self._pool = self._fresh()
        raise RuntimeError(f"{work.__name__} failed in {ATTEMPTS} workers")


# --- in the worker ------------------------------------------------------------------------------


def _watch_parent() -> None:
    """End when the server is gone, however it went."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def _throw(kind: str, order: ThrowOrder) -> Thrown:
    return _thrower(kind).throw(order)


def _decide(level: str, sight: Sight, chance: bytes) -> Answer:
    bots = roster()
    bot = bots.get(level) or next(iter(bots.values()))
    return bot.answer(sight, Random(chance))


def _warm(number: int) -> int:
    from kessel.table.physical import PhysicalThrower

    thrower = _thrower(PHYSICS)
    assert isinstance(thrower, PhysicalThrower)
    for edition in WARM_EDITIONS:
        thrower.prepare(edition, find_edition(edition).dice)
    return number


def _thrower(kind: str) -> Thrower:
    if kind not in _throwers:
        _throwers[kind] = thrower_named(kind)
    return _throwers[kind]
