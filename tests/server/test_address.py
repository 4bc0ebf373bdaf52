"""Where others reach a server. The networks are made up: nothing here leaves this machine."""

import socket
from typing import Any, Self

import pytest

from kessel.server import address
from kessel.server.address import EVERYWHERE, address_in_network, origin_for_others


class Way:
    """A datagram socket in a network where this machine has one address, or none."""

    own: str | None = None

    def __init__(self, *kind: Any) -> None:
        assert kind == (socket.AF_INET, socket.SOCK_DGRAM)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...

    def connect(self, there: tuple[str, int]) -> None:
        if self.own is None:
            raise OSError("network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        return self.own, 40_000


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> type[Way]:
    """No network at all, until a test says otherwise."""
    monkeypatch.setattr(socket, "socket", Way)
    monkeypatch.setattr(Way, "own", None)
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (name, [], ["127.0.1.1"]))
    return Way


def test_the_address_on_the_way_out(network: type[Way], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own", "192.168.1.23")
    assert address_in_network() == "192.168.1.23"


def test_a_network_without_a_way_out(network: type[Way], monkeypatch: pytest.MonkeyPatch) -> None:
    found = ["127.0.1.1", "10.0.0.5"]
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (name, [], found))
    assert address_in_network() == "10.0.0.5"


def test_no_network(network: type[Way], monkeypatch: pytest.MonkeyPatch) -> None:
    assert address_in_network() is None
    monkeypatch.setattr(network, "own", "127.0.0.1")
    assert address_in_network() is None

    def unknown(name: str) -> None:
        raise socket.gaierror(f"{name} is not known")

    monkeypatch.setattr(socket, "gethostbyname_ex", unknown)
    assert address_in_network() is None


@pytest.mark.parametrize(
    ("host", "name", "origin"),
    [
        ("127.0.0.1", None, None),
        ("127.0.0.1", "cellar.local", None),
        ("localhost", None, None),
        ("::1", None, None),
        (EVERYWHERE, None, "http://192.168.1.23:8000"),
        ("::", None, "http://192.168.1.23:8000"),
        (EVERYWHERE, "cellar.local", "http://cellar.local:8000"),
        ("10.0.0.5", None, "http://10.0.0.5:8000"),
        ("fd00::5", None, "http://[fd00::5]:8000"),
    ],
)
def test_what_others_open(
    host: str, name: str | None, origin: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "address_in_network", lambda: "192.168.1.23")
    assert origin_for_others(host, 8000, name) == origin


def test_in_no_network_nobody_can_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "address_in_network", lambda: None)
    assert origin_for_others(EVERYWHERE, 8000) is None
