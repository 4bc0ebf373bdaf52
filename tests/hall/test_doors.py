"""What strangers may do at a table that waits: one seat each, seats freed, room for everybody."""

import asyncio
from dataclasses import replace

from hall.in_memory import UNLIMITED, Hall


def test_one_connection_takes_one_seat() -> None:
    async def run() -> None:
        hall = Hall()
        ann, eve, ben = [await hall.visit() for _ in range(3)]
        await ann.create("strike-2020", "poo")
        await eve.join(ann.table)
        refused = await eve.refusal(type="join", table=ann.table, name="Eve again")
        assert refused == "seat_taken"
        await ben.join(ann.table)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_the_host_frees_the_seat_of_somebody_who_left() -> None:
    async def run() -> None:
        hall = Hall()
        ann, eve, ben = [await hall.visit() for _ in range(3)]
        await ann.create("strike-2020", "poo")
        await eve.join(ann.table)
        assert await ann.refusal(type="free", seat=1) == "seat_taken"
        tokens = list(eve.tokens.values())
        eve.desk.leave()
        told = await ann.ask("seats", type="free", seat=1)
        while told["seats"][1]["kind"] == "person":
            told = await ann.until("seats")
        assert told["seats"][1]["kind"] == "open"
        assert await eve.refusal(type="resume", table=ann.table, tokens=tokens) == "bad_token"
        await ben.join(ann.table)
        assert await ben.refusal(type="free", seat=0) == "not_host"

    asyncio.run(asyncio.wait_for(run(), 60))


def test_after_the_start_no_seat_is_freed() -> None:
    async def run() -> None:
        hall = Hall()
        ann, ben = await hall.visit(), await hall.visit()
        await ann.create("strike-2020", "po")
        await ben.join(ann.table)
        ben.desk.leave()
        assert await ann.refusal(type="free", seat=1) == "not_awaited"
        assert await ann.refusal(type="free", seat=4) == "wrong_seat"

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_host_who_left_holds_nobody_up() -> None:
    async def run() -> None:
        hall = Hall()
        eve, ben = await hall.visit(), await hall.visit()
        await eve.create("strike-2020", "poo")
        await ben.join(eve.table)
        assert await ben.refusal(type="start", fill=True) == "not_host"
        eve.desk.leave()
        await ben.ask("snapshot", type="start", fill=True)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_crowd_from_one_address_keeps_nobody_else_from_watching() -> None:
    async def run() -> None:
        hall = Hall(limits=replace(UNLIMITED, watchers=3))
        ann = await hall.visit()
        await ann.create("strike-2020", "po")
        crowd = [await hall.visit() for _ in range(4)]
        for one in crowd:
            one.desk._address = crowd[0].address
        for one in crowd[:3]:
            await one.ask("snapshot", type="watch", table=ann.table)
        assert await crowd[3].refusal(type="watch", table=ann.table) == "full"
        await crowd[0].ask("snapshot", type="watch", table=ann.table)
        first, second, third = [await hall.visit() for _ in range(3)]
        await first.ask("snapshot", type="watch", table=ann.table)
        await second.ask("snapshot", type="watch", table=ann.table)
        assert [one.who.is_gone for one in crowd[:3]] == [False, True, True]
        assert await third.refusal(type="watch", table=ann.table) == "full"

    asyncio.run(asyncio.wait_for(run(), 60))


def test_tables_read_from_the_store_are_counted_by_address() -> None:
    async def run() -> None:
        hall = Hall()
        ann, eve = await hall.visit(), await hall.visit()
        await ann.create("strike-2020", "po")
        eve.address.readings.tokens = eve.address.readings.rate = 0.0
        assert await eve.refusal(type="watch", table="a" * 12) == "too_fast"
        await eve.ask("snapshot", type="watch", table=ann.table)

    asyncio.run(asyncio.wait_for(run(), 60))
