"""A page's frames go where its table is, and come back when that is elsewhere."""

import itertools
import json
from typing import Any

import pytest
from hall.in_memory import Hall
from hall.player import Player

from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_RESTART, Desk
from kessel.hall.store import Elsewhere, Kept
from kessel.hall.tokens import code_of, new_key
from kessel.server.nodes import line as lines
from kessel.server.nodes.line import Line


class FakeRelay:
    """The other side of a relay."""

    def __init__(self, node: str) -> None:
        self.node, self.sent, self.closed, self.was_cut = node, list[Any](), False, False
        self.close_code = CLOSE_RESTART
        self.on_end: Any = None

    def start(self, on_end: Any) -> None:
        self.on_end = on_end

    async def send(self, frame: Any) -> None:
        self.sent.append(frame)

    def close(self) -> None:
        self.closed = True

    def cut(self) -> None:
        self.was_cut = True


class Page(Player):
    """Somebody whose table may be elsewhere."""

    def __init__(self, hall: Hall, reachable: bool = True) -> None:
        super().__init__()
        self.who = Attendee(100)
        self.desk = Desk(hall.hub, self.who, hall.address())
        self.relays: list[FakeRelay] = []
        self.tried = 0
        self.reachable = reachable
        self.leases: Any = itertools.repeat(1.0)
        self.line = Line(hall.hub, self.desk, self.who, self._relay, lambda _: next(self.leases))

    async def _relay(self, node: str) -> Any:
        self.tried += 1
        if not self.reachable:
            raise OSError("nobody there")
        self.relays.append(FakeRelay(node))
        return self.relays[-1]

    async def connect(self) -> None:
        pass

    async def say(self, frame: str | bytes) -> None:
        await self.line.receive(frame)

    async def hear(self) -> str | bytes:
        payload = await self.who.unsent.get()
        assert payload is not None
        return payload


def owned_by(hall: Hall, *nodes: str) -> None:
    """The store says so, one answer after the other; afterwards the table is free."""
    opened, left = hall.store.open_table, list(nodes)

    async def open_table(code: str) -> Kept | None:
        if left and code == "elsewhereabc":
            raise Elsewhere(code, left.pop(0))
        return await opened(code)

    hall.store.open_table = open_table  # type: ignore[method-assign]


MANY = 100_000
WATCH = {"type": "watch", "table": "elsewhereabc"}


async def watching(*nodes: str) -> Page:
    """Somebody who watches a table that the first of these has."""
    hall = Hall()
    owned_by(hall, *nodes)
    page = await Page(hall).open()
    await page.send(**WATCH)
    return page


async def test_frames_about_a_table_elsewhere_are_passed_on() -> None:
    page = await watching("http://one:1", "http://one:1", "http://two:1")
    (relay,) = page.relays
    assert page.line.relayed_to == relay.node == "http://one:1"
    await page.send(type="react", seat=0, reaction="x")
    await page.say(b"bytes")
    await page.send(type="ping", ref=7)
    assert [json.loads(one)["type"] for one in relay.sent[:2]] == ["watch", "react"]
    assert relay.sent[2] == b"bytes"
    assert json.loads(relay.sent[3])["type"] == "ping", "a pong comes the whole way, in order"
    assert page.who.unsent.empty()
    await page.send(**WATCH)
    assert len(page.relays) == 1, "one relay a server"
    await page.send(**WATCH)
    assert relay.closed
    assert page.line.relayed_to == "http://two:1"
    await page.line.leave()
    assert page.relays[1].closed


@pytest.mark.parametrize(
    "frame", ["{", '{"type":"tap","seat":' + '{"a":' * 5000 + "1" + "}" * 5001]
)
async def test_what_cannot_be_read_is_refused_here(frame: str) -> None:
    page = await watching("http://one:1")
    await page.say(frame)
    assert (await page.until("error"))["code"] in ("parse", "bad_value")
    assert len(page.relays[0].sent) == 1


