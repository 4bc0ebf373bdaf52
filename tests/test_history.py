"""The checker over the whole history: it finds nothing where all is well, and each of the four
faults where a store is broken on purpose, though everybody plays on as if it were not."""

import asyncio
import sys
from collections.abc import Sequence
from types import ModuleType

import pytest
from hall.in_memory import Hall, MemoryStore, Visitor
from history import Advance, History, Listener, Watched, faults, moved_on_by_two, torn
from scripts import load

from kessel.hall.store import Writing

LATER = 0.02
"""s"""


class Guest(Listener, Visitor):
    """A listener in a hall."""


class TellsFirst(MemoryStore):
    """Says that it has written, and does so a little later."""

    def __init__(self) -> None:
        super().__init__()
        self.late: list[asyncio.Task[None]] = []

    async def write(self, writing: Writing) -> None:
        before = self.late[-1:]
        self.late.append(asyncio.create_task(self._later(writing, before)))

    async def _later(self, writing: Writing, before: Sequence["asyncio.Task[None]"]) -> None:
        await asyncio.gather(asyncio.sleep(LATER), *before)
        await super().write(writing)


class Forgets(MemoryStore):
    """Keeps nothing any more after some entries, fewer than any game has, and says nothing."""

    async def write(self, writing: Writing) -> None:
        if writing.first < 8:
            await super().write(writing)


class Changes(MemoryStore):
    """A digit of a pose is another one afterwards."""

    async def write(self, writing: Writing) -> None:
        await super().write(writing)
        for name, body in self.shelf.things.items():
            if name.startswith("entry/"):
                self.shelf.things[name] = str(body).replace("0.008,", "0.009,", 1)


class Unfenced(MemoryStore):
    """Lets anybody write, whoever owns the table by now."""

    async def write(self, writing: Writing) -> None:
        self.append(writing.table, *writing.bodies)


def look(store: MemoryStore, histories: dict[str, History], guest: Guest) -> Guest:
    """Somebody who looks into the store whenever a line is heard."""
    guest.histories = histories
    guest.look = lambda table: len(store.logs[1])
    return guest


def history_of(store: MemoryStore) -> tuple[History, list[str]]:
    """Of a game for two on one device and a bot; and what the checker says."""

    async def run() -> tuple[History, list[str]]:
        histories: dict[str, History] = {}
        ann = look(store, histories, Guest(Hall(over=Watched(store, "one", histories))))
        await ann.open()
        await ann.create("strike-2020", "ppb")
        await ann.play()
        await ann.hear_all()
        if isinstance(store, TellsFirst):
            await asyncio.gather(*store.late)
        return histories[ann.table], faults(histories[ann.table], store.logs[1])

    return asyncio.run(run())


def test_a_good_store_has_a_clean_history_until_a_line_is_told_differently() -> None:
    store = MemoryStore()
    history, wrong = history_of(store)
    assert wrong == []
    assert history.lines > 5
    assert {one.epoch for one in history.advances} == {1}
    first = history.told[0]
    history.hear({"game": first.line[0], "first": 0, "lines": [first.text + " "]}, None)
    assert [one[:17] for one in faults(history, store.logs[1])] == ["line 0 is changed"]


@pytest.mark.parametrize(
    ("store", "found"), [(Forgets, "lost"), (Changes, "changed"), (TellsFirst, "was told when")]
)
def test_control_what_a_broken_store_does_is_found(store: type[MemoryStore], found: str) -> None:
    _, wrong = history_of(store())
    assert wrong
    assert all(found in one for one in wrong), "and nothing else"


@pytest.mark.parametrize(("store", "is_found"), [(MemoryStore, False), (Unfenced, True)])
def test_control_a_table_that_two_servers_move_on_is_found(
    store: type[MemoryStore], is_found: bool
) -> None:
    async def run() -> list[str]:
        kept, histories = store(), dict[str, History]()
        one, other = (Hall(over=Watched(kept, name, histories)) for name in ("one", "other"))
        ann = look(kept, histories, Guest(one))
        await ann.open()
        await ann.create("strike-2020", "pp")
        await other.hub.find(ann.table)
        await ann.act()
        room = await one.hub.find(ann.table)
        await room.settle()
        return moved_on_by_two(histories[ann.table])

    assert bool(asyncio.run(run())) == is_found


def test_a_server_that_writes_in_anothers_epoch_is_found() -> None:
    """As a database sees it, which knows no other epoch than that of the row."""
    owned = [Advance("one", 1, 1), Advance("other", 2, 1), Advance("other", 2, 3)]
    assert moved_on_by_two(History(advances=owned)) == []
    assert moved_on_by_two(History(advances=[*owned[:2], Advance("one", 2, 3)]))
    assert moved_on_by_two(History(advances=[*owned, Advance("other", 2, 2)]))


@pytest.mark.parametrize(
    ("numbers", "length", "wrong"),
    [([0, 1, 2], 3, 0), ([0, 2], 2, 1), ([0, 1], 3, 1), ([1, 2], 3, 2), ([], 0, 0)],
)
def test_holes_in_logs_are_found(numbers: list[int], length: int, wrong: int) -> None:
    assert len(torn(numbers, length)) == wrong


# --- The soak's own checker: who waits too long is told, so a clean soak says something. Its other
# checkers are those of `history` and `clusters`.
@pytest.fixture(scope="module")
def soak() -> ModuleType:
    return load("bench/soak.py")


@pytest.mark.skipif(sys.platform != "linux", reason="the soak runs on Linux only")
def test_whoever_waits_longer_than_a_fault_may_cost_is_told(soak: ModuleType) -> None:
    waits = soak.Waits()
    waits.struck = [("killed server", 10.0, 30.0), ("cut sockets", 50.0, 50.0)]
    waits.waited(9.0, 32.0)  # 20 s of it without a server
    waits.waited(31.0, 36.9)
    waits.waited(49.0, 54.9)
    assert waits.wrong == []
    waits.waited(49.0, 55.1)
    assert waits.wrong == ["6.1 s without a move, cut sockets"]
    assert {kind: len(found) for kind, found in waits.seen.items()} == {
        "killed server": 1,
        soak.NONE: 1,
        "cut sockets": 2,
    }
