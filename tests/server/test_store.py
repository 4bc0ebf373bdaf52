"""The server's store keeps what it says it keeps, in one piece, and answers in its time;
`store/test_contract.py` has what every store promises."""

import asyncio
import logging
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from databases import Postgres, sqlite
from sqlalchemy import Connection, text

from kessel.hall.store import Damaged, NewGame, NewThrow, NotSaved, Writing
from kessel.server.config import Config
from kessel.server.retention import DAY, HOUR, forget_old
from kessel.server.store import (
    SqlStore,
    engine,
    health,
    writings,
)
from kessel.server.store import store as module
from kessel.server.store.schema import of_entry

GAME = "abcdefghijklmnop"
FIRST_START = Path(__file__).parent / "first_start.py"
AT_ONCE = 4


@pytest.fixture
def store(address: str) -> Iterator[SqlStore]:
    with closing(SqlStore(address)) as opened:
        yield opened


async def filled(store: SqlStore) -> int:
    number = await store.make_table("abcdefghijkl", False, ["made"], 5.0)
    await store.write(Writing(number, 1, ["seed", "game"], games=[NewGame(GAME, 1, "impact", 1)]))
    await store.write(Writing(number, 3, ["land"], throws=[NewThrow(GAME, 0, 0.5, b"flight")]))
    return number


# --- in order, or not at all --------------------------------------------------------------------


