"""What a disk has changed is found, told and never shown; what is whole stays usable. The check
finds it beside the game, goes on where it was, and sees when it has been mended."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing, closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, text, update
from sqlalchemy.sql import Executable

from kessel.hall.store import Damaged, NewGame, NewThrow, Writing
from kessel.server.store import SqlStore, checking, damage, inspection, schema
from kessel.server.store.damage import DamagedTable
from kessel.server.store.inspection import Finding, check_database

CODE = "abcdefghijkl"
GAMES = ("firstgame", "secondgame")
WAIT = 30.0
ENTRIES, THROWS = schema.entries.c, schema.throws.c


@pytest.fixture
def store(address: str) -> Iterator[SqlStore]:
    with closing(SqlStore(address)) as opened:
        yield opened


async def played(store: SqlStore, code: str = CODE, games: tuple[str, ...] = GAMES) -> int:
    """A table with two finished games of three entries and a throw each."""
    table = await store.make_table(code, False, ["made"], 5.0)
    for number, game in enumerate(games):
        first = 1 + 3 * number
        bodies = [f"{game} {part}" for part in ("begins", "ünder way", "ends")]
        games_ = [NewGame(game, number + 1, "impact", first)]
        throws = [NewThrow(game, 0, 0.5, b"flight of " + game.encode())]
        await store.write(Writing(table, first, bodies, games_, throws, finished=[game]))
    return table


async def do(store: SqlStore, *changes: Executable | str) -> None:
    """What a disk, or somebody at the database, does to it."""

    def work(connection: Connection) -> None:
        for one in changes:
            connection.execute(text(one) if isinstance(one, str) else one)

    await store.beside(work, WAIT)


def entry(number: int, body: str = "x") -> Executable:
    return update(schema.entries).where(ENTRIES.number == number).values(body=body)


def without_key(name: str, *more: str) -> tuple[str, ...]:
    """The same rows in a table that lets them be doubled."""
    columns = f"CREATE TABLE copied AS SELECT * FROM {name}"
    return columns, *more, f"DROP TABLE {name}", f"ALTER TABLE copied RENAME TO {name}"


DOUBLED = without_key("entries", "INSERT INTO copied SELECT * FROM entries WHERE number = 2")
DOUBLED_FOR_ONE: tuple[Executable | str, ...] = (
    *without_key("entries", "INSERT INTO copied SELECT * FROM entries WHERE number = 2"),
    delete(schema.entries).where(ENTRIES.number == 4),
)
FLIGHT = update(schema.throws).where(THROWS.game == GAMES[0])
FAULTS: Mapping[str, tuple[tuple[Executable | str, ...], DamagedTable]] = {
    "changed": ((entry(5),), DamagedTable(1, [5], 0, 2, 1)),
    "first": ((delete(schema.entries).where(ENTRIES.number == 0),), DamagedTable(1, [0], 0, 2, 2)),
    "missing": (
        (delete(schema.entries).where(ENTRIES.number == 3),),
        DamagedTable(1, [3], 0, 2, 1),
    ),
    "last": ((delete(schema.entries).where(ENTRIES.number == 6),), DamagedTable(1, [6], 0, 2, 1)),
    "beyond": (("UPDATE tables SET length = 6",), DamagedTable(1, [6], 0, 2, 1)),
    "doubled": (DOUBLED, DamagedTable(1, [2], 0, 2, 1)),
    "doubled for another": (DOUBLED_FOR_ONE, DamagedTable(1, [2, 4], 0, 2, 0)),
    "flight": ((FLIGHT.values(trajectory=b"x"),), DamagedTable(1, [], 1, 2, 2)),
}


def found(address: str) -> list[Finding]:
    return list(check_database(address))


async def checked(store: SqlStore) -> int:
    """The check goes through everything; how many steps it took."""
    steps = 0
    while await store.checking.step() != checking.LOOK_AGAIN:
        steps += 1
    return steps


async def test_what_is_whole_is_found_whole(address: str, store: SqlStore) -> None:
    await played(store)
    await checked(store)
    assert store.checking.told() == "ok"
    assert store.checking.share == 1.0
    assert found(address) == []
    assert await store.game_log(GAMES[0]) is not None


@pytest.mark.parametrize("fault", FAULTS)
async def test_damage_is_found_told_and_seen_to_be_mended(
    address: str,
    store: SqlStore,
    fault: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await played(store)
    changes, expected = FAULTS[fault]
    await do(store, *changes)
    assert found(address) == [expected]
    monkeypatch.setattr(checking, "LOOK_AGAIN", 0.0)
    with caplog.at_level(logging.INFO):
        await checked(store)
        await store.checking.step()
        assert str(expected) in store.checking.told()
        assert "restore" in store.checking.told()
        assert (await store.health())["damage"] != "ok"
        await do(store, *(f"DELETE FROM {one}" for one in ("throws", "games", "entries", "tables")))
        await store.checking.step()
    assert store.checking.told() == (await store.health())["damage"] == "ok"
    told = [one.message for one in caplog.records if one.message in ("damaged", "mended")]
    assert told == ["damaged", "mended"], "each once, however often looked at"


async def test_a_changed_entry_is_never_shown_and_told_once(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    table = await played(store)
    await do(store, entry(5))
    with caplog.at_level(logging.ERROR):
        with pytest.raises(Damaged, match="damaged at entry 5"):
            await store.open_table(CODE)
        with pytest.raises(Damaged):
            await store.game_log(GAMES[1])
    whole = await store.game_log(GAMES[0])
    assert whole == [f"{GAMES[0]} {part}" for part in ("begins", "ünder way", "ends")]
    assert [one.message for one in caplog.records] == ["damaged"]
    assert store.checking.found == {f"table {table}": f"table {table} is damaged at entry 5"}


async def test_a_changed_flight_is_never_shown(store: SqlStore) -> None:
    await played(store)
    await do(store, FLIGHT.values(trajectory=b"x"))
    with pytest.raises(Damaged, match="throw 0"):
        await store.trajectory(GAMES[0], 0)
    assert await store.trajectory(GAMES[1], 0) == b"flight of secondgame"
    assert list(store.checking.found) == ["table 1"]


def overwritten(file: Path, pages: Iterable[int]) -> None:
    content = bytearray(file.read_bytes())
    for page in pages:
        content[page * 4096 : page * 4096 + 64] = bytes(64)
    file.write_bytes(content)


async def test_pages_that_cannot_be_read_are_found_and_the_check_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "kessel.db"
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        for number in range(100):
            await store.make_table(f"more{number}", False, ["made " * 200], 5.0)
        await played(store)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = file.stat().st_size // 4096
    overwritten(file, range(size - 12, size - 4))
    assert found(str(tmp_path))
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        await checked(store)
        assert "cannot be read" in store.checking.told() or "damaged" in store.checking.told()
        assert store.checking.share == 1.0


@pytest.mark.parametrize("part", ["tables", "entries", "throws"])
async def test_where_a_part_begins_and_ends_is_known_without_reading_it(
    tmp_path: Path, part: str
) -> None:
    """SQLite says of a statement what it reads from the beginning to the end."""

    def plan(connection: Connection, asked: str) -> str:
        return str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}").all())

    quick, slow = damage.ends_of(part, "sqlite")
    with closing(SqlStore(f"sqlite:///{tmp_path / 'kessel.db'}")) as store:
        assert f"SCAN {part}" not in await store.read(plan, quick)
        assert f"SCAN {part}" in await store.read(plan, slow), "the control"


async def test_a_part_of_which_nothing_can_be_read_does_not_stop_the_check(tmp_path: Path) -> None:
    file = tmp_path / "kessel.db"
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        await played(store)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        roots = "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'entries'"
        pages = [row[0] - 1 for row in database.execute(roots)]
    overwritten(file, pages)
    assert any("entries cannot be read" in str(one) for one in found(str(tmp_path)))
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        await checked(store)
        assert "entries 0 0" in store.checking.found
        assert store.checking.share == 1.0
        await store.checking._look_again()
        assert "entries 0 0" in store.checking.found, "as long as it is so"


# --- in pieces, and after a restart ---------------------------------------------------------------


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one row of SQLite, or one block of PostgreSQL, and all that is done is kept at once."""
    small = {name: damage.Scan(one.weight, 1, 1) for name, one in damage.PARTS.items()}
    for module in (damage, checking, inspection):
        monkeypatch.setattr(module, "PARTS", small)
    monkeypatch.setattr(checking, "KEEP_EVERY", -1.0)


