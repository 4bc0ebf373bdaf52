"""What a disk has changed is found, told and never shown; what is whole stays usable."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from kessel.hall.store import Damaged, NewGame, NewThrow, Writing
from kessel.server.store import Store, schema
from kessel.server.store.damage import DamagedTable, check_database

CODE = "abcdefghijkl"
GAMES = ("firstgame", "secondgame")
WAIT = 30.0


def with_two_games(address: str, then: Callable[[Store, int], Awaitable[None]]) -> None:
    """A table with two finished games of three entries and a throw each."""

    async def run() -> None:
        store = Store(address)
        try:
            table = await store.make_table(CODE, False, ["made"], 5.0)
            for number, game in enumerate(GAMES):
                first = 1 + 3 * number
                writing = Writing(
                    table,
                    first,
                    [f"{game} {part}" for part in ("begins", "ünder way", "ends")],
                    games=[NewGame(game, number + 1, "impact", first)],
                    throws=[NewThrow(game, 0, 0.5, b"flight of " + game.encode())],
                    finished=[game],
                )
                await store.write(writing)
            await then(store, table)
        finally:
            store.close()

    asyncio.run(run())


async def spoil(store: Store, entry: int) -> None:
    """One letter of an entry changes on disk."""
    changed = update(schema.entries).where(schema.entries.c.number == entry).values(body="x")
    await store.beside(lambda c: c.execute(changed).close(), WAIT)


def found(address: str) -> list[str | DamagedTable]:
    return list(check_database(address))


def test_what_is_whole_is_found_whole(address: str) -> None:
    async def run(store: Store, table: int) -> None:
        await store.check()
        assert not store.damage
        assert found(address) == []
        assert await store.game_log(GAMES[0]) is not None

    with_two_games(address, run)


def test_a_changed_entry_is_never_shown(address: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run(store: Store, table: int) -> None:
        await spoil(store, 5)
        with pytest.raises(Damaged, match="damaged at entry 5"):
            await store.open_table(CODE)
        with pytest.raises(Damaged):
            await store.game_log(GAMES[1])
        whole = await store.game_log(GAMES[0])
        assert whole == [f"{GAMES[0]} {part}" for part in ("begins", "ünder way", "ends")]
        assert found(address) == [DamagedTable(table, [5], 0, games=2, whole=1)]

    with caplog.at_level(logging.ERROR):
        with_two_games(address, run)
    assert [one.message for one in caplog.records] == ["damaged"], "told once, however often read"


@pytest.mark.parametrize("entry", [0, 3, 6])
def test_a_missing_entry_is_noticed_wherever_it_was(address: str, entry: int) -> None:
    async def run(store: Store, table: int) -> None:
        gone = delete(schema.entries).where(schema.entries.c.number == entry)
        await store.beside(lambda c: c.execute(gone).close(), WAIT)
        with pytest.raises(Damaged):
            await store.open_table(CODE)
        (one,) = found(address)
        assert isinstance(one, DamagedTable)
        assert one.entries == [entry]
        assert one.whole == (2 if entry == 0 else 1)

    with_two_games(address, run)


def test_a_changed_flight_is_never_shown(address: str) -> None:
    async def run(store: Store, table: int) -> None:
        changed = update(schema.throws).where(schema.throws.c.game == GAMES[0])
        await store.beside(lambda c: c.execute(changed.values(trajectory=b"x")).close(), WAIT)
        with pytest.raises(Damaged, match="throw 0"):
            await store.trajectory(GAMES[0], 0)
        assert await store.trajectory(GAMES[1], 0) == b"flight of secondgame"
        assert found(address) == [DamagedTable(table, [], 1, games=2, whole=2)]

    with_two_games(address, run)


def test_the_check_at_the_start_tells_the_operator(address: str) -> None:
    async def run(store: Store, table: int) -> None:
        await spoil(store, 2)
        await store.check()
        assert store.damage == {f"table {table} is damaged at entry 2"}

    with_two_games(address, run)


def test_an_overwritten_page_is_found(tmp_path: Path) -> None:
    file = tmp_path / "kessel.db"

    async def run(store: Store, table: int) -> None:
        for number in range(300):
            await store.make_table(f"more{number}", False, ["made " * 50], 5.0)

    with_two_games(f"sqlite:///{file}", run)
    content = bytearray(file.read_bytes())
    for page in range(4, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = bytes(64)
    file.write_bytes(content)
    assert found(str(tmp_path))
