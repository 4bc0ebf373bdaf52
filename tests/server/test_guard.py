"""Sockets by address: those that come too often, say nothing, half of something, or too much."""

import asyncio
import base64
import contextlib
import importlib.util
import os
import socket
import struct
import sys
import time
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from server.live import LiveServer
from uvicorn.server import ServerState

from kessel.hall.limits import Limits
from kessel.server.guard import GuardedHttp, GuardedSocket, SocketGate

TEXT, BINARY, PING, PONG, CONTINUED, CLOSE = 1, 2, 9, 10, 0, 8
ELSEWHERE, FLOODED = "127.0.0.2", "127.0.0.3"
PATIENCE = 60.0
"""s for what no test waits for unless something is wrong."""
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")


@pytest.fixture(
    scope="module",
    params=[(), pytest.param(("without:uvloop",), marks=pytest.mark.long)],
    ids=["uvloop", "asyncio"],
)
def tight(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveServer]:
    """On either event loop: what they read at once is not the same."""
    live = LiveServer(
        tmp_path_factory.mktemp("tight"),
        *request.param,
        address_sockets=8,
        request_seconds=PATIENCE,
        address_frames_per_second=50.0,
        messages_per_second=20.0,
        strikes=30,
    )
    yield live
    live.stop()


def dial(server: LiveServer, here: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(here, 0))


def upgrade(path: str = "/ws", more: str = "") -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"{more}\r\n"
    ).encode()


def upgraded(server: LiveServer, here: str = "127.0.0.1") -> socket.socket:
    line = dial(server, here)
    line.sendall(upgrade())
    head = b""
    while b"\r\n\r\n" not in head:
        more = line.recv(1)
        assert more, head
        head += more
    assert b" 101 " in head
    line.sendall(frame(TEXT, b'{"type":"hello","protocol":1}'))
    assert b"welcome" in line.recv(65536)
    return line


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    first, size = (0x80 if fin else 0) | opcode, len(payload)
    if size < 126:
        return struct.pack("!BB", first, 0x80 | size) + b"\0" * 4 + payload
    return struct.pack("!BBH", first, 0x80 | 126, size) + b"\0" * 4 + payload


def close_code(line: socket.socket) -> int:
    """The code of the close frame that comes, whatever comes before it."""
    with line.makefile("rb") as heard:
        while True:
            opcode, size = heard.read(2)
            if size == 126:
                size = int.from_bytes(heard.read(2), "big")
            payload = heard.read(size)
            if opcode == 0x80 | CLOSE:
                return int.from_bytes(payload[:2], "big")


@linux_only
def test_one_address_cannot_take_all_sockets(tight: LiveServer) -> None:
    """Sockets are taken in the order in which they come, and each has a minute to ask something."""
    with contextlib.ExitStack() as open_lines:
        for _ in range(8):
            open_lines.enter_context(dial(tight, ELSEWHERE))
        one_more = open_lines.enter_context(dial(tight, ELSEWHERE))
        one_more.settimeout(PATIENCE / 2)
        with contextlib.suppress(ConnectionError):
            assert one_more.recv(1) == b""
        open_lines.enter_context(upgraded(tight))


NO_WEBSOCKETS = {
    "a body": (upgrade(more="Content-Length: 5\r\n") + b"hello", 400),
    "a body in pieces": (upgrade(more="Transfer-Encoding: chunked\r\n"), 400),
    "a control character": (upgrade(more="X-Odd: \x7f\r\n"), 400),
    "a long header": (upgrade(more=f"X-Long: {'x' * 9000}\r\n"), 431),
    "many headers": (upgrade(more="X-One: 1\r\n" * 300), 431),
    "a long query": (upgrade(f"/ws?{'x' * 9000}"), 414),
}
"""Requests that h11 takes and `websockets` does not, and their answers."""


def heard_to_the_end(line: socket.socket) -> bytes:
    heard = b""
    while more := line.recv(65536):
        heard += more
    return heard


@pytest.mark.parametrize("name", NO_WEBSOCKETS)
def test_an_upgrade_that_is_none_is_answered(tight: LiveServer, name: str) -> None:
    request, status = NO_WEBSOCKETS[name]
    with dial(tight) as line:
        line.sendall(request)
        answer = heard_to_the_end(line)
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    head, _, body = answer.partition(b"\r\n\r\n")
    assert f"content-length: {len(body)}".encode() in head.lower()
    assert b"WebSocket" in body


