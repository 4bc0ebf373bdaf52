"""Whole games over real WebSockets, with a server that is killed or whose disk is full."""

import asyncio
import json
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest
import websockets
from clusters import check
from hall.saying import KINDS, fitting, tag
from hall.test_whole_games import check_steps, told
from history import History
from msgspec import Struct
from returning import Online, Returning
from server.live import LiveServer, Player, player

from kessel.proof.verify import verify
from kessel.table.dice import dice_named

# --- Killed in the middle, again and again --------------------------------------------------------

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


# --- A real server whose disk takes nothing any more: whoever hears of it is disconnected, whatever
# they asked for, and is served again once there is room. `hall/test_faults.py` says every kind
# in more situations.

REFUSALS = {"not_saved", "disk_full"}


@pytest.mark.skipif(sys.platform != "linux", reason="limits the files of another process")
def test_whoever_hears_of_a_failing_disk_is_disconnected(serve: Callable[..., LiveServer]) -> None:
    async def refusal(one: Player, kind: type[Struct]) -> str:
        """What the store did not do of this, if anything; then nothing may come but the end."""
        where = {"table": "a" * 12, "tokens": list(one.tokens.values())}
        await one.send(**fitting(kind, Random(7), **where))
        await one.send(type="ping", ref=7)
        while (message := await one.receive()).get("code") not in REFUSALS:
            if message.get("ref") == 7:
                return ""
        with pytest.raises(websockets.ConnectionClosed):
            await one.receive()
        return str(message["code"])

    async def run() -> None:
        server = serve()
        everybody = {kind: await Player(server).open() for kind in KINDS}
        for one in everybody.values():
            await one.create("strike-2020", "po")
        with server.full():
            told = {tag(kind): await refusal(one, kind) for kind, one in everybody.items()}
        assert {kind for kind, code in told.items() if code} >= {"create", "start", "post_daily"}
        again = await Player(server).open()
        await again.create("strike-2020", "pb")
        for one in (*everybody.values(), again):
            await one.close_line()

    asyncio.run(run())
