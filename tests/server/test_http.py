"""What is served over plain HTTP: the page, headers, health, editions."""

import asyncio
import contextlib
import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from server.live import LiveServer
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from kessel.hall.messages.server import ERROR_CODES
from kessel.hall.store import NotSaved
from kessel.rules.edition import EDITIONS
from kessel.rules.reasons import NOTES, REASONS
from kessel.server.app import build
from kessel.server.config import Config
from kessel.server.logs import JsonLines
from kessel.server.pages import ASK_AGAIN, FOR_EVER, Pages
from kessel.server.security import (
    client_address,
    host_is_known,
    known_hosts,
    origin_is_ours,
)
from kessel.server.store import Store


def request(path: str, **headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "headers": raw, "query_string": b""}
    return Request(scope | {"path_params": {"path": path}, "app": Starlette()})


@pytest.fixture
def built(tmp_path: Path) -> Pages:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "x" * 500)
    (tmp_path / "assets" / "app-1a2b.js").write_text("run();" * 100)
    (tmp_path / ".stamp").write_text("secret")
    return Pages(tmp_path)


def test_files_with_a_hash_are_kept_and_the_page_is_asked_for(built: Pages) -> None:
    page = asyncio.run(built.page(request("index.html")))
    script = asyncio.run(built.file(request("assets/app-1a2b.js", accept_encoding="gzip, br")))
    assert page.headers["cache-control"] == ASK_AGAIN
    assert script.headers["cache-control"] == FOR_EVER
    assert script.headers["content-encoding"] == "gzip"
    assert script.media_type == "application/javascript"
    again = asyncio.run(built.page(request("index.html", if_none_match=page.headers["etag"])))
    assert again.status_code == 304


def test_nothing_but_the_built_files_is_served(built: Pages) -> None:
    for path in (".stamp", "../conftest.py", "assets/../.stamp", "nothing"):
        assert asyncio.run(built.file(request(path))).status_code == 404


def test_a_page_that_is_not_built_says_so(tmp_path: Path) -> None:
    answer = asyncio.run(Pages(tmp_path).page(request("/")))
    assert answer.status_code == 503
    assert b"make setup" in answer.body


def test_headers_keep_others_out(server: LiveServer) -> None:
    with urllib.request.urlopen(server.http + "/healthz") as answer:
        headers = answer.headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert f"ws://127.0.0.1:{server.port}" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_editions_tell_all_a_page_needs(server: LiveServer) -> None:
    told = json.loads(server.get("/api/editions"))
    assert [one["id"] for one in told] == list(EDITIONS)
    strike = next(one for one in told if one["id"] == "strike-2020")
    assert strike["hands"] == {"2": 8, "3": 7, "4": 6, "5": 5}
    assert {"name": "supply", "values": ["open", "hidden"]} in strike["options"]
    assert strike["arena"]["die"]["faces"]["+x"] == "X"


def test_a_server_for_this_machine_invites_nobody(server: LiveServer) -> None:
    assert json.loads(server.get("/api/invitation")) == {"origin": None}


def test_a_server_in_a_network_says_where_others_find_it(tmp_path: Path) -> None:
    config = Config(data=tmp_path, workers=1, invitation="http://192.168.1.23:8000")
    _, told = asyncio.run(answer_of(build(config), "/api/invitation"))
    assert json.loads(told) == {"origin": "http://192.168.1.23:8000"}


def test_editions_tell_what_each_booklet_sets_and_fixes(server: LiveServer) -> None:
    told = {one["id"]: one["presets"] for one in json.loads(server.get("/api/editions"))}
    assert told["harry-potter"]["fr"]["values"]["relashio_throwers"] == "others"
    assert told["harry-potter"]["nl"]["fixed"] == ["tournament_tie"]
    assert told["impact-avatar"]["it"] == {"values": {}, "fixed": ["piles_after_column"]}
    assert set(told["strike-2012"]) == {"fr", "it"}


def test_health_says_what_works(server: LiveServer) -> None:
    told = json.loads(server.get("/healthz"))
    assert told["ok"]
    assert {told[name] for name in ("database", "disk", "throws", "minds")} == {"ok"}


def test_health_says_what_does_not(tmp_path: Path) -> None:
    """The disk is full and workers die; a question asked again at once is answered from memory."""

    async def run() -> None:
        app = build(Config(data=tmp_path, workers=1))
        with pytest.MonkeyPatch.context() as patch:
            look = AsyncMock(return_value={"database": "disk is full", "disk": "ok"})
            patch.setattr(Store, "health", look)
            assert await status_of(app, "/healthz") == 503
            assert await status_of(app, "/healthz") == 503
            assert look.await_count == 1

    asyncio.run(run())


