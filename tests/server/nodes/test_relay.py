"""Relay and inlet, one against the other over real sockets on the loopback."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import pytest
from hall.in_memory import Hall
from net.line import line_to
from serving import free_port

from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_RESTART, Desk
from kessel.hall.limits import Limits
from kessel.server.nodes import inlet, wire
from kessel.server.nodes import relay as relays
from kessel.server.nodes.inlet import Inlet
from kessel.server.nodes.relay import UNREACHABLE, Relay

SECRET = "5ecret"


class Owner:
    """A server that owns tables, and listens for others."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.desks: dict[Attendee, Desk] = {}
        self.addresses: list[str] = []
        self.holds = True
        self.url = f"http://127.0.0.1:{free_port()}"
        self.inlet = Inlet(
            self.url,
            self._welcome,
            self._forget,
            lambda: self.holds,
            lambda: wire.answer(HTTPStatus.OK, b"kessel_x 1\n"),
            Limits(),
        )

    def _welcome(self, who: Attendee, address: str) -> Desk:
        self.addresses.append(address)
        self.desks[who] = Desk(self.hall.hub, who, self.hall.address())
        self.desks[who].greeted = True
        return self.desks[who]

    def _forget(self, who: Attendee) -> None:
        del self.desks[who]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take longer to connect than players should wait."""
    monkeypatch.setattr(relays, "CONNECT_SECONDS", 20.0)


@contextlib.asynccontextmanager
async def owner() -> AsyncIterator[Owner]:
    one = Owner()
    await one.inlet.open(SECRET)
    try:
        yield one
    finally:
        await one.inlet.close()


async def opened(one: Owner) -> tuple[Relay, Attendee, "asyncio.Future[int]"]:
    """A relay, who it speaks for, and the code it ends with."""
    who = Attendee(100)
    relay = await Relay.open(one.url, SECRET, "192.0.2.7", who)
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    relay.start(lambda relay: ended.set_result(relay.close_code))
    return relay, who, ended


async def answer(who: Attendee) -> dict[str, Any]:
    payload = await asyncio.wait_for(who.unsent.get(), 20)
    assert isinstance(payload, str)
    message: dict[str, Any] = json.loads(payload)
    return message


def test_frames_go_there_and_answers_come_back() -> None:
    async def run() -> None:
        async with owner() as one:
            relay, who, ended = await opened(one)
            await relay.send(json.dumps({"type": "ping", "ref": 3}))
            assert await answer(who) == {"type": "pong", "ref": 3}
            assert one.addresses == ["192.0.2.7"]
            relay.close()
            async with asyncio.timeout(20):
                while one.desks:
                    await asyncio.sleep(0.01)
            assert not ended.done(), "whoever closes a relay need not be told"

    asyncio.run(run())


def test_an_end_is_told_with_its_code() -> None:
    async def run() -> None:
        async with owner() as one:
            _, _, ended = await opened(one)
            async with asyncio.timeout(20):
                while not one.desks:
                    await asyncio.sleep(0.01)
            ((who, desk),) = one.desks.items()
            desk.close_code = 1008
            who.close()
            assert await asyncio.wait_for(ended, 20) == 1008
            relay, _, ended = await opened(one)
            relay.cut()
            assert await asyncio.wait_for(ended, 20) == CLOSE_RESTART
            await relay.send("into nothing")
            _, _, ended = await opened(one)
            await one.inlet.close()
            assert await asyncio.wait_for(ended, 20) == CLOSE_RESTART

    asyncio.run(run())


def test_an_owner_without_a_lease_tells_nothing() -> None:
    async def run() -> None:
        async with owner() as one:
            relay, who, ended = await opened(one)
            one.holds = False
            await relay.send(json.dumps({"type": "ping"}))
            assert await asyncio.wait_for(ended, 20) == CLOSE_RESTART
            assert who.unsent.empty()

    asyncio.run(run())


def test_only_servers_of_the_database_come_in() -> None:
    async def run() -> None:
        async with owner() as one:
            with pytest.raises(ConnectionRefusedError, match="403"):
                await Relay.open(one.url, "guessed", "192.0.2.7", Attendee(9))
            reader, writer = await asyncio.open_connection(*one.url[7:].split(":"))
            writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
            text = await asyncio.wait_for(reader.read(), 20)
            assert b"200 OK" in text
            assert b"kessel_x 1" in text
            writer.close()

    asyncio.run(run())


@pytest.mark.parametrize("said", [b"", b"GET /relay", b"\xff\x00\r\n\r\n", b"x" * 200_000])
def test_whoever_does_not_say_what_they_want_is_let_go(
    said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inlet, "HEAD_SECONDS", 0.05)

    async def run() -> None:
        async with owner() as one:
            reader, writer = await asyncio.open_connection(*one.url[7:].split(":"))
            writer.write(said)
            with contextlib.suppress(ConnectionResetError):
                text = await asyncio.wait_for(reader.read(), 20)
                assert b" 101 " not in text
            writer.close()
            assert not one.desks

    asyncio.run(run())


def test_a_relay_over_a_network_that_was_cut_without_a_word_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relays, "SILENT_SECONDS", 0.3)
    ping = json.dumps({"type": "ping"})

    async def run() -> None:
        async with owner() as one:
            with line_to(urlsplit(one.url).port or 0) as network:
                one.url = network.url
                relay, who, ended = await opened(one)
                relay.expect_answer()
                await relay.send(ping)
                assert (await answer(who))["type"] == "pong"
                await asyncio.sleep(0.6)
                assert not ended.done(), "all is well"
                network.stall()
                for _ in range(3):
                    relay.expect_answer()
                    await relay.send(ping)
                assert await asyncio.wait_for(ended, 20) == CLOSE_RESTART

    asyncio.run(run())


def test_nobody_there_is_told() -> None:
    async def run() -> None:
        one = Owner()
        with pytest.raises(UNREACHABLE):
            await Relay.open(one.url, SECRET, "192.0.2.7", Attendee(9))

    asyncio.run(run())
