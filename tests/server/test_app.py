"""What is served over plain HTTP: headers, health, editions, and what is refused."""

import asyncio
import contextlib
import json
import math
import os
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from hall.in_memory import Hall
from server.asgi import answer_of
from server.live import LiveServer, player
from serving import children_of, free_port
from starlette.responses import PlainTextResponse
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from kessel.hall.hub import STUCK_SECONDS
from kessel.hall.limits import Limits
from kessel.hall.store import NotSaved
from kessel.server import app as application
from kessel.server.app import _Web, build
from kessel.server.config import Config
from kessel.server.logs import JsonLines, Words
from kessel.server.security import SecurityHeaders
from kessel.server.store import SqlStore
from kessel.server.workers import ServerWorkers

LIMITS = Limits()


def test_headers_keep_others_out(server: LiveServer) -> None:
    with urllib.request.urlopen(server.url + "/healthz") as answer:
        headers = answer.headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'" in policy
    assert f"ws://127.0.0.1:{server.port}" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("host", "sent"),
    [
        ("192.168.1.23:8000", False),
        ("[fd00::1]:8000", False),
        ("kitchen.local:8000", False),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("localhost:8000", True),
        ("kessel.example", True),
        ("", True),
    ],
)
def test_a_header_that_browsers_complain_of_in_a_home_network_is_not_sent_there(
    host: str, sent: bool
) -> None:
    scope = {"type": "http", "path": "/", "headers": [(b"host", host.encode())]}
    send = AsyncMock()
    asyncio.run(SecurityHeaders(PlainTextResponse("here"))(scope, AsyncMock(), send))
    heard = dict(send.await_args_list[0].args[0]["headers"])
    assert heard[b"x-frame-options"] == b"DENY"
    assert (b"cross-origin-opener-policy" in heard) == sent


def test_a_server_for_this_machine_invites_nobody(server: LiveServer) -> None:
    assert json.loads(server.get("/api/invitation")) == {"origin": None}


def test_a_server_in_a_network_says_where_others_find_it(tmp_path: Path) -> None:
    config = Config(data=tmp_path, workers=1, invitation="http://192.168.1.23:8000")
    _, told = asyncio.run(answer_of(build(config), "/api/invitation"))
    assert json.loads(told) == {"origin": "http://192.168.1.23:8000"}


def test_health_says_what_works(server: LiveServer) -> None:
    told = json.loads(server.get("/healthz"))
    assert told["ok"]
    parts = ("database", "disk", "damage", "throws", "minds")
    assert {told[name] for name in parts} == {"ok"}
    assert server.get("/readyz") == b"ok"


@pytest.mark.parametrize(
    ("found", "ready"),
    [
        ({"database": "disk is full", "disk": "ok"}, (503, b"database")),
        ({"database": "ok", "damage": "table 7 is damaged"}, (200, b"ok")),  # people play on
    ],
)
async def test_health_says_what_is_wrong_and_readiness_whom_it_concerns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: dict[str, str], ready: tuple[int, bytes]
) -> None:
    """A question asked again at once is answered from memory."""
    app, look = build(Config(data=tmp_path, workers=1)), AsyncMock(return_value=found)
    monkeypatch.setattr(SqlStore, "health", look)
    monkeypatch.setattr(application, "HEALTH_EVERY", math.inf)
    for _ in range(2):
        status, answer = await answer_of(app, "/healthz")
        said = json.loads(answer)
        assert (status, said | found, said["checked"]) == (503, said, 0.0)
    assert look.await_count == 1
    assert await answer_of(app, "/readyz") == ready
    _, counted = await answer_of(app, "/metrics")
    for part, told in found.items():
        assert f'kessel_well{{part="{part}"}} {float(told == "ok")}'.encode() in counted
    assert b"kessel_checked 0.0" in counted