def test_metrics_count(server: LiveServer) -> None:
    text = server.get("/metrics").decode()
    assert "kessel_throw_seconds_bucket" in text
    assert "kessel_tables" in text


def test_metrics_are_for_this_machine_only(server: LiveServer) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        server.get("/metrics", **{"X-Forwarded-For": "203.0.113.9"})
    assert refused.value.code == 403
    refused.value.close()


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
        ("https://friend.example", "kessel.example", True),
    ],
)
def test_origins(origin: str | None, host: str, ours: bool) -> None:
    headers = {"host": host} | ({} if origin is None else {"origin": origin})
    assert origin_is_ours(Headers(headers), ("https://friend.example",)) == ours


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
        ("", True),
    ],
)
def test_only_our_own_names_are_answered(host: str, known: bool) -> None:
    config = Config(names=("kessel.example",), origins=("https://friend.example:8443",))
    names = known_hosts(config)
    assert names is not None
    assert host_is_known(host, names) == known


def test_a_foreign_name_for_this_machine_gets_nothing(server: LiveServer) -> None:
    """What a page does whose own name was pointed at the server (DNS rebinding)."""
    with pytest.raises(urllib.error.HTTPError) as refused:
        server.get("/api/editions", Host=f"evil.example:{server.port}")
    assert refused.value.code == 421
    refused.value.close()

    async def connected() -> None:
        headers = {"Host": f"evil.example:{server.port}"}
        async with connect(
            server.ws,
            additional_headers=headers,
            origin=Origin(f"http://evil.example:{server.port}"),
        ):
            pass

    with pytest.raises(InvalidStatus):
        asyncio.run(connected())


def test_a_proxy_looks_after_names_unless_told() -> None:
    assert known_hosts(Config(behind_proxy=True)) is None
    assert "kessel.example" in (
        known_hosts(Config(behind_proxy=True, names=("Kessel.example",))) or ()
    )


def test_addresses_behind_a_proxy() -> None:
    headers = Headers({"x-forwarded-for": "6.6.6.6, 203.0.113.9"})
    scope = {"client": ("10.0.0.1", 5)}
    assert client_address(scope, headers, behind_proxy=True) == "203.0.113.9"
    assert client_address(scope, headers, behind_proxy=False) == "10.0.0.1"
    assert client_address({}, Headers({}), behind_proxy=False) == "unknown"


@pytest.mark.parametrize("number", [2**31, 2**63, 10**40])
def test_a_throw_of_an_impossible_number_is_missing(server: LiveServer, number: int) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        server.get(f"/api/games/aaaaaaaaaaaaaaaa/throws/{number}")
    assert refused.value.code == 404
    refused.value.close()


@pytest.mark.parametrize(
    ("error", "status"), [(NotSaved("disk is full"), 503), (ValueError("what?"), 500)]
)
def test_a_failing_request_is_logged_without_its_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, error: Exception, status: int
) -> None:
    """The store fails, once as it may, and once as nobody expects."""

    async def run() -> None:
        app = build(Config(data=tmp_path, workers=1))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "game_log", AsyncMock(side_effect=error))
            assert await status_of(app, "/api/games/secretsecretsecr/record") == status

    asyncio.run(run())
    told = "".join(JsonLines().format(record) for record in caplog.records)
    assert str(error) in told
    assert "secretsecret" not in told


async def status_of(app: Starlette, path: str) -> int:
    """How an application answers, without a network."""
    return (await answer_of(app, path))[0]


async def answer_of(app: Starlette, path: str) -> tuple[int, bytes]:
    """The same, with what it says."""
    said: list[int] = []
    body = b""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: MutableMapping[str, Any]) -> None:
        nonlocal body
        if message["type"] == "http.response.start":
            said.append(message["status"])
        body += message.get("body", b"")

    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}
    with contextlib.suppress(ValueError):  # told, then raised again for the server above
        await app(scope, receive, send)
    return said[0], body


def test_every_error_code_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    assert [code for code in ERROR_CODES if f"`{code}`" not in text] == []


def test_the_page_on_the_protocol_lists_every_reason_of_every_event() -> None:
    rows = dict(_reason_rows())
    assert rows == {kind: list(known) for kind, known in REASONS.items()}
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    assert [key for key in NOTES if f"`{key}`" not in text] == []


def _reason_rows() -> Iterator[tuple[str, list[str]]]:
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    for line in text.split("## Events")[1].split("`notes` say")[0].split("\n"):
        cells = [re.findall("`([a-z_]+)`", cell) for cell in line.split("|")[1:3]]
        if len(cells) == 2:
            yield from ((kind, cells[1]) for kind in cells[0])
