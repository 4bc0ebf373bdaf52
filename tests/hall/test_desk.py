"""Every message is answered, or refused with a reason; nothing a page can say breaks anything."""

import asyncio
import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hall.in_memory import UNLIMITED, Hall, Visitor
from hall.player import AIM, throw

from kessel.fairness.thin import thinned
from kessel.hall import desk as desks
from kessel.hall.frames import unpack_message
from kessel.hall.limits import FORGIVEN_SECONDS
from kessel.messages import server
from kessel.messages.errors import MESSAGE_SHOWN
from kessel.messages.server import PROTOCOL
from kessel.rules.edition import EDITIONS

NOBODY = {"seat": 0, "state": 0}


async def test_welcome_says_what_there_is() -> None:
    ann = Visitor(Hall())
    welcome = await ann.ask("welcome", type="hello", protocol=PROTOCOL, ref=9)
    assert welcome["ref"] == 9
    assert welcome["editions"] == list(EDITIONS)
    assert welcome["dice"] == ["physics", "ideal"]
    assert welcome["bots"][0] == "beginner"
    assert ann.desk.greeted


async def test_nothing_is_answered_before_hello() -> None:
    ann = Visitor(Hall())
    assert await ann.refusal(type="look", ref=4) == "hello_first"
    assert ann.errors[-1]["ref"] == 4


async def test_another_protocol_is_the_end() -> None:
    ann = Visitor(Hall())
    assert await ann.refusal(type="hello", protocol=99) == "protocol"
    assert ann.desk.close_code == desks.CLOSE_POLICY
    with pytest.raises(ConnectionError):
        await ann.receive()


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", "parse"),
        ("{", "parse"),
        ("[]", "bad_value"),
        ("null", "bad_value"),
        ("{}", "unknown_request"),
        ('{"type":"cheat"}', "unknown_request"),
        ('{"type":5}', "unknown_request"),
        ('{"type":"throw"}', "bad_value"),
        ('{"type":"look","extra":1}', "bad_value"),
        ('{"type":"look","ref":-1}', "bad_value"),
        ('{"type":"look","ref":1e99}', "bad_value"),
        ('{"type":"join","table":"../../etc/pw","name":"x"}', "bad_value"),
        ('{"type":"join","table":"aaaaaaaaaaaa","name":""}', "bad_value"),
        ('{"type":"react","seat":0,"reaction":"<script>"}', "bad_value"),
        ('{"type":"tap","seat":99,"state":0,"done":1}', "bad_value"),
        ('{"type":"tap","seat":0,"state":99999999999999,"done":1}', "bad_value"),
        (b"\x00\xff", "parse"),
        ("[" * 20_000, "bad_value"),
        ('{"type":"referee_send","request":' + '{"a":' * 20 + "1" + "}" * 21, "parse"),
        ('{"type":"referee_send","request":' + '{"a":' * 5000 + "1" + "}" * 5001, "parse"),
        ('{"type":"referee_open","requests":[' + '{"a":' * 5000 + "1" + "}" * 5000 + "]}", "parse"),
    ],
)
async def test_malformed_frames_are_refused(hall: Hall, frame: str | bytes, code: str) -> None:
    eve = await hall.visit()
    await eve.say(frame)
    assert (await eve.until("error"))["code"] == code
    assert f'kessel_refused_total{{code="{code}"}} 1.0' in hall.metrics.text()
    await eve.ask("pong", type="ping")


@pytest.mark.parametrize("edition", ["strike-2020", "impact-avatar"])
async def test_a_pong_tells_the_state_that_was_told_before_it(edition: str) -> None:
    """So a page that missed something knows it, and one that did not asks for nothing."""

    class Pinging(Visitor):
        pongs = 0

        async def receive(self, seconds: float = 30.0) -> dict[str, Any]:
            message = await super().receive(seconds)
            if message["type"] == "pong":
                state = message.get("state")
                self.pongs += state is not None
                assert state in (None, self.game and self.game["state"])
            else:
                await self.send(type="ping")
            return message

    hall = Hall()
    ann, ben = Pinging(hall), Pinging(hall)
    for one in (ann, ben):
        await one.open()
    await ann.create(edition, "pob")
    await ben.sit_with(ann)
    await asyncio.gather(ann.play(), ben.play())
    assert min(ann.pongs, ben.pongs) > len(ann.seen) > 3


