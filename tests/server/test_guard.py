"""Sockets by address: those that come too often, say nothing, half of something, or too much."""

import asyncio
import base64
import contextlib
import os
import socket
import struct
import sys
import time
from collections.abc import Iterator

import pytest
from server.live import LiveServer
from websockets.asyncio.client import connect

from kessel.hall.limits import Limits
from kessel.server.guard import Gate
from kessel.server.security import network

TEXT, BINARY, PING, PONG, CONTINUED, CLOSE = 1, 2, 9, 10, 0, 8
ELSEWHERE = "127.0.0.2"
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")


@pytest.fixture(scope="module", params=[(), ("without:uvloop",)], ids=["uvloop", "asyncio"])
def tight(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveServer]:
    """On either event loop: what they read at once is not the same."""
    live = LiveServer(
        tmp_path_factory.mktemp("tight"),
        *request.param,
        address_sockets=8,
        request_seconds=1.0,
        address_frames_per_second=50.0,
        messages_per_second=20.0,
        strikes=30,
    )
    yield live
    live.stop()


def dial(server: LiveServer, here: str = "127.0.0.1") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), 10, source_address=(here, 0))
    line.settimeout(10)
    return line


def upgraded(server: LiveServer, here: str = "127.0.0.1") -> socket.socket:
    line = dial(server, here)
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += line.recv(1)
    assert b" 101 " in head
    line.sendall(frame(TEXT, b'{"type":"hello","protocol":2}'))
    assert b"welcome" in line.recv(65536)
    return line


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    first, size = (0x80 if fin else 0) | opcode, len(payload)
    if size < 126:
        return struct.pack("!BB", first, 0x80 | size) + b"\0" * 4 + payload
    return struct.pack("!BBH", first, 0x80 | 126, size) + b"\0" * 4 + payload


def close_code(line: socket.socket) -> int:
    """The code of the close frame that comes, whatever comes before it."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while more := line.recv(65536):
            heard += more
    at = heard.rfind(bytes((0x80 | CLOSE,)))
    assert at >= 0, heard[-200:]
    return int.from_bytes(heard[at + 2 : at + 4], "big")


def is_closed(line: socket.socket, seconds: float) -> bool:
    line.settimeout(seconds)
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@linux_only
def test_one_address_cannot_take_all_sockets(tight: LiveServer) -> None:
    lines = [dial(tight, ELSEWHERE) for _ in range(8)]
    time.sleep(0.2)
    one_more, elsewhere = dial(tight, ELSEWHERE), upgraded(tight)
    assert is_closed(one_more, 5)
    assert not is_closed(elsewhere, 0.1)
    for line in [*lines, one_more, elsewhere]:
        line.close()


@pytest.mark.parametrize("said", [b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_who_does_not_finish_a_request_is_let_go(tight: LiveServer, said: bytes) -> None:
    with dial(tight) as line:
        line.sendall(said)
        began = time.monotonic()
        assert is_closed(line, 10)
        assert time.monotonic() - began > 0.5


def test_a_second_request_has_no_more_time_than_the_first(tight: LiveServer) -> None:
    with dial(tight) as line:
        line.sendall(b"GET /api/editions HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(b"GET / HTT")
        with contextlib.suppress(ConnectionError):
            while line.recv(65536):
                pass


def test_a_message_that_never_ends_is_cut_at_its_limit(tight: LiveServer) -> None:
    with upgraded(tight) as line:
        line.sendall(frame(TEXT, b"x" * 40_000, fin=False))
        line.sendall(frame(CONTINUED, b"x" * 40_000, fin=False))
        assert close_code(line) == 1009


def test_bytes_are_counted_not_signs(tight: LiveServer) -> None:
    with upgraded(tight) as line:
        for part in range(3):
            opcode = TEXT if part == 0 else CONTINUED
            line.sendall(frame(opcode, "€".encode() * 10_000, fin=part == 2))
        assert close_code(line) == 1009


def test_binary_frames_are_counted(tight: LiveServer) -> None:
    with upgraded(tight) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(frame(BINARY, b"x") * 150)
        assert close_code(line) == 1008


def test_pings_are_answered_no_faster_than_allowed(tight: LiveServer) -> None:
    with upgraded(tight) as line:
        sent, began = 4000, time.monotonic()
        line.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            line.send(frame(PING) * sent)
        line.settimeout(0.5)
        heard = b""
        while time.monotonic() - began < 2.0:
            with contextlib.suppress(TimeoutError):
                heard += line.recv(65536)
        pongs = heard.count(bytes((0x80 | PONG, 0)))
        lasted = time.monotonic() - began
        # a burst of four seconds, one read that was under way, and what the time gives
        assert 100 < pongs < 200 + 4096 // 6 + 50 * lasted


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("unknown", "unknown"),
    ],
)
def test_what_counts_as_one_address(given: str, counted: str) -> None:
    assert network(given) == counted


class Line:
    """As much of a transport as the gate looks at."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return self._address, 5


def test_a_proxy_is_not_taken_for_one_visitor() -> None:
    limits = Limits(address_sockets=3, address_sockets_per_second=1.0)
    for behind_proxy, let_in in ((False, 3), (True, 10)):
        gate = Gate(limits, behind_proxy, most_sockets=10)
        came = [gate.enter(Line("10.0.0.1")) for _ in range(20)]  # type: ignore[arg-type]
        assert sum(one is not None for one in came) == let_in
        for one in came:
            if one is not None:
                gate.leave(one)
        assert gate.sockets == 0


def test_a_newcomer_is_welcome_at_once(tight: LiveServer) -> None:
    async def run() -> str | bytes:
        async with connect(tight.ws) as line:
            await line.send('{"type":"hello","protocol":2}')
            return await line.recv()

    assert "welcome" in str(asyncio.run(run()))
