"""A hostile client of a live server: nothing breaks, nothing leaks, the game of the others goes on.
What a desk refuses is tested in memory, by `hall/test_desk.py`.
"""

import asyncio
import contextlib
import json
import sqlite3
import urllib.error
from collections.abc import AsyncIterator, Callable

import pytest
import websockets
from server.live import LiveServer, Player, player
from websockets.asyncio.client import connect

from kessel.rules.edition import EDITIONS


@contextlib.asynccontextmanager
async def seated(server: LiveServer) -> AsyncIterator[tuple[Player, Player, Player]]:
    """Two honest players at a table, and Eve, who watches it."""
    async with player(server) as ann, player(server) as ben, player(server) as eve:
        await ann.create("strike-2020", "po")
        await ben.sit_with(ann)
        await ann.until("snapshot")
        await eve.ask("snapshot", type="watch", table=ann.table)
        yield ann, ben, eve
        await asyncio.wait_for(asyncio.gather(ann.play(), ben.play()), 60)


async def test_nothing_secret_is_ever_sent(server: LiveServer) -> None:
    """Links before they are due, tokens and their hashes; nor is any of it in the log."""
    async with player(server) as ann, player(server) as ben, player(server) as eve:
        await ann.create("strike-2020", "po", options={"supply": "hidden"})
        await eve.ask("snapshot", type="watch", table=ann.table)
        await ben.sit_with(ann)
        await asyncio.gather(ann.play(), ben.play(), eve.play())
        secrets = [*ann.tokens.values(), *ben.tokens.values()]
        secrets += [one.device.chain.secret.hex() for one in (ann, ben)]
        for message in [*ann.heard, *ben.heard, *eve.heard]:
            if message["type"] == "joined":
                continue
            text = json.dumps(message)
            assert "secret" not in text
            assert not any(secret in text for secret in secrets)
        assert not any(secret in server.log() for secret in (*secrets, ann.table))


def test_the_database_holds_only_hashes_of_tokens(server: LiveServer) -> None:
    async def run() -> Player:
        async with player(server) as ann:
            await ann.create("strike-2020", "pb")
            return ann

    ann = asyncio.run(run())
    with contextlib.closing(sqlite3.connect(server.folder / "kessel.db")) as database:
        stored = str(database.execute("select body from entries").fetchall())
    assert ann.table in stored
    assert not any(token in stored for token in ann.tokens.values())


def test_giant_messages_close_the_connection(serve: Callable[..., LiveServer]) -> None:
    server = serve(messages_per_second=20, address_connections=4, strikes=30)

    async def giant() -> None:
        async with connect(server.ws, max_size=None) as socket:
            await socket.send('{"type":"hello","protocol":1}')
            await socket.recv()
            with contextlib.suppress(websockets.ConnectionClosed):  # before all of it was sent
                await socket.send('{"type":"look","x":"' + "x" * 3_000_000 + '"}')
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    async def flood() -> None:
        async with seated(server) as (_, _, eve):

            async def shout() -> None:
                """Until she is thrown out, however slowly she is read."""
                assert eve.line is not None
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        await eve.line.send('{"type":"ping"}')
                        await asyncio.sleep(0.001)

            shouting = asyncio.create_task(shout())
            codes = []
            with contextlib.suppress(websockets.ConnectionClosed):
                while True:
                    codes.append((await eve.receive())["type"])
            await shouting
            assert codes.count("pong") >= 40
            assert codes.count("error") >= 30
            assert {one["code"] for one in eve.errors} == {"too_fast"}

    async def crowd() -> None:
        async with contextlib.AsyncExitStack() as guests:
            for _ in range(4):
                await guests.enter_async_context(player(server))
            with pytest.raises(websockets.InvalidStatus):
                await connect(server.ws)

    asyncio.run(crowd())
    asyncio.run(giant())
    asyncio.run(flood())


def test_a_foreign_page_cannot_connect(server: LiveServer) -> None:
    async def origin(value: str) -> bool:
        try:
            async with connect(server.ws, origin=value) as socket:  # type: ignore[arg-type]
                await socket.send('{"type":"hello","protocol":1}')
                await socket.recv()
                return True
        except (websockets.InvalidStatus, websockets.ConnectionClosed):
            return False

    assert not asyncio.run(origin("https://evil.example"))
    assert not asyncio.run(origin("null"))
    assert asyncio.run(origin(server.url))


def test_http_answers_only_what_it_should(server: LiveServer) -> None:
    def status(path: str) -> int:
        try:
            server.get(path)
        except urllib.error.HTTPError as refused:
            refused.close()
            return refused.code
        return 200

    for path in (
        "/../../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/assets/..%2f..%2fapp.py",
        "/.env",
        "/static/app.py",
        "/api/games/aaaaaaaaaaaaaaaa",
        "/api/games/aaaaaaaaaaaaaaaa/record",
        "/api/games/aaaaaaaaaaaaaaaa/throws/0",
        "/api/games/'%20or%201=1/throws/0",
        *(
            f"/api/games/aaaaaaaaaaaaaaaa/throws/{n}"
            for n in (2**31, 2**63, "9" * 5000, -1, "one", "%D9%A1")
        ),
    ):
        assert status(path) == 404, path
    assert status("/healthz") == 200
    assert [one["id"] for one in json.loads(server.get("/api/editions"))] == list(EDITIONS)


async def test_who_falls_silent_is_taken_for_lost(serve: Callable[..., LiveServer]) -> None:
    """After how long: `test_app.py`."""
    server = serve(ping_silence_seconds=600.0, hidden_silence_seconds=1.0)
    async with player(server) as ann, player(server) as ben:
        await ben.ask("pong", type="ping")
        await ann.create("strike-2020", "po")
        await ben.sit_with(ann)
        await ann.ask("pong", type="ping", hidden=True)
        seats = (await ben.until("seats"))["seats"]
        while seats[0]["present"]:
            seats = (await ben.until("seats"))["seats"]
        assert seats[1]["present"]
        with pytest.raises(websockets.ConnectionClosed):
            await ann.until("never")