async def test_without_the_check_a_log_would_get_a_hole(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the very same entry, appended as it once was."""

    def unchecked(connection: Connection, some: Sequence[Writing], *_: object) -> list[None]:
        for one in some:
            for place, body in enumerate(one.bodies, start=one.first):
                values = {"t": one.table, "n": place, "b": body, "s": of_entry(place, body)}
                connection.execute(text("INSERT INTO entries VALUES (:t, :n, :b, :s)"), values)
        return [None] * len(some)

    number = await filled(store)
    monkeypatch.setattr(writings, "append", unchecked)
    await store.write(Writing(number, 5, ["stray"]))
    with pytest.raises(Damaged, match="at entry 4"):
        await store.find_table("abcdefghijkl")


async def test_a_writing_is_kept_whole_or_not_at_all_and_harms_no_other(store: SqlStore) -> None:
    """Many at once go into one transaction; a bad one among them fails alone."""
    number = await filled(store)
    again = NewGame(GAME, 9, "impact", 1)
    good = [Writing(number, 4 + 2 * n, ["a", "b"]) for n in range(199)]
    stray = Writing(number, 3, ["again"], games=[NewGame("c" * 16, 9, "impact", 1)])
    doubled = Writing(number, 4 + 2 * 199, ["again"], games=[again])
    results = await asyncio.gather(
        *(store.write(writing) for writing in [*good[:100], stray, *good[100:], doubled]),
        return_exceptions=True,
    )
    failed = [n for n, result in enumerate(results) if result is not None]
    assert failed == [100, 200]
    assert all(isinstance(results[n], NotSaved) for n in failed)
    found = await store.find_table("abcdefghijkl")
    assert found is not None
    assert len(found[1]) == 4 + 2 * 199


# --- days ---------------------------------------------------------------------------------------


async def test_a_day_is_changed_in_one_step_and_old_ones_go(store: SqlStore) -> None:
    assert await store.day("2026-11-17") is None

    def add(name: str) -> Awaitable[str]:
        return store.change_day("2026-11-17", lambda before: before + name, "2026-11-10")

    await asyncio.gather(add("a"), add("b"))
    assert sorted(await store.day("2026-11-17") or "") == ["a", "b"]
    assert await store.change_day("2026-11-30", lambda before: f"{before}c", "2026-11-20") == "c"
    assert await store.day("2026-11-17") is None


# --- forgetting ---------------------------------------------------------------------------------


async def test_old_tables_are_forgotten_with_all_they_had(store: SqlStore) -> None:
    for number in range(120):
        await store.make_table(f"old{number}", False, ["made"], 5.0)
    kept = await store.make_table("new" * 4, False, ["made"], 50.0)
    assert await store.count_tables(10.0) == (120, 121)
    assert await store.forget(10.0, (), most=70) == 70
    assert await store.forget(10.0, (), most=500) == 50
    assert await store.find_table("old7") is None
    assert await store.find_table("new" * 4) == (kept, ["made"])
    await filled(store)
    assert await store.forget(time.time() + 60.0, (), most=9) == 2
    assert await store.trajectory(GAME, 0) is None
    games = "SELECT count(*) FROM games"
    assert await store.beside(lambda c: c.execute(text(games)).scalar(), 30.0) == 0


async def test_what_is_played_is_not_old(store: SqlStore) -> None:
    """Made long ago, but the last move was just now; or nobody moves, but the table is in use."""
    moved = await store.make_table("moved", False, ["made"], 5.0)
    watched = await store.make_table("watched", False, ["made"], 5.0)
    await store.make_table("left", False, ["made"], 5.0)
    await store.write(Writing(moved, 1, ["a move"]))
    assert await store.forget(time.time() - 60.0, [watched], most=9) == 1
    assert await store.find_table("moved") is not None
    assert await store.find_table("watched") is not None
    assert await store.find_table("left") is None


async def test_a_table_whose_turn_has_days_is_old_only_after_them(store: SqlStore) -> None:
    number = await store.make_table("days", False, ["made"], 5.0)
    until = time.time() + 1000.0
    await store.write(Writing(number, 1, ["a turn of days"], until=until))
    assert await store.forget(until - 1.0, (), most=9) == 0
    await store.write(Writing(number, 2, ["the next one"], until=until + 500.0))
    assert await store.forget(until + 499.0, (), most=9) == 0
    assert await store.forget(until + 501.0, (), most=9) == 1


# --- the start ----------------------------------------------------------------------------------


@pytest.mark.long
def test_many_first_starts_at_once(address: str) -> None:
    """As many processes as would be started by an operator who is in a hurry."""
    command = [sys.executable, str(FIRST_START), address]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(AT_ONCE)]
    said = [one.communicate(timeout=300)[1].decode() for one in running]
    assert [one.returncode for one in running] == [0] * AT_ONCE, said


# --- time, and what is told ---------------------------------------------------------------------


async def test_errors_tell_nothing_of_what_was_to_be_kept(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    number = await filled(store)
    secret = "5ec2e7" * 4
    bad: Any = None
    for writing in (
        Writing(number, 4, [secret], games=[NewGame(GAME, 1, secret, 4)]),
        Writing(number, 4, [secret, bad]),
    ):
        with pytest.raises(NotSaved) as refused:
            await store.write(writing)
        logging.getLogger("kessel").error("write failed", exc_info=refused.value)
    assert "write failed" in caplog.text
    assert secret not in caplog.text


async def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_FREE", 2**60)
    opened = SqlStore.in_folder(tmp_path)
    assert (await opened.health())["disk"].startswith("full")
    opened.close()


def test_a_start_waits_for_a_connection_and_for_a_lock(
    pg: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL has no connection left; somebody has all of an SQLite file to themselves."""
    monkeypatch.setattr(module, "LOOK_AGAIN", 0.01)
    monkeypatch.setattr(engine, "STATEMENT_SECONDS", 0.2)
    address, file = pg(), sqlite(tmp_path)
    role = "late" + address.partition("@/")[2].partition("?")[0]
    pg.psql(f"CREATE ROLE {role} LOGIN SUPERUSER CONNECTION LIMIT 0;")
    pg.psql(f"ALTER ROLE {role} NOSUPERUSER;")
    SqlStore(address).close()
    waiting = threading.Event()
    monkeypatch.setattr(module, "log", lambda *_, **__: waiting.set())
    with closing(sqlite3.connect(file.removeprefix("sqlite:///"))) as other:
        other.execute("BEGIN EXCLUSIVE")
        with ThreadPoolExecutor(1) as pool:
            for place, let_in in (
                (file, other.rollback),
                (
                    address.replace("postgres:@", f"{role}:@"),
                    lambda: pg.psql(f"ALTER ROLE {role} SUPERUSER;"),
                ),
            ):
                waiting.clear()
                opening = pool.submit(SqlStore, place)
                assert waiting.wait(60)
                let_in()
                opening.result(60).close()


# --- old tables go --------------------------------------------------------------------------------


STARTED = time.time()


@pytest.mark.parametrize(
    ("ages", "passed", "all_at_once", "left"),
    [
        ([40.0, *[1.0] * 9], HOUR, False, 9),
        ([40.0, 1.0], HOUR, False, 1),  # of few tables one may go
        ([1.0] * 20, 400 * DAY, False, 16),  # a clock far ahead: a fifth in a day
        ([40.0] * 20, 0.0, True, 0),  # the operator says that all may go
        ([-0.1] * 20, 400 * DAY, True, 20),  # but nothing that was touched since the start
    ],
)
async def test_what_is_old_goes_but_never_much_at_once(
    store: SqlStore,
    caplog: pytest.LogCaptureFixture,
    ages: list[float],
    passed: float,
    all_at_once: bool,
    left: int,
) -> None:
    """Of tables last touched so many days before the start."""
    now = STARTED + passed
    for number, age in enumerate(ages):
        await store.make_table(f"table{number}", False, ["made"], STARTED - age * DAY)
    config = Config(keep_days=30.0, delete_all_old=all_at_once)
    with caplog.at_level(logging.ERROR):
        pause = await forget_old(store, (), config, STARTED, now)
    assert await store.count_tables(now) == (left, left)
    assert (pause, "is the clock right" in caplog.text) == (
        (DAY, True) if left == 16 else (HOUR, False)
    )
