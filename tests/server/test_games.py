"""Whole games over real WebSockets; a server that is killed meanwhile: `browser/test_faults.py`."""

import asyncio
import json
import time
import urllib.request
from collections.abc import Sequence

from hall.test_whole_games import check_steps, told
from server.live import LiveServer, Player, player

from kessel.proof.verify import verify
from kessel.table.dice import dice_named


def check_replay(server: LiveServer, players: Sequence[Player]) -> None:
    """Everything anybody saw is in the replay, in that order, and the record proves itself."""
    game = players[0].game
    assert game is not None
    check_steps(server.get(f"/api/games/{game['game']}"), players)
    for one in players:
        for number, frame in one.frames.items():
            assert server.get(f"/api/games/{game['game']}/throws/{number}") == frame
    for what in ("", "/record"):
        address = f"http://127.0.0.1:{server.port}/api/games/{game['game']}{what}"
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
