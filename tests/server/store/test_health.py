"""Health is red while a database cannot be used as it should be, says what to do in one sentence,
and is green again by itself: a drill for each fault, against SQLite and PostgreSQL. What keeps
people from playing on is in `test_database_faults.py`."""

import shutil
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import TypeAlias

import pytest
from databases import Postgres, sqlite
from sqlalchemy import Connection, text

from kessel.server.store import SqlStore, health, store

WAIT = 30.0
Fault: TypeAlias = Callable[[SqlStore, str], AbstractAsyncContextManager[None]]
"""Something is wrong with the database of this store, at this address, while this is entered."""


async def told(opened: SqlStore) -> str:
    return (await opened.health())["database"]


async def do(opened: SqlStore, command: str) -> None:
    def work(connection: Connection) -> None:
        connection.execute(text(command))

    await opened.beside(work, WAIT)


def file_of(address: str) -> Path:
    return Path(address.removeprefix("sqlite:///"))


def lost(table: str) -> Fault:
    """A table cannot be read or written: it is not there."""

    @asynccontextmanager
    async def lose(opened: SqlStore, address: str) -> AsyncIterator[None]:
        await do(opened, f"ALTER TABLE {table} RENAME TO gone")
        yield
        await do(opened, f"ALTER TABLE gone RENAME TO {table}")

    return lose


@asynccontextmanager
async def emptied(opened: SqlStore, address: str) -> AsyncIterator[None]:
    """Somebody began it anew: all that made it known is gone."""
    await do(opened, "ALTER TABLE secrets RENAME TO kept")
    await do(opened, "CREATE TABLE secrets AS SELECT * FROM kept WHERE name = 'nothing'")
    yield
    await do(opened, "DROP TABLE secrets")
    await do(opened, "ALTER TABLE kept RENAME TO secrets")


FAULTS: Mapping[str, tuple[Fault, str]] = {
    "no tables": (lost("tables"), "bring its tables back from a backup"),
    "no entries": (lost("entries"), "bring its tables back from a backup"),
    "no games": (lost("games"), "bring its tables back from a backup"),
    "no throws": (lost("throws"), "bring its tables back from a backup"),
    "emptied": (emptied, "another database by now: put"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_health_is_red_as_long_as_a_fault_lasts(
    address: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "HEALTH_SECONDS", 1.0)
    monkeypatch.setattr(health, "LOCK_SECONDS", 0.2)
    enter, do_this = FAULTS[fault]
    with closing(SqlStore(address)) as opened:
        await opened.make_table("abcdefghijkl", False, ["made"], 5.0)
        assert await told(opened) == "ok"
        async with enter(opened, address):
            said = await told(opened)
            assert do_this in said
            assert "\n" not in said
        while await told(opened) != "ok":
            pass
        assert await opened.count_tables(9e9) == (1, 1), "what health wrote is taken back"


# --- another database -----------------------------------------------------------------------------


async def said_at(folder: Path) -> str:
    with closing(SqlStore.in_folder(folder)) as opened:
        return await told(opened)


async def test_an_empty_file_where_there_was_a_database_is_noticed(tmp_path: Path) -> None:
    """Until the right one is back, or somebody says that it is meant; over restarts, too."""
    assert await said_at(tmp_path) == await said_at(tmp_path) == "ok"
    kept = tmp_path / "kept"
    kept.mkdir()
    for file in tmp_path.glob("kessel.db*"):
        if file.suffix != ".id":
            shutil.move(file, kept)
    for _ in range(2):
        said = await said_at(tmp_path)
        assert "is not the database that was here before" in said
        assert "delete kessel.db.id" in said
    with closing(SqlStore.in_folder(tmp_path)) as opened:
        assert await told(opened) != "ok"
        (tmp_path / "kessel.db.id").unlink()
        assert await told(opened) == "ok"
    (tmp_path / "kessel.db").unlink()
    assert await said_at(tmp_path) != "ok"
    for file in tmp_path.glob("kessel.db*"):
        file.unlink()
    for file in kept.iterdir():
        shutil.move(file, tmp_path)
    assert await said_at(tmp_path) == "ok"


async def test_a_backup_is_the_same_database(tmp_path: Path) -> None:
    assert await said_at(tmp_path) == "ok"
    file = tmp_path / "kessel.db"
    shutil.copy(file, tmp_path / "backup")
    with closing(SqlStore.in_folder(tmp_path)) as opened:
        await opened.make_table("abcdefghijkl", False, ["made"], 5.0)
    shutil.copy(tmp_path / "backup", file)
    assert await said_at(tmp_path) == "ok"


async def test_servers_of_one_database_know_it_by_the_same_name(pg: Postgres) -> None:
    address = pg()
    with closing(SqlStore(address)) as one, closing(SqlStore(address)) as two:
        assert await told(one) == await told(two) == "ok"


def test_whatever_a_database_says_something_is_to_be_done() -> None:
    assert health.advice("quite strange") == f"quite strange: {health.ELSE_DO}"
    assert len({do for _, do in health.DO}) == len(health.DO)


async def test_a_database_that_is_gone_is_not_well(tmp_path: Path) -> None:
    address = sqlite(tmp_path)
    with closing(SqlStore(address)) as opened:
        assert await told(opened) == "ok"
        for file in tmp_path.glob("*.db*"):
            file.rename(file.with_suffix(".moved" + file.suffix))
        assert "put the file back" in await told(opened)
        for file in tmp_path.glob("*.moved*"):
            file.rename(file.with_name(file.name.replace(".moved", "")))
        assert await told(opened) == "ok"
