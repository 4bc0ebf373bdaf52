"""What stands in for HAProxy in `make cluster`: connections go to servers that are well, and are
cut when theirs is no longer."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from scripts import load

forward: Any = load("examples/forward.py")
ENOUGH = 30.0


class Server:
    """Says that it is well, or not; and its name to everybody else."""

    def __init__(self, name: bytes) -> None:
        self.name, self.status = name, b"200 OK"

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while line := await reader.readline():
                if b"/healthz" in line:
                    writer.write(b"HTTP/1.0 " + self.status + b"\r\ncontent-length: 0\r\n\r\n")
                    break
                writer.write(self.name + line)
        writer.close()


@contextlib.asynccontextmanager
async def listening(server: Any) -> AsyncIterator[int]:
    """A port; until everybody who came has left."""
    here = set[asyncio.StreamWriter]()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        here.add(writer)
        await server.take(reader, writer)
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        here.discard(writer)

    async with await asyncio.start_server(take, forward.HOST, 0) as taking:
        yield taking.sockets[0].getsockname()[1]
        while here:
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def forwarding(*ports: int) -> AsyncIterator[int]:
    forwarder = forward.Forwarder(ports)
    watching = asyncio.create_task(forwarder.watch())
    try:
        async with listening(forwarder) as port:
            yield port
    finally:
        watching.cancel()


@contextlib.asynccontextmanager
async def line_to(port: int) -> AsyncIterator[asyncio.StreamReader]:
    """Somebody says hello."""
    reader, writer = await asyncio.open_connection(forward.HOST, port)
    try:
        writer.write(b"hello\n")
        yield reader
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def answer(port: int) -> bytes:
    """Who answers; nothing where nobody does."""
    async with line_to(port) as reader:
        with contextlib.suppress(OSError):
            return await reader.readline()
    return b""


def test_connections_follow_the_servers_that_are_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forward, "LOOK_SECONDS", 0.01)

    async def run(port: int, one: Server, two: Server) -> None:
        assert {await answer(port) for _ in range(40)} == {b"one hello\n", b"two hello\n"}
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(line_to(port)) for _ in range(20)]
            said = [await line.readline() for line in lines]
            one.status = b"503 Draining"
            with contextlib.suppress(OSError):
                assert await lines[said.index(b"one hello\n")].read() == b"", "cut"
        assert {await answer(port) for _ in range(20)} == {b"two hello\n"}
        one.status, two.status = two.status, one.status
        while await answer(port) != b"one hello\n":
            await asyncio.sleep(0.01)

    async def serve() -> None:
        one, two = Server(b"one "), Server(b"two ")
        async with (
            listening(one) as first,
            listening(two) as second,
            forwarding(first, second) as port,
        ):
            await run(port, one, two)

    asyncio.run(asyncio.wait_for(serve(), ENOUGH))


def test_one_that_does_not_answer_is_passed_over_before_it_is_known_to_be_down() -> None:
    async def run() -> None:
        async with listening(Server(b"gone ")) as gone:
            pass
        async with listening(Server(b"here ")) as here, forwarding(gone, here) as port:
            assert {await answer(port) for _ in range(10)} == {b"here hello\n"}

    asyncio.run(asyncio.wait_for(run(), ENOUGH))


def test_nobody_is_left_waiting_where_no_server_is_well() -> None:
    async def run() -> None:
        async with listening(Server(b"gone ")) as gone:
            pass
        async with forwarding(gone) as port:
            assert await answer(port) == b""

    asyncio.run(asyncio.wait_for(run(), ENOUGH))
