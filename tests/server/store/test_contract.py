"""What every store promises the hall: the databases of a server, and the shelf of a page."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from databases import sqlite

from kessel.hall.store import NewGame, NewThrow, NotSaved, Store, TableExists, Writing
from kessel.page.shelf import MemoryShelf
from kessel.page.store import ShelfStore
from kessel.server.store import SqlStore

CODE, GAME = "abcdefghijkl", "abcdefghijklmnop"
Opening = Callable[[], Store]
"""Opens a store: the first time with nothing in it, then the same again."""


@pytest.fixture(params=["sqlite", "postgresql", "shelf"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opening]:
    if request.param == "shelf":
        shelf = MemoryShelf()
        yield lambda: ShelfStore(shelf)
        return
    is_sqlite = request.param == "sqlite"
    address = sqlite(tmp_path) if is_sqlite else str(request.getfixturevalue("pg")())
    with ExitStack() as opened:
        yield lambda: opened.enter_context(closing(SqlStore(address)))


@pytest.fixture
def store(opening: Opening) -> Store:
    return opening()


async def filled(store: Store) -> int:
    """A table of four entries with a game that is not over, and one throw."""
    number = await store.make_table(CODE, False, ["made"], 5.0)
    await store.write(Writing(number, 1, ["seed", "game"], games=[NewGame(GAME, 1, "impact", 1)]))
    await store.write(Writing(number, 3, ["land"], throws=[NewThrow(GAME, 0, 0.5, b"flight")]))
    return number


async def test_a_log_reads_back_in_order_and_its_code_is_given_once(opening: Opening) -> None:
    number = await filled(opening())
    again = opening()
    assert await again.find_table(CODE) == (number, ["made", "seed", "game", "land"])
    assert await again.find_table("nowhere") is None
    assert await again.open_table("nowhere") is None
    other = await again.make_table("other", True, ["else"], 0.0)
    assert await again.find_table("other") == (other, ["else"])
    with pytest.raises(TableExists):
        await again.make_table(CODE, True, ["again"], 0.0)


async def test_an_entry_that_does_not_follow_the_last_is_refused_with_all_it_brings(
    store: Store,
) -> None:
    number = await filled(store)
    throws = [NewThrow(GAME, 1, 0.5, b"stray")]
    for table, first in ((number, 0), (number, 3), (number, 5), (number, 6), (number + 99, 0)):
        with pytest.raises(NotSaved):
            await store.write(Writing(table, first, ["stray"], throws=throws))
    assert await store.find_table(CODE) == (number, ["made", "seed", "game", "land"])
    assert await store.trajectory(GAME, 1) is None
    await store.write(Writing(number, 4, ["next"], throws=throws))
    assert await store.trajectory(GAME, 1) == b"stray"


async def test_two_cannot_both_append(opening: Opening) -> None:
    one, two = opening(), opening()
    number, kept = await one.make_table(CODE, False, ["made"], 5.0), await one.open_table(CODE)
    assert kept is not None
    both = [each.write(Writing(number, 1, ["more"], epoch=kept.epoch)) for each in (one, two)]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["NoneType", "NotSaved"]


async def test_whoever_opened_a_table_before_writes_no_more(store: Store) -> None:
    number = await store.make_table(CODE, False, ["made"], 0.0)
    first, second = await store.open_table(CODE), await store.open_table(CODE)
    assert first is not None
    assert second is not None
    for old in (first.epoch - 1, first.epoch):
        with pytest.raises(NotSaved):
            await store.write(Writing(number, 1, ["old"], epoch=old))
    await store.write(Writing(number, 1, ["new"], epoch=second.epoch))
    assert await store.find_table(CODE) == (number, ["made", "new"])


async def test_a_game_is_to_be_looked_at_when_it_is_over(store: Store) -> None:
    number = await filled(store)
    assert await store.game_log(GAME) is None
    await store.write(Writing(number, 4, ["end"], finished=[GAME]))
    assert await store.game_log(GAME) == ["seed", "game", "land", "end"]
    second = NewGame("b" * 16, 2, "impact", 5)
    await store.write(Writing(number, 5, ["seed", "game"], games=[second]))
    assert await store.game_log(GAME) == ["seed", "game", "land", "end"]
    assert await store.game_log(second.code) is None
    await store.write(Writing(number, 7, ["end"], finished=[second.code]))
    assert await store.game_log(second.code) == ["seed", "game", "end"]
    assert await store.game_log("nowhere") is None


async def test_a_throw_is_found_by_its_number_and_no_other(store: Store) -> None:
    """Not even by one that no column holds."""
    await filled(store)
    assert await store.trajectory(GAME, 0) == b"flight"
    for number in (-1, 1, 2**31, 2**63, 2**64, 10**30):
        assert await store.trajectory(GAME, number) is None
    assert await store.trajectory("nowhere", 0) is None
    assert await store.sizes(GAME) == {0: 6}
    assert await store.sizes("nowhere") == {}
