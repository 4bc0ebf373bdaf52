"""Phones in the living room: who opens the second listener, where it listens, and how long."""

import asyncio
import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from server.asgi import answer_of
from starlette.applications import Starlette

from kessel.cli import main
from kessel.cli import serve as cli_serve
from kessel.server import door as server_door
from kessel.server import serve
from kessel.server.app import build
from kessel.server.config import Config
from kessel.server.door import Door
from kessel.server.guard import SocketGate

KEY, NEAR, OURS = "the-key", "127.0.0.1", "http://localhost:8000"
IN_NETWORK = "127.0.0.2"
"""Private, and not where the server itself listens."""


class Living:
    """A server that nobody has to reach, its door, and what the terminal was told."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, network: str | None) -> None:
        monkeypatch.setattr(server_door, "address_in_network", lambda: network)
        config = Config(data=folder, workers=1, key=KEY)
        self.told: list[str] = []
        self.door = Door(config, SocketGate(config.limits, False, 100), self.told.append)
        self.app = build(config, self.door)

    async def ask(self, client: str = NEAR, **headers: str) -> tuple[int, bytes]:
        return await posted(self.app, client, **headers)


async def posted(app: Starlette, client: str, **headers: str) -> tuple[int, bytes]:
    """What an application answers to the wish to open the door."""
    given = {"host": "localhost:8000"} | headers
    return await answer_of(app, "/api/door", "POST", client, **given)


async def test_it_opens_once_for_our_page_and_shuts_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    living = Living(tmp_path, monkeypatch, IN_NETWORK)
    for _ in range(2):
        status, body = await living.ask(x_kessel_key=KEY, origin=OURS)
        assert (status, json.loads(body)) == (200, {"origin": living.door.origin})
    origin = living.door.origin or ""
    assert living.told == [origin]
    assert origin.startswith(f"http://{IN_NETWORK}:")
    told = await answer(f"{origin}/api/invitation")
    assert json.loads(told) == {"origin": origin}
    await living.door.close()
    with pytest.raises(urllib.error.URLError):
        await answer(f"{origin}/api/invitation")


async def answer(address: str) -> bytes:
    """What a page of somebody in the network would be told."""

    def read() -> bytes:
        with urllib.request.urlopen(address, timeout=20) as told:
            return bytes(told.read())

    return await asyncio.to_thread(read)


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        (NEAR, {}, 403),
        (NEAR, {"x_kessel_key": "another"}, 403),
        (NEAR, {"x_kessel_key": KEY, "origin": "http://evil.example"}, 403),
        (NEAR, {"x_kessel_key": KEY, "origin": "http://localhost:8001"}, 403),
        (NEAR, {"x_kessel_key": KEY, "origin": "null"}, 403),
        ("192.168.1.9", {"x_kessel_key": KEY, "origin": OURS}, 403),
        (NEAR, {"x_kessel_key": KEY, "origin": OURS, "host": "evil.example"}, 421),
    ],
    ids=["no key", "another key", "other page", "other port", "no page", "a guest", "rebound name"],
)
async def test_nobody_else_may_ask(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    client: str,
    headers: dict[str, str],
    status: int,
) -> None:
    living = Living(tmp_path, monkeypatch, IN_NETWORK)
    assert (await living.ask(client, **headers))[0] == status
    assert living.door.origin is None


@pytest.mark.parametrize("network", [None, "93.184.216.34"])
async def test_it_stays_shut_where_there_is_no_private_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: str | None
) -> None:
    living = Living(tmp_path, monkeypatch, network)
    assert (await living.ask(x_kessel_key=KEY))[0] == 409
    assert (living.door.origin, living.told) == (None, [])


async def test_a_server_for_others_has_none(tmp_path: Path) -> None:
    status, _ = await posted(build(Config(data=tmp_path, workers=1)), NEAR, x_kessel_key="")
    assert status == 405


def test_the_key_is_for_the_page_that_plays_here_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    served: list[Config] = []
    monkeypatch.setattr(cli_serve, "_check_free", lambda host, port: None)
    monkeypatch.setattr(serve, "run", lambda config, *_: served.append(config))
    for given, has_key, home in (
        ([], True, True),
        (["--host", "127.0.0.1"], True, True),
        (["--lan"], False, True),
        (["--host", "192.168.1.23"], False, True),
        (["--behind-proxy"], False, False),
        (["serve"], False, False),
        (["serve", "--lan"], False, False),
    ):
        main([*given, "--data", str(tmp_path)])
        assert (bool(served[-1].key), served[-1].home) == (has_key, home), given