@pytest.mark.parametrize("loop", [(), ("without:uvloop",)], ids=["uvloop", "asyncio"])
def test_a_server_stops_in_good_order_whoever_is_there(tmp_path: Path, loop: tuple[str]) -> None:
    live = LiveServer(tmp_path, *loop)
    with contextlib.ExitStack() as lines:
        for request, _ in NO_WEBSOCKETS.values():
            lines.enter_context(dial(live)).sendall(request)
        friend = lines.enter_context(upgraded(live))
        assert live.stop() == 0
        assert close_code(friend) == 1012
    assert "Traceback" not in live.log()
    has_uvloop = not loop and importlib.util.find_spec("uvloop") is not None
    assert f'"loop": "{"uvloop" if has_uvloop else "asyncio"}"' in live.log()


@pytest.mark.parametrize("piece", [b"x" * 40_000, "€".encode() * 10_000])
def test_a_message_that_never_ends_is_cut_at_its_limit_in_bytes(
    tight: LiveServer, piece: bytes
) -> None:
    with upgraded(tight) as line:
        with contextlib.suppress(ConnectionError):
            for opcode in (TEXT, CONTINUED, CONTINUED):
                line.sendall(frame(opcode, piece, fin=False))
        assert close_code(line) == 1009


def test_binary_frames_are_counted(tight: LiveServer) -> None:
    with upgraded(tight) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(frame(BINARY, b"x") * 50)
        assert close_code(line) == 1008


@linux_only
def test_pings_are_answered_no_faster_than_allowed(tight: LiveServer) -> None:
    with upgraded(tight, FLOODED) as line:
        began, heard, pong = time.monotonic(), b"", bytes((0x80 | PONG, 0))
        line.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            line.send(frame(PING) * 4000)
        line.settimeout(PATIENCE)
        while heard.count(pong) <= 100:
            heard += line.recv(65536)
        line.settimeout(0.5)
        while time.monotonic() - began < 1.0:
            with contextlib.suppress(TimeoutError):
                heard += line.recv(65536)
        lasted = time.monotonic() - began
        # a burst of four seconds, one read that was under way, and what the time gives
        assert heard.count(pong) < 200 + 4096 // 6 + 50 * lasted
        upgraded(tight, FLOODED).close()  # a newcomer of that address is welcome at once


class Line:
    """As much of a transport as the gate looks at."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return self._address, 5


def test_a_proxy_is_not_taken_for_one_visitor() -> None:
    limits = Limits(address_sockets=3)
    for behind_proxy, let_in in ((False, 3), (True, 10)):
        gate = SocketGate(limits, behind_proxy, most_sockets=10)
        came = [gate.enter(Line("10.0.0.1")) for _ in range(20)]  # type: ignore[arg-type]
        assert sum(one is not None for one in came) == let_in
        for one in came:
            if one is not None:
                gate.leave(one)
        assert gate.sockets == 0


# --- clients that do not read, on a server in this process ------------------------------------

IMPATIENT = 0.2
NO_DEADLINE, NO_TIME_TO_READ = Limits(request_seconds=1e6), Limits(unread_seconds=0.5)
THINKING = 0.1
SMALL = 16_384
"""The buffer of a socket."""
LOUD, QUIET = 400_000, 60_000
"""Bytes that are too many for the buffers of system and transport, and too few to stop a writer."""


class Shouting:
    """Accepts any WebSocket, says so much at once, and then echoes; HTTP is answered as loudly,
    after some thought."""

    def __init__(self, size: int) -> None:
        self.size, self.ended = size, asyncio.Event()
        self.state = ServerState()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await asyncio.sleep(THINKING)
            await send({"type": "http.response.start", "status": 200})
            await send({"type": "http.response.body", "body": b"x" * self.size})
            return
        try:
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "bytes": b"x" * self.size})
            while (event := await receive())["type"] != "websocket.disconnect":
                await send({"type": "websocket.send", "text": event["text"]})
        finally:
            self.ended.set()


@contextlib.asynccontextmanager
async def shouted_at(
    app: Shouting, limits: Limits = NO_TIME_TO_READ, **settings: Any
) -> AsyncIterator[tuple[SocketGate, socket.socket]]:
    """A connection to the application, with small buffers on either side."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
    gate = SocketGate(limits, False, most_sockets=10)
    config = uvicorn.Config(app, ws=GuardedSocket, log_config=None, **settings)
    config.load()
    made, loop = partial(GuardedHttp, gate, config=config), asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: made(server_state=app.state, app_state={}), sock=listening
    )
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.setblocking(False)
        await loop.sock_connect(line, listening.getsockname())
        try:
            yield gate, line
        finally:
            line.close()
            server.close()
            while gate.sockets:
                await asyncio.sleep(0.01)


