"""A pool of processes that outlives the death and the hanging of its members.

Every job has a deadline. A process that misses it is killed and replaced, with all that it has
started, and the job is done again in another one. Where somebody waits, another process may be
given the job before that: the first answer counts, and whoever is late by then goes. One thread
for each process waits for its answers; processes end with us. Pebble's pool, whose processes share
one pipe, breaks when an idle one is killed and waits for ever for one that is stopped before it
takes a job.
"""

import asyncio
import atexit
import contextlib
import functools
import logging
import multiprocessing
import os
import pickle
import queue
import signal
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from kessel.hall.logs import log
from kessel.server.pool_process import WorkerLost, traced, work_on

ATTEMPTS = 3
JOB_SECONDS = 10.0
"""A job's time at its first attempt; each further one has twice as long, so that a machine that is
busy with something else is not taken for one that hangs."""
START_SECONDS = 60.0
"""More, for the first job of a process."""
DOUBT_AT_FIRST = 30.0
"""s more before another process is started beside one that loads what it needs."""
BACK_OFF = 0.1
"""s until a second attempt, and twice as long before each further one."""
LOOK_EVERY = 5.0
"""s between two looks whether idle processes still answer."""
SICK_AFTER = 2
"""Processes lost in a row, without any answer, before a pool says that it is not well."""
DIED, HUNG, FAILED, SPARE = "died", "hung", "failed", "was one too many"

Result = TypeVar("Result")
Order = tuple[Callable[..., Any], tuple[Any, ...]]


def nothing() -> None:
    """Whether somebody is there."""


LOOK: Order = (nothing, ())


@dataclass(slots=True)
class _Job:
    order: Order
    seconds: float
    answer: asyncio.Future[Any]
    done_by: "set[_Worker]" = field(default_factory=set)
    """Those that work on it now."""