@pytest.mark.parametrize(
    "bad",
    [
        {"tip": "ab" * 32 + "\n"},
        {"key": "k" * 32 + "\n"},
        {"table": "abcdefghijkl\n"},
    ],
    ids=str,
)
async def test_a_newline_at_the_end_belongs_to_no_field(hall: Hall, bad: dict[str, str]) -> None:
    ann, eve = await hall.host(), await hall.visit()
    wish = {"type": "join", "table": ann.table, "name": "Eve"}
    assert await eve.refusal(**wish | bad) == "bad_value"
    room = await hall.hub.find(ann.table)
    assert room.table.state.free_seats == [1]
    await eve.ask("joined", **wish)


async def test_damaged_messages_harm_nothing() -> None:
    """2,000 messages of the protocol, each with a piece replaced by noise."""
    chance = Random(5)
    honest = json.dumps({"seat": 0, "state": 1, **throw("1")})
    hall = Hall(limits=replace(UNLIMITED, unsent=10_000))
    eve = await hall.host("pp")
    for _ in range(2000):
        noise = chance.randbytes(3).decode("latin-1")
        place = chance.randrange(len(honest))
        await eve.say(honest[:place] + noise + honest[place + 1 :])
    await eve.ask("pong", type="ping")
    assert "internal" not in {one["code"] for one in eve.errors}


async def test_a_giant_message_is_the_end(hall: Hall) -> None:
    eve = await hall.visit()
    await eve.say("x" * (hall.limits.message_bytes + 1))
    assert (await eve.until("error"))["code"] == "too_big"
    assert eve.desk.close_code == desks.CLOSE_TOO_BIG
    assert eve.who.is_gone


async def test_who_is_too_fast_is_refused_and_at_last_disconnected() -> None:
    limits = replace(UNLIMITED, messages_per_second=1.0, strikes=3)
    eve = await Hall(limits=limits).visit()
    for _ in range(20):
        await eve.send(type="ping")
    with pytest.raises(ConnectionError):
        await eve.until("never")
    assert {one["code"] for one in eve.errors} == {"too_fast"}
    assert len(eve.errors) >= 4
    assert eve.desk.close_code == desks.CLOSE_POLICY


async def test_who_was_too_fast_now_and_then_is_forgiven() -> None:
    limits = replace(UNLIMITED, messages_per_second=1.0, strikes=3)
    eve = await Hall(limits=limits).visit()
    for _ in range(5):
        for _ in range(4):
            await eve.send(type="ping")
        await eve.until("error")
        await asyncio.sleep(FORGIVEN_SECONDS)
    assert eve.desk.close_code == desks.CLOSE_NORMAL


async def test_whatever_is_refused_is_refused_by_its_number() -> None:
    """Whoever sent it waits for an answer; one that has no readable number gets none."""
    eve = await Hall().visit()
    wrong = ('{"type": "nothing", "ref": 1}', '{"type": "join", "ref": 2}')
    for frame in (*wrong, '{"type": "ping", "ref": 17}', "[" * 9000, '{"ref": "x"}', "{"):
        if frame not in wrong:
            eve.address.messages.tokens = eve.address.messages.rate = 0.0
        await eve.say(frame)
        await eve.until("error")
    assert [one.get("ref") for one in eve.errors] == [1, 2, 17, None, None, None]
    assert {one["code"] for one in eve.errors[2:]} == {"too_fast"}


async def test_lines_are_paid_for_by_their_number() -> None:
    ann = await Hall().host("pb")
    for bucket in (ann.desk.gate.messages, ann.address.messages):
        bucket.tokens, bucket.rate = 1.01, 0.0
    assert await ann.refusal(type="lines", first=0) == "too_fast"
    ann.desk.gate.messages.tokens = ann.address.messages.tokens = 2.0
    await ann.ask("lines", type="lines", first=0)


async def test_lines_come_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await Hall().host("pb")
    await ann.play()
    whole = (await ann.ask("lines", type="lines", first=0))["lines"]
    assert 7 < len(whole) < server.LINES_A_PAGE
    monkeypatch.setattr(server, "LINES_A_PAGE", 7)
    pages: list[list[str]] = []
    while not pages or len(pages[-1]) == 7:
        told = await ann.ask("lines", type="lines", first=7 * len(pages), ref=len(pages))
        while told.get("ref") != len(pages):
            told = await ann.until("lines")
        pages.append(told["lines"])
    assert [line for page in pages for line in page] == whole
    assert max(map(len, pages)) == 7


