"""What a database is asked in threads, and answers in its time: what took too long has failed,
whatever becomes of it. Knows nothing of what is asked.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from typing import TypeVar

from sqlalchemy import Connection, Engine

from kessel.hall.store import NotSaved
from kessel.server.store.engine import for_writing, in_one_line, open_engine

ANSWER_SECONDS = 10.0
"""In which the database has to answer; longer than any time-out of its own."""
Result = TypeVar("Result")


class Late(NotSaved):
    """There was no answer in time."""


def in_thread(
    threads: ThreadPoolExecutor,
    connect: Callable[[], AbstractContextManager[Connection]],
    work: Callable[[Connection], Result],
) -> "asyncio.Future[Result]":
    """Do something there; what a database says to it comes as `NotSaved`."""

    def run() -> Result:
        try:
            with connect() as connection:
                return work(connection)
        except Exception as error:
            raise in_one_line(error) from None

    return asyncio.get_running_loop().run_in_executor(threads, run)


async def in_time(answer: Awaitable[Result], seconds: float | None = None) -> Result:
    """The answer; raises `Late` where there is none."""
    patience = ANSWER_SECONDS if seconds is None else seconds
    try:
        async with asyncio.timeout(patience):
            return await answer
    except TimeoutError:
        raise Late(f"the database has not answered for {patience:g} s") from None


class Aside:
    """A thread for small transactions that wait for no others, with connections of its own. One
    that is late may hang for long: the next ones get another thread, and other connections."""

    def __init__(self, url: str, shared: Engine | None = None) -> None:
        """Those of a `shared` engine belong to others, too."""
        self._url, self._shared = url, shared
        self._begin()

    def _begin(self) -> None:
        self._engine = self._shared or open_engine(self._url)
        self._writing = for_writing(self._engine)
        self._threads = ThreadPoolExecutor(1, "kessel-aside")

    async def do(self, work: Callable[[Connection], Result], seconds: float) -> Result:
        """Do this within so many seconds."""
        threads = self._threads
        try:
            return await in_time(in_thread(threads, self._writing.begin, work), seconds)
        except Late:
            if threads is self._threads:
                self.leave(0.0)
                self._begin()
            raise

    def leave(self, seconds: float) -> None:
        """Let go of the connections once what hangs has ended; wait for that so long at most."""
        left = self._engine
        ended = self._threads.submit(lambda: None if self._shared else left.dispose())
        self._threads.shutdown(wait=False)
        wait([ended], seconds)
