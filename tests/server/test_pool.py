"""Workers that die or hang are replaced, and their jobs are done; nothing waits for ever."""

import asyncio
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from server import jobs

from kessel.errors import BadValue
from kessel.server import pool as pools
from kessel.server.pool import ATTEMPTS, WorkerPool
from kessel.server.pool_process import WorkerLost

SECONDS = 1.0
"""Of a job in these tests; each further attempt has twice as long."""


@pytest.fixture
def new_pool() -> Iterator[Callable[..., WorkerPool]]:
    """Opens pools, which end with the test."""
    with ExitStack() as opened:
        yield lambda *given, **more: opened.enter_context(
            closing(WorkerPool("test", *given, **more))
        )


@pytest.fixture
def pool(new_pool: Callable[..., WorkerPool]) -> WorkerPool:
    return new_pool(1)


async def test_work_is_done_again_when_a_worker_dies(pool: WorkerPool) -> None:
    first = await pool.run(os.getpid)
    assert first != os.getpid()
    os.kill(first, signal.SIGKILL)
    assert await pool.run(os.getpid) != first
    assert pool.waiting == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no niceness there")
async def test_a_worker_steps_back_once_it_has_loaded_what_it_needs(
    new_pool: Callable[..., WorkerPool],
) -> None:
    pool = new_pool(1, nice=3, nice_at_first=1)
    told = [await pool.run(os.nice, 0) for _ in range(3)]
    assert told == [os.nice(0) + one for one in (1, 3, 3)]


@pytest.mark.skipif(sys.platform == "win32", reason="nothing stops a process there")
async def test_a_hung_worker_is_killed_and_its_job_done_by_another(
    pool: WorkerPool, tmp_path: Path
) -> None:
    first = await pool.run(os.getpid)
    second = await pool.run(jobs.stop_once, tmp_path / "mark", seconds=SECONDS)
    assert second != first
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing stops a process there")
@pytest.mark.parametrize("processes", [1, 2])
async def test_nobody_waits_for_a_worker_that_hangs(
    processes: int, new_pool: Callable[..., WorkerPool]
) -> None:
    """Another one does the job, long before its time is over, and the one that hung is gone."""
    pool = new_pool(processes, doubted_after=0.2)
    told = [pool.run(jobs.sleep, 0.1) for _ in range(processes)]
    first = (await asyncio.gather(*told))[0]
    os.kill(first, signal.SIGSTOP)
    told = [pool.run(jobs.sleep, 0.1, seconds=600.0) for _ in range(processes)]
    assert first not in await asyncio.gather(*told)
    while _lives(first):
        await asyncio.sleep(0.05)
    told = [pool.run(jobs.sleep, 0.1, seconds=600.0) for _ in range(2 * processes)]
    assert len(set(await asyncio.gather(*told))) <= processes
    assert pool.health == "ok"


@pytest.mark.skipif(sys.platform == "win32", reason="nothing stops a process there")
async def test_where_one_hangs_a_busy_one_does_its_job_and_a_new_one_comes_in_its_place(
    tmp_path: Path, new_pool: Callable[..., WorkerPool]
) -> None:
    pool, sign = new_pool(2, doubted_after=0.1), tmp_path / "sign"
    hung, busy = await two_there(pool)
    os.kill(hung, signal.SIGSTOP)
    told = [
        pool.run(jobs.known_or_wait, busy, sign, seconds, seconds=600.0)
        for seconds in (0.0, 0.0, 0.5)
    ]
    assert set(await asyncio.gather(*told)) == {busy}
    sign.touch()
    assert hung not in await two_there(pool)
    assert pool.health == "ok"


async def test_what_a_new_one_would_have_to_load_for_a_busy_one_does_if_it_is_free_before(
    tmp_path: Path, new_pool: Callable[..., WorkerPool]
) -> None:
    pool, is_free, sign = new_pool(2, doubted_after=0.1), tmp_path / "free", tmp_path / "x"
    first = await pool.run(os.getpid)
    busy = asyncio.create_task(pool.run(jobs.wait_for, is_free, seconds=600.0))
    await asyncio.sleep(0)
    job = asyncio.create_task(pool.run(jobs.known_or_wait, first, sign, seconds=600.0))
    await asyncio.sleep(0)
    is_free.touch()
    await busy
    assert await job == first
    sign.touch()
    await two_there(pool)
    assert pool.health == "ok"


async def test_whoever_was_asked_later_and_is_outrun_stays(
    tmp_path: Path, new_pool: Callable[..., WorkerPool]
) -> None:
    pool, sign = new_pool(2, doubted_after=3.0), tmp_path / "sign"
    there = await two_there(pool)
    assert await pool.run(jobs.known_or_wait, there[0], sign, 3.1, seconds=600.0)
    sign.touch()
    assert set(await two_there(pool)) == set(there)


async def two_there(pool: WorkerPool) -> list[int]:
    """The two that are asked in turn, once all have loaded and nobody is too many."""
    while True:
        asked = [await pool.run(os.getpid, seconds=600.0) for _ in range(6)]
        if asked[:2] == asked[2:4] == asked[4:] and asked[0] != asked[1]:
            return asked[:2]
        await asyncio.gather(*(pool.run(jobs.sleep, 0.05, seconds=600.0) for _ in range(2)))


