"""Whole games over real WebSockets, with a server that is killed or whose disk is full."""

import asyncio
import contextlib
import json
import sqlite3
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from random import Random
from types import SimpleNamespace
from typing import TypeAlias

import pytest
import websockets
from clusters import check
from hall.saying import KINDS, fitting, tag
from hall.test_whole_games import check_steps, told
from history import History
from msgspec import Struct
from returning import Online, Returning
from server.live import LiveServer, Player, player
from websockets.asyncio.server import ServerConnection

from kessel.proof.verify import verify
from kessel.table.dice import dice_named

# --- Killed in the middle, again and again --------------------------------------------------------

Fault: TypeAlias = Callable[[LiveServer], AbstractContextManager[None]]
"""Something is wrong with its database for as long as this is entered."""
KILLS = 4
FAMILIES = {"strike-2020": "ideal", "impact-avatar": "ideal", "harry-potter": "physics"}


def check_replay(server: LiveServer, players: Sequence[Online]) -> None:
    """Everything anybody saw is in the replay, in that order, and the record proves itself."""
    game = players[0].game
    assert game is not None
    check_steps(server.get(f"/api/games/{game['game']}"), players)
    for one in players:
        for number, frame in one.frames.items():
            assert server.get(f"/api/games/{game['game']}/throws/{number}") == frame
    for what in ("", "/record"):
        address = f"{server.url}/api/games/{game['game']}{what}"
        with urllib.request.urlopen(address, timeout=60) as answer:
            kept = answer.headers["cache-control"]
        assert kept.startswith("private, "), "whoever passes it on must not keep it"
    record = server.get(f"/api/games/{game['game']}/record").decode()
    verdict = verify(record, dice_named)
    assert verdict.exact
    assert game["proof"]["digest"][:32] in record


async def test_a_whole_game(server: LiveServer) -> None:
    """Of other editions: `hall/test_whole_games.py`."""
    async with player(server) as ann, player(server) as ben, player(server) as eve:
        await ann.create("strike-2020", "pob")
        await eve.ask("snapshot", type="watch", table=ann.table)
        await ben.sit_with(ann)
        await asyncio.wait_for(asyncio.gather(ann.play(), ben.play(), eve.play()), 60)
        assert [told(a) for a in ann.seen] == [told(b) for b in ben.seen]
        assert [told(a) for a in ann.seen] == [told(e) for e in eve.seen]
        check_replay(server, [ann, ben, eve])
        assert ann.errors + ben.errors + eve.errors == []


async def test_a_game_with_the_physics(server: LiveServer) -> None:
    async with player(server) as ann:
        await ann.create("harry-potter", "pp", dice="physics")
        await asyncio.wait_for(ann.play(), 80)
        assert ann.game is not None
        assert len(ann.frames) == ann.game["throws"]
        check_replay(server, [ann])


class Slow(Returning):
    """Takes a moment for each answer."""

    async def act(self) -> None:
        await asyncio.sleep(0.03)
        await super().act()


@pytest.mark.long
async def test_killed_again_and_again_it_loses_nothing(serve: Callable[..., LiveServer]) -> None:
    server, chance, returns = serve(), Random(9), list[float]()
    histories: dict[str, History] = {}

    async def one_table(edition: str, dice: str) -> list[Slow]:
        history, tally = History(), Counter[str]()
        ann, ben, eve = table = [Slow([server], history, tally) for _ in range(3)]
        for one in table:
            one.on_return = returns.append
        await ann.sit_down(dice=dice, edition=edition)
        histories[ann.table] = history
        await eve.open()
        await eve.watch(ann.table)
        await ben.sit_down(ann.table)
        return table

    async def kill_and_start(players: list[Slow]) -> None:
        for kills in range(KILLS):
            while len(returns) < kills * len(FAMILIES):  # not back yet, on a busy machine
                if all(one.is_over for one in players):
                    return
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.2 + chance.random() * 0.5)
            await asyncio.to_thread(server.kill)

    tables = [await one_table(*pair) for pair in FAMILIES.items()]
    players = [one for table in tables for one in table]
    playing = (one.play_on() for one in players)
    await asyncio.wait_for(asyncio.gather(kill_and_start(players), *playing), 240)
    assert len(returns) >= KILLS // 2 * len(FAMILIES)
    for table in tables:
        check_replay(server, table)
        for one in table:
            await one.close_line()
    assert check(server, histories, {}).wrong == []


