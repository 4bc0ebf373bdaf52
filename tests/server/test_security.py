"""Whose page may connect, which names are ours, and what counts as one address."""

import pytest
from starlette.datastructures import Headers

from kessel.server.config import Config
from kessel.server.security import (
    client_address,
    client_scheme,
    host_is_known,
    known_hosts,
    network,
    origin_is_ours,
)


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        (None, "kessel.example", True),
        ("https://kessel.example", "kessel.example", True),
        ("https://KESSEL.example", "kessel.example", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("http://localhost:8001", "localhost:8000", False),
        ("https://evil.example", "kessel.example", False),
        ("null", "kessel.example", False),
        ("null", "", False),
        ("http://[::1", "[::1", False),
        ("https://friend.example", "kessel.example", True),
    ],
)
def test_origins(origin: str | None, host: str, ours: bool) -> None:
    headers = {"host": host} | ({} if origin is None else {"origin": origin})
    assert origin_is_ours(Headers(headers), ("https://friend.example",), None) == ours


@pytest.mark.parametrize(
    ("scope", "forwarded", "behind_proxy", "scheme"),
    [
        ("ws", None, False, "http"),
        ("wss", None, False, "https"),
        ("ws", "https", False, "http"),
        ("ws", "https", True, "https"),
        ("ws", None, True, None),
    ],
)
def test_a_page_of_another_scheme_is_not_ours(
    scope: str, forwarded: str | None, behind_proxy: bool, scheme: str | None
) -> None:
    told = {"x-forwarded-proto": forwarded} if forwarded else {}
    assert client_scheme({"scheme": scope}, Headers(told), behind_proxy) == scheme
    for page in ("http", "https", "chrome-extension"):
        headers = Headers({"host": "kessel.example", "origin": f"{page}://kessel.example"})
        ours = page == scheme or (scheme is None and page != "chrome-extension")
        assert origin_is_ours(headers, (), scheme) == ours


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.7:8000", True),
        ("[::1]:8000", True),
        ("Kessel.Example", True),
        ("kessel.example.:443", True),
        ("friend.example:8443", True),
        ("evil.example:8000", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example:8000", False),
        ("a b", False),
        ("[:]", False),
        ("[::::]:8000", False),
        ("[::1", False),
        ("", True),
    ],
)
def test_only_our_own_names_are_answered(host: str, known: bool) -> None:
    config = Config(names=("kessel.example",), origins=("https://friend.example:8443",))
    names = known_hosts(config)
    assert names is not None
    assert host_is_known(host, names) == known


def test_a_proxy_looks_after_names_unless_told() -> None:
    assert known_hosts(Config(behind_proxy=True)) is None
    assert "kessel.example" in (
        known_hosts(Config(behind_proxy=True, names=("Kessel.example",))) or ()
    )


def test_addresses_behind_a_proxy() -> None:
    """nginx appends to the header that a client has sent; HAProxy adds one of its own."""
    scope = {"client": ("10.0.0.1", 5)}
    for told in (["6.6.6.6, 203.0.113.9"], ["6.6.6.6", "203.0.113.9"]):
        headers = Headers(raw=[(b"x-forwarded-for", one.encode()) for one in told])
        assert client_address(scope, headers, behind_proxy=True) == "203.0.113.9"
        assert client_address(scope, headers, behind_proxy=False) == "10.0.0.1"
    assert client_address({}, Headers({}), behind_proxy=False) == "unknown"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("no address", "no address"),
    ],
)
def test_a_customer_is_one_address(address: str, counted: str) -> None:
    assert network(address) == counted
