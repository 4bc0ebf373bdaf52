"""A pool of processes that outlives the death of its members, and ends when its owner does."""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from kessel.server.logs import log

ATTEMPTS = 3

Result = TypeVar("Result")


class Pool:
    """Runs functions of modules in other processes, one at a time in each."""

    def __init__(self, name: str, processes: int, nice: int = 0) -> None:
        self.name, self.processes = name, processes
        self.waiting = 0
        """Calls that are not answered yet."""
        self._nice = nice
        self._executor: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function in one of the processes; done again where a process dies."""
        self.waiting += 1
        try:
            return await self._run(work, *arguments)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """End the processes."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        for attempt in range(ATTEMPTS):
            executor = self._executor = self._executor or self._fresh()
            try:
                return await asyncio.wrap_future(executor.submit(work, *arguments))
            except BrokenProcessPool:
                log("worker died", pool=self.name, attempt=attempt)
                if self._executor is executor:
                    self._executor = None
        raise RuntimeError(f"{work.__name__} failed in {ATTEMPTS} workers")

    def _fresh(self) -> ProcessPoolExecutor:
        # spawn, not fork: this process has threads, and granian's own runtime
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.processes, context, _settle_in, (self._nice,))


def _settle_in(nice: int) -> None:
    """In a new process: step back behind others, and end when the server is gone."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
