"""Old tables go; a clock that makes everything look old deletes little."""

import asyncio
import logging
import time

import pytest

from kessel.server.config import Config
from kessel.server.retention import DAY, HOUR, forget_old
from kessel.server.store import Store

STARTED = time.time()


def kept(
    address: str, ages: list[float], now: float, *, all_at_once: bool = False
) -> tuple[int, float]:
    """How many of the tables last touched so many days before the start are left after one pass,
    and the pause until the next."""

    async def run() -> tuple[int, float]:
        store = Store(address)
        try:
            for number, age in enumerate(ages):
                await store.make_table(f"table{number}", False, ["made"], STARTED - age * DAY)
            config = Config(keep_days=30.0, delete_all_old=all_at_once)
            pause = await forget_old(store, (), config, STARTED, now)
            return (await store.count_tables(now))[1], pause
        finally:
            store.close()

    return asyncio.run(run())


def test_what_is_old_goes(address: str) -> None:
    assert kept(address, [40.0, *[1.0] * 9], STARTED + HOUR) == (9, HOUR)


def test_of_few_tables_one_may_go(address: str) -> None:
    assert kept(address, [40.0, 1.0], STARTED + HOUR) == (1, HOUR)


def test_a_clock_far_ahead_deletes_a_fifth_in_a_day_and_says_so(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        assert kept(address, [1.0] * 20, STARTED + 400 * DAY) == (16, DAY)
    assert "is the clock right" in caplog.text


def test_the_operator_may_say_that_all_go(address: str) -> None:
    assert kept(address, [40.0] * 20, STARTED, all_at_once=True) == (0, HOUR)


def test_nothing_touched_since_the_start_goes(address: str) -> None:
    """Whatever the clock says by then, and whatever the operator said."""
    assert kept(address, [-0.1] * 20, STARTED + 400 * DAY, all_at_once=True) == (20, HOUR)