def is_waited_for(app: Shouting) -> bool:
    """Whether a client is going to be cut unless it reads."""
    sockets = [one for one in app.state.connections if isinstance(one, GuardedSocket)]
    return any(one._unread is not None for one in sockets)


async def is_cut(line: socket.socket) -> None:
    """Whatever is said before."""
    with contextlib.suppress(ConnectionError):
        while await asyncio.get_running_loop().sock_recv(line, 65536):
            pass


async def read_all(line: socket.socket, size: int) -> bytes:
    heard = b""
    while len(heard) < size:
        more = await asyncio.get_running_loop().sock_recv(line, 65536)
        assert more, "cut"
        heard += more
    return heard


@pytest.fixture(params=["uvloop", "asyncio"])
def loop_factory(request: pytest.FixtureRequest) -> Any:
    return pytest.importorskip("uvloop").new_event_loop if request.param == "uvloop" else None


on_either_loop = pytest.mark.usefixtures("loop_factory")

ASKED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
UNASKED = (b"", b"GET / HTT", ASKED[:-2], ASKED + b"GET / HTT")
"""The last: a second request has no more time than the first."""


@on_either_loop
@pytest.mark.parametrize("said", UNASKED)
async def test_who_does_not_finish_a_request_is_let_go(said: bytes) -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    async with shouted_at(Shouting(QUIET), Limits(request_seconds=IMPATIENT)) as (_, line):
        await loop.sock_sendall(line, said)
        await is_cut(line)
        assert loop.time() - began > IMPATIENT / 2


@on_either_loop
@pytest.mark.parametrize("said", [b"", b"GET / HTT"])
async def test_who_asks_nothing_and_will_say_no_more_is_let_go(said: bytes) -> None:
    async with shouted_at(Shouting(QUIET), NO_DEADLINE) as (_, line):
        await asyncio.get_running_loop().sock_sendall(line, said)
        line.shutdown(socket.SHUT_WR)
        await is_cut(line)


@on_either_loop
@pytest.mark.parametrize("before", [b"", ASKED])
async def test_who_never_reads_is_cut(before: bytes) -> None:
    """Not even the answer before an upgrade."""
    app = Shouting(LOUD)
    async with shouted_at(app) as (gate, line):
        await asyncio.get_running_loop().sock_sendall(line, before + upgrade())
        await app.ended.wait()
        assert gate.sockets == 0


@on_either_loop
async def test_who_reads_late_but_reads_is_not_cut() -> None:
    app, loop = Shouting(LOUD), asyncio.get_running_loop()
    async with shouted_at(app, Limits()) as (gate, line):
        await loop.sock_sendall(line, upgrade())
        while not is_waited_for(app):
            await asyncio.sleep(0.01)
        await read_all(line, LOUD)
        while is_waited_for(app):
            await asyncio.sleep(0.01)
        await loop.sock_sendall(line, frame(TEXT, b"still here"))
        heard = b""
        while not heard.endswith(b"still here"):
            heard += await read_all(line, 1)
        assert (gate.sockets, app.ended.is_set()) == (1, False)


@on_either_loop
async def test_who_says_goodbye_and_never_reads_does_not_disturb_a_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kessel.server.guard.LAST_SECONDS", 0.2)
    app, loop = Shouting(LOUD), asyncio.get_running_loop()
    async with shouted_at(app) as (gate, line):
        await loop.sock_sendall(line, upgrade())
        assert b" 101 " in await read_all(line, 1)
        await loop.sock_sendall(line, frame(CLOSE, b"\x03\xe8"))
        await app.ended.wait()
        (connection,) = app.state.connections
        connection.shutdown()
        while gate.sockets:
            await asyncio.sleep(0.01)


@on_either_loop
async def test_who_asks_and_will_say_no_more_is_answered() -> None:
    loop = asyncio.get_running_loop()
    async with shouted_at(Shouting(QUIET), NO_DEADLINE) as (_, line):
        await loop.sock_sendall(line, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        line.shutdown(socket.SHUT_WR)
        answer = await read_all(line, QUIET)
        while more := await loop.sock_recv(line, 65536):
            answer += more
        assert answer.startswith(b"HTTP/1.1 200 ")


@on_either_loop
async def test_who_answers_no_ping_is_cut_though_little_waits_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kessel.server.guard.LAST_SECONDS", 0.1)
    app = Shouting(QUIET)
    async with shouted_at(app, ws_ping_interval=0.1, ws_ping_timeout=0.1) as (gate, line):
        await asyncio.get_running_loop().sock_sendall(line, upgrade())
        await app.ended.wait()
        assert gate.sockets == 0