async def test_a_long_answer_comes_packed_where_that_is_asked_for() -> None:
    ann = await Hall().host("pb")
    await ann.play()
    whole = (await ann.ask("lines", type="lines", first=0))["lines"]
    heard: list[str | bytes] = []
    hear = ann.hear

    async def listening() -> str | bytes:
        heard.append(await hear())
        return heard[-1]

    ann.hear = listening  # type: ignore[method-assign]
    assert (await ann.ask("lines", type="lines", first=0, packed=True))["lines"] == whole
    (frame,) = [one for one in heard if isinstance(one, bytes)]
    assert len(frame) < 0.6 * sum(map(len, whole))
    assert json.loads(unpack_message(frame))["lines"] == thinned(whole) != whole
    heard.clear()
    short = await ann.ask("lines", type="lines", first=len(whole), packed=True)
    assert short["lines"] == []
    assert not any(isinstance(one, bytes) for one in heard)


async def test_one_address_shares_its_messages_and_makes_only_so_many_tables() -> None:
    eve = await Hall().visit()
    eve.address.tables.tokens = 1.5
    eve.address.tables.rate = 0.0
    seats = [{"kind": "person", "name": "Eve"}, {"kind": "open"}]
    await eve.ask("joined", type="create", edition="impact", seats=seats)
    assert await eve.refusal(type="create", edition="impact", seats=seats) == "too_fast"
    eve.address.messages.tokens = eve.address.messages.rate = 0.0
    assert await eve.refusal(type="ping") == "too_fast"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "leave"}, "not_attending"),
        ({"type": "answer", "move": "end", **NOBODY}, "not_attending"),
        ({"type": "rematch"}, "not_attending"),
        ({"type": "start"}, "not_attending"),
        ({"type": "odds", **NOBODY}, "not_attending"),
        ({"type": "advice", **NOBODY}, "not_attending"),
        ({"type": "watch", "table": "aaaaaaaaaaaa"}, "no_table"),
    ],
)
async def test_what_needs_a_table_is_refused_without_one(
    message: dict[str, Any], code: str
) -> None:
    eve = await Hall().visit()
    assert await eve.refusal(**message) == code


async def test_a_watcher_cannot_play(hall: Hall) -> None:
    ann, eve = await hall.host("pp"), await hall.visit()
    await eve.ask("snapshot", type="watch", table=ann.table)
    action = {"seat": 0, "state": (ann.game or {})["state"]}
    for message in (
        throw("1") | action,
        {"type": "answer", "move": "end", **action},
        {"type": "resign", "seat": 0},
        {"type": "take_back", "seat": 1},
        {"type": "wear", "seat": 1, "finish": "brass"},
        {"type": "react", "seat": 0, "reaction": "wow"},
        {"type": "odds", **action},
        {"type": "advice", **action},
        {"type": "start"},
        {"type": "rematch"},
        {"type": "choose_box", "edition": "impact"},
    ):
        assert await eve.refusal(**message) == "wrong_seat", message


async def test_a_player_cannot_play_for_another_out_of_turn_or_twice(hall: Hall) -> None:
    ann, ben = await hall.two()
    state = (await ann.hear_all())["state"]
    action = {**throw("1"), "seat": 0, "state": state}
    for who, message, code in (
        (ben, action, "wrong_seat"),
        (ben, action | {"seat": 1}, "not_awaited"),
        (ann, throw("all") | {"seat": 0, "state": state}, "illegal"),
        (ann, {"type": "answer", "move": "end", "seat": 0, "state": state}, "not_awaited"),
        (ann, {"type": "rematch"}, "not_awaited"),
        (ann, action | {"state": state + 1}, "stale"),
    ):
        assert await who.refusal(**message) == code, message
    await asyncio.gather(ann.ask("step", **action), ben.until("step"))
    throws = (ann.game or {})["throws"]
    assert await ann.refusal(**action) in ("stale", "not_awaited")
    assert (ann.game or {})["throws"] == throws


