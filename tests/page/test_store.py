"""The store on a shelf: what is written comes back, in its place, and nowhere else."""

import pytest

from kessel.hall.store import NewGame, NewThrow, NotSaved, TableExists, Writing
from kessel.page.shelf import Guard, MemoryShelf, Moved
from kessel.page.store import ShelfStore


@pytest.fixture
def store() -> ShelfStore:
    """A store that nothing was written to."""
    return ShelfStore(MemoryShelf())


def played(table: int, game: str, number: int, first: int, over: bool = True) -> Writing:
    """A game of three entries with one throw."""
    return Writing(
        table=table,
        first=first,
        bodies=[f"{game}-{k}" for k in range(3)],
        games=[NewGame(game, number, "strike-2020", first)],
        throws=[NewThrow(game, 1, 1.5, b"flight of " + game.encode())],
        finished=[game] if over else [],
    )


async def log(store: ShelfStore, code: str) -> list[str]:
    """Everything that was written about a table."""
    kept = await store.open_table(code)
    assert kept is not None
    return list(kept.bodies)


async def test_a_log_grows_entry_by_entry(store: ShelfStore) -> None:
    number = await store.make_table("abc", False, ["made"], 0.0)
    await store.write(Writing(number, 1, ["one", "two"]))
    await store.write(Writing(number, 3, ["three"]))
    assert await log(store, "abc") == ["made", "one", "two", "three"]
    assert await store.open_table("other") is None
    other = await store.make_table("other", True, ["else"], 0.0)
    assert other != number
    assert await log(store, "other") == ["else"]
    with pytest.raises(TableExists):
        await store.make_table("other", True, ["again"], 0.0)


async def test_whoever_opened_a_table_before_writes_no_more(store: ShelfStore) -> None:
    number = await store.make_table("abc", False, ["made"], 0.0)
    first = await store.open_table("abc")
    second = await store.open_table("abc")
    assert first
    assert second
    for old in (1, first.epoch):
        with pytest.raises(NotSaved, match="elsewhere"):
            await store.write(Writing(number, 1, ["old"], epoch=old))
    await store.write(Writing(number, 1, ["new"], epoch=second.epoch))
    assert await log(store, "abc") == ["made", "new"]


@pytest.mark.parametrize("place", [0, 2, 9])
async def test_a_writing_that_does_not_follow_the_last_is_refused(
    store: ShelfStore, place: int
) -> None:
    number = await store.make_table("abc", False, ["made"], 0.0)
    with pytest.raises(NotSaved, match="elsewhere"):
        await store.write(Writing(number, place, ["wrong"]))
    await store.write(Writing(number, 1, ["right"]))
    assert await log(store, "abc") == ["made", "right"]


async def test_games_of_a_table_are_told_apart(store: ShelfStore) -> None:
    number = await store.make_table("abc", False, ["made"], 0.0)
    await store.write(played(number, "first", 1, 1))
    await store.write(played(number, "second", 2, 4, over=False))
    assert await store.game_log("first") == ["first-0", "first-1", "first-2"]
    assert await store.game_log("second") is None, "it is not over"
    await store.write(Writing(number, 7, ["end"], finished=["second"]))
    assert await store.game_log("second") == ["second-0", "second-1", "second-2", "end"]
    assert await store.game_log("third") is None


async def test_trajectories(store: ShelfStore) -> None:
    number = await store.make_table("abc", False, ["made"], 0.0)
    await store.write(played(number, "first", 1, 1))
    assert await store.trajectory("first", 1) == b"flight of first"
    assert await store.trajectory("first", 2) is None
    assert await store.trajectory("other", 1) is None
    assert await store.sizes("first") == {1: len(b"flight of first")}
    assert await store.sizes("other") == {}


async def test_only_the_newest_tables_are_kept() -> None:
    shelf = MemoryShelf()
    store = ShelfStore(shelf)
    for n in range(3):
        number = await store.make_table(f"table{n}", False, ["made"], 0.0)
        await store.write(played(number, f"game{n}", 1, 1))
    await store.forget(keep=3)
    assert await log(store, "table0")
    await store.forget(keep=1)
    assert await store.open_table("table0") is None
    assert await store.game_log("game1") is None
    assert await store.trajectory("game1", 1) is None
    assert await store.game_log("game2") == ["game2-0", "game2-1", "game2-2"]
    left = await shelf.scan("")
    assert not [name for name in left if "game0" in name or "game1" in name]
    assert await store.make_table("table3", False, ["made"], 0.0) == 4, "no number twice"


async def test_a_shelf_in_memory_writes_all_or_nothing() -> None:
    shelf = MemoryShelf()
    await shelf.put({"a": "1", "b": b"2"}, Guard("a", None))
    with pytest.raises(Moved):
        await shelf.put({"a": "2", "c": "3"}, Guard("a", "0"))
    assert await shelf.scan("") == {"a": "1", "b": b"2"}
    await shelf.put({"a": "2"}, Guard("a", "1"))
    assert await shelf.get("a") == "2"
