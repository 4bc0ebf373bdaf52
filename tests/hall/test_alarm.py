"""An alarm rings once, at the time it was set to last."""

import asyncio
import time

from kessel.hall.alarm import Alarm

SOON = 0.01
LATER = 30.0


async def test_it_rings_once_when_it_is_due() -> None:
    rung: asyncio.Queue[float] = asyncio.Queue()
    alarm = Alarm(lambda: rung.put_nowait(time.monotonic()))
    due = time.monotonic() + SOON
    alarm.set(due)
    alarm.set(due)
    assert await asyncio.wait_for(rung.get(), LATER) >= due - SOON / 2
    await asyncio.sleep(3 * SOON)
    assert rung.empty(), "and not again"


async def test_another_time_replaces_the_one_before_and_none_silences_it() -> None:
    rung: asyncio.Queue[str] = asyncio.Queue()
    early, other = (
        Alarm(lambda: rung.put_nowait("early")),
        Alarm(lambda: rung.put_nowait("other")),
    )
    early.set(time.monotonic() + LATER)
    early.set(time.monotonic() + SOON)
    assert await asyncio.wait_for(rung.get(), LATER) == "early"
    other.set(time.monotonic() + SOON)
    other.set(None)
    early.set(time.monotonic() + 2 * SOON)
    assert await asyncio.wait_for(rung.get(), LATER) == "early"
    assert rung.empty(), "the other one was silenced"


async def test_one_that_is_overdue_rings_at_once() -> None:
    rung = asyncio.Event()
    Alarm(rung.set).set(time.monotonic() - LATER)
    await asyncio.wait_for(rung.wait(), LATER)
