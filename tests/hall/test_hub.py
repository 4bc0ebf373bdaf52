"""Tables are made, found once, shown in the lobby, and forgotten when nobody comes."""

import asyncio
import contextlib
from dataclasses import replace

import pytest
from hall.in_memory import UNLIMITED, Hall, MemoryStore

from kessel.errors import BadValue
from kessel.hall.hub import NoTable
from kessel.hall.limits import Full
from kessel.hall.store import Elsewhere, Kept

SOON = replace(UNLIMITED, idle_table_seconds=0.15)
"""s; no busy machine takes that long from one step of a test to the next."""
LATER = 0.3


async def test_a_table_is_found_in_memory_and_afterwards_in_the_store(hall: Hall) -> None:
    ann = await hall.host()
    assert await hall.hub.find(ann.table) is await hall.hub.find(ann.table)
    assert hall.hub.playing() == [1]
    again = Hall(hall.store)
    first, second = await asyncio.gather(again.hub.find(ann.table), again.hub.find(ann.table))
    assert first is second, "two who come at once find one table"
    with pytest.raises(NoTable):
        await again.hub.find("aaaaaaaaaaaa")


async def test_a_table_that_another_version_kept_is_refused_in_a_sentence(hall: Hall) -> None:
    ann = await hall.host()
    hall.store.append(1, '{"type":"hand","player":0,"unit":"1","aim":{}}')
    again = Hall(hall.store)
    eve = await again.visit()
    with pytest.raises(BadValue, match="kept by another version of Kessel"):
        await again.hub.find(ann.table)
    assert await eve.refusal(type="watch", table=ann.table) == "bad_value"


async def test_there_is_room_for_so_many_tables() -> None:
    hall = Hall(limits=replace(UNLIMITED, tables=1))
    ann, ben = await hall.host(), await hall.visit()
    seats = [{"kind": "bot"}, {"kind": "bot"}]
    assert await ben.refusal(type="create", edition="impact", seats=seats) == "full"
    other = Hall(hall.store, limits=replace(UNLIMITED, tables=0))
    with pytest.raises(Full, match="0 tables are being played"):
        await other.hub.find(ann.table)


async def test_only_public_tables_are_in_the_lobby_and_open_ones_first(hall: Hall) -> None:
    ann, ben, cleo, eve = [await hall.visit() for _ in range(4)]
    await ann.create("impact", "pp", public=True)
    await ben.create("impact", "po", public=True)
    await cleo.create("impact", "po")
    tables = (await eve.ask("lobby", type="look", ref=5))["tables"]
    assert [one["table"] for one in tables] == [ben.table, ann.table]
    assert tables[0] | {"open": 1, "names": ["Ann"], "stage": "gathering"} == tables[0]
    await ben.ask("left", type="leave")
    tables = (await eve.ask("lobby", type="look"))["tables"]
    assert [one["table"] for one in tables] == [ann.table], "only where somebody is"


async def test_at_home_all_who_come_know_who_waits_for_players(hall: Hall) -> None:
    ann, ben, cleo, eve = [await hall.visit() for _ in range(4)]
    await ann.create("impact", "po")
    await ben.create("impact", "pp")
    await cleo.create("impact", "oo", public=True)
    await cleo.ask("code", type="open_code", screen=True)
    assert (await eve.ask("lobby", type="look"))["near"] is None, "strangers are told nothing"
    hall.hub.is_home = lambda: True
    shown = {"table": cleo.table, "host": "", "screen": True}
    waits = {"table": ann.table, "host": "Ann", "screen": False}
    assert (await eve.ask("lobby", type="look"))["near"] == [shown, waits], "where seats are free"
    await ann.ask("left", type="leave")
    assert (await eve.ask("lobby", type="look"))["near"] == [shown], "and where somebody is"


async def test_a_table_that_nobody_attends_is_forgotten_and_found_again() -> None:
    hall = Hall(limits=SOON)
    ann = await hall.host()
    before = await hall.hub.find(ann.table)
    await asyncio.sleep(LATER)
    assert await hall.hub.find(ann.table) is before, "somebody is there"
    await ann.ask("left", type="leave")
    await asyncio.sleep(LATER)
    assert hall.metrics.tables.value == 0
    assert await hall.hub.find(ann.table) is not before
    await ann.resume()


async def test_a_table_that_was_only_looked_up_is_forgotten_too() -> None:
    """Else anybody could fill the memory with tables by tokens that hold nothing."""
    store = MemoryStore()
    ann = await Hall(store).host()
    hall = Hall(store, limits=SOON)
    eve = await hall.visit()
    nothing = {"table": ann.table, "tokens": ["A" * 32]}
    assert await eve.refusal(type="resume", **nothing) == "bad_token"
    assert hall.metrics.tables.value == 1
    await asyncio.sleep(LATER)
    assert hall.metrics.tables.value == 0