async def test_a_table_that_was_made_elsewhere_is_asked_for_there() -> None:
    """The answer to `create` was lost, and the page comes back to another server."""
    hall, key = Hall(), new_key()
    page = Page(hall)
    await hall.store.make_table(code_of(key), False, ["made"], 0.0)

    async def open_table(code: str) -> Kept | None:
        raise Elsewhere(code, "http://one:1")

    hall.store.open_table = open_table  # type: ignore[method-assign]
    await page.open()
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot"}]
    await page.send(type="create", edition="impact", seats=seats, key=key)
    assert page.line.relayed_to == "http://one:1"
    assert [json.loads(one)["key"] for one in page.relays[0].sent] == [key]


async def test_a_table_here_ends_the_relay() -> None:
    page = await watching("http://one:1")
    await page.say("{broken")
    assert page.line.relayed_to, "a refusal changes nothing"
    await page.create("strike-2020", "pb")
    assert page.line.relayed_to == ""
    assert page.relays[0].closed
    assert page.desk.attends


async def test_a_quick_match_is_looked_for_where_all_look() -> None:
    hall = Hall()
    owned_by(hall, "http://one:1")
    seek = {"type": "seek", "name": "Ann", "editions": ["impact"]}
    page = await Page(hall).open()
    hall.hub.queue_elsewhere = lambda: "http://queue:1"
    hall.hub.seeking_elsewhere = lambda: 3
    await page.send(**WATCH)
    await page.send(**seek)
    assert page.relays[0].closed
    assert page.line.relayed_to == "http://queue:1"
    assert json.loads(page.relays[1].sent[0])["type"] == "seek"
    assert not page.desk.seeks
    look = await Page(hall).open()
    assert (await look.ask("lobby", type="look"))["seeking"] == 3

    hall.hub.queue_elsewhere = str
    await page.send(**seek)
    assert page.relays[1].closed, "here by now"
    assert page.desk.seeks
    assert (await page.until("seeking"))["looking"] == 1
    assert (await look.ask("lobby", type="look"))["seeking"] == 4
    await page.line.leave()
    assert not page.desk.seeks


async def test_when_the_owner_is_gone_the_page_comes_back() -> None:
    page = await watching("http://one:1", "http://two:1")
    page.line.cut()
    assert page.relays[0].was_cut
    await page.send(**WATCH)
    page.relays[0].on_end(page.relays[0])
    assert not page.who.is_gone, "an old relay says nothing"
    page.relays[1].on_end(page.relays[1])
    assert page.who.is_gone
    assert page.desk.close_code == CLOSE_RESTART


@pytest.mark.parametrize(
    ("nodes", "leases", "tried", "comes_back"),
    [
        (["http://dead:1"] * 2 + [""], [], 2, False),  # waited for, and taken
        (["http://one:1"] * MANY, [1.0, 1.0, 1.0, 2.0], 4, True),  # alive: others may reach it
        ([""] * MANY, [], 0, True),  # nobody can have it: not waited for without end
    ],
)
async def test_an_owner_out_of_reach_is_waited_for_while_it_may_be_dead(
    monkeypatch: pytest.MonkeyPatch,
    nodes: list[str],
    leases: list[float],
    tried: int,
    comes_back: bool,
) -> None:
    monkeypatch.setattr(lines, "LOOK_AGAIN", 0.0)
    if not tried:
        monkeypatch.setattr(lines, "PATIENCE", 0.02)
    hall = Hall()
    owned_by(hall, *nodes)
    page = await Page(hall, reachable=False).open()
    page.leases = itertools.chain(leases, itertools.repeat(1.0))
    await page.send(**WATCH)
    assert (page.tried, page.who.is_gone) == (tried, comes_back)
    if comes_back:
        assert page.desk.close_code == CLOSE_RESTART
    else:
        assert (await page.until("error"))["code"] == "no_table", "the desk was asked again"


async def test_a_server_that_is_alone_passes_nothing_on() -> None:
    hall = Hall()
    owned_by(hall, "http://one:1")
    who = Attendee(100)
    desk = Desk(hall.hub, who, hall.address())
    desk.greeted = True
    line = Line(hall.hub, desk, who)
    line.cut()
    await line.receive(json.dumps(WATCH))
    assert who.is_gone
    assert desk.close_code == CLOSE_RESTART