async def test_other_peoples_tokens_are_of_no_use(hall: Hall) -> None:
    ann, eve, mallory = [await hall.visit() for _ in range(3)]
    await ann.create("strike-2020", "pp")
    await mallory.create("strike-2020", "pb")
    foreign = list(mallory.tokens.values())
    for tokens in (foreign, ["A" * 32], ["_" * 32] * 5):
        assert await eve.refusal(type="resume", table=ann.table, tokens=tokens) == "bad_token"
    assert await eve.refusal(type="resume", table="a" * 12, tokens=foreign) == "no_table"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"edition": "poker"}, "unknown_edition"),
        ({"seats": [{"kind": "bot"}]}, "bad_value"),
        ({"seats": [{"kind": "bot"}] * 6}, "bad_value"),
        ({"options": {"hax": "yes"}}, "unknown_option"),
        ({"options": {"supply": 5}}, "bad_value"),
        ({"edition": "impact", "options": {"supply": "hidden"}}, "bad_value"),
        ({"preset": "xx"}, "bad_value"),
        ({"seats": [{"kind": "bot"}, {"kind": "bot", "level": "god"}]}, "bad_value"),
        ({"seats": [{"kind": "bot"}, {"kind": "person", "name": "\0"}]}, "bad_value"),
        ({"seats": [{"kind": "bot"}, {"kind": "open"}]}, "bad_value"),
    ],
)
async def test_impossible_tables_are_refused(hall: Hall, wish: dict[str, Any], code: str) -> None:
    two = [{"kind": "person", "name": "Ann"}, {"kind": "bot"}]
    eve = await hall.visit()
    usual = {"type": "create", "edition": "strike-2020", "seats": two}
    assert await eve.refusal(**usual | wish) == code


async def test_only_the_host_starts_and_only_with_people_or_bots(hall: Hall) -> None:
    ann, ben = await hall.host("poo"), await hall.visit()
    await ben.join(ann.table)
    assert await ben.refusal(type="start") == "not_host"
    await ann.ask("snapshot", type="start", fill=True)
    assert len((ann.game or {})["seats"]) == 3


async def test_a_second_table_is_attended_instead_of_the_first(hall: Hall) -> None:
    ann = await hall.host()
    first = await hall.hub.find(ann.table)
    await ann.create("impact", "po")
    assert not first.attendees
    second = await hall.hub.find(ann.table)
    assert list(second.attendees) == [ann.who]


async def test_a_refused_table_does_not_cost_the_one_that_is_attended() -> None:
    hall = Hall(limits=replace(UNLIMITED, watchers=0))
    ann, ben = await hall.host(), await hall.visit()
    await ben.create("impact", "po")
    for table in (ben.table, ann.table):
        assert await ann.refusal(type="watch", table=table) == "full"
        assert list((await hall.hub.find(ann.table)).attendees) == [ann.who]
    await ann.ask("reacted", type="react", seat=0, reaction="wow")


async def test_a_fault_of_ours_is_said_to_be_ours(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall()
    eve = await hall.visit()
    monkeypatch.setattr(hall.hub, "lobby", lambda: 1 / 0)
    told = await eve.ask("error", type="look", ref=3)
    assert (told["code"], told["ref"]) == ("internal", 3)
    assert "division" not in told["message"]
    assert "request failed" in caplog.messages


async def test_errors_are_cut_where_they_would_repeat_a_long_request() -> None:
    eve = await Hall().visit()
    await eve.refusal(type="look", **{"x" * 5000: 1})
    assert len(eve.errors[-1]["message"]) <= MESSAGE_SHOWN


async def test_aims_without_sense_are_refused_and_strong_ones_held_back() -> None:
    ann = await Hall().host("pp")
    base = {"type": "throw", "seat": 0, "unit": "1"}
    base |= {"state": (ann.game or {})["state"]}
    assert await ann.refusal(**base, aim={}) == "bad_value"
    assert await ann.refusal(**base, aim=AIM | {"x": "1"}) == "bad_value"
    await ann.ask("step", **base, aim=AIM | {"speed": 1000, "height": -3, "side": 100})
    thrown = next(one for one in ann.heard if one["type"] == "thrown")
    assert thrown["casts"][0]["aim"]["speed"] < 10


async def test_what_a_table_takes_is_acknowledged_and_what_it_refuses_is_not() -> None:
    ann = await Hall().host("pp", "strike-2012")
    game = await ann.hear_all()
    start = {"type": "answer", "move": "start 4", "dice": [], "seat": game["awaited"]["seat"]}
    refused = await ann.ask("error", ref=7, state=game["state"] + 1, **start)
    assert (refused["ref"], refused["code"]) == (7, "stale")
    await ann.ask("done", ref=8, state=game["state"], **start)
    assert [one["ref"] for one in ann.heard if one["type"] == "done"] == [8]