async def test_nobody_loses_a_seat_to_a_server_that_knows_less() -> None:
    """The other one has written, though this one takes the table for its own: as after a step of
    the database's clock. Whoever holds nothing is refused all the same."""
    store = MemoryStore()
    old, new = Hall(store), Hall(store)
    ann, eve = await old.visit(), await old.visit()
    await ann.create("strike-2020", "poo")
    ben = await new.visit()
    await ben.join(ann.table)
    back = await old.visit()
    back.table, back.tokens, back.device = ben.table, ben.tokens, ben.device
    await back.resume()
    assert ann.who.is_gone, "what it was shown is old"
    nothing = {"table": ann.table, "tokens": ["A" * 32]}
    assert await eve.refusal(type="resume", **nothing) == "bad_token"
    assert not back.who.is_gone, "nothing is behind any more"


async def test_a_table_is_not_forgotten_before_all_is_kept() -> None:
    hall = Hall(limits=SOON)
    ann = await hall.host()
    room = await hall.hub.find(ann.table)
    await room.settle()
    hall.store.held_back = asyncio.Event()
    await ann.send(type="resign", seat=0)
    ann.desk.leave()
    await asyncio.sleep(LATER)
    assert await hall.hub.find(ann.table) is room
    hall.store.held_back.set()
    while hall.metrics.tables.value:
        await asyncio.sleep(0.01)


async def test_a_forgotten_table_is_not_confused_with_its_successor() -> None:
    hall = Hall(limits=SOON)
    ann = await hall.host()
    old = await hall.hub.find(ann.table)
    await ann.ask("left", type="leave")
    await asyncio.sleep(LATER)
    new = await hall.hub.find(ann.table)
    hall.hub.forget_later(old)
    await ann.resume()
    await asyncio.sleep(LATER)
    assert await hall.hub.find(ann.table) is new


async def test_before_it_closes_all_that_was_decided_is_kept(hall: Hall) -> None:
    ann = await hall.host("bb")
    await ann.until("step")
    await hall.hub.close()
    assert not (await hall.hub.find(ann.table)).is_busy
    kept = len(hall.store.logs[1])
    await asyncio.sleep(0.05)
    assert len(hall.store.logs[1]) == kept


# --- several halls over one store ---------------------------------------------------------------


async def test_the_lobby_shows_the_tables_of_other_halls_too() -> None:
    hall, other = Hall(), Hall()
    ann, ben = await hall.visit(), await other.visit()
    await ann.create("impact", "pp", public=True)
    await ben.create("impact", "po", public=True)
    hall.hub.others = other.hub.own_lobby
    assert [one.table for one in hall.hub.lobby()] == [ben.table, ann.table]
    assert [one.table for one in hall.hub.own_lobby()] == [ann.table]


async def test_a_hall_whose_table_was_taken_over_keeps_and_tells_nothing() -> None:
    zombie = Hall()
    ann = await zombie.host("pp")
    owner = Hall(zombie.store)
    await owner.hub.find(ann.table)
    before = list(zombie.store.logs[1])
    await ann.act()
    heard = set()
    with contextlib.suppress(ConnectionError):
        while True:
            heard.add((await ann.receive())["type"])
    assert heard == {"error"}, "that it is over"
    assert zombie.store.logs[1] == before
    ann.enter(owner)
    await ann.open()
    await ann.resume()
    await asyncio.wait_for(ann.play(), 30)


async def test_winding_down_lets_throws_land_and_begins_nothing(hall: Hall) -> None:
    ann = await hall.host("pp")
    room = await hall.hub.find(ann.table)
    assert not room.in_the_air
    await ann.act()
    assert room.in_the_air
    playing = asyncio.create_task(ann.play())
    await hall.hub.wind_down(20.0)
    assert not room.in_the_air
    assert len(hall.store.logs[1]) > 3
    assert await hall.hub.find(ann.table) is room, "until it is given up"
    await ann.send(type="create", edition="impact", seats=[{"kind": "bot"}, {"kind": "bot"}])
    assert ann.who.is_gone, "come back to another hall"
    playing.cancel()


async def test_a_table_that_is_being_read_when_a_hall_winds_down_is_elsewhere(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await hall.host("pp")
    again, reading, read = Hall(hall.store), asyncio.Event(), asyncio.Event()
    open_table = hall.store.open_table

    async def slowly(code: str) -> Kept | None:
        reading.set()
        await read.wait()
        return await open_table(code)

    monkeypatch.setattr(hall.store, "open_table", slowly)
    finding = asyncio.create_task(again.hub.find(ann.table))
    await reading.wait()
    await again.hub.wind_down(0.0)
    read.set()
    with pytest.raises(Elsewhere):
        await finding


async def test_a_throw_that_does_not_land_is_not_waited_for_for_ever(hall: Hall) -> None:
    ann = await hall.host("pp")
    await ann.act()  # and shows no link: nothing is received any more
    await hall.hub.wind_down(0.05)
    assert (await hall.hub.find(ann.table)).in_the_air
    with pytest.raises(Elsewhere):
        await hall.hub.find("bbbbbbbbbbbb")
