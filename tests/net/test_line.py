"""The bad line does what its profile says, and is itself no reason for a test to fail."""

import contextlib
import socket
import socketserver
import threading
import time
from collections.abc import Iterator

import pytest
from net.line import Profile, line_to


class Echo(socketserver.StreamRequestHandler):
    """Says everything again."""

    def handle(self) -> None:
        while data := self.request.recv(4096):
            self.request.sendall(data)


@pytest.fixture
def echo() -> Iterator[int]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def exchanged(port: int, size: int = 1) -> float:
    """Seconds for that many bytes there and back."""
    with socket.create_connection(("127.0.0.1", port), 20) as end:
        began = time.monotonic()
        end.sendall(b"x" * size)
        heard = 0
        while heard < size:
            heard += len(end.recv(4096))
        return time.monotonic() - began


def test_a_good_line_passes_everything_on(echo: int) -> None:
    with line_to(echo) as line:
        exchanged(line.port, 100_000)
        assert line.bytes == {"up": 100_000, "down": 100_000}


@pytest.mark.parametrize(
    ("profile", "size", "seconds"),
    [
        (Profile(delay=0.2), 1, 0.4),
        (Profile(bits=400_000), 20_000, 0.4),  # in the time of one way
    ],
)
def test_delay_and_bandwidth_hold_each_way(
    echo: int, profile: Profile, size: int, seconds: float
) -> None:
    with line_to(echo, profile) as line:
        assert exchanged(line.port, size) >= seconds


def test_jitter_is_drawn_from_the_seed_and_changes_no_order(echo: int) -> None:
    with line_to(echo, Profile(delay=0.02, jitter=0.02), seed=7) as line:
        with socket.create_connection(("127.0.0.1", line.port), 20) as end:
            for number in range(50):
                end.sendall(bytes([number]))
                time.sleep(0.002)
            heard = b""
            while len(heard) < 50:
                heard += end.recv(100)
        assert heard == bytes(range(50))


def test_a_stall_loses_nothing_and_tells_nobody(echo: int) -> None:
    with line_to(echo) as line, socket.create_connection(("127.0.0.1", line.port), 20) as end:
        end.sendall(b"a")
        assert end.recv(1) == b"a"
        line.stall()
        end.sendall(b"b")
        end.settimeout(0.3)
        with pytest.raises(TimeoutError):
            end.recv(1)
        line.go_on()
        end.settimeout(20)
        assert end.recv(1) == b"b"


def test_a_cut_is_felt_at_both_ends(echo: int) -> None:
    with line_to(echo) as line, socket.create_connection(("127.0.0.1", line.port), 20) as end:
        end.sendall(b"a")
        assert end.recv(1) == b"a"
        line.cut()
        with contextlib.suppress(ConnectionResetError):
            assert end.recv(1) == b""


def test_what_is_sent_into_a_hole_is_lost_and_its_connection_with_it(echo: int) -> None:
    with line_to(echo) as line, socket.create_connection(("127.0.0.1", line.port), 20) as end:
        end.sendall(b"x")
        assert end.recv(1) == b"x"
        before = dict(line.bytes)
        line.swallow()
        end.sendall(b"x")
        with socket.create_connection(("127.0.0.1", line.port), 20) as other:
            other.sendall(b"x")
            other.settimeout(0.3)
            with pytest.raises(TimeoutError):
                other.recv(1)
            line.let_through()
            for one in (end, other):
                one.settimeout(0.3)
                one.sendall(b"x")
                with pytest.raises(TimeoutError):
                    one.recv(1)
        assert line.bytes == before
        exchanged(line.port)
        assert line.dials == 3
