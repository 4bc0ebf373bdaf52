"""The store on a shelf forgets old tables, and writes all or nothing. What every store promises is
in `server/store/test_contract.py`."""

import pytest

from kessel.hall.store import NewGame, NewThrow, Writing
from kessel.page.shelf import Guard, MemoryShelf, WriteConflict
from kessel.page.store import ShelfStore


def played(table: int, game: str, number: int, first: int) -> Writing:
    """A game of three entries with one throw."""
    return Writing(
        table=table,
        first=first,
        bodies=[f"{game}-{k}" for k in range(3)],
        games=[NewGame(game, number, "strike-2020", first)],
        throws=[NewThrow(game, 1, 1.5, b"flight of " + game.encode())],
        finished=[game],
    )


async def test_only_the_newest_tables_are_kept() -> None:
    shelf = MemoryShelf()
    store = ShelfStore(shelf)
    for n in range(3):
        number = await store.make_table(f"table{n}", False, ["made"], 0.0)
        await store.write(played(number, f"game{n}", 1, 1))
    await store.forget(keep=3)
    assert await store.find_table("table0") is not None
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
    with pytest.raises(WriteConflict):
        await shelf.put({"a": "2", "c": "3"}, Guard("a", "0"))
    assert await shelf.scan("") == {"a": "1", "b": b"2"}
    await shelf.put({"a": "2"}, Guard("a", "1"))
    assert await shelf.get("a") == "2"