async def test_a_job_that_takes_its_time_is_done_once_more_and_answered_once(
    new_pool: Callable[..., WorkerPool],
) -> None:
    pool = new_pool(1, doubted_after=0.1)
    first = await pool.run(os.getpid)
    assert await pool.run(jobs.sleep, 0.3) == first, "the other one has not even begun"
    assert await pool.run(os.getpid) == first


@pytest.mark.skipif(sys.platform == "win32", reason="nothing stops a process there")
async def test_a_worker_that_hangs_while_it_is_idle_is_noticed(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await pool.run(os.getpid)
    monkeypatch.setattr(pools, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(pools, "JOB_SECONDS", 0.5)
    os.kill(first, signal.SIGSTOP)
    chore = asyncio.create_task(pool.look_after())
    while _lives(first):
        await asyncio.sleep(0.05)
    chore.cancel()
    assert await pool.run(os.getpid, seconds=100.0) != first


async def test_workers_that_die_and_die_are_told_and_later_all_is_well(
    pool: WorkerPool, tmp_path: Path
) -> None:
    with pytest.raises(WorkerLost):
        await pool.run(jobs.die_times, tmp_path / "count", ATTEMPTS)
    assert pool.health.startswith(f"{ATTEMPTS} processes were lost in a row")
    assert await pool.run(jobs.die_times, tmp_path / "count", ATTEMPTS) == "after 3"
    assert pool.health == "ok"


async def test_where_an_error_ends_a_process_another_one_does_the_job(
    tmp_path: Path, new_pool: Callable[..., WorkerPool]
) -> None:
    """A refusal ends nothing; without `ends_on_failure` an error does not either."""
    pool = new_pool(1, ends_on_failure=True)
    first = await pool.run(os.getpid)
    with pytest.raises(BadValue):
        await pool.run(jobs.refuse)
    assert await pool.run(os.getpid) == first
    assert await pool.run(jobs.fail_once, tmp_path / "mark") != first


async def test_a_pool_that_is_not_well_tries_whether_it_is_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, new_pool: Callable[..., WorkerPool]
) -> None:
    """That processes are there does not say that they can do their work; that they have, does."""
    monkeypatch.setattr(pools, "LOOK_EVERY", 0.05)
    counted = tmp_path / "count"
    pool = new_pool(2, trial=(jobs.die_times, (counted, ATTEMPTS + 2)))
    with pytest.raises(WorkerLost):
        await pool.run(jobs.die_times, counted, ATTEMPTS + 2)
    assert pool.health != "ok"
    chore = asyncio.create_task(pool.look_after())
    while pool.health != "ok":
        await asyncio.sleep(0.01)
    assert len(counted.read_bytes()) == ATTEMPTS + 2
    chore.cancel()


async def test_a_slow_job_gets_more_time_before_it_is_given_up(pool: WorkerPool) -> None:
    await pool.run(jobs.double, 1)
    assert await pool.run(jobs.sleep, SECONDS * 1.5, seconds=SECONDS) != os.getpid()


async def test_one_that_hangs_keeps_the_others_from_nothing(
    new_pool: Callable[..., WorkerPool],
) -> None:
    pool = new_pool(2)
    await asyncio.gather(*(pool.run(jobs.sleep, 0.2) for _ in range(2)))
    hanging = asyncio.create_task(pool.run(jobs.sleep, 600.0, seconds=600.0))
    await asyncio.sleep(0.05)
    assert [await pool.run(jobs.double, n) for n in range(20)] == [2 * n for n in range(20)]
    assert not hanging.done()
    hanging.cancel()


async def test_what_nobody_waits_for_any_more_is_not_begun(
    pool: WorkerPool, tmp_path: Path
) -> None:
    await pool.run(jobs.double, 1)
    busy = asyncio.create_task(pool.run(jobs.wait_for, tmp_path / "sign", seconds=100.0))
    await asyncio.sleep(0.05)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(pool.run(jobs.die_times, tmp_path / "count", 1), 0.05)
    (tmp_path / "sign").touch()
    await busy
    await pool.run(jobs.double, 1)
    assert not (tmp_path / "count").exists()


async def test_errors_come_back_as_they_are(pool: WorkerPool) -> None:
    with pytest.raises(BadValue, match="seven") as told:
        await pool.run(jobs.refuse)
    assert "in refuse" in "".join(told.value.__notes__)
    with pytest.raises(RuntimeError, match="Stubborn"):
        await pool.run(jobs.fail_badly)
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        await pool.run(lambda: None)
    assert await pool.run(jobs.double, 4) == 8


@pytest.mark.skipif(sys.platform == "win32", reason="nothing stops a process there")
async def test_closing_waits_for_nobody(pool: WorkerPool) -> None:
    one = await pool.run(os.getpid)
    os.kill(one, signal.SIGSTOP)
    waiting = asyncio.create_task(pool.run(jobs.double, 1))
    await asyncio.sleep(0.05)
    pool.close()
    with pytest.raises(WorkerLost):
        await waiting
    assert not _lives(one)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
