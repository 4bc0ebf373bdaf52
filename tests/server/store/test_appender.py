"""Appends from the event loop: many in one statement, none lost with a connection, none doubled."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest
from sqlalchemy import text

from kessel.hall.store import NotSaved, Writing
from kessel.server.store import SqlStore
from kessel.server.store.appender import Appender
from kessel.server.store.engine import open_engine

TABLES = 5
NOT_THERE = "postgresql://nobody@127.0.0.1:1/nothing"


@contextlib.asynccontextmanager
async def opened(address: str) -> AsyncIterator[tuple[SqlStore, Appender, list[int]]]:
    """A store with some tables, and an appender beside its own."""
    store, engine = SqlStore(address), open_engine(address)
    appender = Appender(engine, lambda: store.owner)
    try:
        numbers = [await store.make_table(f"t{n}", False, ["made"], 5.0) for n in range(TABLES)]
        yield store, appender, numbers
    finally:
        appender.close()
        engine.dispose()
        store.close()


async def logs(store: SqlStore) -> list[list[str]]:
    found = [await store.find_table(f"t{n}") for n in range(TABLES)]
    return [log for one in found if one is not None for log in one[1:]]


async def transactions(store: SqlStore) -> set[str]:
    """Those that wrote entries."""
    query = text("SELECT DISTINCT CAST(xmin AS text) FROM entries WHERE number > 1")
    return await store.beside(lambda c: set(c.execute(query).scalars()), 10.0)


async def end_others(store: SqlStore) -> None:
    """The database ends every other connection to it."""
    query = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid != pg_backend_pid() AND datname = current_database()"
    )
    await store.beside(lambda c: c.execute(query).close(), 10.0)


async def test_what_waits_goes_into_one_transaction(pg: Callable[[], str]) -> None:
    async with opened(pg()) as (store, appender, numbers):
        first = asyncio.create_task(appender.append(Writing(numbers[0], 1, ["first"])))
        await asyncio.sleep(0)
        more = [appender.append(Writing(n, 1, ["a", "b"])) for n in numbers[1:]]
        await asyncio.gather(first, *more)
        assert await logs(store) == [["made", "first"]] + [["made", "a", "b"]] * (TABLES - 1)
        assert len(await transactions(store)) == 1


async def test_what_nobody_waits_for_any_more_is_not_written(pg: Callable[[], str]) -> None:
    async with opened(pg()) as (store, appender, numbers):
        under_way = asyncio.create_task(appender.append(Writing(numbers[0], 1, ["kept"])))
        await asyncio.sleep(0)
        given_up = asyncio.create_task(appender.append(Writing(numbers[1], 1, ["given up"])))
        await asyncio.sleep(0)
        given_up.cancel()
        await under_way
        await appender.append(Writing(numbers[2], 1, ["next"]))
        assert await logs(store) == [
            ["made", "kept"],
            ["made"],
            ["made", "next"],
            ["made"],
            ["made"],
        ]


async def test_who_gives_up_on_one_that_is_under_way_disturbs_nobody(pg: Callable[[], str]) -> None:
    async with opened(pg()) as (store, appender, numbers):
        both = [asyncio.create_task(appender.append(Writing(n, 1, ["x"]))) for n in numbers[:2]]
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # the statement is on its way
        both[0].cancel()
        await both[1]
        assert (await logs(store))[:2] == [["made", "x"]] * 2


async def test_a_lost_connection_loses_and_doubles_nothing(pg: Callable[[], str]) -> None:
    async with opened(pg()) as (store, appender, numbers):
        await appender.append(Writing(numbers[0], 1, ["before"]))
        await end_others(store)
        await asyncio.gather(*(appender.append(Writing(n, 1, ["x"])) for n in numbers[1:]))
        await end_others(store)
        with pytest.raises(NotSaved, match="does not end at 1"):
            await appender.append(Writing(numbers[0], 1, ["twice"]))
        assert await logs(store) == [["made", "before"]] + [["made", "x"]] * (TABLES - 1)


async def test_where_there_is_no_database_everybody_is_told() -> None:
    appender = Appender(open_engine(NOT_THERE), lambda: "me")
    told = await asyncio.gather(
        *(appender.append(Writing(n, 1, ["x"])) for n in range(3)), return_exceptions=True
    )
    assert [type(one) for one in told] == [NotSaved] * 3
    appender.close()


async def test_one_that_is_closed_leaves_no_work_behind(pg: Callable[[], str]) -> None:
    before = asyncio.all_tasks()
    async with opened(pg()) as (_, appender, numbers):
        await appender.append(Writing(numbers[0], 1, ["before"]))
        waits = asyncio.create_task(appender.append(Writing(numbers[1], 1, ["x"])))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # the statement is on its way
        appender.close()
        waits.cancel()
        await asyncio.wait(asyncio.all_tasks() - before, timeout=60.0)
        assert asyncio.all_tasks() == before
