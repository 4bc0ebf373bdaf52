"""The store keeps what it says it keeps, in one piece, and knows its version."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from kessel.hall.store import NewGame, NewThrow, Writing
from kessel.server.store import Store
from kessel.server.store.migrations import MIGRATIONS, DatabaseTooNew

GAME = "abcdefghijklmnop"


async def filled(store: Store) -> int:
    number = await store.make_table("abcdefghijkl", False, ["made"], 5.0)
    await store.write(Writing(number, 1, ["seed", "game"], games=[NewGame(GAME, 1, "impact", 1)]))
    await store.write(Writing(number, 3, ["land"], throws=[NewThrow(GAME, 0, 0.5, b"flight")]))
    return number


def test_a_log_reads_back_in_order(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store.in_folder(tmp_path)
        number = await filled(store)
        store.close()
        again = Store.in_folder(tmp_path)
        assert await again.find_table("abcdefghijkl") == (number, ["made", "seed", "game", "land"])
        assert await again.find_table("nowhere") is None
        assert await again.trajectory(GAME, 0) == b"flight"
        assert await again.trajectory(GAME, 1) is None
        assert await again.sizes(GAME) == {0: 6}
        again.close()

    asyncio.run(run())


def test_a_game_is_to_be_looked_at_when_it_is_over(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store.in_folder(tmp_path)
        number = await filled(store)
        assert await store.game_log(GAME) is None
        await store.write(Writing(number, 4, ["end"], finished=[GAME]))
        assert await store.game_log(GAME) == ["seed", "game", "land", "end"]
        second = NewGame("b" * 16, 2, "impact", 5)
        await store.write(Writing(number, 5, ["seed", "game"], games=[second]))
        assert await store.game_log(GAME) == ["seed", "game", "land", "end"]
        store.close()

    asyncio.run(run())


def test_a_writing_is_kept_whole_or_not_at_all_and_harms_no_other(tmp_path: Path) -> None:
    """Many at once go into one transaction; a bad one among them fails alone."""

    async def run() -> None:
        store = Store.in_folder(tmp_path)
        number = await filled(store)
        writings = [Writing(number, 10 + 2 * n, ["a", "b"]) for n in range(200)]
        writings[100] = Writing(number, 3, ["again"], games=[NewGame("c" * 16, 9, "impact", 1)])
        results = await asyncio.gather(
            *(store.write(writing) for writing in writings), return_exceptions=True
        )
        failed = [n for n, result in enumerate(results) if result is not None]
        assert failed == [100]
        assert isinstance(results[100], IntegrityError)
        found = await store.find_table("abcdefghijkl")
        assert found is not None
        assert len(found[1]) == 4 + 2 * 199
        store.close()

    asyncio.run(run())


def test_old_tables_are_forgotten_with_all_they_had(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store.in_folder(tmp_path)
        await store.make_table("old" * 4, False, ["made"], 5.0)
        kept = await store.make_table("new" * 4, False, ["made"], 50.0)
        assert await store.forget(before=10.0) == 1
        assert await store.find_table("old" * 4) is None
        assert await store.find_table("new" * 4) == (kept, ["made"])
        store.close()

    asyncio.run(run())


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Store.in_folder(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "kessel.db")) as database:
        assert database.execute("pragma journal_mode").fetchone() == ("wal",)
        assert database.execute("select version from schema_version").fetchall() == [
            (len(MIGRATIONS),)
        ]
        database.execute("update schema_version set version = 99")
        database.commit()
    with pytest.raises(DatabaseTooNew, match="version 99"):
        Store.in_folder(tmp_path)
