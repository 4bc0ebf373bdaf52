"""Whoever asks for a seat again, because the answer was lost, gets the seat that was given.

The line is cut after the seat was written and before anybody heard of it. Controls ask again with
another key, or with none, and find the seat taken."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from hall.in_memory import UNLIMITED, Hall, MemoryStore, Visitor

from kessel.hall.tokens import new_key

SEATS = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bo"}, {"kind": "open"}]
SOON = replace(UNLIMITED, match_seconds=0.02)


async def heard_nothing(visitor: Visitor, **message: Any) -> None:
    """Somebody's wish is granted and written, but their line was cut without a word before."""
    await visitor.send(**message)
    while visitor.desk.attends:
        room = visitor.desk._room
        assert room is not None
        if not room.is_busy:
            break
        await asyncio.sleep(0)


async def after(hall: Hall, restarted: bool) -> Hall:
    """The hall that the page finds when it comes back."""
    if not restarted:
        return hall
    hall.hub.abandon()
    return Hall(hall.store)


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_seat_is_given_once(restarted: bool) -> None:
    hall = Hall()
    ann = await hall.host()
    ben, key = await hall.visit(), new_key()
    wish = {"type": "join", "table": ann.table, "name": "Ben", "tip": ben.device.chain.tip}
    await heard_nothing(ben, **wish, key=key)
    assert ben.table == ""
    log = list(hall.store.logs[1])

    hall = await after(hall, restarted)
    ben.hall = ann.hall = hall
    eve = await hall.visit()
    assert await eve.refusal(**wish, key=new_key()) == "seat_taken"
    assert await eve.refusal(**wish) == "seat_taken"
    await ben.open()
    await ben.ask("joined", **wish, key=key)
    assert list(ben.tokens) == [1]
    assert hall.store.logs[1][: len(log)] == log
    if restarted:
        await ann.open()
        await ann.resume()
    await asyncio.gather(ann.play(), ben.play())


async def test_a_seat_that_was_not_written_is_still_free(hall: Hall) -> None:
    ann = await hall.host("poo")
    ben, key = await hall.visit(), new_key()
    hall.store.refuses = True
    await ben.send(type="join", table=ann.table, name="Ben", key=key)
    await ben.until("error")
    hall.store.refuses = False
    await ben.open()
    await ben.join(ann.table, key=key)
    assert list(ben.tokens) == [1]


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_table_is_made_once(restarted: bool) -> None:
    hall = Hall()
    ann, key = await hall.visit(), new_key()
    wish = {"type": "create", "edition": "strike-2020", "seats": SEATS, "dice": "ideal"}
    await heard_nothing(ann, **wish, key=key)
    hall = ann.hall = await after(hall, restarted)
    await ann.open()
    await ann.ask("joined", **wish, key=key)
    assert list(ann.tokens) == [0, 1]
    assert list(hall.store.logs) == [1]
    assert (await ann.until("snapshot"))["table"] == ann.table
    await ann.ask("joined", **wish)
    assert list(hall.store.logs) == [1, 2], "without a key, another one"


class SlowStore(MemoryStore):
    """Makes a table, and says so when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.made, self.allowed = asyncio.Event(), asyncio.Event()

    async def make_table(self, *given: Any) -> int:
        number = await super().make_table(*given)
        self.made.set()
        await self.allowed.wait()
        return number


async def test_a_table_that_is_being_made_is_waited_for() -> None:
    """Otherwise two rooms would write the same log."""
    store = SlowStore()
    hall = Hall(store)
    wish = {"type": "create", "edition": "strike-2020", "seats": SEATS, "key": new_key()}
    visitors = [await hall.visit() for _ in range(2)]
    visitors[1].device.key = visitors[0].device.key
    asking = [asyncio.create_task(one.ask("joined", **wish)) for one in visitors]
    await store.made.wait()
    store.allowed.set()
    await asyncio.gather(*asking)
    assert visitors[0].table == visitors[1].table
    assert visitors[0].tokens == visitors[1].tokens
    assert store.epochs == {1: 1}
    await visitors[0].until("superseded")


async def seeking(visitor: Visitor, answer: str, **more: Any) -> None:
    tip = visitor.device.chain.tip
    await visitor.ask(
        answer, type="seek", name="Ann", editions=["strike-2020"], tip=tip, ref=1, **more
    )


async def test_a_match_that_was_not_heard_of_is_found_again() -> None:
    hall = Hall(limits=SOON)
    ann, ben, key = await hall.visit(), await hall.visit(), new_key()
    await seeking(ann, "seeking", key=key)
    await seeking(ben, "seeking", key=new_key())
    await ben.until("joined")
    await ann.open()
    assert ann.table == ""
    await seeking(ann, "joined", key=key)
    assert ann.table == ben.table
    await asyncio.gather(ann.play(), ben.play())
    await ann.ask("left", type="leave")
    await seeking(ann, "seeking", key=new_key())


async def test_nobody_meets_oneself() -> None:
    """A line that was cut without a word is still in the queue when its page comes back."""
    hall = Hall(limits=SOON)
    ann, ben, key = await hall.visit(), await hall.visit(), new_key()
    await seeking(ann, "seeking", key=key)
    before = ann.desk
    await ann.open()
    await seeking(ann, "seeking", key=key)
    assert len(hall.hub.matching) == 1
    before.leave()
    assert len(hall.hub.matching) == 1, "the old line takes nobody out"
    await seeking(ben, "seeking")
    await asyncio.gather(ann.until("joined"), ben.until("joined"))
    assert ann.table == ben.table


async def test_who_comes_back_while_the_table_is_made_is_seated_once() -> None:
    store = SlowStore()
    hall = Hall(store, limits=SOON)
    ann, ben, key = await hall.visit(), await hall.visit(), new_key()
    await seeking(ann, "seeking", key=key)
    await seeking(ben, "seeking")
    await store.made.wait()
    await ann.open()
    await seeking(ann, "seeking", key=key)
    store.allowed.set()
    await asyncio.gather(ann.until("joined"), ben.until("joined"))
    assert ann.table == ben.table
    assert list(ann.tokens.values()) != list(ben.tokens.values())
    seats = [room.table.state.seats for room in hall.hub._rooms.values() if room.attendees]
    assert [sorted(one.name for one in some) for some in seats] == [["Ann", "Ann 2"]]


# --- The referee of a real box survives a lost connection, since the page keeps its requests ------

REQUESTS = [
    {"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}},
    {"start_die": "4"},
    {"throw": 1, "after": ["4", "5"]},
]


async def test_it_goes_on_from_what_the_page_kept() -> None:
    page = await Hall().visit()
    answers = [await page.ask("referee", type="referee_send", request=one) for one in REQUESTS]
    assert answers[-1]["kept"] == 3
    page = await Hall().visit()
    again = await page.ask("referee", type="referee_open", requests=REQUESTS)
    assert again["reply"]["state"] == answers[-1]["reply"]["state"]
    assert again["kept"] == 3
    undone = await page.ask("referee", type="referee_send", request={"undo": True})
    assert undone["reply"]["state"]["arena"] == ["4"]


async def test_what_is_refused_is_not_counted() -> None:
    page = await Hall().visit()
    await page.ask("referee", type="referee_open", requests=REQUESTS)
    wrong = {"throw": 1, "after": ["4"]}
    told = await page.ask("referee", type="referee_send", request=wrong)
    assert told["reply"]["error"]["code"] == "dice_do_not_add_up"
    assert told["kept"] == 3
    assert await page.refusal(type="referee_open", requests=[wrong]) == "no_game"
    told = await page.ask("referee", type="referee_open")
    assert told["kept"] == 0