@pytest.mark.usefixtures("small_pieces")
async def test_the_check_goes_on_where_it_was_before_a_restart(address: str) -> None:
    """Every piece once, whatever happens in between; then a new server begins again."""
    looked = list[damage.Piece]()
    real = damage.damaged_in

    def look(connection: Connection, piece: damage.Piece) -> list[int]:
        looked.append(piece)
        return real(connection, piece)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(damage, "damaged_in", look)
        with closing(SqlStore(address)) as store:
            for number in range(3):
                await played(store, f"table{number}", (f"first{number}", f"second{number}"))
            await do(store, entry(2).where(ENTRIES.table_id == 1))  # type: ignore[attr-defined]
            await checked(store)
            at_once, shares = list(looked), [store.checking.share]
        looked.clear()
        while shares[-1] < 1.0 or len(shares) == 1:
            with closing(SqlStore(address)) as store:
                await store.checking.step()
                await store.checking.step()
                shares.append(store.checking.share)
                assert "table 1" in store.checking.found, "what was found is kept"
    assert looked == at_once
    assert shares[1:] == sorted(shares[1:])
    assert len(at_once) > 3


@pytest.mark.usefixtures("small_pieces")
async def test_servers_of_one_database_do_not_look_twice(pg: Callable[[], str]) -> None:
    """Whoever is second leaves the check to the first; both tell what was found."""
    address = pg()
    with closing(SqlStore(address)) as one, closing(SqlStore(address)) as two:
        await played(one)
        await do(one, entry(2))
        await one.checking.step()
        await two.checking.step()
        assert await one.checking.step() == checking.OTHERS
        await checked(two)
        await one.checking.step()
        assert one.checking.told() == two.checking.told() != "ok"
        assert one.checking.share == 1.0


