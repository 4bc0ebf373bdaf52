"""Who attends a table, what they are told, and what strangers may do there."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import pytest
from hall.in_memory import FAST, UNLIMITED, Hall, Visitor
from hall.player import throw

from kessel.errors import BadValue
from kessel.hall.limits import Limits
from kessel.hall.tokens import code_of, hashed, new_key, token_of
from kessel.messages.fields import Key, SeatToken, TableCode

if TYPE_CHECKING:
    from kessel.table.terms import ClockKind


# --- At a table, also when the store refuses ------------------------------------------------------
async def test_a_second_device_with_the_token_takes_over(hall: Hall) -> None:
    phone, laptop = await hall.host("pb"), await hall.visit()
    laptop.table, laptop.tokens = phone.table, dict(phone.tokens)
    laptop.device.key = phone.device.key
    await laptop.resume()
    await phone.until("superseded")
    state = (laptop.game or {})["state"]
    assert await phone.refusal(**throw("1"), seat=0, state=state) == "not_attending"
    room = await hall.hub.find(phone.table)
    assert list(room.attendees) == [laptop.who]
    phone.desk.leave()
    assert list(room.attendees) == [laptop.who]
    await laptop.play()


async def test_who_comes_back_with_a_bad_tip_changes_nothing(hall: Hall) -> None:
    phone, laptop = await hall.host("pb"), await hall.visit()
    room = await hall.hub.find(phone.table)
    held = room.held_by(phone.tokens.values())
    with pytest.raises(BadValue, match="64 lower-case"):
        room.attend(laptop.who, held, None, 1, "ab" * 32 + "\n")
    assert list(room.attendees) == [phone.who]
    assert set(room.seats_of(phone.who)) == {0}


async def test_who_loses_one_of_two_seats_keeps_the_other(hall: Hall) -> None:
    phone, laptop = await hall.host("pp"), await hall.visit()
    laptop.table, laptop.tokens = phone.table, {1: phone.tokens[1]}
    laptop.device.key = phone.device.key
    await laptop.resume()
    await phone.until("superseded")
    room = await hall.hub.find(phone.table)
    assert set(room.seats_of(phone.who)) == {0}
    assert set(room.seats_of(laptop.who)) == {1}


async def test_watchers_are_counted_told_and_limited() -> None:
    hall = Hall(limits=replace(UNLIMITED, watchers=1))
    ann, eve, mallory = await hall.visit(), await hall.visit(), await hall.visit()
    await ann.create("strike-2020", "po")
    await eve.ask("snapshot", type="watch", table=ann.table)
    assert (await ann.until("seats"))["watchers"] == 1
    assert await mallory.refusal(type="watch", table=ann.table) == "full"
    await eve.ask("left", type="leave")
    assert (await ann.until("seats"))["watchers"] == 0
    await mallory.ask("snapshot", type="watch", table=ann.table)


async def test_a_seat_that_is_given_up_cannot_be_used_again(hall: Hall) -> None:
    ann, ben = await hall.two()
    await ann.hear_all()
    await ann.send(type="resign", seat=0)
    room = await hall.hub.find(ann.table)
    assert set(room.seats_of(ann.who)) == set()
    assert set(room.seats_of(ben.who)) == {1}
    tokens, ann.tokens = list(ann.tokens.values()), {}
    assert await ann.refusal(type="react", seat=0, reaction="wow") == "wrong_seat"
    assert await ann.refusal(type="resume", table=ann.table, tokens=tokens) == "bad_token"
    await ben.play()


async def test_hidden_supplies_are_told_only_to_their_owner(hall: Hall) -> None:
    ann, ben, eve = await hall.visit(), await hall.visit(), await hall.visit()
    await ann.create("strike-2020", "po", options={"supply": "hidden"})
    await eve.ask("snapshot", type="watch", table=ann.table)
    await ben.sit_with(ann)
    await asyncio.gather(ann.play(), ben.play(), eve.play())
    for one, mine in ((ann, 0), (ben, 1), (eve, None)):
        for step in one.seen[:-1]:
            for seat, hand in enumerate(step["game"]["hands"]):
                assert (hand["dice"] is None) == (seat != mine) or hand["dice"] == 0
                told = any(step["game"]["stats"][seat].values())
                assert not told or hand["dice"] is not None
        assert all(stats["throws"] for stats in one.seen[-1]["game"]["stats"])


async def test_a_room_whose_write_failed_does_nothing_more_and_people_come_back(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    ann, eve = await hall.host("pp"), await hall.visit()
    await eve.ask("snapshot", type="watch", table=ann.table)
    broken = await hall.hub.find(ann.table)
    kept = len(hall.store.logs[1])
    hall.store.refuses = True
    state = (ann.game or {})["state"]
    await ann.send(**throw("1"), seat=0, state=state)
    for one in (ann, eve):
        with pytest.raises(ConnectionError):
            await one.until("step")
    await ann.send(**throw("1"), seat=0, state=state + 1)
    ann.desk.leave()
    await broken.settle()
    assert broken.failed
    told = [one.exc_info for one in caplog.records if one.message == "write failed"]
    assert told == [None], "one line for the operator"
    assert len(hall.store.logs[1]) == kept
    hall.store.refuses = False
    await ann.open()
    await ann.resume()
    assert await hall.hub.find(ann.table) is not broken
    assert (ann.game or {})["state"] == state, "what was not kept did not happen"
    await ann.play()


@pytest.mark.parametrize("part", ["tick", "landed", "decided", "write"])
async def test_a_fault_of_ours_is_told_and_play_goes_on(
    part: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(*given: object) -> None:
        raise RuntimeError("on purpose")

    hall = Hall()
    ann = await hall.host("pb")
    room = await hall.hub.find(ann.table)
    with monkeypatch.context() as patch:
        patch.setattr(hall.store if part == "write" else room.table, part, stumble)
        with pytest.raises(ConnectionError):
            await ann.play()
    assert ann.errors[-1]["code"] == ("not_saved" if part == "write" else "internal")
    assert room.failed
    await ann.open()
    await ann.resume()
    await ann.play()
    assert any("failed" in one.message and one.exc_info for one in caplog.records)


async def test_nobody_waits_for_a_person_without_end() -> None:
    clock: dict[ClockKind, float] = {"off": 0.02, "relaxed": 0.02, "fast": 0.02}
    hall = Hall(pace=replace(FAST, decision=clock, away=0.0, patience=1))
    ann = await hall.host("pb", clock="fast")
    while (ann.game or {})["awaited"]["kind"] != "over":
        await ann.receive()
    assert any(step["by_table"] for step in ann.seen)


async def test_times_are_measured_from_the_action_to_its_answer(hall: Hall) -> None:
    ann = await hall.host("pp")
    await ann.play()
    game = ann.game or {}
    assert hall.metrics.games.value == 1
    assert hall.metrics.throws.value == hall.metrics.throw_seconds.count == game["throws"]
    assert 0.0 <= hall.metrics.throw_seconds.total < 60.0
    assert hall.metrics.action_seconds.count > 0
    told = hall.metrics.text().splitlines()
    assert "# TYPE kessel_throw_seconds histogram" in told
    assert f'kessel_throw_seconds_bucket{{le="+Inf"}} {game["throws"]}' in told
    assert "kessel_games_finished_total 1.0" in told


async def test_who_turns_to_watching_is_not_at_the_seat_any_more(hall: Hall) -> None:
    ann, ben = await hall.two()
    await ann.ask("snapshot", type="watch", table=ann.table)
    room = await hall.hub.find(ann.table)
    await room.settle()
    seats = [one for one in ben.heard if one["type"] == "seats"]
    while not seats or seats[-1]["seats"][0]["present"]:
        seats.append(await ben.until("seats", 5))
    assert [one["present"] for one in seats[-1]["seats"]] == [False, True]


async def test_players_and_watchers_react_within_measure() -> None:
    once = 1e-6  # a second: once, and not again while the test runs
    limits = Limits(reactions_per_second=once, watcher_reactions_per_second=once)
    hall = Hall(limits=limits)
    ann, eve, ivo = await hall.visit(), await hall.visit(), await hall.visit()
    await ann.create("strike-2020", "po")
    assert await eve.refusal(type="react", reaction="wow") == "not_attending"
    for watcher in (eve, ivo):
        await watcher.ask("snapshot", type="watch", table=ann.table)
    assert await eve.refusal(type="react", seat=0, reaction="wow") == "wrong_seat"
    await ann.send(type="react", seat=0, reaction="lucky")
    heard = await eve.until("reacted")
    assert heard == {"type": "reacted", "seat": 0, "reaction": "lucky"}
    assert (await eve.ask("reacted", type="react", reaction="wow"))["seat"] is None
    assert await ann.refusal(type="react", seat=0, reaction="wow") == "too_fast"
    assert await ivo.refusal(type="react", reaction="wow") == "too_fast", "all watchers"


async def test_a_seat_is_kept_for_the_key_it_was_taken_with(hall: Hall) -> None:
    ann, eve = await hall.host("pp"), await hall.visit()
    wish = {"type": "resume", "table": ann.table, "tokens": list(ann.tokens.values())}
    assert await eve.refusal(**wish) == "bad_token"
    assert await eve.refusal(**wish, signer=None) == "bad_token"


async def test_everybody_hears_a_new_name(hall: Hall) -> None:
    ann, ben = await hall.host(), await hall.visit()
    await ben.ask("snapshot", type="join", table=ann.table, name="Ben")
    await ben.ask("done", type="rename", seat=1, name="Zoe", ref=3)
    told = await ann.until("seats")
    while told["seats"][1]["name"] != "Zoe":
        told = await ann.until("seats")
    assert await ann.refusal(type="rename", seat=1, name="Eve") == "wrong_seat"


async def test_everybody_sees_what_somebody_wears_and_whoever_comes_later_too(hall: Hall) -> None:
    ann, ben = await hall.two()
    await ben.ask("done", type="wear", seat=1, finish="frost", mat="nobody's", ref=3)
    told = await ann.until("seats")
    while not told["seats"][1]["finish"]:
        told = await ann.until("seats")
    assert [(one["finish"], one["mat"]) for one in told["seats"]] == [("", ""), ("frost", "")]
    assert await ann.refusal(type="wear", seat=1, finish="brass") == "wrong_seat"
    eve = await hall.visit()
    shot = await eve.ask("snapshot", type="watch", table=ann.table)
    assert shot["seats"][1]["finish"] == "frost"


async def test_a_device_says_that_it_is_away_and_is_left_out() -> None:
    ann = await Hall().host("pp")
    await ann.hear_all()
    await ann.send(type="away", sign=ann.device.away())
    await ann.act()
    told = ""
    while '"type":"away"' not in told:
        told = "".join((await ann.until("lines"))["lines"])


# --- Strangers at a table that waits: one seat each, seats freed, room for everybody --------------
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
