"""Relay and inlet, one against the other over real sockets on the loopback."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hall.in_memory import Hall
from net.line import line_to
from serving import free_port

from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_RESTART, Desk
from kessel.hall.limits import Limits
from kessel.server.metrics import ServerMetrics
from kessel.server.nodes import relay as relays
from kessel.server.nodes.relay import UNREACHABLE, Inlet, Relay

SECRET = "5ecret"
ENOUGH = 20.0
PING = json.dumps({"type": "ping"})


class Owner:
    """A server that owns tables, and listens for others."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.desks: dict[Attendee, Desk] = {}
        self.addresses: list[str] = []
        self.holds = True
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        limits = Limits(request_seconds=1.0)
        self.inlet = Inlet(
            self.url, self._welcome, self._forget, lambda: self.holds, ServerMetrics(), limits
        )
        self.inlet.secret = SECRET

    def _welcome(self, who: Attendee, address: str) -> Desk:
        self.addresses.append(address)
        self.desks[who] = Desk(self.hall.hub, who, self.hall.address())
        self.desks[who].greeted = True
        return self.desks[who]

    def _forget(self, who: Attendee) -> None:
        del self.desks[who]

    async def see(self, number: int) -> None:
        """Until so many are here."""
        async with asyncio.timeout(ENOUGH):
            while len(self.desks) != number:
                await asyncio.sleep(0.01)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take longer to connect, or to answer, than players should wait."""
    for name in ("CONNECT_SECONDS", "SILENT_SECONDS"):
        monkeypatch.setattr(relays, name, ENOUGH)


@contextlib.asynccontextmanager
async def owner() -> AsyncIterator[Owner]:
    one = Owner()
    await one.inlet.open()
    try:
        yield one
    finally:
        await one.inlet.close()


async def opened(url: str) -> tuple[Relay, Attendee, "asyncio.Future[int]"]:
    """A relay, who it speaks for, and the code it ends with."""
    who = Attendee(100)
    relay = await Relay.open(url, SECRET, "192.0.2.7", who)
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    relay.start(lambda relay: ended.set_result(relay.close_code))
    return relay, who, ended


async def answer(who: Attendee) -> dict[str, Any]:
    payload = await asyncio.wait_for(who.unsent.get(), ENOUGH)
    assert isinstance(payload, str)
    message: dict[str, Any] = json.loads(payload)
    return message


async def test_frames_go_there_and_answers_come_back() -> None:
    async with owner() as one:
        relay, who, ended = await opened(one.url)
        await relay.send(json.dumps({"type": "ping", "ref": 3}))
        assert await answer(who) == {"type": "pong", "ref": 3}
        await relay.send(b"in bytes")
        assert (await answer(who))["code"] == "parse"
        assert one.addresses == ["192.0.2.7"]
        relay.close()
        await one.see(0)
        assert not ended.done(), "whoever closes a relay need not be told"


async def test_an_end_is_told_with_its_code() -> None:
    async with owner() as one:
        _, _, ended = await opened(one.url)
        await one.see(1)
        ((who, desk),) = one.desks.items()
        desk.close_code = 1008
        who.close()
        assert await asyncio.wait_for(ended, ENOUGH) == 1008
        relay, _, ended = await opened(one.url)
        relay.cut()
        assert await asyncio.wait_for(ended, ENOUGH) == CLOSE_RESTART
        await relay.send("into nothing")
        relay, who, ended = await opened(one.url)
        one.holds = False
        await relay.send(PING)
        assert await asyncio.wait_for(ended, ENOUGH) == CLOSE_RESTART
        assert who.unsent.empty(), "without a lease nothing is told"
        _, _, ended = await opened(one.url)
        await one.inlet.close()
        assert await asyncio.wait_for(ended, ENOUGH) == CLOSE_RESTART


async def test_only_servers_of_the_database_come_in_and_whoever_says_nothing_is_let_go() -> None:
    async def asked(port: int, said: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)
        try:
            return await asyncio.wait_for(reader.read(), ENOUGH)
        except ConnectionResetError:
            return b""
        finally:
            writer.close()

    async with owner() as one:
        with pytest.raises(UNREACHABLE, match="403"):
            await Relay.open(one.url, "guessed", "192.0.2.7", Attendee(9))
        assert b"kessel_tables 0.0" in await asked(one.port, b"GET /metrics HTTP/1.0\r\n\r\n")
        assert b" 404 " in await asked(one.port, b"GET / HTTP/1.0\r\n\r\n")
        for said in (b"", b"GET /relay", b"\xff\x00\r\n\r\n", b"x" * 200_000):
            assert b" 101 " not in await asked(one.port, said)
        assert not one.desks
    with pytest.raises(UNREACHABLE):
        await Relay.open(one.url, SECRET, "192.0.2.7", Attendee(9))


async def test_a_relay_over_a_network_that_was_cut_without_a_word_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relays, "PING_SECONDS", 0.1)
    monkeypatch.setattr(relays, "SILENT_SECONDS", 1.0)
    async with owner() as one:
        with line_to(one.port) as network:
            relay, who, ended = await opened(network.url)
            await asyncio.sleep(0.5)
            await relay.send(PING)
            assert (await answer(who))["type"] == "pong", "all is well"
            network.stall()
            assert await asyncio.wait_for(ended, ENOUGH) == CLOSE_RESTART