async def test_what_cannot_be_looked_for_is_told(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the check goes on by itself once it can."""
    await played(store)
    await do(store, "ALTER TABLE throws RENAME TO gone")
    monkeypatch.setattr(checking, "TRY_AGAIN", 0.01)
    monkeypatch.setattr(checking, "PAUSE", 0.0)
    async with aclosing(looking(store)) as told:
        async for one in told:
            if one != "ok":
                break
        assert "cannot be looked for" in one
        assert "backup" in one
        await do(store, "ALTER TABLE gone RENAME TO throws")
        async for one in told:
            if store.checking.share == 1.0 and one == "ok":
                break


async def looking(store: SqlStore) -> AsyncGenerator[str, None]:
    """What the check tells, again and again, while it goes on."""
    check = asyncio.create_task(store.checking.look_for_damage())
    try:
        while True:
            yield store.checking.told()
            await asyncio.sleep(0.01)
    finally:
        check.cancel()


async def test_a_whole_database_is_read_by_several_processes(
    address: str, store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        await played(store, f"table{number}", (f"first{number}", f"second{number}"))
    await do(store, entry(5).where(ENTRIES.table_id.in_([3, 17])))  # type: ignore[attr-defined]
    shares = list[float]()
    monkeypatch.setattr(inspection, "FEW", 1)
    monkeypatch.setattr(inspection, "AT_ONCE", 1)
    tables = [DamagedTable(table, [5], 0, 2, 1) for table in (3, 17)]
    assert list(check_database(address, shares.append)) == tables
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)