async def test_whoever_runs_a_server_reads_one_line_when_it_is_not_well_and_one_when_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """However often anybody asks; at home in words, too."""
    monkeypatch.setattr(application, "HEALTH_EVERY", 0.0)
    app, full = build(Config(data=tmp_path, workers=1)), {"disk": "full: 3 MiB are left: make room"}
    for found in (full, full, {"disk": "ok"}, {"disk": "ok"}, full):
        monkeypatch.setattr(SqlStore, "health", AsyncMock(return_value=found))
        (await answer_of(app, "/healthz"))[0]
    assert [Words().format(one) for one in caplog.records] == [
        "kessel: not well: part disk, why full: 3 MiB are left: make room",
        "kessel: well again: part disk",
        "kessel: not well: part disk, why full: 3 MiB are left: make room",
    ]


async def test_health_is_red_while_a_throw_is_stuck_and_green_once_it_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workers are well again, but somebody looks at a frozen arena."""
    web, hall = _Web(Config(data=tmp_path, workers=1, dice="ideal")), Hall()
    hall.hub = web.hub
    ann = await hall.host("pp")
    room = await web.hub.find(ann.table)
    with monkeypatch.context() as patch:
        patch.setattr(web.workers, "throw", AsyncMock(side_effect=RuntimeError("no Node")))
        await ann.act()
        while (await ann.until("changed"))["what"] != "stuck":
            pass
    assert "stuck" not in await web._look(), "it may be asked for at once"
    assert room.stuck_since is not None
    room.stuck_since -= STUCK_SECONDS
    assert (await web._look())["stuck"].startswith("at tables: 1; a throw could not be made")
    await ann.send(type="throw_again", seat=0)
    await ann.until("step")
    assert "stuck" not in await web._look()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGSTOP])
def test_health_is_red_while_throws_fail_or_wait_and_green_by_itself(
    serve: Callable[..., LiveServer], way: signal.Signals
) -> None:
    """Every process that would make a throw is killed or stopped for a while; the throw comes."""
    server = serve(silence_seconds=600.0)

    def trouble(way: signal.Signals) -> None:
        for worker in children_of(server.process.pid):
            for pid in (*children_of(worker), worker):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, way)

    async def throws() -> str:
        async with player(server) as ann:
            await ann.create("strike-2020", "pp", dice="physics")
            trouble(way)
            await ann.act()
            while not (wrong := await asyncio.to_thread(wrong_throws)):
                trouble(way)
                await asyncio.sleep(0.1)
            trouble(signal.SIGCONT)
            while (heard := await ann.receive(500.0))["type"] != "step":
                if heard.get("what") == "stuck":  # three processes were lost before it was told
                    await ann.send(type="throw_again", seat=0)
        return wrong

    def wrong_throws() -> str:
        try:
            server.get("/healthz")
        except urllib.error.HTTPError as error:
            said: dict[str, str] = json.loads(error.read())
            return "" if said["throws"] == "ok" else said["throws"]
        return ""

    told = asyncio.run(asyncio.wait_for(throws(), 600))
    assert "see" in told, "what to do is said"
    until = time.monotonic() + 300.0
    while wrong_throws():
        assert time.monotonic() < until
        time.sleep(0.2)


async def test_a_chore_that_fails_is_told_and_begun_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(application, "CHORE_AGAIN", 0.05)
    monkeypatch.setattr(application, "HEALTH_EVERY", 0.0)
    fail = AsyncMock(side_effect=[RuntimeError("no Node"), RuntimeError("no Node"), None])
    fail.__name__ = "warm_up"
    monkeypatch.setattr(ServerWorkers, "warm_up", fail)
    app = build(Config(data=tmp_path, workers=1))
    async with app.router.lifespan_context(app):
        while not fail.await_count:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        status, told = await answer_of(app, "/healthz")
        assert status == 503
        assert json.loads(told)["chores"].startswith("warm_up failed")
        while fail.await_count < 3 or (await answer_of(app, "/healthz"))[0] != 200:
            await asyncio.sleep(0.01)
    assert [one.msg for one in caplog.records].count("chore failed") == 2


@pytest.mark.parametrize(
    ("behind_proxy", "headers", "status"),
    [(False, {}, 200), (False, {"x_forwarded_for": "203.0.113.9"}, 403), (True, {}, 403)],
)
async def test_metrics_are_for_this_machine_only(
    tmp_path: Path, behind_proxy: bool, headers: dict[str, str], status: int
) -> None:
    """Behind a proxy everybody seems to be on this machine, if it does not say who asks."""
    app = build(Config(data=tmp_path, workers=1, behind_proxy=behind_proxy))
    assert (await answer_of(app, "/metrics", **headers))[0] == status


async def test_metrics_have_an_address_of_their_own_where_a_proxy_stands_before_all(
    tmp_path: Path,
) -> None:
    async def asked(port: int, path: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.0\r\nHost: x\r\n\r\n".encode())
        told = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        return told

    port = free_port()
    config = Config(data=tmp_path, workers=1, dice="ideal", behind_proxy=True)
    app = build(replace(config, metrics=("127.0.0.1", port)))
    async with app.router.lifespan_context(app):
        told = await asked(port, "/metrics")
        assert told.startswith(b"HTTP/1.1 200 ")
        assert b"version=0.0.4" in told
        assert b"kessel_tables 0.0" in told
        assert b"kessel_throw_seconds_bucket" in told
        assert (await asked(port, "/healthz")).startswith(b"HTTP/1.1 404 ")


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


@pytest.mark.parametrize(
    ("error", "status"), [(NotSaved("disk is full"), 503), (ValueError("what?"), 500)]
)
async def test_a_failing_request_is_logged_without_its_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, error: Exception, status: int
) -> None:
    """The store fails, once as it may, and once as nobody expects."""
    app = build(Config(data=tmp_path, workers=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqlStore, "game_log", AsyncMock(side_effect=error))
        assert (await answer_of(app, "/api/games/secretsecretsecr/record"))[0] == status
    told = "".join(JsonLines().format(record) for record in caplog.records)
    assert str(error) in told
    assert "secretsecret" not in told


async def test_whoever_asks_for_too_much_work_is_told_to_wait(tmp_path: Path) -> None:
    limits = Limits(address_messages_per_second=0.25)
    app = build(Config(data=tmp_path, workers=1, limits=limits))
    for path in ("/api/games/a", "/api/games/a/record", "/preview/t/a.png"):
        assert (await answer_of(app, path))[0] == 429, path
    assert (await answer_of(app, "/api/games/a/throws/0"))[0] == 404


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ({}, LIMITS.silence_seconds),
        ({"type": "ping"}, LIMITS.ping_silence_seconds),
        ({"type": "ping", "hidden": True}, LIMITS.hidden_silence_seconds),
    ],
)
async def test_who_falls_silent_is_taken_for_lost_after_its_time(
    tmp_path: Path, said: dict[str, Any], seconds: float
) -> None:
    """Sooner if it pinged; a page that nobody sees is asked first."""
    hall = Hall()
    ann, ben = await hall.two()
    if said:
        await ann.ask("pong", **said)
    fell_silent, ben.who.heard = ann.who.heard, math.inf
    here = {one.who: one.desk for one in (ann, ben)}
    web = _Web(Config(data=tmp_path, workers=1))
    web.connections = here
    web._close_silent(fell_silent + seconds - 0.1)
    assert not ann.who.is_gone
    web._close_silent(fell_silent + seconds + 0.1)
    assert (ann.who.is_gone, ben.who.is_gone) == (True, False)
    with pytest.raises(ConnectionError):
        await ann.until("never")
    assert any(one["type"] == "ping" for one in ann.heard) == ("hidden" in said)
    seats = (await ben.until("seats"))["seats"]
    while seats[0]["present"]:
        seats = (await ben.until("seats"))["seats"]
    assert seats[1]["present"]