class WorkerPool:
    """Runs functions of modules in other processes, one at a time in each."""

    def __init__(
        self,
        name: str,
        processes: int,
        nice: int = 0,
        nice_at_first: int | None = None,
        doubted_after: float | None = None,
        ends_on_failure: bool = False,
        trial: Order = LOOK,
    ) -> None:
        """`nice_at_first` is the niceness of a process until its first job is done, which loads
        what it needs; `doubted_after` so many seconds its job is given to another one as well.

        With `ends_on_failure` an error that is no refusal is the end of its process: nobody knows
        what it has left there. A pool that is not well tries the `trial` until it is done.
        """
        self.name, self.processes = name, processes
        self.doubted_after, self.ends_on_failure = doubted_after, ends_on_failure
        self._trial = trial
        self.waiting = 0
        """Calls that are not answered yet."""
        self.niceness = (nice if nice_at_first is None else nice_at_first, nice)
        self._lost = 0
        self._jobs: deque[_Job] = deque()
        self._idle: deque[_Worker] = deque()
        self._workers: set[_Worker] = set()
        self._closed = False
        atexit.register(self.close)

    @property
    def health(self) -> str:
        """`ok`, or what is wrong and what to do."""
        if self._lost < SICK_AFTER:
            return "ok"
        return (
            f"{self._lost} processes were lost in a row: the log says why; "
            "see whether this machine has memory left, and start the server again if this stays"
        )

    async def run(
        self, work: Callable[..., Result], *arguments: Any, seconds: float = JOB_SECONDS
    ) -> Result:
        """Call a function in one of the processes; done again where one dies, hangs or fails."""
        order, last = (work, arguments), ATTEMPTS - 1
        self.waiting += 1
        try:
            for attempt in range(last):
                with contextlib.suppress(WorkerLost):
                    return await self._once(order, seconds * 2**attempt)  # type: ignore[no-any-return]
                await asyncio.sleep(BACK_OFF * 2**attempt)
            return await self._once(order, seconds * 2**last)  # type: ignore[no-any-return]
        finally:
            self.waiting -= 1

    async def look_after(self) -> None:
        """Ask idle processes, again and again, whether they are there; those that hang go. Where
        some were lost, find out whether work is done again."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            orders = [LOOK] * len(self._idle) + [self._trial] * (self._lost > 0)
            asked = [self._once(order, JOB_SECONDS) for order in orders]
            await asyncio.gather(*asked, return_exceptions=True)

    def close(self) -> None:
        """End the processes, whatever they do."""
        atexit.unregister(self.close)
        self._closed = True
        for worker in self._workers:
            worker.end()

    async def _once(self, order: Order, seconds: float) -> Any:
        if self._closed:
            raise WorkerLost(f"the {self.name} have gone home")
        job = _Job(order, seconds, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        self._assign()
        return await job.answer

    def _assign(self) -> None:
        while self._jobs and (self._idle or len(self._workers) < self.processes):
            job = self._jobs.popleft()
            if job.answer.done():  # nobody waits for it any more
                continue
            # The one that waited longest, so that all are asked in turn.
            worker = self._idle.popleft() if self._idle else self._hire()
            worker.take(job)

    def _hire(self) -> "_Worker":
        worker = _Worker(self)
        self._workers.add(worker)
        return worker

    def doubt(self, job: _Job, hires: bool) -> None:
        """A process takes long for a job: it may hang, or load what it needs. Another one does it,
        too: whichever is free first, or a new one."""
        if self._closed or job.answer.done():
            return
        if self._idle:
            self._idle.popleft().take(job)
            return
        self._jobs.appendleft(job)
        if hires and len(self._workers) < 2 * self.processes:
            self._hire().take(job)

    @property
    def is_overfull(self) -> bool:
        """Whether more processes are well than there should be."""
        return sum(worker.is_well for worker in self._workers) > self.processes

    def freed(self, worker: "_Worker") -> None:
        """A process has answered, and can do something else."""
        self._idle.append(worker)
        self._assign()

    def answered(self, order: Order) -> None:
        """A process has done something; that it is there does not say that it can do its work."""
        if order != LOOK or self._trial == LOOK:
            self._lost = 0

    def gone(self, worker: "_Worker", why: str, trace: str) -> None:
        """A process has ended."""
        self._workers.discard(worker)
        if self._closed:
            return
        if why != SPARE:
            self._lost += 1
            told = {"trace": trace} if trace else {}
            log(f"worker {why}", logging.WARNING, pool=self.name, in_a_row=self._lost, **told)
        self._assign()


class _Worker:
    """One process, as the event loop sees it, and the thread that waits for it."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._loop = asyncio.get_running_loop()
        self._job: _Job | None = None
        self._timers: list[asyncio.TimerHandle] = []
        self._is_new = True
        """Until its first answer: it loads what it needs."""
        self._is_late = False
        """With its answer, so that somebody else was asked to do its job as well."""
        self._why = DIED
        """If it goes now."""
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        # spawn, not fork: this process has threads
        context, name = multiprocessing.get_context("spawn"), f"{pool.name}-worker"
        self._ours, theirs = context.Pipe()
        given = theirs, *pool.niceness, pool.ends_on_failure
        self._process = context.Process(target=work_on, args=given, name=name)
        threading.Thread(target=self._wait, args=(theirs,), name=name, daemon=True).start()

    def take(self, job: _Job) -> None:
        """Do a job, in its time."""
        self._job, self._is_late = job, False
        job.done_by.add(self)
        seconds = job.seconds + START_SECONDS * self._is_new
        self._timers = [self._loop.call_later(seconds, self.miss)]
        if (doubted := self._pool.doubted_after) is not None:
            late = doubted + DOUBT_AT_FIRST * self._is_new
            self._timers.append(self._loop.call_later(late, self._be_late, job))
            if self._is_new:
                doubt = functools.partial(self._pool.doubt, job, hires=False)
                self._timers.append(self._loop.call_later(doubted, doubt))
        self._orders.put(job.order)

    @property
    def is_well(self) -> bool:
        """Whether it can be counted on."""
        return not (self._is_new or self._is_late or self._why != DIED)

    def end(self) -> None:
        """Kill the process; also one that is stopped."""
        self._orders.put(None)
        self._kill()

    def miss(self) -> None:
        """It is too late for its answer."""
        self._go(HUNG)

    def _go(self, why: str) -> None:
        self._why = why
        self.end()

    def outrun(self) -> None:
        """Another one has answered. Where it was asked later, or loads, it is as good as that."""
        if self._is_late:
            self.miss()

    def _be_late(self, job: _Job) -> None:
        self._is_late = True
        if job.answer.done() and not job.answer.cancelled():
            self.miss()
        else:
            self._pool.doubt(job, hires=True)

    def _answered(self, well: bool, value: Any) -> None:
        job = self._let_go()
        self._is_new = self._is_late = False
        if job is not None:
            self._pool.answered(job.order)
        if job is not None and not job.answer.done():
            if well:
                job.answer.set_result(value)
            else:
                job.answer.set_exception(value)
            for other in job.done_by:
                other.outrun()
        if self._why != DIED:
            return  # it was told to go
        if self._pool.is_overfull:
            self._go(SPARE)
        else:
            self._pool.freed(self)

    def _was_lost(self, trace: str) -> None:
        job, why = self._let_go(), FAILED if trace and self._why == DIED else self._why
        if job is not None and not job.done_by and not job.answer.done():
            job.answer.set_exception(WorkerLost(f"a worker {why}"))
        self._pool.gone(self, why, trace)

    def _let_go(self) -> _Job | None:
        job, self._job = self._job, None
        for timer in self._timers:
            timer.cancel()
        if job is not None:
            job.done_by.discard(self)
        return job

    # --- in the thread --------------------------------------------------------------------------

    def _wait(self, theirs: Connection) -> None:
        trace = ""
        try:
            self._process.start()
            theirs.close()
            while (order := self._orders.get()) is not None:
                answer = self._ask(order)
                self._loop.call_soon_threadsafe(self._answered, *answer)
        except WorkerLost as error:
            trace = str(error)
        except Exception as error:
            # EOFError, OSError: the process is gone; RuntimeError: the loop is, so nobody listens.
            if not isinstance(error, EOFError | OSError | RuntimeError):
                trace = traced(error)
        finally:
            self._bury(trace)

    def _ask(self, order: Order) -> tuple[bool, Any]:
        try:
            packed = pickle.dumps(order)
        except Exception as error:
            return False, error
        self._ours.send_bytes(packed)
        well, value = pickle.loads(self._ours.recv_bytes())
        if isinstance(value, WorkerLost):
            raise value
        return well, value

    def _bury(self, trace: str) -> None:
        self._ours.close()
        self._kill()
        if self._process.pid is not None:
            self._process.join()
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._was_lost, trace)

    def _kill(self) -> None:
        """With all that it has started, stopped or not; on Windows alone."""
        pid = self._process.pid
        if pid is None:
            return
        with contextlib.suppress(OSError, AttributeError):  # nobody is left; Windows
            os.killpg(pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self._process.kill()