def test_a_game_of_the_server_has_its_report_over_http(server: LiveServer) -> None:
    async def play() -> Player:
        async with player(server) as ann:
            await ann.create("strike-2020", "pb")
            await asyncio.wait_for(ann.play(), 60)
            return ann

    game = asyncio.run(play()).game
    assert game is not None
    until = time.monotonic() + 60
    review = f"/api/games/{game['game']}/review"
    while (told := json.loads(server.get(review)))["status"] == "preparing":
        assert time.monotonic() < until
        time.sleep(0.2)
    assert told["status"] == "ready"
    winners = {seat for seat, one in enumerate(told["seats"]) if one["result"] == 1.0}
    assert winners == set(game["awaited"]["winners"])


# --- A real server whose disk takes nothing any more, or whose database answers nobody: whoever
# hears of it is disconnected within a second, whatever they asked for, and is served again
# afterwards. `hall/test_faults.py` says every kind in more situations.

REFUSALS = {"not_saved", "disk_full"}
ENDS_IN = 1.0
"""s from the last word to the end of its connection."""
TOLD_IN = 30.0
"""s in which everybody hears an answer or that word; the database has ten of them, and a busy
machine the others."""
RUNS = 3
"""Of which one may end late, on a busy machine, and not the same kind each time."""


@contextlib.contextmanager
def database_hangs(server: LiveServer) -> Iterator[None]:
    with contextlib.closing(sqlite3.connect(server.folder / "kessel.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


async def last_word(one: Player) -> tuple[str, float]:
    """What the store did not do, if anything, and s until the end, before which nothing comes."""
    async with asyncio.timeout(TOLD_IN):
        while (message := await one.receive()).get("code") not in REFUSALS:
            if message.get("ref") == 7:
                return "", 0.0
    began = time.monotonic()
    with pytest.raises(websockets.ConnectionClosed):
        await one.receive()
    return str(message["code"]), time.monotonic() - began


async def refused(
    server: LiveServer, fault: Fault, kinds: Iterable[type[Struct]]
) -> dict[type[Struct], float]:
    """Of these kinds, those that the store did not do: s until the end of their connections."""

    async def said(kind: type[Struct], one: Player) -> tuple[str, float]:
        where = {"table": "a" * 12, "tokens": list(one.tokens.values())}
        await one.send(**fitting(kind, Random(7), **where))
        await one.send(type="ping", ref=7)
        return await last_word(one)

    everybody = {kind: await Player(server).open() for kind in kinds}
    for one in everybody.values():
        await one.create("strike-2020", "po")
    with fault(server):
        told = await asyncio.gather(*(said(*pair) for pair in everybody.items()))
    again = await Player(server).open()
    await again.create("strike-2020", "pb")
    for one in (*everybody.values(), again):
        await one.close_line()
    return {kind: lasted for kind, (word, lasted) in zip(everybody, told, strict=True) if word}


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(
            LiveServer.full,
            marks=pytest.mark.skipif(sys.platform != "linux", reason="limits another process"),
        ),
        pytest.param(database_hangs, marks=pytest.mark.long),
    ],
)
def test_whoever_hears_of_a_failing_database_is_disconnected_within_a_second(
    serve: Callable[..., LiveServer], fault: Fault
) -> None:
    server = serve()
    ends = asyncio.run(refused(server, fault, KINDS))
    assert {tag(kind) for kind in ends} >= {"create", "start", "post_daily"}
    for _ in range(RUNS - 1):
        late = [kind for kind, lasted in ends.items() if lasted > ENDS_IN]
        ends = asyncio.run(refused(server, fault, late)) if late else {}
    assert all(lasted < ENDS_IN for lasted in ends.values()), ends


async def test_an_end_that_comes_late_is_seen() -> None:
    """The control."""

    async def say_it(socket: ServerConnection) -> None:
        await socket.send('{"type": "error", "code": "not_saved", "message": "no"}')
        await asyncio.sleep(1.1 * ENDS_IN)

    async with websockets.serve(say_it, "127.0.0.1", 0) as late:
        port = next(iter(late.sockets)).getsockname()[1]
        one = Player(SimpleNamespace(ws=f"ws://127.0.0.1:{port}"))  # type: ignore[arg-type]
        await one.connect()
        word, lasted = await last_word(one)
    assert word == "not_saved"
    assert lasted > ENDS_IN
