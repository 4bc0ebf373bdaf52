"""What strangers may do at a table that waits: one seat each, seats freed, room for everybody."""

from dataclasses import replace

import msgspec
import pytest
from hall.in_memory import UNLIMITED, Hall, Visitor

from kessel.hall.tokens import code_of, hashed, new_key, token_of
from kessel.messages.fields import Key, SeatToken, TableCode


async def test_one_connection_takes_one_seat(hall: Hall) -> None:
    ann, eve, ben = [await hall.visit() for _ in range(3)]
    await ann.create("strike-2020", "poo")
    await eve.join(ann.table)
    refused = await eve.refusal(type="join", table=ann.table, name="Eve again")
    assert refused == "seat_taken"
    await ben.sit_with(ann)


async def test_the_host_frees_the_seat_of_somebody_who_left(hall: Hall) -> None:
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
    await ben.sit_with(ann)
    assert await ben.refusal(type="free", seat=0) == "not_host"


async def test_after_the_start_no_seat_is_freed(hall: Hall) -> None:
    ann, ben = await hall.two()
    ben.desk.leave()
    assert await ann.refusal(type="free", seat=1) == "not_awaited"
    assert await ann.refusal(type="free", seat=4) == "wrong_seat"


async def test_a_host_who_left_holds_nobody_up(hall: Hall) -> None:
    eve, ben = await hall.host("poo"), await hall.visit()
    await ben.join(eve.table)
    assert await ben.refusal(type="start", fill=True) == "not_host"
    eve.desk.leave()
    await ben.ask("snapshot", type="start", fill=True)


async def moved(phone: Visitor, laptop: Visitor, key: str = "") -> str:
    """The laptop takes over all seats of the phone, by their tokens and a key of its own."""
    laptop.device.key, laptop.table = phone.device.key, phone.table
    key, tokens = key or new_key(), list(phone.tokens.values())
    await laptop.ask("joined", type="resume", table=phone.table, tokens=tokens, key=key)
    await laptop.until("snapshot")
    return key


async def test_a_seat_that_moves_gets_a_new_token_and_the_old_one_holds_nothing(hall: Hall) -> None:
    phone, laptop, thief = [await hall.visit() for _ in range(3)]
    await phone.create("strike-2020", "pb")
    await moved(phone, laptop)
    told = await phone.until("superseded")
    assert told["moved"]
    thief.device.key = phone.device.key
    link = {"type": "resume", "table": phone.table, "tokens": list(phone.tokens.values())}
    assert await thief.refusal(**link) == "bad_token"
    assert await thief.refusal(**link, key=new_key()) == "bad_token"
    assert set(laptop.tokens.values()).isdisjoint(phone.tokens.values())
    after = Hall(hall.store)
    again = await after.visit()
    again.device.key = phone.device.key
    again.table, again.tokens = laptop.table, laptop.tokens
    await again.resume()
    await again.play()


async def test_who_moves_a_seat_and_hears_no_answer_asks_again_with_the_same_key(
    hall: Hall,
) -> None:
    phone, laptop = await hall.host("pp"), await hall.visit()
    key = await moved(phone, laptop)
    tokens, written = laptop.tokens, [*hall.store.logs[1]]
    assert len(tokens) == 2
    again = await hall.visit()
    await moved(phone, again, key=key)
    assert again.tokens == tokens
    assert hall.store.logs[1] == written, "nothing moved twice"
    assert not (await laptop.until("superseded")).get("moved")


async def test_a_seat_moves_only_with_its_key(hall: Hall) -> None:
    phone, thief = await hall.host("pb"), await hall.visit()
    link = {"type": "resume", "table": phone.table, "tokens": list(phone.tokens.values())}
    assert await thief.refusal(**link, key=new_key()) == "bad_token"
    room = await hall.hub.find(phone.table)
    assert room.held_by(phone.tokens.values()), "the token is still good"
    assert list(room.attendees) == [phone.who]


async def test_who_gives_a_seat_up_before_the_start_leaves_it_on_all_devices(hall: Hall) -> None:
    ann, eve, ben = [await hall.visit() for _ in range(3)]
    await ann.create("strike-2020", "poo")
    await eve.join(ann.table)
    tokens = list(eve.tokens.values())
    told = await eve.ask("seats", type="resign", seat=1)
    while told["seats"][1]["kind"] != "open":
        told = await eve.until("seats")
    assert await eve.refusal(type="resume", table=ann.table, tokens=tokens) == "bad_token"
    await ben.sit_with(ann)
    assert set(ben.tokens) == {1}


async def test_a_crowd_from_one_address_keeps_nobody_else_from_watching() -> None:
    hall = Hall(limits=replace(UNLIMITED, watchers=3))
    ann = await hall.host()
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
    await third.sit_with(ann)
    assert set(third.tokens) == {1}, "whoever sits down needs no watcher's place"


async def test_tables_read_from_the_store_are_counted_by_address(hall: Hall) -> None:
    ann, eve = await hall.host(), await hall.visit()
    eve.address.readings.tokens = eve.address.readings.rate = 0.0
    assert await eve.refusal(type="watch", table="a" * 12) == "too_fast"
    await eve.ask("snapshot", type="watch", table=ann.table)


# --- secrets fit the protocol, come from their key alone, and are kept only as hashes -------------


def test_they_have_the_shape_the_protocol_asks_for() -> None:
    key = new_key()
    msgspec.convert(key, Key)
    msgspec.convert(token_of(key), SeatToken)
    msgspec.convert(code_of(key), TableCode)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(code_of(key), SeatToken)


def test_neither_code_nor_token_nor_hash_says_what_it_was_made_from() -> None:
    key = new_key()
    token = token_of(key)
    assert key not in token
    assert hashed(token) == hashed(token) != hashed(token_of(new_key()))
    assert token not in hashed(token)
